"""One report as a person checks it: which statements stand, which do not, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from veridical.ask import Quote
from veridical.report.model import Report
from veridical.web.pages.facts import FactMention, FactSection
from veridical.web.pages.frame import Frame, Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictKind:
    """A verdict that statements of this report can have.

    Attributes:
        name: as statements name it.
        title: for a reader (``Not in source``).
        tone: how it is marked.
        meaning: what it means, in a sentence.
        is_folded: whether its statements wait behind a fold, since nothing is to be read there.
    """

    name: str
    title: str
    tone: Tone
    meaning: str = ""
    is_folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCheck:
    """What one cited source says of a statement.

    Attributes:
        citation: the marker as written (``[3]``), "" without one.
        source_name: the source's title or address.
        address: its web address, "" if it has none.
        verdict: name of a verdict kind of the page.
        why: the grounds.
        quotes: the words in the source (offsets count in its stored text).
        state: what became of fetching it, in words; "" if all is well.
    """

    citation: str = ""
    source_name: str = ""
    address: str = ""
    verdict: str
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStatement:
    """A statement of the report with its verdict.

    Attributes:
        statement: index into ``Report.statements``.
        verdict: name of a verdict kind of the page; over all its sources.
        why: the grounds in a sentence.
        checks: what each source says.
        facts: what a search found of it, apart from its citations.
    """

    statement: int
    verdict: str
    why: str = ""
    checks: tuple[SourceCheck, ...] = ()
    facts: tuple[FactMention, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """One finding at its place.

    Attributes:
        kind: what was found (``number_differs`` …).
        severity: ``error``, ``warning`` or ``info``.
        tone: how it is marked.
        line: line of the report, from 1; None for the whole report.
        column: column of the line, from 1.
        message: what is wrong, in a sentence.
        statement: index of the statement it stands in, if any.
        quote: the source's words that show it, if any.
    """

    kind: str
    severity: str
    tone: Tone
    line: int | None = None
    column: int | None = None
    message: str
    statement: int | None = None
    quote: Quote | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRow:
    """An entry of the reference list.

    Attributes:
        reference: index into ``Report.references``.
        state: what became of it, in words (``reached``, ``dead``, ``never cited`` …).
        tone: how it is marked.
        address: where it leads, "" if nowhere.
        note: more on that.
        statements: indices of the statements that cite it.
    """

    reference: int
    state: str
    tone: Tone
    address: str = ""
    note: str = ""
    statements: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPage:
    """One checked report in a file of its own.

    Attributes:
        frame: title, who judged, banner.
        report: the parsed report.
        body: the report as sanitized HTML, from `veridical.report.render`; each
            picture is named by its path, relative to the report's folder.
        verdicts: the kinds of verdict, in the order shown.
        statements: the checked statements, in the order shown.
        findings: gravest first.
        references: in the report's order.
        styles: citation styles seen, with how many markers of each.
        factual: what a search found of the statements; None if none was wanted.
    """

    template: ClassVar[str] = "check.html"

    frame: Frame
    report: Report
    body: str
    verdicts: tuple[VerdictKind, ...]
    statements: tuple[CheckedStatement, ...] = ()
    findings: tuple[FindingRow, ...] = ()
    references: tuple[ReferenceRow, ...] = ()
    styles: tuple[tuple[str, int], ...] = ()
    factual: FactSection | None = None

    @property
    def place(self) -> tuple[str, ...]:
        """Folders and file in a site."""
        return ("check.html",)
