"""Every score of a run computed again from the answers that it recorded.

No respondent is asked and no prompt is rendered: each ask finds its answer by what it
asks, so a run can be recomputed after prompts, models and judges have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Role
from veridical.errors import InputError, LedgerMismatch
from veridical.ledger import KeptAnswer, Ledger
from veridical.ledger.kept import answer_from_kept
from veridical.measure import Context, Method
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.registry import restored
from veridical.runs.files import refused
from veridical.runs.folder import results_jsonl
from veridical.runs.identity import bench_sha256
from veridical.runs.importers.imported import read_lost
from veridical.runs.integrity import refuse_part, stored_file
from veridical.runs.load import Run, load_run
from veridical.runs.model_records import Repeated
from veridical.runs.pages import read_pages
from veridical.runs.records import AskedRecord, Manifest, ReportResult
from veridical.runs.report_pictures import PICTURES, PictureFinder, read_pictures
from veridical.runs.results import Judged, result_of
from veridical.runs.rivals import RivalFile, read_names, read_rival
from veridical.runs.searched import replaying
from veridical.runs.sight import had_eyes
from veridical.runs.submissions import Submitted, read_evidence
from veridical.task import Bench, read_bench
from veridical.trajectory import read_trajectory

V = TypeVar("V")

Place = tuple[str, Draw]
"""An ask's identity and its draw."""


@dataclass(frozen=True)
class Recomputation:
    """A run computed again.

    Attributes:
        run: the recorded run.
        results: the results as computed now, in the order of (system, task).
        different: (system, task) of the results that are not the recorded ones.
    """

    run: Run
    results: tuple[ReportResult, ...]
    different: tuple[tuple[str, str], ...]

    @property
    def jsonl(self) -> bytes:
        """What ``results.jsonl`` would hold."""
        return results_jsonl(self.results)


async def recompute(
    folder: Path, ledger: Ledger, *, method: Method | None = None, bench: Bench | None = None
) -> Recomputation:
    """Compute a run's scores again, from recorded answers alone.

    Args:
        folder: the run's folder.
        ledger: the ledger that it was run with; may be open for reading alone.
        method: the method under the run's settings; found among those that ship if absent.
        bench: the run's bench; read from where the manifest says if absent.

    Raises:
        LedgerMismatch: the ledger lacks an answer that the run used, or the method now
            asks something that the run never asked.
        InputError: another bench or another method than the run's; no run.
        StoreError: a stored report is gone or is not what was scored, or a result is.
    """
    run = load_run(folder)
    method = method_of(method, run.manifest)
    bench = bench_of(bench, run.manifest)
    with replaying(method, folder) as then:
        memory = Memory(run, ledger, then, bench)
        recollected = [await memory.recollect(recorded) for recorded in run.results]
    refuse_part(run.manifest, (one.submitted for one in recollected))
    found = [one.result for one in recollected]
    different = tuple(
        (now.system, now.task)
        for then, now in zip(run.results, found, strict=True)
        if results_jsonl([then]) != results_jsonl([now])
    )
    return Recomputation(run, tuple(found), different)


def method_of(method: Method | None, manifest: Manifest) -> Method:
    """The method that a run was scored by; looked for among those that ship if absent.

    Raises:
        InputError: another method, version or settings than the run's.
    """
    if method is None:
        method = restored(manifest.method, manifest.settings)
    wanted = (manifest.method, manifest.method_version, dict(manifest.settings))
    if method is not None and (method.name, method.version, dict(method.settings)) == wanted:
        return method
    raise InputError(
        f"run {manifest.run}",
        f"was scored by {manifest.method} version {manifest.method_version} "
        f"with settings {dict(manifest.settings)}",
        got=None if method is None else f"{method.name} version {method.version}",
        expected="the same method, version and settings",
        fix=f"Install veridical {manifest.veridical}, or score it anew.",
    )


def bench_of(bench: Bench | None, manifest: Manifest) -> Bench:
    """The bench that a run was scored on; read from where the manifest says if absent.

    Raises:
        InputError: another bench than the run's.
    """
    if bench is None:
        bench = read_bench(Path(manifest.bench))
    if bench_sha256(bench) != manifest.bench_sha256:
        raise InputError(
            f'bench "{bench.folder}"',
            "is not the one that the run was scored on",
            expected=f"tasks and corpus of hash {manifest.bench_sha256[:16]}",
            fix="Name the bench as it was.",
        )
    return bench


@dataclass(frozen=True)
class Recollection:
    """One result with all that it was computed from, out of recorded answers.

    Attributes:
        submitted: the stored report.
        context: its task, the parsed report, the corpus.
        evaluation: scores, tallies, and every ask with its answer.
        result: what would be recorded of it now.
    """

    submitted: Submitted
    context: Context
    evaluation: Evaluation
    result: ReportResult


