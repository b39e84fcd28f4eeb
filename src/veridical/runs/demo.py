"""The demo: the shipped bench and its made-up systems, evaluated by the built-in rules.

Each method that ships is a run of its own, all on the same reports. A run that is there already,
of the same reports by the same code, is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from veridical.runs.check import Progress, silent
from veridical.runs.folder import PARTIAL
from veridical.runs.given import read_given
from veridical.runs.load import Run, load_run
from veridical.runs.place import refuse_place
from veridical.runs.rivals import with_rivals
from veridical.runs.sight import NO_SIGHT, Sight
from veridical.runs.submissions import Submitted
from veridical.runs.sync import run_sync
from veridical.runs.verbs import ledger_of, method_named
from veridical.runs.work import Work, carry_out
from veridical.task import Bench, read_bench

BENCH = Path(__file__).parent / "demo_bench"
DATE = "2026-01-15"
"""The runs' date is fixed, so that a second demo is the same runs and asks nothing."""
REFERENCE = "atlas"
"""The system whose reports the others are held against, where a method compares."""


@dataclass(frozen=True, slots=True)
class Part:
    """One method of the demo.

    Attributes:
        folder: the run's, inside the demo's.
        method: its name.
        title: what it is called.
        about: what it asks of a report, in a sentence.
        options: that differ from its defaults.
        systems: whose reports are scored; empty = all.
        sight: who sees the reports' pictures.
        note: what a reader of its numbers must know; "" = nothing.
    """

    folder: str
    method: str
    title: str
    about: str
    options: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[str, ...] = ()
    sight: Sight = NO_SIGHT
    note: str = ""


_COMPARED = f"The reports of {REFERENCE} are the frozen reference, and have no score against it."
PARTS = (
    Part("run", "hievidr", "HiEviDR-Bench", "Does the chain from evidence to conclusion hold?"),
    Part(
        "mmdr",
        "mmdr",
        "MMDeepResearch-Bench",
        "Is it well written, carried by its pages, and do its pictures show what it says?",
        sight=Sight(has_eyes=True, is_of_drawings=True),
        note="Of figures, SVG drawings are read; others are not assessed here. No page of the web "
        "is read.",
    ),
    Part(
        "fact",
        "fact",
        "FACT of DeepResearch Bench",
        "Do the cited pages say what they are cited for?",
        note="No page of the web is read: what was not given to the writer is missing.",
    ),
    Part(
        "race",
        "race",
        "RACE of DeepResearch Bench",
        "Is it a better report than a reference, by criteria made for the task?",
        {"rival": REFERENCE},
        note=_COMPARED,
    ),
    Part(
        "kdr",
        "kdr",
        "Knowledgeable Deep Research",
        "Does it say the key points, and is what it concludes right?",
        {"rival": REFERENCE},
        note=f"For the general-purpose part: {_COMPARED[0].lower()}{_COMPARED[1:]} Pages are not "
        "compared in pairs: nobody sees them here.",
    ),
    Part(
        "deepresearcheval",
        "deepresearcheval",
        "DeepResearchEval",
        "Is it good by criteria made for the task, and are its statements true?",
        systems=("atlas", "cipher"),
        note="Two of the six systems, so that the demo takes less than a minute; facts are looked "
        "for in the bench's corpus.",
    ),
)
"""The methods that ship; the first one's pages are the demo's own."""


def run_demo(out: Path, *, progress: Progress = silent) -> Iterator[tuple[Part, Run]]:
    """Evaluate the shipped bench by every method, each into its own folder in `out`.

    Args:
        out: the demo's folder.
        progress: is told how many reports of all methods are done.

    Raises:
        StoreError: a folder holds something else, or the disk refuses.
    """
    reading = _Reading()
    works = [(part, reading.work(part, out / part.folder)) for part in PARTS]
    for _, work in works:
        refuse_place(work, None)
    before, total = 0, sum(len(work.submitted) for _, work in works)
    for part, work in works:

        def told(done: int, _: int, before: int = before) -> None:
            progress(before + done, total)

        yield part, finished(work) or carried_out(work, told)
        before += len(work.submitted)
        progress(before, total)


class _Reading:
    """The shipped bench and its reports, read once for all methods."""

    @cached_property
    def bench(self) -> Bench:
        return read_bench(BENCH)

    @cached_property
    def submitted(self) -> tuple[Submitted, ...]:
        return read_given(BENCH / "reports", self.bench, may_lack_reports=False)

    def work(self, part: Part, out: Path) -> Work:
        """What is to be done for a method."""
        method = method_named(part.method, part.options)
        chosen = [s for s in self.submitted if not part.systems or s.system in part.systems]
        return Work(
            bench=self.bench,
            submitted=with_rivals(tuple(chosen), method, self.bench),
            method=method,
            out=out,
            date=DATE,
            bench_name=str(BENCH),
            reports_name=str(BENCH / "reports"),
            sight=part.sight,
        )


def carried_out(work: Work, progress: Progress) -> Run:
    """The run, by the built-in rules."""
    return run_sync(carry_out(work, None, ledger_of(work.out), progress))


def finished(work: Work) -> Run | None:
    """The run in the folder, which is this one, if every report is scored; else None.

    What it lacks, no second try would find: nothing is fetched, and the rules always answer.
    """
    if not work.out.exists() or (work.out / PARTIAL).exists():
        return None
    run = load_run(work.out)
    return run if len(run.results) == len(work.submitted) else None
