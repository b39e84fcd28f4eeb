"""A small real method: two measures, a gate between them, two totals.

Each non-blank line of the report is asked for the gold answer's words (`found`); once one
line holds them the gate opens and each line is graded (`grade`).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tests.asks import Grade, Holds
from veridical.ask import Answer, NoVerdict
from veridical.measure import Context, Gate, Measure, Method, Need, Paper, Scale, Scorecard, Total
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined, ratio
from veridical.task import Bench, Gold, Item, Query, Task, line_from_task

PAPER = Paper("a test", "0000.00000", "eq. 1")


@dataclass(frozen=True)
class Found:
    """How many lines hold the answer."""

    yes: int
    no: int
    missing: tuple[Reason, ...]


@dataclass(frozen=True)
class Grades:
    """The grades of the lines."""

    grades: tuple[float, ...]
    missing: tuple[Reason, ...]


def lines_of(context: Context) -> list[str]:
    """The lines of the report that are not blank."""
    return [line for line in context.report.source.splitlines() if line.strip()]


async def collect_found(context: Context) -> Found:
    """Ask of each line whether it holds the gold answer."""
    word = context.task.gold.answer or ""
    asks = [context.asker.ask(Holds(line, word)) for line in lines_of(context)]
    said = await asyncio.gather(*asks)
    values = [one.value for one in said if isinstance(one, Answer)]
    reasons = tuple(sorted(one.reason for one in said if isinstance(one, NoVerdict)))
    return Found(values.count(True), values.count(False), reasons)


def found_score(found: Found) -> Score:
    """Share of the lines that hold the answer."""
    judged = found.yes + found.no
    return ratio(found.yes, judged, of="lines", missing=Missing.of(found.missing))


async def opens(context: Context) -> bool | None:
    """Some line holds the answer."""
    found = await collect_found(context)
    if found.yes:
        return True
    return None if found.missing else False


async def collect_grades(context: Context) -> Grades:
    """Ask for a grade of each line."""
    said = [await context.asker.ask(Grade(line)) for line in lines_of(context)]
    return Grades(
        tuple(one.value for one in said if isinstance(one, Answer)),
        tuple(sorted(one.reason for one in said if isinstance(one, NoVerdict))),
    )


def grade_score(tally: Grades) -> Score:
    """Mean grade of the lines."""
    missing = Missing.of(tally.missing)
    total = len(tally.grades) + missing.total
    if not tally.grades:
        return Undefined(tally.missing[0], "no grade", missing, Bounds(1, 5) if total else None)
    bounds = Bounds(
        (sum(tally.grades) + missing.total) / total, (sum(tally.grades) + 5 * missing.total) / total
    )
    mean = sum(tally.grades) / len(tally.grades)
    return Measured(mean, len(tally.grades), missing, bounds)


FOUND = Measure(
    name="small.found",
    title="Found",
    aspect="answer",
    scale=Scale(0, 1),
    source=PAPER,
    tally_type=Found,
    needs=frozenset({Need.GOLD_ANSWER}),
    collect=collect_found,
    equation=found_score,
)
GATE = Gate("answer found", opens)
GRADE = Measure(
    name="small.grade",
    title="Grade",
    aspect="writing",
    scale=Scale(1, 5),
    source=PAPER,
    tally_type=Grades,
    collect=collect_grades,
    equation=grade_score,
)


def _published(card: Scorecard) -> Score:
    values = {Gated: 0.0}
    parts = [s.value if isinstance(s, Measured) else values.get(type(s)) for s in card.values()]
    numbers = [part for part in parts if part is not None]
    if len(numbers) < len(parts):
        return Undefined(Reason.GATE_UNDECIDED, "a part is missing", bounds=Bounds(0, 6))
    return Measured(sum(numbers), len(numbers))


METHOD = Method(
    name="small",
    version="1",
    stages=(FOUND, GATE, GRADE),
    totals=(Total("published", "A gated part counts 0.", Scale(0, 6), _published),),
    settings={"strictness": "mild"},
)

TASKS = (
    Task("t-sky", Query("What color is the sky?"), gold=Gold("blue")),
    Task("t-grass", Query("草是什么颜色？"), language="zh", gold=Gold("绿")),
)
REPORTS = {
    ("good", "t-sky"): "The sky is blue [1].\n\nIt is blue by day.",
    ("good", "t-grass"): "草是绿的。",
    ("poor", "t-sky"): "The sky is high.",
    ("poor", "t-grass"): "没有答案。\n\n草很绿。",
}


def bench(folder: Path, tasks: tuple[Task, ...] = TASKS) -> Bench:
    """A bench of two tasks, written to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line_from_task(task) for task in tasks]
    (folder / "tasks.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    items = [Item("sky-1", "The sky looks blue."), Item("grass-1", "草是绿色的。")]
    (folder / "corpus.jsonl").write_bytes(b"\n".join(msgspec.json.encode(i) for i in items))
    return Bench(tasks, {item.id: item for item in items}, folder)


def write_reports(folder: Path, reports: dict[tuple[str, str], str] | None = None) -> Path:
    """Two systems' reports on both tasks, written to `folder`."""
    for (system, task), text in (REPORTS if reports is None else reports).items():
        (folder / system).mkdir(parents=True, exist_ok=True)
        (folder / system / f"{task}.md").write_text(text, encoding="utf-8")
    return folder
