"""Planted defects change what they name, and nothing else of the report."""

import random
from functools import cache

import pytest

from tools.inject_defects import DEFECTS, Defect, Place
from veridical.runs.demo import BENCH
from veridical.runs.submissions import Submitted, read_submissions
from veridical.task import Bench, read_bench


@cache
def bench() -> Bench:
    """The demo bench."""
    return read_bench(BENCH)


@cache
def sound() -> tuple[Submitted, ...]:
    """The sound reports."""
    return tuple(s for s in read_submissions(BENCH / "reports", bench()) if s.system == "atlas")


def place(submitted: Submitted) -> Place:
    """A sound report with its task and the words of the items."""
    tasks = {task.id: task for task in bench().tasks}
    texts = {item.id: item.text for item in bench().corpus.values()}
    return Place(tasks[submitted.task_id], submitted.parsed(), texts)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda d: d.name)
def test_a_defect_finds_a_place_in_most_reports(defect: Defect) -> None:
    """In English and in Chinese; the same seed makes the same text."""
    languages = set()
    for submitted in sound():
        where = place(submitted)
        text = defect.inject(where, random.Random(1))
        assert text == defect.inject(where, random.Random(1))
        if text is not None:
            assert text != where.report.source
            languages.add(where.task.language)

    assert languages == {"en", "zh"}


def injected(name: str, seed: int, submitted: Submitted) -> list[tuple[str, str]]:
    """The lines that a defect changes, before and after."""
    (defect,) = (d for d in DEFECTS if d.name == name)
    where = place(submitted)
    text = defect.inject(where, random.Random(seed)) or where.report.source
    pairs = zip(where.report.source.splitlines(), text.splitlines(), strict=True)
    return [(before, after) for before, after in pairs if before != after]


def test_one_number_changes_anywhere_in_the_body_and_the_conclusion() -> None:
    """Also counts, years and numbers in words; each in its own part of the report."""
    numbers = set()
    for submitted in sound():
        for seed in range(8):
            for name in ("number changed", "number of the conclusion"):
                ((before, after),) = injected(name, seed, submitted)
                changed = [a for a, b in zip(before.split(), after.split(), strict=True) if a != b]
                numbers.update(changed)

    assert any("两" in n for n in numbers)
    assert any(n in {"two", "four", "three"} for n in numbers)


@pytest.mark.parametrize("name", ["claim negated", "claim reversed", "claim of other subject"])
def test_an_edited_claim_keeps_its_markers(name: str) -> None:
    """What is cited stays as it was."""
    for submitted in sound():
        for before, after in injected(name, 3, submitted):
            marks = [[w for w in line.split("[") if "]" in w] for line in (before, after)]
            assert [m.split("]")[0] for m in marks[0]] == [m.split("]")[0] for m in marks[1]]
