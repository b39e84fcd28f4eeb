"""Scores of what is incomplete, absent or off its scale: U55, U70, U77, U78, U79."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.golden.race_built import COMP, FOL, INS, READ, TIMEOUT, part, tally
from tests.journeys.program import Program
from veridical.checks.ratings import Rated
from veridical.errors import ConfigError
from veridical.measure import Scale
from veridical.methods.hievidr.report_score import ReportTally, report
from veridical.methods.hievidr.settings import Norm
from veridical.methods.race import score
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined, ratio
from veridical.stats.summary import summarize


@pytest.mark.parametrize(("rating", "points"), [(1, 0.0), (3, 10.0), (5, 20.0)])
def test_u55_a_scale_that_does_not_begin_at_0(rating: int, points: float) -> None:
    """On 1 to 5 the ratings 1, 3, 5 are 0, a half and all of it."""
    found = report(ReportTally((Rated("Align", rating),)), Norm.MINMAX)

    assert isinstance(found, Measured)
    assert found.value == points


@pytest.mark.parametrize("ends", [(5, 5), (5, 1), (0, float("nan"))])
def test_u55_a_scale_without_span_is_an_error(ends: tuple[float, float]) -> None:
    """Of the configuration, before anything is asked; not a division by 0."""
    with pytest.raises(ConfigError, match="has no span"):
        Scale(*ends)


def test_u70_a_missing_mark_of_the_reference_inflates_nothing() -> None:
    """The second criterion is missing: 8 / (8 + 8) by the first, no reference of 0 and 1.0."""
    same = (1.0, (8.0, 8.0), None)
    half = part(COMP, (0.5, (8.0, 8.0), None), (0.5, TIMEOUT, None))
    found = score.overall(tally(half, *(part(d, same) for d in (INS, FOL, READ))))

    assert isinstance(found, Measured)
    assert found.value == pytest.approx(0.5)
    assert found.missing.total >= 1
    assert found.bounds is not None
    assert found.bounds.worst < 0.5 < found.bounds.best < 1


NOTHING = "I could not find an answer.\n"


def test_u77_nothing_to_check_is_no_score(tmp_path: Path) -> None:
    """Every share of statements is absent, none is 0, 1 or below 0; a demand on it is not met."""
    (tmp_path / "report.md").write_text(NOTHING, encoding="utf-8")
    program = Program(tmp_path, {})
    done = program("check", "report.md", "--json")
    demanded = program("check", "report.md", "--min-supported", "0.5")
    shown = json.loads(done.out)

    assert (done.code, demanded.code) == (0, 2), done.err + demanded.err
    assert {shown["faults"][k] for k in ("dead", "wrong", "unsupported")} == {None}
    assert {shown["counts"][k] for k in ("supported", "contradicted", "not_in_source")} == {0}
    assert ratio(0, 0, of="statements") == Undefined(Reason.NOTHING_TO_CHECK, "no statements")


def test_u78_what_failed_is_no_part_of_the_mean() -> None:
    """4 right, 2 wrong, 4 failed: 4/6 of the judged, 4/10 at worst, 8/10 at best, 6 of 10 known."""
    inside = ratio(4, 6, of="statements", missing=Missing.of([Reason.TIMEOUT] * 4))
    scores: list[Score] = [*[Measured(1.0)] * 4, *[Measured(0.0)] * 2]
    scores += [Undefined(Reason.TIMEOUT)] * 4
    across = summarize(scores, scale=Bounds(0, 1))

    assert isinstance(inside, Measured)
    assert inside.value == pytest.approx(4 / 6)
    assert (inside.n, inside.missing.total) == (6, 4)
    assert inside.bounds == Bounds(0.4, 0.8)
    assert across.mean == pytest.approx(4 / 6)
    assert (across.n, across.total) == (6, 10)
    assert across.bounds is not None
    assert (across.bounds.worst, across.bounds.best) == pytest.approx((0.4, 0.8))


def test_u79_one_unknown_does_not_take_all_away() -> None:
    """9 supported, 1 not in its source: 0.9, which no other kind of mean brings near 0."""
    found = ratio(9, 10, of="statements")
    across = summarize([*[Measured(1.0)] * 9, Measured(0.0)], scale=Bounds(0, 1))

    assert found == Measured(0.9, n=10)
    assert across.mean == pytest.approx(0.9)
