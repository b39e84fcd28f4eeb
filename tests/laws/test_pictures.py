"""What MOSAIC and Vef. obey on reports with any pictures, whoever answers and whatever fails."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.method_strategies import AnyAsker
from tests.laws.test_methods import FAULTS, SEEDS, SLACK, bounds_of, law, plain
from veridical.ask import Attachment
from veridical.measure import Context, Measure, Submission, picture_of_query, picture_of_report
from veridical.methods.mmdr.mosaic_measures import measures as mosaic_measures
from veridical.methods.mmdr.vef import VEF, VEF_SCORE
from veridical.report import parse_report
from veridical.score import Gated, Measured, Score, Undefined
from veridical.task import Gold, Image, Query, Task, VisualTruth

MEASURES: tuple[Measure[object], ...] = (*mosaic_measures(3), VEF, VEF_SCORE)  # type: ignore[assignment]
ALTS = ["bar chart of sales", "photo of a bridge", "flow chart", "screenshot", "", "销量柱状图"]
CAPTIONS = ["", "Figure {n}: what it shows [1].", "图{n}：所示内容。"]
SAID = [
    "As Figure 1 shows, 5 of them.",
    "Figures 1 and 2 differ.",
    "如图所示，有3个。",
    "Other words.",
]


@st.composite
def seen_contexts(draw: st.DrawFn) -> Context:
    """A report with up to five pictures, of which any are at hand, on a question with one."""
    pieces = ["# Report"]
    count = draw(st.integers(0, 5))
    for n in range(1, count + 1):
        target = draw(st.sampled_from(["a.png", "b.png", "https://a.org/c.jpg", f"{n}.png"]))
        pieces.append(f"![{draw(st.sampled_from(ALTS))}]({target})")
        caption = draw(st.sampled_from(CAPTIONS)).format(n=n)
        pieces += [caption] if caption else []
        pieces.append(draw(st.sampled_from(SAID)))
    pieces.append("## References\n\n[1] A source. https://a.org/x")
    shown = {picture_of_report(n): _picture(f"p{n}") for n in range(count) if draw(st.booleans())}
    if draw(st.booleans()):
        shown[picture_of_query("t", "q")] = _picture("q")
    truth = draw(st.sampled_from([None, VisualTruth("A bar of 5.", "1")]))
    task = Task("t", Query("what?", (Image("q", "q.png"),)), gold=Gold(visual=truth))
    report = parse_report("\n\n".join(pieces), name="r.md")
    return Context(task, Submission("s", "t", report), {}, AnyAsker(0), shown)


def _picture(name: str) -> Attachment:
    return Attachment(f"/pictures/{name}.png", name.ljust(64, "0"))


def scored(measure: Measure[object], context: Context) -> Score:
    """One measure."""
    return asyncio.run(measure(context)).score


@law
@given(context=seen_contexts(), seed=SEEDS, lost=st.sampled_from([0.0, 0.3]))
def test_scores_and_bounds_lie_on_their_scales(context: Context, seed: int, lost: float) -> None:
    """And the score lies within its bounds."""
    for measure in MEASURES:
        score = scored(measure, replace(context, asker=AnyAsker(seed, lost)))
        ends = bounds_of(score)
        assert not isinstance(score, Gated)
        if ends is not None:
            assert measure.scale.holds(ends.worst), measure.name
            assert measure.scale.holds(ends.best), measure.name
        if isinstance(score, Measured):
            assert measure.scale.holds(score.value), measure.name
            if ends is not None:
                low, high = sorted((ends.worst, ends.best))
                assert low - SLACK <= score.value <= high + SLACK, measure.name


@law
@given(context=seen_contexts(), seed=SEEDS, lost=FAULTS)
def test_a_fault_only_moves_items_to_missing(context: Context, seed: int, lost: float) -> None:
    """What changed says what is missing, and its bounds hold the true score."""
    for measure in MEASURES:
        true = scored(measure, replace(context, asker=AnyAsker(seed)))
        found = scored(measure, replace(context, asker=AnyAsker(seed, lost)))
        if plain(found) == plain(true):
            continue
        assert isinstance(found, Undefined | Measured)
        assert found.missing.total, measure.name
        ends = bounds_of(found)
        if isinstance(true, Measured) and ends is not None:
            low, high = sorted((ends.worst, ends.best))
            assert low - SLACK <= true.value <= high + SLACK, measure.name


@law
@given(context=seen_contexts(), seed=SEEDS, lost=st.sampled_from([0.0, 0.3]))
def test_a_kept_tally_gives_the_same_score(context: Context, seed: int, lost: float) -> None:
    """Asked twice, and read back from JSON."""
    for measure in MEASURES:
        first = asyncio.run(measure(replace(context, asker=AnyAsker(seed, lost))))
        again = asyncio.run(measure(replace(context, asker=AnyAsker(seed, lost))))
        kept = msgspec.json.decode(msgspec.json.encode(first.tally), type=measure.tally_type)

        assert first == again
        assert (kept, measure.equation(kept)) == (first.tally, first.score), measure.name


@pytest.mark.parametrize("measure", MEASURES, ids=lambda m: m.name)
def test_every_measure_reaches_a_number_and_an_absence(measure: Measure[object]) -> None:
    """So that none of the laws above holds of nothing."""
    reached: set[type[Score]] = set()

    @law
    @given(context=seen_contexts(), seed=SEEDS)
    def search(context: Context, seed: int) -> None:
        reached.add(type(scored(measure, replace(context, asker=AnyAsker(seed)))))

    search()

    assert reached == {Measured, Undefined}
