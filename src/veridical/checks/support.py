"""Do passages of a source support a statement?

The verdict is supported, partly, contradicted or not in the source; of a partly supported
statement also what becomes of the rest, and of a supported one whether the source says it under
a condition that the statement drops. A verdict that rests on the source's words must quote
them, and the quote must stand there: without one it is no verdict. A person, a model or the
built-in rules answer the same ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, Grounds, NoVerdict, Part, Quote, Role
from veridical.checks.orders import ATTACKED, doubt
from veridical.checks.prompt import prompt_parts
from veridical.checks.qualified_rule import drops_a_condition
from veridical.checks.quotes import locate
from veridical.checks.support_rule import support_by_rule
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.retrieval.passages import Passage
from veridical.score import Reason

__all__ = ["PictureSupportAsk", "Support", "SupportAsk", "Verdict", "placed", "verified"]

PROMPTS = Path(__file__).parent / "prompts"
LEFT_OUT = "\n\n[…]\n\n"
"""Stands between passages of one source."""
NO_QUOTE = "no quote of it stands in the source"
NOT_IN_SOURCE = Verdict(Support.NOT_IN_SOURCE)
_SETTLED = frozenset({Support.SUPPORTED, Support.CONTRADICTED})


@dataclass(frozen=True)
class SupportAsk(Ask[Verdict]):
    """Whether passages support a statement.

    Attributes:
        statement: what is said, without citation markers.
        passages: what the source says; each knows its place there.
        context: the words around the statement, for its pronouns; "" if it needs none.
        language: of the statement.
    """

    kind: ClassVar[str] = "support"
    version: ClassVar[str] = "2"
    answer_type: ClassVar[type] = Verdict

    statement: str
    passages: tuple[Passage, ...]
    context: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, passages, context, statement."""
        fields = {
            "passages": shown(self.passages),
            "context": self.context,
            "statement": self.statement,
        }
        return prompt_parts(PROMPTS, "support", self.language, fields)

    def grounds(self) -> Grounds:
        """The passages; what rests on their words has to quote them."""
        return self._grounds

    @cached_property
    def _grounds(self) -> Grounds:
        # an ask never changes, and is asked for its grounds at each step
        texts = tuple(Quote(p.source, p.start, p.end, p.text) for p in self.passages)
        return Grounds(texts, self.statement, frozenset({NOT_IN_SOURCE}))

    def objection(self, value: Verdict) -> str:
        """Support by passages that give orders to their judge, and hold too little beside them."""
        if value.support is not Support.SUPPORTED:
            return ""
        order = doubt(self.statement, self.grounds().texts)
        return f"{ATTACKED}: {order}" if order else ""

    def by_rule(self) -> Answer[Verdict] | NoVerdict:
        """Shared words, agreeing numbers and clashes of a known type; indicative.

        What is against a statement is found before a part of it is: the rest of a partly
        supported one is unverifiable.
        """
        answer = support_by_rule(self.statement, self.passages)
        if isinstance(answer, NoVerdict):
            return answer
        quoted = "\n".join(quote.text for quote in answer.quotes)
        is_qualified = drops_a_condition(self.statement, quoted)
        verdict = Verdict(answer.value, Rest.UNVERIFIABLE, is_qualified)
        return Answer(verdict, answer.why, answer.quotes)

    def read(self, kept: bytes) -> Answer[Verdict]:
        """The answer back from JSON; one of version 1 is its label alone."""
        try:
            return super().read(kept)
        except msgspec.ValidationError as e:
            with suppress(msgspec.ValidationError):
                label = msgspec.json.decode(kept, type=Answer[Support])
                return Answer(Verdict(label.value), label.why, label.quotes)
            raise e from None


@dataclass(frozen=True)
class PictureSupportAsk(SupportAsk):
    """Whether pictures, with their captions as passages, support a statement.

    Attributes:
        pictures: shown to a respondent that sees.
    """

    kind: ClassVar[str] = "support_by_picture"
    role: ClassVar[Role] = Role.VISION

    pictures: tuple[Attachment, ...] = ()

    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures."""
        return self.pictures

    def by_rule(self) -> Answer[Verdict] | NoVerdict:
        """What the captions alone settle; what they leave open is not assessed."""
        answer = super().by_rule()
        if isinstance(answer, Answer) and answer.value.support in _SETTLED:
            return answer
        return NoVerdict(Reason.NOT_ASSESSED, "the built-in rules see no pictures")


def shown(passages: Sequence[Passage]) -> str:
    """Passages as they stand in a prompt: those of one source in a row under its name, once."""
    rows = ((name, [p.text for p in own]) for name, own in groupby(passages, attrgetter("source")))
    return "\n\n".join(f"<{name}>\n{LEFT_OUT.join(texts)}" for name, texts in rows)


def verified(
    answer: Answer[Verdict] | NoVerdict, passages: Sequence[Passage]
) -> Answer[Verdict] | NoVerdict:
    """The answer with only those quotes that stand in the passages, placed in the source.

    Args:
        answer: a respondent's verdict; its quotes may lack their places.
        passages: what was shown.

    Returns:
        No verdict where "supported", "partly" or "contradicted" comes without a quote that
        stands in the source.
    """
    if isinstance(answer, NoVerdict):
        return answer
    found = tuple(q for quote in answer.quotes for q in placed(quote, passages))
    if answer.value.support is not Support.NOT_IN_SOURCE and not found:
        return NoVerdict(Reason.UNREADABLE, NO_QUOTE)
    return replace(answer, quotes=found)


def placed(quote: Quote, passages: Sequence[Passage]) -> Iterator[Quote]:
    """A quote at its place, in the source that it names if it stands there, else in any."""
    named = [p for p in passages if p.source == quote.source]
    for passage in [*named, *(p for p in passages if p.source != quote.source)]:
        found = _found(quote, passage)
        if found is not None:
            start, end = passage.start + found[0], passage.start + found[1]
            yield Quote(passage.source, start, end, passage.text[slice(*found)])
            return


def _found(quote: Quote, passage: Passage) -> tuple[int, int] | None:
    """Where the words stand in the passage: where the quote says, as written, or as copied."""
    at = quote.start - passage.start
    if not quote.text.strip():
        return None
    if at < 0 or not passage.text.startswith(quote.text, at):
        at = passage.text.find(quote.text)
    return (at, at + len(quote.text)) if at >= 0 else locate(quote.text, passage.text)
