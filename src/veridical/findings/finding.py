"""A finding: something about a report that a reader should look at, with its place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Quote
from veridical.report.model import Report, Span


class Severity(StrEnum):
    """How much it matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class FindingKind(StrEnum):
    """What was found."""

    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"
    PARTLY_SUPPORTED = "partly_supported"
    QUALIFIED = "qualified"
    SOURCES_DISAGREE = "sources_disagree"
    UNREACHABLE_SOURCE = "unreachable_source"
    NO_VERDICT = "no_verdict"
    MISSING_REFERENCE = "missing_reference"
    AMBIGUOUS_REFERENCE = "ambiguous_reference"
    UNRESOLVED_MARKER = "unresolved_marker"
    MALFORMED_CITATION = "malformed_citation"
    NO_CITATION = "no_citation"
    UNCITED_NUMBER = "uncited_number"
    UNCITED_REFERENCE = "uncited_reference"
    REFERENCE_WITHOUT_URL = "reference_without_url"
    REPEATED_SOURCE = "repeated_source"
    PLACEHOLDER_HOST = "placeholder_host"
    INVALID_URL = "invalid_url"
    NEVER_RETRIEVED = "never_retrieved"
    DEAD_REFERENCE = "dead_reference"
    MOVED_REFERENCE = "moved_reference"
    REFERENCE_MISMATCH = "reference_mismatch"
    OTHER_AUTHORS = "other_authors"
    OTHER_VERSION = "other_version"
    UNRELATED_CLAIMS = "unrelated_claims"
    LATER_EVIDENCE = "later_evidence"
    CHANGED_SINCE = "changed_since"
    SAME_ORIGIN = "same_origin"
    CIRCULAR_CITATION = "circular_citation"
    MISSING_IMAGE = "missing_image"
    BROKEN_IMAGE = "broken_image"
    UNSUPPORTED_IMAGE = "unsupported_image"
    OVERSIZE_IMAGE = "oversize_image"
    IMAGE_NOT_FETCHED = "image_not_fetched"
    FIGURE_DISAGREES = "figure_disagrees"
    FIGURE_NOT_READ = "figure_not_read"
    FIGURE_WITHOUT_CAPTION = "figure_without_caption"
    HIDDEN_TEXT = "hidden_text"
    ORDERS_TO_JUDGE = "orders_to_judge"
    OFF_PROTOCOL = "off_protocol"
    PARSER_NOTE = "parser_note"
    NOTHING_TO_CHECK = "nothing_to_check"


SEVERITY: dict[FindingKind, Severity] = {
    FindingKind.CONTRADICTED: Severity.ERROR,
    FindingKind.NOT_IN_SOURCE: Severity.ERROR,
    FindingKind.PARTLY_SUPPORTED: Severity.WARNING,
    FindingKind.QUALIFIED: Severity.NOTE,
    FindingKind.SOURCES_DISAGREE: Severity.WARNING,
    FindingKind.UNREACHABLE_SOURCE: Severity.WARNING,
    FindingKind.NO_VERDICT: Severity.WARNING,
    FindingKind.MISSING_REFERENCE: Severity.ERROR,
    FindingKind.AMBIGUOUS_REFERENCE: Severity.ERROR,
    FindingKind.UNRESOLVED_MARKER: Severity.WARNING,
    FindingKind.MALFORMED_CITATION: Severity.ERROR,
    FindingKind.NO_CITATION: Severity.WARNING,
    FindingKind.UNCITED_NUMBER: Severity.NOTE,
    FindingKind.UNCITED_REFERENCE: Severity.NOTE,
    FindingKind.REFERENCE_WITHOUT_URL: Severity.NOTE,
    FindingKind.REPEATED_SOURCE: Severity.NOTE,
    FindingKind.PLACEHOLDER_HOST: Severity.ERROR,
    FindingKind.INVALID_URL: Severity.ERROR,
    FindingKind.NEVER_RETRIEVED: Severity.WARNING,
    FindingKind.DEAD_REFERENCE: Severity.ERROR,
    FindingKind.MOVED_REFERENCE: Severity.NOTE,
    FindingKind.REFERENCE_MISMATCH: Severity.ERROR,
    FindingKind.OTHER_AUTHORS: Severity.WARNING,
    FindingKind.OTHER_VERSION: Severity.NOTE,
    FindingKind.UNRELATED_CLAIMS: Severity.WARNING,
    FindingKind.LATER_EVIDENCE: Severity.WARNING,
    FindingKind.CHANGED_SINCE: Severity.WARNING,
    FindingKind.SAME_ORIGIN: Severity.NOTE,
    FindingKind.CIRCULAR_CITATION: Severity.ERROR,
    FindingKind.MISSING_IMAGE: Severity.ERROR,
    FindingKind.BROKEN_IMAGE: Severity.ERROR,
    FindingKind.UNSUPPORTED_IMAGE: Severity.WARNING,
    FindingKind.OVERSIZE_IMAGE: Severity.WARNING,
    FindingKind.IMAGE_NOT_FETCHED: Severity.NOTE,
    FindingKind.FIGURE_DISAGREES: Severity.WARNING,
    FindingKind.FIGURE_NOT_READ: Severity.NOTE,
    FindingKind.FIGURE_WITHOUT_CAPTION: Severity.NOTE,
    FindingKind.HIDDEN_TEXT: Severity.WARNING,
    FindingKind.ORDERS_TO_JUDGE: Severity.WARNING,
    FindingKind.OFF_PROTOCOL: Severity.NOTE,
    FindingKind.PARSER_NOTE: Severity.NOTE,
    FindingKind.NOTHING_TO_CHECK: Severity.NOTE,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a reader should look at.

    Attributes:
        kind: what was found.
        span: where in the report.
        line: the line of its first character, from 1.
        column: its column there, from 1, in code points.
        message: what is wrong, in a sentence.
        statement: index of the statement concerned, if any.
        citation: index of the citation concerned, if any.
        reference: index of the reference concerned, if any.
        quotes: the source's words that show it.
    """

    kind: FindingKind
    span: Span
    line: int
    column: int
    message: str
    statement: int | None = None
    citation: int | None = None
    reference: int | None = None
    quotes: tuple[Quote, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it matters; fixed for each kind."""
        return SEVERITY[self.kind]


SHOWN_CHARACTERS = 80


def cut(words: str) -> str:
    """Words of a report on one line, cut at 80 characters, for a message."""
    line = " ".join(words.split())
    return line if len(line) <= SHOWN_CHARACTERS else line[: SHOWN_CHARACTERS - 1] + "…"


def found(
    report: Report,
    kind: FindingKind,
    span: Span,
    message: str,
    *,
    statement: int | None = None,
    citation: int | None = None,
    reference: int | None = None,
    quotes: tuple[Quote, ...] = (),
) -> Finding:
    """A finding at `span`, its line and column counted."""
    return Finding(
        kind,
        span,
        report.line(span.start),
        report.column(span.start),
        message,
        statement=statement,
        citation=citation,
        reference=reference,
        quotes=quotes,
    )
