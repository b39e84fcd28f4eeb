"""The agents that ship, on the demo's tasks: real runs, scored like the made-up systems, apart.

Their reports are kept with a hash of all that they come from, so that a second demo writes none
again. What an agent lacks here, as a sandbox or a package, is told by name and is no failure.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import msgspec

from veridical.errors import ConfigError
from veridical.runs.check import Progress, silent
from veridical.runs.demo import BENCH, DATE, carried_out, finished
from veridical.runs.files import write_whole
from veridical.runs.given import read_given
from veridical.runs.identity import bench_sha256, reports_sha256
from veridical.runs.load import Run
from veridical.runs.place import refuse_place
from veridical.runs.research import AGENTS, Researching
from veridical.runs.researched import About, Answered, file_name
from veridical.runs.verbs import method_named
from veridical.runs.work import Work
from veridical.task import Bench, read_bench

FOLDER = "agents"
METHOD = "hievidr"
_REPORTS = "reports"
_PACKAGE = Path(__file__).parents[1]
_MADE_BY = ("agents", "retrieval", "checks", "respondents", "report", "runs")
_NEEDED = ("bm25s", "duckdb", "matplotlib")
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class DemoAgents:
    """What the agents came to.

    Attributes:
        run: their reports, scored.
        not_assessed: what could not be done on this machine, a line each, by agent.
    """

    run: Run
    not_assessed: tuple[str, ...]


def run_agents(
    out: Path,
    *,
    on_answered: Callable[[Answered], None] = lambda _: None,
    progress: Progress = silent,
) -> DemoAgents | None:
    """Let each agent answer the demo's tasks by the built-in rules, and score the reports.

    Args:
        out: the demo's folder; reports that are there from the same code are kept.
        on_answered: is told of each report that was written now.
        progress: is told how many reports are scored.

    Returns:
        None where no agent can work here.

    Raises:
        StoreError: a folder holds something else, or the disk refuses.
    """
    bench, reports = read_bench(BENCH), out / FOLDER / _REPORTS
    stamp = _stamp(bench)
    lacking = [line for name in AGENTS for line in _answered(name, reports, stamp, on_answered)]
    if not reports.is_dir():
        return None
    submitted = read_given(reports, bench, may_lack_reports=True)
    work = Work(
        bench=bench,
        submitted=tuple(submitted),
        method=method_named(METHOD),
        # other code may write other reports, whose scores are another run
        out=out / FOLDER / f"run-{reports_sha256(submitted)[:_DIGITS]}",
        date=DATE,
        bench_name=str(BENCH),
        reports_name=str(reports),
    )
    refuse_place(work, None)
    return DemoAgents(finished(work) or carried_out(work, progress), tuple(lacking))


def _answered(
    name: str, reports: Path, stamp: str, on_answered: Callable[[Answered], None]
) -> Iterator[str]:
    """Let one agent answer, unless it has; what it lacks here, a line each."""
    kept, folder = reports.parent / f"{name}.stamp", reports / name
    if not _is_kept(kept, stamp):
        kept.unlink(missing_ok=True)
        try:
            every = Researching(corpus=BENCH, agent=name).answer_bench(BENCH, reports)
        except ConfigError as e:
            # what an earlier demo wrote with more at hand is not this one's
            shutil.rmtree(folder, ignore_errors=True)
            yield f"{name}: not assessed: {e}"
            return
        for one in every:
            on_answered(one)
        write_whole(kept, stamp.encode())
    yield from dict.fromkeys(f"{name}: not assessed: {line}" for line in _lacking(folder))


def _lacking(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.about.json")):
        about = msgspec.json.decode(path.read_bytes(), type=About)
        if about.analyses is not None:
            yield from about.analyses.not_assessed


def _is_kept(path: Path, stamp: str) -> bool:
    return path.is_file() and path.read_bytes() == stamp.encode()


def report_page_name(agent: str, task: str) -> str:
    """Where the page of a report goes, inside `FOLDER`."""
    return f"answers/{file_name(agent)}/{file_name(task)}.html"


def _stamp(bench: Bench) -> str:
    """Hash of all that a report comes from: tasks, corpus, code, what is installed here."""
    digest = hashlib.sha256(bench_sha256(bench).encode())
    for path in _code():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    here = [*(find_spec(name) is not None for name in _NEEDED), shutil.which("bwrap") is not None]
    digest.update(bytes(here))
    return digest.hexdigest()


def _code() -> Iterable[Path]:
    every = (path for name in _MADE_BY for path in (_PACKAGE / name).rglob("*"))
    return sorted(path for path in every if path.suffix in {".py", ".txt"})
