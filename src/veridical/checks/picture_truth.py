"""Has a report seen the pictures of its question rightly?

Judged from the pictures and what they show in words, and from nothing else. The respondent lists
what is said of them that they do not show, by the report's own words, and gives a mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.picture_truth_rule import seen_by_rule
from veridical.checks.prompt import prompt_parts
from veridical.checks.quotes import QuotableSource

PROMPTS = Path(__file__).parent / "prompts"
LOWEST, HIGHEST = 0, 10


class FailureKind(StrEnum):
    """In what way a report says of a picture what it does not show."""

    WRONG_IDENTITY = "wrong_identity"
    FALSE_PRESENCE = "false_presence"
    SWAPPED_LABELS = "swapped_labels"
    MISREAD = "misread"


IDENTITY_CRITICAL = frozenset(
    {FailureKind.WRONG_IDENTITY, FailureKind.FALSE_PRESENCE, FailureKind.SWAPPED_LABELS}
)
"""Each alone fails a report; a swapped label gives a part another part's identity."""


class VisualFailure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place at which a report says of a picture what it does not show.

    Attributes:
        kind: in what way.
        quote: the report's words.
        shown: what is to be seen in their place.
    """

    kind: FailureKind
    quote: str
    shown: str


class VisualVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How rightly a report has seen the pictures of its question.

    Attributes:
        failures: in the order of the report; none where it reads them rightly.
        score: from 0 to 10, whole.
        confidence: how sure the respondent is, from 0 to 1.
    """

    failures: tuple[VisualFailure, ...]
    score: Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)]


_REGIMES = {True: "everyday", False: "research", None: ""}


@dataclass(frozen=True)
class PictureTruthAsk(Ask[VisualVerdict]):
    """Hold a report against the pictures of its question and what they show, in words.

    Attributes:
        truth: what the pictures show, written by an expert.
        question: what the report answers.
        report: all of its words, as read.
        pictures: of the question, in its order.
        language: of the report.
        is_everyday: whether the task is an everyday one, not research; None = not said.
    """

    kind: ClassVar[str] = "picture_truth"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = VisualVerdict

    truth: str
    question: str
    report: str
    pictures: tuple[Attachment, ...]
    language: str
    is_everyday: bool | None = None

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, ground truth, question, report."""
        fields = {
            "truth": self.truth,
            "regime": _REGIMES[self.is_everyday],
            "question": self.question,
            "report": self.report,
        }
        return prompt_parts(PROMPTS, "picture_truth", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures."""
        return self.pictures

    def objection(self, value: VisualVerdict) -> str:
        """A failure whose words the report does not say."""
        said = QuotableSource(self.report) if value.failures else None
        for failure in value.failures:
            if said is not None and said.locate(failure.quote) is None:
                return f'the report does not say "{failure.quote[:80]}"'
        return ""

    def by_rule(self) -> Answer[VisualVerdict] | NoVerdict:
        """The report's sentences held against the ground truth in words; indicative."""
        found = seen_by_rule(self.truth, self.report)
        if isinstance(found, NoVerdict):
            return found
        failures = tuple(
            VisualFailure(FailureKind(one.kind), one.quote, one.shown) for one in found.failures
        )
        return Answer(VisualVerdict(failures, found.score, found.confidence), found.why)


PASS_SCORE = 6
"""The least score that passes."""


def is_passed(score: int, failures: Sequence[VisualFailure]) -> bool:
    """Whether a report has seen the pictures rightly.

    A score of at least `PASS_SCORE` and no identity-critical failure: neither makes up for the
    other.
    """
    return score >= PASS_SCORE and not any(f.kind in IDENTITY_CRITICAL for f in failures)
