"""What is shown of a report's pictures: Vef.'s failures, and each figure with what was read off it.

Nothing is judged here; all of it stands in the tallies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from veridical.ask import Quote
from veridical.checks.picture_truth import IDENTITY_CRITICAL, PASS_SCORE
from veridical.checks.quotes import QuotableSource
from veridical.diagnosis import Exhibit, ExhibitRow, Standing
from veridical.measure import Context, Scorecard
from veridical.methods.mmdr.mosaic import item_score
from veridical.methods.mmdr.mosaic_tally import Agreement, MosaicItem, MosaicTally, ReadOff
from veridical.methods.mmdr.mosaic_validity import bucket_of
from veridical.methods.mmdr.vef import VefTally, passes
from veridical.report.model import Report
from veridical.score import Reason

REPORT = "report"
GOOD_FROM, PARTLY_FROM = 0.75, 0.4
"""What a figure must be worth to be shown as good, and as partly good; ours, for the eye alone."""
_AGREEMENTS = {
    Agreement.AGREES: "agrees",
    Agreement.DIFFERS: "differs",
    Agreement.NOT_SHOWN: "is not there",
    Agreement.ILLEGIBLE: "cannot be made out",
}


def picture_exhibits(
    context: Context, tallies: Mapping[str, object], scores: Scorecard
) -> tuple[Exhibit, ...]:
    """The pictures of the question, and those of the report, where they were looked at.

    Args:
        context: the report.
        tallies: by measure; a measure behind a closed gate has none.
        scores: not looked at.
    """
    del scores
    seen, shown = tallies.get("mmdr.vef"), tallies.get("mmdr.mosaic")
    found = []
    if isinstance(seen, VefTally) and seen.missing is not Reason.NO_GOLD:
        found.append(_of_question(context, seen))
    if isinstance(shown, MosaicTally) and shown.items:
        found.append(_of_report(context.report, shown))
    return tuple(found)


def _of_question(context: Context, t: VefTally) -> Exhibit:
    version = f", ground truth {t.truth_version}" if t.truth_version else ""
    return Exhibit(
        title="The question's pictures",
        note=f"Passes from {PASS_SCORE} of 10, without an identity-critical failure{version}.",
        rows=tuple(_verdict_rows(context, t)),
    )


def _verdict_rows(context: Context, t: VefTally) -> Iterator[ExhibitRow]:
    images = context.task.query.images
    picture = images[0].path if images else ""
    passed = passes(t)
    standing = {True: Standing.GOOD, False: Standing.BAD, None: Standing.UNKNOWN}[passed]
    said = {True: "passes", False: "fails", None: f"no verdict: {t.missing}"}[passed]
    mark = "" if t.score is None else f"{t.score} of 10, "
    yield ExhibitRow(
        text="All that the report says of them",
        verdict=f"{mark}{said}",
        standing=standing,
        note=t.why if t.confidence is None else f"{t.why} (confidence {t.confidence:.2f})".strip(),
        picture=picture,
        asks=t.asks,
    )
    source = QuotableSource(context.report.source) if t.failures else None
    for failure in t.failures:
        span = source.locate(failure.quote) if source is not None else None
        quotes = (_quote(context.report, *span),) if span is not None else ()
        is_critical = failure.kind in IDENTITY_CRITICAL
        yield ExhibitRow(
            text=failure.quote,
            verdict=failure.kind.value,
            standing=Standing.BAD if is_critical else Standing.PARTLY,
            quotes=quotes,
            picture=picture,
            read=(("in its place", failure.shown),),
        )


def _of_report(report: Report, t: MosaicTally) -> Exhibit:
    return Exhibit(
        title="The report's pictures",
        note="Each with what the report says of it, and what was read off it.",
        rows=tuple(_item_row(report, item) for item in t.items),
    )


def _item_row(report: Report, item: MosaicItem) -> ExhibitRow:
    worth = item_score(item)
    said = [report.statements[n] for n in item.statements]
    kind = item.kind.value if item.kind is not None else "unknown kind"
    verdict = f"{kind}, {worth:.2f}" if worth is not None else f"{kind}, {_absence(item)}"
    return ExhibitRow(
        text=_text(report, item),
        group=item.name,
        verdict=verdict,
        standing=_standing(worth),
        note=" · ".join(part for part in (item.why, _marks(item)) if part),
        quotes=tuple(_quote(report, one.span.start, one.span.end) for one in said),
        figure=item.figures[0] if item.figures else None,
        read=tuple(_reading(one) for one in item.readings),
        asks=item.asks,
    )


def _text(report: Report, item: MosaicItem) -> str:
    """Its caption, or the first sentence that is said of it."""
    captions = [report.figures[n].caption_text for n in item.figures]
    said = [report.statements[n].text for n in item.statements]
    return next((text for text in (*captions, *said) if text), item.name)


def _absence(item: MosaicItem) -> str:
    if item.missing is None:
        return "no mark of its kind"
    return f"{item.missing} ({bucket_of(item.missing)})"


def _standing(worth: float | None) -> Standing:
    if worth is None:
        return Standing.UNKNOWN
    if worth >= GOOD_FROM:
        return Standing.GOOD
    return Standing.PARTLY if worth >= PARTLY_FROM else Standing.BAD


def _reading(one: ReadOff) -> tuple[str, str]:
    read = f"{one.read}: " if one.read else ""
    return one.said, f"{read}{_AGREEMENTS[one.agreement]}"


def _marks(item: MosaicItem) -> str:
    """The item's numbers in a line."""
    by = f" ({item.vqa_by})" if item.vqa_by is not None else ""
    marks = {
        "f": item.formatting,
        "Sem.": item.semantics,
        "Acc.": item.accuracy,
        f"VQA{by}": item.vqa,
        "h": item.hallucination,
    }
    return ", ".join(f"{name} {mark:.2f}" for name, mark in marks.items() if mark is not None)


def _quote(report: Report, start: int, end: int) -> Quote:
    return Quote(REPORT, start, end, report.source[start:end])