@dataclass(frozen=True)
class Memory:
    """A run with what is needed to compute it again; nobody is asked.

    Attributes:
        run: the recorded run.
        ledger: the answers it rests on.
        method: what scored it.
        bench: what it was scored on.
    """

    run: Run
    ledger: Ledger
    method: Method
    bench: Bench

    @property
    def _finder(self) -> PictureFinder:
        eyes = had_eyes(self.run.manifest.respondents)
        return PictureFinder(self.bench, self.run.folder, shows_drawings=eyes)

    async def recollect(self, recorded: ReportResult) -> Recollection:
        """One of the run's results again, with its asks and answers.

        Raises:
            LedgerMismatch: the ledger lacks an answer that the result rests on.
            StoreError: the stored report is gone or is not what was scored.
        """
        submitted = stored(recorded, self.run.folder)
        task = next(task for task in self.bench.tasks if task.id == recorded.task)
        recalled = Recalled(recorded, self.ledger)
        drawing = self.run.manifest.drawing
        asker = Repeated(recalled, drawing)
        date = self.run.manifest.date
        seen = self._finder.stored(submitted)
        context = Context(
            task, seen.submission, self.bench.corpus, asker, pictures=seen.pictures, date=date
        )
        evaluation = await evaluate_submission(self.method, context)
        asked = tuple(
            recalled.record(e.ask, drawing.of(e.ask.role, e.draw)) for e in evaluation.asked
        )
        by = Judged(self.run.manifest.respondents[Role.JUDGE], recorded.is_indicative)
        paths = _paths(recorded)
        result = result_of(submitted, evaluation, asked=asked, paths=paths, judged=by)
        return Recollection(submitted, context, evaluation, result)


def _paths(recorded: ReportResult) -> Mapping[str, str]:
    paths = {
        "report": recorded.report_path,
        "evidence": recorded.evidence_path,
        "trajectory": recorded.trajectory_path,
        "pages": recorded.pages_path or None,
        "rival": recorded.rival_path or None,
        "rivals": recorded.rivals_path or None,
        "pictures": recorded.pictures_path or None,
        "lost": recorded.lost_path or None,
    }
    return {name: path for name, path in paths.items() if path is not None}


def stored(result: ReportResult, folder: Path) -> Submitted:
    """The report that a result is about, as the run stored it.

    Raises:
        StoreError: it is gone, or is not what was scored.
    """
    report = _bytes(stored_file(folder, result.report_path, result.report_sha256))
    formats = {".md": "markdown", ".html": "html"}
    evidence = trajectory = None
    if result.evidence_path is not None:
        evidence = read_evidence(stored_file(folder, result.evidence_path))
    if result.trajectory_path is not None:
        trajectory = read_trajectory(stored_file(folder, result.trajectory_path))
    pages = read_pages(stored_file(folder, result.pages_path)) if result.pages_path else None
    rival = read_rival(stored_file(folder, result.rival_path)) if result.rival_path else None
    rivals = _rivals(folder, result.rivals_path) if result.rivals_path else ()
    shown = result.pictures_path
    pictures = read_pictures(stored_file(folder, shown)) if shown else None
    lost = read_lost(stored_file(folder, result.lost_path)) if result.lost_path else ()
    return Submitted(
        result.system,
        result.task,
        result.report_name,
        report,
        formats.get(Path(result.report_path).suffix),
        evidence,
        trajectory,
        pages,
        lost,
        rival=rival,
        rivals=rivals,
        folder=folder / PICTURES,
        pictures=pictures,
    )


def _rivals(folder: Path, listed: str) -> tuple[RivalFile, ...]:
    """Those that it was compared with in pairs, in the order of their systems."""
    names = read_names(stored_file(folder, listed))
    return tuple(read_rival(stored_file(folder, f"reports/{n}")) for _, n in sorted(names.items()))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as e:
        raise refused(path, e, doing="read") from e


class Recalled:
    """An asker that knows what one result recorded, and nothing else."""

    def __init__(self, result: ReportResult, ledger: Ledger) -> None:
        self._where = f'system "{result.system}", task "{result.task}"'
        self._ledger = ledger
        self._records: Mapping[Place, AskedRecord] = {
            (one.ask, Draw(one.purpose, one.repeat, one.index)): one for one in result.asked
        }

    def record(self, ask: Ask[V], draw: Draw) -> AskedRecord:
        """What was recorded of one ask.

        Raises:
            LedgerMismatch: the run never asked it.
        """
        record = self._records.get((ask.identity(), draw))
        if record is None:
            raise LedgerMismatch(
                self._where,
                f'the run never asked this "{ask.kind}"',
                expected="the asks that the run recorded",
                fix="Score it anew: the method, the bench or the parser has changed.",
            )
        return record

    async def ask(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The recorded answer, or the recorded reason why there was none.

        Raises:
            LedgerMismatch: the run never asked it, or the ledger has lost its answer.
        """
        record = self.record(ask, draw)
        if record.key is None:
            assert record.no_verdict is not None
            return NoVerdict(record.no_verdict, record.detail)
        return answer_from_kept(ask, await self._kept(record, record.key))

    async def _kept(self, record: AskedRecord, key: str) -> KeptAnswer:
        for kept in await self._ledger.answers_under(key):
            if kept.sha256 == record.answer_sha256:
                return kept
        raise LedgerMismatch(
            f'ledger "{self._ledger.name}"',
            f'lacks the answer that {self._where} rests on, to a "{record.kind}"',
            got=f"key {key[:16]}",
            expected="the ledger that the run was made with",
            fix="Name that ledger.",
        )
