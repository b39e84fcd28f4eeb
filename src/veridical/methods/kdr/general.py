"""KDR's general-purpose measures (arXiv:2604.07720, Sec. 4.2.1): RACE beside a frozen reference.

Deviations and choices:
The paper takes four dimensions of RACE and shows their average ("G.P. Avg."), not saying whether
that is their plain mean or RACE's weighted overall score. Both are given: the plain mean has the
paper's name. Both are RACE's own numbers (`veridical.methods.race`) in points of 100, so that 50
is as good as the reference; the dimensions beside them stay on RACE's scale. The paper's
references are not published.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import fsum

from veridical.checks.dimensions import Dimension
from veridical.measure import Law, Measure, Paper, Scale
from veridical.methods.kdr.points import POINTS, in_points
from veridical.methods.race import score as race
from veridical.methods.race.collect import Collector
from veridical.methods.race.tally import RaceTally
from veridical.score import Bounds, Measured, Missing, Score, Undefined

NOT_ALL = "not every dimension has a score"


def average(t: RaceTally) -> Score:
    r"""The plain mean of the four dimensions ("G.P. Avg.").

    .. math:: \frac{100}{4} \sum_d \frac{T_d}{T_d + R_d}

    Args:
        t: RACE's tally of one report.

    Returns:
        Measured in [0, 100], 50 = as good as the reference; n = the criteria with all marks.

    Undefined:
        There is no reference or no rubric, the report is the reference, or a dimension has no
        score.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.1, the average of the four.

    Deviates:
        The paper does not say what it averages; the plain mean of the four is our reading.
    """
    if t.absent is not None:
        return Undefined(t.absent, t.why)
    every = [in_points(race.dimension(t, name=d)) for d in Dimension]
    measured = [s for s in every if isinstance(s, Measured)]
    undefined = [s for s in every if isinstance(s, Undefined)]
    known: list[Measured | Undefined] = [*measured, *undefined]
    missing = sum((s.missing for s in known), Missing())
    ends = _mean_bounds([s.bounds for s in known])
    if undefined:
        return Undefined(undefined[0].reason, NOT_ALL, missing, ends)
    value = fsum(s.value for s in measured) / len(measured)
    n = sum(s.n for s in measured)
    return Measured(value, n, missing, ends)


def dimension(t: RaceTally, *, name: Dimension) -> Score:
    """RACE's score of one dimension.

    Args:
        t: RACE's tally of one report.
        name: of the dimension.

    Returns:
        Measured in [0, 1], 0.5 = as good as the reference; n = the criteria with all marks.

    Undefined:
        As `veridical.methods.race.score.dimension`.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.1.
    """
    return race.dimension(t, name=name)


def overall(t: RaceTally) -> Score:
    """RACE's overall score, in points.

    Args:
        t: RACE's tally of one report.

    Returns:
        Measured in [0, 100], 50 = as good as the reference; n = the criteria with all marks.

    Undefined:
        As `veridical.methods.race.score.overall`.

    Source:
        Ours, beside the average of Knowledgeable Deep Research, arXiv:2604.07720, Sec. 4.2.1.
    """
    return in_points(race.overall(t))


def _mean_bounds(ends: list[Bounds | None]) -> Bounds | None:
    """Of a mean; None where one of them has none."""
    known = [e for e in ends if e is not None]
    if len(known) < len(ends):
        return None
    worst, best = (fsum(getattr(e, side) for e in known) for side in ("worst", "best"))
    return Bounds(worst / len(known), best / len(known))


_Row = tuple[str, str, Scale, str, Callable[[RaceTally], Score]]


def general_measures(collect: Collector) -> tuple[Measure[RaceTally], ...]:
    """The average, RACE's overall score, and each dimension."""
    points, share = Scale(0, POINTS), Scale(0, 1)
    rows: list[_Row] = [
        ("", "G.P. Avg.", points, "Sec. 4.2.1", average),
        (".race", "RACE overall", points, "after Sec. 4.2.1", overall),
        *(
            (
                f".{d}",
                d.replace("_", " ").capitalize(),
                share,
                "Sec. 4.2.1",
                partial(dimension, name=d),
            )
            for d in Dimension
        ),
    ]
    return tuple(
        Measure(
            name=f"kdr.general_purpose{name}",
            title=title,
            aspect="writing",
            scale=scale,
            source=Paper("Knowledgeable Deep Research", "2604.07720", where),
            tally_type=RaceTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=equation,
        )
        for name, title, scale, where, equation in rows
    )
