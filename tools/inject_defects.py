"""Put one known defect into a sound report: what a measure must notice, and what it must not.

Each defect is a function (`Place`, random source) → the report's new text. Nothing else in
the report changes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from veridical.measure import Submission
from veridical.report import parse_report
from veridical.report.model import Citation, Report, Span, Statement
from veridical.report.quantities import quantities
from veridical.runs.submissions import Submitted
from veridical.task import Task

INVENTED_LABEL = 97
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


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
    """One number that a statement has from the gold item it cites is no longer the item's."""
    report = place.report
    of_item = {c.index: item for item, found in place.gold_citations.items() for c in found}
    places = [
        span
        for statement in report.statements
        if not _is_closing(report, statement)
        for span in _numbers(report, statement)
        if any(
            report.words(span) in place.texts[of_item[index]]
            for index in statement.citations
            if index in of_item
        )
    ]
    if not places:
        return None
    span = chance.choice(places)
    return replaced(report.source, [(span, _other_number(report.words(span), chance))])


def _is_closing(report: Report, statement: Statement) -> bool:
    """Whether it stands in the report's last section before its references."""
    headings = [s.index for s in report.sections if s.heading]
    return bool(headings) and statement.section >= report.statements[-1].section


def _numbers(report: Report, statement: Statement) -> list[Span]:
    """Places of the numbers of quantities, in the source."""
    written = report.words(statement.span)
    found = []
    for quantity in quantities(written, statement.language):
        if quantity.unit and (match := _DIGITS.search(written, quantity.start, quantity.end)):
            start = statement.span.start + match.start()
            found.append(Span(start, start + len(match.group())))
    return found


def _other_number(written: str, chance: random.Random) -> str:
    """A number of the same shape whose value is off by at least a third."""
    digits = [i for i, c in enumerate(written) if c.isdigit()]
    first = digits[0]
    other = str((int(written[first]) + chance.choice((3, 4, 5))) % 9 + 1)
    if other == written[first]:
        other = str(int(other) % 9 + 1)
    return written[:first] + other + written[first + 1 :]


UNSUPPORTED = {
    "en": (
        "The effect was first predicted by a committee of engineers and has never been explained.",
        "Most observers attribute this to seasonal migration rather than to any measured cause.",
        "A later survey found that the opposite holds in nearly every region of the world.",
    ),
    "zh": (
        "多数观察者认为这是季节性迁徙造成的，与任何实测因素无关。",
        "后来的一项调查发现，世界上几乎所有地区的情况都正好相反。",
        "这一现象最早由一个工程师委员会预言，至今没有得到解释。",
    ),
}


def claim_unsupported(place: Place, chance: random.Random) -> str | None:
    """Wherever a claim is said, something is said that no source says; the markers stay."""
    graph, report = place.task.gold.graph, place.report
    if graph is None:
        return None
    said = [_saying(report, node.text) for node in graph.claims]
    told = [statements for statements in said if statements]
    if not told:
        return None
    others = UNSUPPORTED["zh" if place.task.language.startswith("zh") else "en"]
    chosen = chance.choice(told)
    changes = [
        (statement.span, _with_markers(report, statement, others[k % len(others)]))
        for k, statement in enumerate(chosen, start=chance.randrange(len(others)))
    ]
    return replaced(report.source, changes)


def _with_markers(report: Report, statement: Statement, text: str) -> str:
    cited = [report.citations[i] for i in statement.citations]
    labels = ", ".join(dict.fromkeys(c.label for c in cited if c.label.isdigit()))
    return f"{text[:-1]} [{labels}]{text[-1]}" if labels else text


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
    Defect("claim unsupported", ("hievidr.claim",), _CHAIN, claim_unsupported),
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
