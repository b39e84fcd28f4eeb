"""Long reports, compared with each other: the work grows as they do, and each is parsed once.

Work is counted, in calls of functions, not timed.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from tests.small_method import bench, write_reports
from veridical.methods.kdr.method import kdr
from veridical.methods.kdr.settings import Settings
from veridical.runs import parsed
from veridical.runs.load import Run
from veridical.runs.parsed import AsWritten, ParsedReports
from veridical.runs.sync import run_sync
from veridical.runs.verbs import evaluate
from veridical.task import Gold, KeyPoint, Query, Task
from veridical.web.from_run import write_pages

TASK = Task(
    "t",
    Query("Which towns grew, and why?"),
    "en",
    gold=Gold(
        main_conclusion="The town of Bafo grew by 12 % because of its port.",
        key_points=(
            KeyPoint("k1", "Bafo has a port for large ships."),
            KeyPoint("k2", "The town of Deku lost 3.5 % of its people."),
        ),
    ),
)
SIZES = (20_000, 40_000, 80_000)
"""Characters."""


def long_report(size: int, seed: int) -> str:
    """Sentences, figures, markers, headings and a list, all different."""
    luck = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = ["".join(luck.choices(syllables, k=luck.randint(2, 4))) for _ in range(1500)]
    said = ["# Towns"]
    while sum(map(len, said)) < size:
        said.append(f"## Part {len(said)}")
        for _ in range(8):
            words_here = luck.choices(words, k=luck.randint(8, 20))
            share = f"{luck.uniform(1, 90):.1f} %"
            said[-1] += f" {' '.join(words_here).capitalize()} {share} [{luck.randint(1, 9)}]."
        said[-1] = said[-1].replace(" ", "\n\n", 3)
    return "\n\n".join(
        [*said, "## References", *(f"[{n}] https://x.org/{n}" for n in range(1, 10))]
    )


def run_kdr(folder: Path, size: int) -> Run:
    """Three systems' reports of that size, each compared with each, scored by the rules."""
    reports = {(s, "t"): long_report(size, seed) for seed, s in enumerate("abc")}
    return evaluate(
        bench(folder / "bench", (TASK,)).folder,
        write_reports(folder / "reports", reports),
        method=kdr(Settings(rival="a", rivals="all", draws=1)),
        out=folder / "run",
        ledger=folder / "answers.ledger",
        date="2026-01-01",
    )


def counted(folder: Path, size: int) -> int:
    """Calls of functions that such a run takes, in this thread."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        del frame, argument
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        run_kdr(folder, size)
    finally:
        sys.setprofile(None)
    return calls


def test_the_work_grows_as_the_reports_do(tmp_path: Path) -> None:
    """Twice the characters, twice what is added: the cost of any characters is the same."""
    run_kdr(tmp_path / "warm", 1000)  # what is imported and looked up once
    small, middle, large = (counted(tmp_path / str(size), size) for size in SIZES)

    assert (large - middle) < 1.15 * 2 * (middle - small)


def test_a_report_is_parsed_once_for_itself_and_all_its_rivals(tmp_path: Path) -> None:
    """Scored, shown beside each other in pairs, and shown on pages."""
    before = parsed.PARSED.times_parsed

    run = run_kdr(tmp_path, 2000)
    write_pages(run, tmp_path / "bench", ledger=tmp_path / "answers.ledger")

    assert parsed.PARSED.times_parsed - before == 3


def test_what_is_remembered_is_bounded() -> None:
    """The oldest go first; the last stays however large it is; another name is another report."""
    known = ParsedReports()
    first = AsWritten(b"One. " * 10, "markdown", "s/a")

    report = known.of(first)
    assert known.of(AsWritten(b"One. " * 10, "markdown", "s/a")) is report
    assert known.of(AsWritten(b"One. " * 10, "markdown", "s/b")).name == "s/b"
    for n in range(parsed.MOST_REPORTS):
        known.of(AsWritten(b"Two.", "markdown", str(n)))

    assert known.times_parsed == 2 + parsed.MOST_REPORTS
    assert known.bytes_kept == len(b"Two.") * parsed.MOST_REPORTS
    assert known.of(first) is not report


def test_the_loop_never_words_what_it_returns() -> None:
    """Python words a loop's own task as the loop ends: the result must not stand in it."""

    class Long:
        def __repr__(self) -> str:
            raise AssertionError("was worded")

    async def work() -> Long:
        await asyncio.sleep(0)
        return Long()

    assert isinstance(run_sync(work()), Long)
