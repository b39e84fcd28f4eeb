"""Does a report take up a key point, and does what it says agree with it?

Both are one ask, since both rest on the same words of the report. Those words must be quoted,
and must stand there: a key point that is said to be covered without them is unverified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Grounds, NoVerdict, Part, Quote
from veridical.checks.key_point_rule import find_key_point
from veridical.checks.prompt import prompt_parts
from veridical.checks.support import placed
from veridical.retrieval.passages import Passage
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
UNVERIFIED = "no quoted words of it stand in the report"
REPORT = "report"
"""The name of the report among quotes."""


class Coverage(StrEnum):
    """Whether the report takes a key point up."""

    NOT_DISCUSSED = "not_discussed"
    PARTLY = "partly"
    SUBSTANTIALLY = "substantially"


class Supportiveness(StrEnum):
    """Whether what the report says there agrees with it, and backs it."""

    AGAINST_OR_SILENT = "against_or_silent"
    IN_PART = "in_part"
    ENTAILS = "entails"


C: Mapping[Coverage, float] = dict(zip(Coverage, (0.0, 0.5, 1.0), strict=True))
"""c, by label."""
U: Mapping[Supportiveness, float] = dict(zip(Supportiveness, (0.0, 0.5, 1.0), strict=True))
"""u, by label."""


class KeyPointVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a report makes of a key point; what it does not take up it cannot support.

    Attributes:
        coverage: whether it takes it up.
        supportiveness: whether what it says there agrees with it.
    """

    coverage: Coverage
    supportiveness: Supportiveness

    def __post_init__(self) -> None:
        """Drop support that has no words to stand on."""
        if self.coverage is Coverage.NOT_DISCUSSED:
            none = Supportiveness.AGAINST_OR_SILENT
            msgspec.structs.force_setattr(self, "supportiveness", none)


NOT_DISCUSSED = KeyPointVerdict(Coverage.NOT_DISCUSSED, Supportiveness.AGAINST_OR_SILENT)


@dataclass(frozen=True)
class KeyPointAsk(Ask[KeyPointVerdict]):
    """Whether a report takes up a key point, and agrees with it.

    Attributes:
        passages: the report's words without citations, as one passage or several.
        key_point: what is looked for.
        language: of the task.
    """

    kind: ClassVar[str] = "key_point"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = KeyPointVerdict

    passages: tuple[Passage, ...]
    key_point: str
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, key point."""
        shown = "\n\n".join(p.text for p in self.passages)
        fields = {"report": shown, "key_point": self.key_point}
        return prompt_parts(PROMPTS, "key_point", self.language, fields)

    def grounds(self) -> Grounds:
        """The report; a point that it takes up has to be quoted from it."""
        texts = tuple(Quote(p.source, p.start, p.end, p.text) for p in self.passages)
        return Grounds(texts, self.key_point, frozenset({NOT_DISCUSSED}))

    def by_rule(self) -> Answer[KeyPointVerdict] | NoVerdict:
        """Shared words, rare ones counting more, agreeing numbers, typed clashes; indicative."""
        found = find_key_point(self.key_point, self.passages)
        if found is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
        coverage = list(Coverage)[found.coverage]
        verdict = KeyPointVerdict(coverage, list(Supportiveness)[found.supportiveness])
        is_quoted = coverage is not Coverage.NOT_DISCUSSED
        return Answer(verdict, found.why, found.quotes if is_quoted else ())


def verified_point(
    said: Answer[KeyPointVerdict] | NoVerdict, passages: Sequence[Passage]
) -> Answer[KeyPointVerdict] | NoVerdict:
    """The answer with only those quotes that stand in the report, at their places.

    Args:
        said: a respondent's verdict; its quotes may lack their places.
        passages: the report as it was shown.

    Returns:
        No verdict where a point is said to be taken up without words that stand in the report.
    """
    if isinstance(said, NoVerdict):
        return said
    found = tuple(dict.fromkeys(q for quote in said.quotes for q in placed(quote, passages)))
    if said.value != NOT_DISCUSSED and not found:
        return NoVerdict(Reason.UNREADABLE, UNVERIFIED)
    return Answer(said.value, said.why, found)
