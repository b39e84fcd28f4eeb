"""RACE of DeepResearch Bench (arXiv:2506.11763) as a method: no gate, a rubric, a reference."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from veridical.ask import Role
from veridical.checks.criterion_marks import HIGHEST
from veridical.checks.dimensions import Dimension
from veridical.measure import JudgePreset, Law, Measure, Method, Need, Paper, Scale
from veridical.methods.race.collect import Collector
from veridical.methods.race.exhibit import race_exhibits
from veridical.methods.race.line import race_line
from veridical.methods.race.position import difference, flips
from veridical.methods.race.score import dimension, overall
from veridical.methods.race.settings import DEFAULTS, Settings
from veridical.methods.race.sums import Orders
from veridical.methods.race.tally import RaceTally
from veridical.methods.race.totals import totals
from veridical.score import Score

VERSION = "2"

PRESET = JudgePreset(
    model="gemini-2.5-pro-preview-06-05",
    temperature=1.0,
    roles=(Role.JUDGE, Role.EXAMINER),
    is_one_by_one=False,
    otherwise=(
        "both orders of the two reports are marked; published: the report under test first",
        "citations are taken out by the parser; published: the judge rewrites each report",
        "the published room for thinking, 16,000 tokens, is not set",
    ),
    source=Paper("DeepResearch Bench", "2506.11763", "the released code"),
)
"""The code sets no temperature; 1 is what its endpoint takes then."""


def race(settings: Settings = DEFAULTS) -> Method:
    """The method under `settings`; they are recorded with every score.

    Raises:
        InputError: the file of rubrics cannot be read.
    """
    settings = settings.frozen()
    return Method(
        name="race",
        version=VERSION,
        stages=measures(settings),
        totals=totals(settings),
        settings=settings.shown(),
        preset=PRESET,
        exhibits=race_exhibits,
        rubric_line=race_line,
    )


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[RaceTally], ...]:
    """The overall score in its readings, each dimension's, and what the order does."""
    collect = Collector(settings)
    score, worse = Scale(0, 1), Scale(0, 1, higher_is_better=False)
    marks = Scale(0, HIGHEST, higher_is_better=False)
    first = partial(overall, orders=Orders.TARGET_FIRST)
    each: list[_Row] = [
        (d.value, d.value.replace("_", " ").capitalize(), score, "RACE", partial(dimension, name=d))
        for d in Dimension
    ]
    rows: list[_Row] = [
        ("overall", "Overall", score, "RACE", overall),
        *each,
        ("overall.target_first", "Overall, as published", score, "RACE", first),
        ("position.flips", "Flips with the order", worse, "after RACE", flips),
        ("position.difference", "Marks moved by the order", marks, "after RACE", difference),
    ]
    return tuple(
        Measure(
            name=f"race.{name}",
            title=title,
            aspect="writing",
            scale=scale,
            source=Paper("DeepResearch Bench", "2506.11763", where),
            tally_type=RaceTally,
            needs=frozenset({Need.RIVAL}),
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect,
            equation=equation,
        )
        for name, title, scale, where, equation in rows
    )


_Row = tuple[str, str, Scale, str, Callable[[RaceTally], Score]]

RACE = race()
