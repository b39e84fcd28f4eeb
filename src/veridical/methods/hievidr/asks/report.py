"""What is asked for the Report Score: the text's five dimensions, and Align."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Attachment, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.ratings import Rating
from veridical.checks.reading import Said
from veridical.methods.hievidr.asks.prompts import PROMPTS, with_captions
from veridical.methods.hievidr.rules.align import align_share
from veridical.methods.hievidr.rules.rated import rated
from veridical.methods.hievidr.rules.report import rate_report
from veridical.picture import PictureText
from veridical.score import Reason

TEXT_DIMENSIONS = ("focus", "scope", "depth", "redundancy", "support")
DIMENSIONS = (*TEXT_DIMENSIONS, "align")
"""K_r: Focus, Scope, Depth, Redun., Supp., Align."""


class ReportRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be rated from the report's text alone."""

    focus: Rating
    scope: Rating
    depth: Rating
    redundancy: Rating
    support: Rating


class AlignRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well pictures and text go together."""

    align: Rating


class PageRatings(ReportRatings, frozen=True, forbid_unknown_fields=True):
    """What can be rated from the rendered pages: all six dimensions."""

    align: Rating


@dataclass(frozen=True)
class ReportAsk(Ask[ReportRatings]):
    """Rate a report's text in five dimensions.

    Attributes:
        question: what the report should answer.
        report: its words, as read.
        headings: of its sections.
        statements: what it says, with the sources of each statement.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.report"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = ReportRatings

    question: str
    report: str
    headings: tuple[str, ...]
    statements: tuple[Said, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, question."""
        fields = {"report": self.report, "question": self.question}
        return prompt_parts(PROMPTS, "report", self.language, fields)

    def by_rule(self) -> Answer[ReportRatings] | NoVerdict:
        """Ratings from what can be counted; indicative."""
        if not self.statements:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
        rated = rate_report(self.question, self.headings, self.statements)
        return Answer(ReportRatings(**rated.ratings), rated.why)


@dataclass(frozen=True)
class PictureReportAsk(ReportAsk):
    """Rate a report's text, where the question shows pictures; asks one who sees.

    Attributes:
        pictures: of the question, in its order.
        captions: theirs.
    """

    kind: ClassVar[str] = "hievidr.report_on_pictures"
    role: ClassVar[Role] = Role.VISION

    pictures: tuple[Attachment, ...] = ()
    captions: tuple[str, ...] = ()

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, question, what the attached pictures are."""
        return with_captions(super().prompt(), self.captions, self.language)

    def attachments(self) -> tuple[Attachment, ...]:
        """The question's pictures."""
        return self.pictures


@dataclass(frozen=True)
class PagesAsk(Ask[PageRatings]):
    """Rate a report in all six dimensions, by its rendered pages; asks one who sees.

    Attributes:
        question: what the report should answer.
        report: its words, as read: a page tells how they look, not always what they are.
        shown: which of its pages are attached, as ``1-8 of 13``.
        pages: the first pages, in order.
        pictures: of the question, in its order.
        captions: theirs.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.report_on_pages"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = PageRatings

    question: str
    report: str
    shown: str
    pages: tuple[Attachment, ...]
    pictures: tuple[Attachment, ...] = ()
    captions: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, which pages are attached, question, what its pictures are."""
        fields = {"report": self.report, "pages": self.shown, "question": self.question}
        parts = prompt_parts(PROMPTS, "report_on_pages", self.language, fields)
        return with_captions(parts, self.captions, self.language) if self.captions else parts

    def attachments(self) -> tuple[Attachment, ...]:
        """The pages, then the question's pictures."""
        return (*self.pages, *self.pictures)

    def by_rule(self) -> Answer[PageRatings] | NoVerdict:
        """Rules do not see."""
        return NoVerdict(Reason.NOT_ASSESSED, "the built-in rules see no pages")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a report: its caption, the words around it, and its file if at hand."""

    caption: str
    around: str
    file: Attachment | None = None


@dataclass(frozen=True)
class AlignAsk(Ask[AlignRating]):
    """Rate how well a report's pictures and its text go together.

    Attributes:
        question: what the report should answer.
        pictures: every picture, in order.
        language: of the report.
    """

    kind: ClassVar[str] = "hievidr.align"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.VISION
    answer_type: ClassVar[type] = AlignRating

    question: str
    pictures: tuple[Picture, ...]
    language: str

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, captions with the words around them, question."""
        shown = [f"{k}. {p.caption}\n{p.around}" for k, p in enumerate(self.pictures, start=1)]
        fields = {"pictures": "\n\n".join(shown), "question": self.question}
        return prompt_parts(PROMPTS, "align", self.language, fields)

    def attachments(self) -> tuple[Attachment, ...]:
        """The pictures' files."""
        return tuple(p.file for p in self.pictures if p.file)

    def by_rule(self) -> Answer[AlignRating] | NoVerdict:
        """Rules do not see."""
        return NoVerdict(Reason.NOT_ASSESSED, "the built-in rules see no pictures")

    def by_rule_seeing(self, read: Sequence[PictureText | None]) -> Answer[AlignRating] | NoVerdict:
        """How far words and numbers of the pictures stand in the text beside them; indicative."""
        share = align_share(
            [(p.caption, p.around) for p in self.pictures if p.file], read, self.language
        )
        if share is None:
            return NoVerdict(Reason.NOT_ASSESSED, "nothing could be read in the pictures")
        found = rated({"align": share})
        return Answer(AlignRating(**found.ratings), found.why)


@dataclass(frozen=True)
class WithoutPicturesAsk(AlignAsk):
    """Rate whether a report that shows no picture does well without; asks the judge."""

    kind: ClassVar[str] = "hievidr.align_without_pictures"
    role: ClassVar[Role] = Role.JUDGE

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, question."""
        fields = {"question": self.question}
        return prompt_parts(PROMPTS, "align_without_pictures", self.language, fields)
