"""Which key points a report takes up, where, and whether it agrees: for a reader of its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from veridical.ask import Quote
from veridical.checks.key_point import REPORT
from veridical.diagnosis import Exhibit, ExhibitMark, ExhibitRow, Standing
from veridical.measure import Context, Scorecard
from veridical.methods.kdr.gold import main_conclusion
from veridical.methods.kdr.tally import AlignmentTally, KeyPointsTally, PointSeen
from veridical.report.model import Report, Statement
from veridical.score import Measured, Reason, Score, Undefined

_SAYS = {0.0: "not taken up", 0.5: "partly taken up", 1.0: "taken up"}
_AGREES = {0.0: ", not agreed with", 0.5: ", agreed with in part", 1.0: ", agreed with"}
_STANDS = {0.0: Standing.BAD, 0.5: Standing.PARTLY, 1.0: Standing.GOOD}
_OF_TEN = 10.0


def exhibits(
    context: Context, tallies: Mapping[str, object], card: Scorecard
) -> tuple[Exhibit, ...]:
    """The key points with the words that say them, after the main conclusion.

    Args:
        context: the report and its task.
        tallies: by measure, those that were collected.
        card: the scores; they say nothing more.
    """
    del card
    points = tallies.get("kdr.key_point_coverage")
    concluded = tallies.get("kdr.main_conclusion_alignment")
    rows: list[ExhibitRow] = []
    if isinstance(concluded, AlignmentTally) and not concluded.is_empty:
        rows.append(_conclusion(concluded, main_conclusion(context.task) or ""))
    if isinstance(points, KeyPointsTally):
        rows += [_row(point, context.report) for point in points.points]
    note = (
        "Coverage: is the point taken up? Supportiveness: does what is said agree and back it? "
        "The words quoted are the report’s own, found in it by the program."
    )
    return (Exhibit(title="Main conclusion and key points", note=note, rows=tuple(rows)),)


def _conclusion(t: AlignmentTally, text: str) -> ExhibitRow:
    mark = _score(None if t.alignment is None else float(t.alignment), t.missing)
    return ExhibitRow(
        text=text,
        group="Main conclusion",
        standing=Standing.PLAIN if t.alignment is not None else Standing.UNKNOWN,
        marks=(ExhibitMark("alignment", mark, highest=_OF_TEN),),
        note=t.why,
        asks=(t.ask,) if t.ask else (),
    )


def _row(point: PointSeen, report: Report) -> ExhibitRow:
    placed = (placed_quote(q, report) for q in point.quotes)
    return ExhibitRow(
        text=point.text,
        group="Key points",
        verdict=_verdict(point),
        standing=_standing(point),
        marks=(
            ExhibitMark("coverage", _score(point.c, point.missing)),
            ExhibitMark("supportiveness", _score(point.u, point.missing)),
        ),
        note=point.why,
        quotes=tuple(q for q in placed if q is not None),
        asks=(point.ask,),
    )


def _verdict(point: PointSeen) -> str:
    if point.c is None:
        return ""
    return _SAYS[point.c] + (_AGREES[point.u or 0.0] if point.c else "")


def _standing(point: PointSeen) -> Standing:
    """A point is good where it is taken up in full and agreed with: the worse of both."""
    if point.c is None:
        return Standing.UNKNOWN
    return _STANDS[min(point.c, point.u or 0.0)]


def _score(value: float | None, missing: Reason | None) -> Score:
    return Undefined(missing or Reason.UNREADABLE) if value is None else Measured(value)


def placed_quote(quote: Quote, report: Report) -> Quote | None:
    """Words of a report as it was shown, at their place in the report as it is written.

    Citations stand between the written words and not between the shown ones, so statements
    are matched: the longest run of them that the words hold, or that holds the words.

    Args:
        quote: words of the report as it was shown.
        report: the report.
    """
    words = _folded(quote.text)
    alike = [s for s in report.statements if _is_in(words, s)]
    runs = [_fitting(list(run), words) for run in _runs(alike)]
    if not words or not runs:
        return None
    best = max(runs, key=lambda run: sum(len(s.text) for s in run))
    start, end = best[0].span.start, max(s.span.end for s in best)
    return Quote(REPORT, start, end, report.source[start:end])


def _is_in(words: str, statement: Statement) -> bool:
    own = _folded(statement.text)
    return bool(own) and (own in words or words in own)


def _runs(statements: Sequence[Statement]) -> Iterator[Iterator[Statement]]:
    """Statements that follow each other in the report."""
    counted = list(enumerate(statements))
    for _, run in groupby(counted, key=lambda one: one[1].index - one[0]):
        yield (statement for _, statement in run)


def _fitting(run: list[Statement], words: str) -> list[Statement]:
    """The run without what stands before the words and only says a part of them too."""
    while len(run) > 1 and _folded("".join(s.text for s in run)) not in words:
        run = run[1:]
    return run


def _folded(text: str) -> str:
    """Without white space, which statements are joined by or not."""
    return "".join(text.split())
