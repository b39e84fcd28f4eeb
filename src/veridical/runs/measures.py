"""The verb `measures`: every measure that ships, by paper and by aspect, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from veridical.asked import Asked
from veridical.errors import ConfigError
from veridical.measure import RIVAL_OPTION, AnyMeasure, Context, Method
from veridical.methods.registry import METHODS, restored
from veridical.respondents import Roles
from veridical.runs.report_pictures import PictureFinder
from veridical.runs.rivals import with_rivals
from veridical.runs.submissions import read_submissions
from veridical.runs.sync import run_sync
from veridical.task import read_bench

BENCH = Path(__file__).parent / "demo_bench"
EXAMPLE = ("atlas", "t-iris")
"""The shipped report whose asks are counted: its system and its task, to which all applies."""
_RIVAL = "cipher"


class MeasureRow(msgspec.Struct, frozen=True):
    """What there is to know of a measure before it is used.

    Attributes:
        method: whose it is.
        paper: where it was published.
        arxiv: the paper's number.
        name: ``paper.part.name``.
        title: what a table's head says.
        aspect: what it is about, across papers.
        lowest: least value of its scale.
        highest: greatest value of its scale; null where it is counted without end.
        higher_is_better: which end is the best.
        source: the equation, or the place in the paper.
        needs: what a task or a run must bring.
        asks: how many different questions it put for the shipped report `EXAMPLE`, all gates
            open and the built-in rules answering, those that other measures put as well
            included; null = not counted.
        is_pooled: whether a system's number is over the items of all its reports together.
    """

    method: str
    paper: str
    arxiv: str
    name: str
    title: str
    aspect: str
    lowest: float
    highest: float | None
    higher_is_better: bool
    source: str
    needs: tuple[str, ...]
    asks: int | None
    is_pooled: bool

    @property
    def scale(self) -> str:
        """Its scale in short: ``0–20``, ``from 0``."""
        if self.highest is None:
            return f"from {self.lowest:g}"
        return f"{self.lowest:g}–{self.highest:g}"


def measures(
    *, methods: Sequence[Method] = METHODS, aspect: str = "", counts_asks: bool = True
) -> tuple[MeasureRow, ...]:
    """Every measure, in the order of methods and of their stages.

    Args:
        methods: whose.
        aspect: only of this aspect; "" = of all.
        counts_asks: whether the shipped report is scored to count what is asked.

    Raises:
        ConfigError: no measure has that aspect.
    """
    aspects = sorted({one.aspect for method in methods for one in method.measures})
    if aspect and aspect not in aspects:
        raise ConfigError(
            "--aspect",
            "is that of no measure",
            got=aspect,
            expected=" or ".join(aspects),
            fix="Correct it.",
        )
    counts = {m.name: asks_of(m) if counts_asks else {} for m in methods}
    return tuple(
        _row(method, one, counts[method.name].get(one.name))
        for method in methods
        for one in method.measures
        if aspect in ("", one.aspect)
    )


def _row(method: Method, one: AnyMeasure, asks: int | None) -> MeasureRow:
    return MeasureRow(
        method=method.name,
        paper=one.source.name,
        arxiv=one.source.arxiv,
        name=one.name,
        title=one.title,
        aspect=one.aspect,
        lowest=one.scale.lowest,
        highest=one.scale.highest,
        higher_is_better=one.scale.higher_is_better,
        source=one.source.where,
        needs=tuple(sorted(need.value for need in one.needs)),
        asks=asks,
        is_pooled=one.is_pooled,
    )


def asks_of(method: Method) -> dict[str, int]:
    """How many different asks each measure puts for the shipped report `EXAMPLE`."""
    return run_sync(_counted(_compared(method)))


def _compared(method: Method) -> Method:
    """The method beside a rival, where it takes one."""
    if method.settings.get(RIVAL_OPTION) != "":
        return method
    return restored(method.name, {**method.settings, RIVAL_OPTION: _RIVAL}) or method


async def _counted(method: Method) -> dict[str, int]:
    bench = read_bench(BENCH)
    task = next(task for task in bench.tasks if task.id == EXAMPLE[1])
    read = read_submissions(BENCH / "reports", bench)
    some = tuple(one for one in read if one.task_id == task.id)
    one = next(s for s in with_rivals(some, method, bench) if s.system == EXAMPLE[0])
    seen = await PictureFinder(bench, shows_drawings=True).seen(one)
    context = Context(
        task,
        seen.submission,
        bench.corpus,
        Roles(),
        pictures=seen.pictures,
        date="2026-01-15",
    )
    found = {}
    for measure in method.measures:
        asked = Asked(context.asker)
        await measure(replace(context, asker=asked))
        found[measure.name] = len({(e.ask.identity(), e.draw) for e in asked.exchanges})
    return found
