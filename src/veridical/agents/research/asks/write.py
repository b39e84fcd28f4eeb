"""What does the evidence say on a question? The report, sentence by sentence, from it alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from veridical.agents.research.asks.extract import NOTHING, Kept, extracted
from veridical.agents.research.asks.plan import PROMPTS
from veridical.agents.research.draft import Draft
from veridical.agents.research.evidence import Evidence
from veridical.agents.research.gallery import Shown
from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.score import Reason
from veridical.task import Query


@dataclass(frozen=True)
class WriteAsk(Ask[Draft]):
    """A report on a question.

    Attributes:
        query: what is asked.
        plan: the questions that it was cut into; none in one pass.
        texts: the words of each text; they are counted from 1.
        images: the caption of each picture; likewise.
        draft: the report so far, in Markdown; "" = there is none.
        kept: numbers of pictures that have to be shown, and of texts whose every sentence the
            rules write: what was made for this report.
        pictures: the query's and the evidence's, for a writer who sees.
        language: of the report.
        attached: what each of the pictures is, in their order.
    """

    kind: ClassVar[str] = "research.write"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.WRITER
    answer_type: ClassVar[type] = Draft

    query: str
    plan: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    draft: str = ""
    kept: Kept = NOTHING
    pictures: tuple[Attachment, ...] = ()
    language: str = "en"
    attached: tuple[str, ...] = ()

    def prompt(self) -> tuple[Part, ...]:
        """The evidence first, then the report so far, the plan, the question."""
        fields = {
            "texts": _numbered(self.texts),
            "images": _numbered(self.images),
            "attached": "\n".join(self.attached),
            "kept": ", ".join(map(str, self.kept.images)),
            "draft": self.draft,
            "plan": "\n".join(self.plan),
            "query": self.query,
        }
        return prompt_parts(PROMPTS, "write", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures."""
        return self.pictures

    def objection(self, value: Draft) -> str:
        """A number that stands for nothing; nothing said; a picture that has to stay left out."""
        wrong = value.objection(len(self.texts), len(self.images))
        left_out = sorted(set(self.kept.images) - set(value.images()))
        return wrong or (f"image {left_out[0]} is left out, and has to stay" if left_out else "")

    def by_rule(self) -> Answer[Draft] | NoVerdict:
        """Sentences of the evidence, word for word, under the questions that they bear on."""
        found = extracted(
            self.query,
            self.plan,
            self.texts,
            self.images,
            kept=self.kept,
            language=self.language,
        )
        if found is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no sentence of the evidence bears on it")
        return Answer(found, "sentences of the evidence, word for word")


def writing(
    query: Query,
    plan: Sequence[str],
    evidence: Evidence,
    *,
    draft: str = "",
    kept: Kept = NOTHING,
    shown: Shown = Shown(),  # noqa: B008 - frozen
    language: str = "en",
) -> WriteAsk:
    """The ask over a list of evidence."""
    return WriteAsk(
        query.text,
        tuple(plan),
        tuple("\n".join(filter(None, (i.title, i.section, i.text))) for i in evidence.texts),
        tuple(i.text for i in evidence.images),
        draft,
        kept,
        shown.pictures,
        language,
        shown.names,
    )


def _numbered(words: Sequence[str]) -> str:
    return "\n\n".join(f"[{n}] {one}" for n, one in enumerate(words, start=1))
