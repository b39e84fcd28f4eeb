"""Put one known defect into a sound report: what a measure must notice, and what it must not.

Each defect is a function (`Place`, random source) → the report's new text. Nothing else in
the report changes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tools.edit_statements import (
    figures,
    negations,
    other_number,
    other_subjects,
    other_values,
    reversals,
    terms_of,
)
from veridical.measure import Submission
from veridical.report import parse_report
from veridical.report.model import Citation, Report, Span, Statement
from veridical.runs.submissions import Submitted
from veridical.task import Task

INVENTED_LABEL = 97


@dataclass(frozen=True)
class Place:
    """A sound report with the task it answers.

    Attributes:
        task: with its gold graph.
        submission: the parsed report and its evidence list.
        texts: the items' words, by id.
    """

    task: Task
    submission: Submission
    texts: Mapping[str, str]

    @property
    def report(self) -> Report:
        """The parsed report."""
        return self.submission.report

    @property
    def gold_citations(self) -> dict[str, list[Citation]]:
        """Bracketed citations of gold text items, by item."""
        graph = self.task.gold.graph
        gold = {node.item for node in graph.evidence} if graph else set()
        found: dict[str, list[Citation]] = {}
        for citation in self.report.citations:
            items = [self.report.references[r].item for r in citation.references]
            if not _is_bracketed(self.report, citation):
                continue
            if len(items) == 1 and items[0] in gold and items[0] is not None:
                found.setdefault(items[0], []).append(citation)
        return found


@dataclass(frozen=True)
class Defect:
    """A kind of defect.

    Attributes:
        name: what is done.
        falls: the measures of which at least one has to fall.
        may_move: names of measures that lie downstream of it.
        inject: the new text; None where the report has no place for it.
    """

    name: str
    falls: tuple[str, ...]
    may_move: frozenset[str]
    inject: Callable[[Place, random.Random], str | None]


def replaced(source: str, changes: list[tuple[Span, str]]) -> str:
    """`source` with each span replaced; spans do not overlap."""
    for span, text in sorted(changes, key=lambda change: change[0], reverse=True):
        source = source[: span.start] + text + source[span.end :]
    return source


def _marker_without(report: Report, marker: list[Citation], dropped: set[str]) -> str:
    left = [c.label for c in marker if c.label not in dropped]
    written = report.words(marker[0].marker_span)
    if not left:
        return ""
    return f"{written[0]}{', '.join(left)}{written[-1]}"


def _is_bracketed(report: Report, citation: Citation) -> bool:
    """Whether it is a number in a bracketed marker, not a picture or anything else."""
    return citation.label.isdigit() and report.words(citation.marker_span).startswith("[")


def _markers(report: Report) -> dict[int, list[Citation]]:
    found: dict[int, list[Citation]] = {}
    for citation in report.citations:
        if _is_bracketed(report, citation):
            found.setdefault(citation.marker, []).append(citation)
    return found


def citation_dropped(place: Place, chance: random.Random) -> str | None:
    """One gold item is no longer cited anywhere; the words stay."""
    gold = place.gold_citations
    if not gold:
        return None
    label = gold[chance.choice(sorted(gold))][0].label
    changes = [
        (marker[0].marker_span, _marker_without(place.report, marker, {label}))
        for marker in _markers(place.report).values()
        if any(c.label == label for c in marker)
    ]
    return replaced(place.report.source, changes)


def citation_swapped(place: Place, chance: random.Random) -> str | None:
    """Two gold items change places wherever they are cited."""
    gold = place.gold_citations
    if len(gold) < 2:
        return None
    one, other = (gold[item][0].label for item in chance.sample(sorted(gold), 2))
    swap = {one: other, other: one}
    every = [c for marker in _markers(place.report).values() for c in marker]
    changes = [(c.span, swap[c.label]) for c in every if c.label in swap]
    return replaced(place.report.source, changes)


def reference_invented(place: Place, chance: random.Random) -> str | None:
    """One marker names a further source that is in no list."""
    markers = _markers(place.report)
    if not markers:
        return None
    marker = markers[chance.choice(sorted(markers))]
    written = place.report.words(marker[0].marker_span)
    labels = ", ".join([*(c.label for c in marker), str(INVENTED_LABEL)])
    changed = f"{written[0]}{labels}{written[-1]}"
    return replaced(place.report.source, [(marker[0].marker_span, changed)])


def number_changed(place: Place, chance: random.Random) -> str | None:
    """One number or date of the body that a citing statement has from its gold item.

    With or without a unit, in digits or in words; numbers that no cited gold item gives are
    left alone, since no score of the method looks at them.
    """
    report = place.report
    of_item = {c.index: item for item, found in place.gold_citations.items() for c in found}
    places = [
        span
        for statement in report.statements
        if not _is_closing(report, statement)
        for span in _numbers(report, statement)
        if any(
            _stands_in(report.words(span), place.texts[of_item[index]])
            for index in statement.citations
            if index in of_item
        )
    ]
    return _with_other_number(report, places, chance)


def closing_number_changed(place: Place, chance: random.Random) -> str | None:
    """One number or date of the closing section that the gold answer gives."""
    report, answer = place.report, place.task.gold.answer or ""
    places = [
        span
        for statement in report.statements
        if _is_closing(report, statement)
        for span in _numbers(report, statement)
        if _stands_in(report.words(span), answer)
    ]
    return _with_other_number(report, places, chance)


def _with_other_number(report: Report, places: list[Span], chance: random.Random) -> str | None:
    if not places:
        return None
    span = chance.choice(places)
    return replaced(report.source, [(span, other_number(report.words(span), chance))])


def _stands_in(number: str, text: str) -> bool:
    """Whether a number stands in a text, not as a part of another number or word."""
    edge = r"[A-Za-z\d]" if number.isascii() else r"(?!)"
    return (
        re.search(rf"(?<!{edge})(?<!\d[.,]){re.escape(number)}(?!{edge}|[.,]\d)", text) is not None
    )


def _is_closing(report: Report, statement: Statement) -> bool:
    """Whether it stands in the report's last section before its references."""
    headings = [s.index for s in report.sections if s.heading]
    return bool(headings) and statement.section >= report.statements[-1].section


