"""A run as its pages: every result recollected from recorded answers, nobody asked.

Pages that are there already, made from the same results by the same code, are left alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from veridical.ledger import open_ledger
from veridical.runs.files import write_whole
from veridical.runs.folder import results_jsonl
from veridical.runs.leaderboard import Standing, ranked
from veridical.runs.load import Run
from veridical.runs.recompute import Memory, bench_of, method_of
from veridical.runs.records import ReportResult
from veridical.runs.report_pictures import PICTURES
from veridical.runs.searched import replaying
from veridical.runs.sync import run_sync
from veridical.task import Bench, Task, read_bench
from veridical.web.folding import folded
from veridical.web.pages.frame import Fact, Frame
from veridical.web.pages.leaderboard import LeaderboardPage, OtherRun
from veridical.web.pages.report import ReportPage
from veridical.web.pages.scores import Column
from veridical.web.pages.task import TaskPage
from veridical.web.run_columns import columns_of
from veridical.web.run_report import report_page
from veridical.web.run_tables import breakdowns, matrix, system_rows, task_rows
from veridical.web.site import Site, write_site
from veridical.web.who_answered import who_answered


@dataclass(frozen=True, slots=True)
class Beside:
    """What a run's first page says beside the run.

    Attributes:
        note: what a reader of its numbers must know, in a sentence; "" = nothing.
        others: runs of the same reports by other methods.
    """

    note: str = ""
    others: tuple[OtherRun, ...] = ()


NOTHING_BESIDE = Beside()


@dataclass(frozen=True)
class Pages:
    """A run with what its pages need beside it.

    Attributes:
        memory: the run, its bench and its recorded answers.
        beside: what the first page says beside the run.
    """

    memory: Memory
    beside: Beside = NOTHING_BESIDE

    @property
    def run(self) -> Run:
        """The run."""
        return self.memory.run

    @property
    def bench(self) -> Bench:
        """Its tasks and corpus."""
        return self.memory.bench

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The systems, best first."""
        return ranked(self.run.manifest, self.run.leaderboard)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The first total, the parts, the other totals."""
        return columns_of(self.run.manifest)

    @cached_property
    def stages(self) -> tuple[str, ...]:
        """What a report can reach, from none on."""
        gates = self.run.manifest.gates
        return ("none", *gates) if gates else ()

    @cached_property
    def results(self) -> dict[tuple[str, str], ReportResult]:
        """Results by (system, task)."""
        return {(r.system, r.task): r for r in self.run.results}

    def frame(self, title: str) -> Frame:
        """Title, who judged, and what a reader must know before any number."""
        manifest = self.run.manifest
        settings = tuple(Fact(name, value) for name, value in manifest.settings.items())
        facts = (
            *who_answered("Judge", manifest.respondents.get("judge", ""), manifest.models),
            Fact("Method", f"{manifest.method}, version {manifest.method_version}"),
            Fact("Settings", facts=settings),
            Fact("Date", manifest.date),
            Fact("Tasks", str(len(manifest.tasks))),
            Fact("Run", manifest.run),
            Fact("Veridical", manifest.veridical),
        )
        warning = ""
        if manifest.status != "complete":
            warning = f"This run is {manifest.status}: some numbers may still move."
        return Frame(
            title=title, facts=facts, is_indicative=manifest.is_indicative, warning=warning
        )

    def leaderboard(self) -> LeaderboardPage:
        """The first page."""
        systems = [s.system for s in self.ranking]
        rows = system_rows(self.ranking, self.columns, self.run.manifest, self.results)
        table = folded(self.columns, rows)
        return LeaderboardPage(
            frame=self.frame("Which report is true to its evidence?"),
            columns=table.columns,
            folded=table.gone,
            stages=self.stages,
            judged=self._judged(),
            asked_for=len(self.run.manifest.tasks),
            rows=table.rows,
            matrix=matrix(self.bench.tasks, systems, self.results, self.run.manifest),
            breakdowns=breakdowns(self.bench.tasks, systems, self.results, self.run.manifest),
            note=self.beside.note,
            others=self.beside.others,
        )

    def _judged(self) -> str:
        manifest = self.run.manifest
        facts = who_answered("Judge", manifest.respondents.get("judge", ""), manifest.models)
        who = next(fact.value for fact in facts if fact.label == "Judge")
        return f"Judged by {who}" + (f", {manifest.date}" if manifest.date else "")

    def reports(self) -> Iterator[ReportPage]:
        """One page per report."""
        for result in self.run.results:
            title = f"{result.system} on {result.task}"
            yield report_page(
                run_sync(self.memory.recollect(result)),
                frame=self.frame(title),
                manifest=self.run.manifest,
            )

    def tasks(self) -> Iterator[TaskPage]:
        """One page per task."""
        for task in self.bench.tasks:
            if task.id in self.run.manifest.tasks:
                yield self._task(task)

    def _task(self, task: Task) -> TaskPage:
        graph = task.gold.graph
        named = [n.item for n in graph.evidence if n.item] if graph else []
        systems = [s.system for s in self.ranking]
        return TaskPage(
            frame=self.frame(task.id),
            task=task,
            columns=self.columns,
            stages=self.stages,
            rows=task_rows(
                task,
                systems,
                self.columns,
                results=self.results,
                manifest=self.run.manifest,
            ),
            items={i: self.bench.corpus[i] for i in named if i in self.bench.corpus},
        )


def write_pages(
    run: Run,
    bench: Path,
    *,
    ledger: str | Path,
    folder: Path | None = None,
    beside: Beside = NOTHING_BESIDE,
) -> Path:
    """Write a run's pages.

    Args:
        run: the run.
        bench: the folder or file of its tasks.
        ledger: the ledger that it was run with.
        folder: where the pages go; ``pages`` in the run's folder by default.
        beside: what the first page says beside the run.

    Returns:
        The first page.

    Raises:
        InputError: the bench is not the one that the run was scored on.
        LedgerMismatch: the ledger lacks an answer that the run rests on.
        StoreError: a stored report is gone, or the disk refuses.
    """
    target = folder or run.folder / PAGES
    stamp = _stamp(run, beside)
    if _is_written(target, stamp):
        return target / FIRST_PAGE
    recorded = method_of(None, run.manifest)
    with (
        open_ledger(ledger, read_only=True) as kept,
        replaying(recorded, run.folder) as method,
    ):
        memory = Memory(run, kept, method, bench_of(read_bench(bench), run.manifest))
        pages = Pages(memory, beside)
        site = Site(
            leaderboard=pages.leaderboard(),
            reports=pages.reports(),
            tasks=pages.tasks(),
            pictures=pages.bench.folder,
            kept=run.folder / PICTURES,
        )
        first = write_site(site, target)
    write_whole(target / STAMP, stamp.encode())
    return first


PAGES = "pages"
FIRST_PAGE = "index.html"
STAMP = ".stamp"


def _stamp(run: Run, beside: Beside) -> str:
    """Hash of all that the pages show and of how they show it."""
    digest = hashlib.sha256(results_jsonl(run.results))
    digest.update(msgspec.json.encode(run.manifest))
    digest.update(msgspec.json.encode(beside))
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in {".py", ".html", ".css", ".js"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_written(folder: Path, stamp: str) -> bool:
    """Whether these very pages lie in `folder` already."""
    try:
        return (folder / STAMP).read_bytes() == stamp.encode() and (folder / FIRST_PAGE).is_file()
    except OSError:
        return False