def _numbers(report: Report, statement: Statement) -> list[Span]:
    """Places of the numbers of all quantities and dates, in the source, markers apart."""
    said, _ = _apart(report.words(statement.span))
    start = statement.span.start
    return [Span(start + a, start + b) for a, b in figures(said, statement.language)]


_MARKER_AT_END = re.compile(r"\s*\[[\d, ]+\]\W?$")


def _apart(written: str) -> tuple[str, str]:
    """A statement's words and the marker that closes it."""
    marker = _MARKER_AT_END.search(written)
    return (written[: marker.start()], marker[0]) if marker else (written, "")


Edit = Callable[[str, Report], list[str]]
"""A sentence of a report → all its edited forms of one kind."""


def negated(said: str, report: Report) -> list[str]:
    """It is denied, or a denial is taken away."""
    return negations(said, report.language)


def reversed_(said: str, report: Report) -> list[str]:
    """A direction or rank is turned round."""
    del report
    return reversals(said)


def revalued(said: str, report: Report) -> list[str]:
    """A value is that of a neighboring fact."""
    return other_values(said, report.language, [s.text for s in report.statements])


def of_other_subject(said: str, report: Report) -> list[str]:
    """It is said of something else that the report is about."""
    return other_subjects(said, terms_of([s.text for s in report.statements], report.language))


EDITS: tuple[Edit, ...] = (negated, reversed_, revalued, of_other_subject)


def claim_edited(place: Place, chance: random.Random, *, edit: Edit) -> str | None:
    """Wherever a claim is said, its words are edited into what no source says; markers stay.

    Only edits that touch the claim's own words count. A statement that has no place for the
    edit gets one of another kind, so that the claim is said nowhere; a claim that is nowhere
    edited as asked is passed over.
    """
    graph, report = place.task.gold.graph, place.report
    claims = list(graph.claims) if graph else []
    for node in chance.sample(claims, len(claims)):
        said = _saying(report, node.text)
        edited = [_edited(report, s, (edit, *EDITS), (node.text, chance)) for s in said]
        if any(how is edit for how, _ in edited) and all(text for _, text in edited):
            spans = (statement.span for statement in said)
            return replaced(report.source, list(zip(spans, (t for _, t in edited), strict=True)))
    return None


def _edited(
    report: Report, statement: Statement, edits: tuple[Edit, ...], of: tuple[str, random.Random]
) -> tuple[Edit | None, str]:
    """How a statement was edited, and its new text; "" where no edit has a place."""
    said, marker = _apart(report.words(statement.span))
    claim, chance = _shingles(of[0]), of[1]
    for how in edits:
        texts = [
            t for t in how(said, report) if len(claim & _shingles(t)) < len(claim & _shingles(said))
        ]
        if texts:
            return how, chance.choice(texts) + marker
    return None, ""


MOST_OF_IT = 0.5
"""Share of a claim's words and word pairs from which a statement says it."""


def _saying(report: Report, claim: str) -> list[Statement]:
    """The statements that say a claim, or most of it."""
    wanted = _shingles(claim)
    return [
        s for s in report.statements if len(wanted & _shingles(s.text)) >= MOST_OF_IT * len(wanted)
    ]


def _shingles(text: str) -> set[str]:
    words = re.findall(r"[A-Za-z0-9.]+|[\u4e00-\u9fff]", text.lower())
    return set(words) | {a + b for a, b in pairwise(words)}


_CHAIN = frozenset({"hievidr.citation", "hievidr.claim", "hievidr.answer"})
_TRACE = frozenset({"hievidr.traceability"})

DEFECTS = (
    Defect("citation dropped", ("hievidr.traceability",), _CHAIN | _TRACE, citation_dropped),
    Defect("citation swapped", ("hievidr.citation",), _CHAIN, citation_swapped),
    Defect(
        "reference invented",
        ("hievidr.traceability.citation_precision",),
        frozenset(),
        reference_invented,
    ),
    Defect("number changed", ("hievidr.citation", "hievidr.claim"), _CHAIN, number_changed),
    Defect("number of the conclusion", ("hievidr.answer",), _CHAIN, closing_number_changed),
    Defect("claim negated", ("hievidr.claim",), _CHAIN, partial(claim_edited, edit=negated)),
    Defect("claim reversed", ("hievidr.claim",), _CHAIN, partial(claim_edited, edit=reversed_)),
    Defect("claim revalued", ("hievidr.claim",), _CHAIN, partial(claim_edited, edit=revalued)),
    Defect(
        "claim of other subject",
        ("hievidr.claim",),
        _CHAIN,
        partial(claim_edited, edit=of_other_subject),
    ),
)
"""What each defect has to move, and what it may; every other part must stay within a point."""


def again(submitted: Submitted, source: str) -> Submission:
    """The submission with another text."""
    before = submitted.parsed()
    report = parse_report(
        source, format=submitted.format, name=submitted.name, evidence=before.evidence
    )
    return Submission(
        submitted.system, submitted.task_id, report, before.evidence, submitted.trajectory
    )
