"""A bench evaluated: every report scored by one method, whatever happens on the way.

Kill it at any moment and give the same command again: finished reports are not asked
again, half-finished ones are answered from the ledger, and the numbers are the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from veridical.ask import Respondent, Role
from veridical.ledger import Kept, Ledger
from veridical.measure import Context, Method
from veridical.methods.evaluator import BESIDE_TASKS, check_needs, evaluate_submission
from veridical.methods.registry import METHODS
from veridical.respondents import Roles
from veridical.runs.bound import Charged
from veridical.runs.export.csv import csv_of
from veridical.runs.files import refused, write_whole
from veridical.runs.folder import (
    CSV,
    LEADERBOARD,
    RESULTS,
    Key,
    append_result,
    begin,
    cut_torn_line,
    drop_partial,
    keep_submission,
    results_jsonl,
    write_manifest,
)
from veridical.runs.identity import manifest_of
from veridical.runs.integrity import stored_file
from veridical.runs.leaderboard import difficulties_of, labels_of, leaderboard_rows
from veridical.runs.load import Run
from veridical.runs.lock import locked
from veridical.runs.model_records import Repeated, met
from veridical.runs.records import AskedRecord, Drawing, Manifest, ModelRecord, ReportResult
from veridical.runs.report_pictures import PictureFinder, PicturesFile, read_pictures
from veridical.runs.results import (
    ONCE,
    Judged,
    asked_record,
    is_sealed,
    is_settled,
    result_of,
    status_of,
)
from veridical.runs.rubrics import keep_rubrics, recall_rubrics, rubric_answers
from veridical.runs.sight import had_eyes
from veridical.runs.submissions import Submitted
from veridical.sources.page_pictures import Photographer
from veridical.task import Bench

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Is told how many of how many reports are done."""

CONCURRENCY = 8
"""Reports under way at the same time; each may have many asks under way."""


async def evaluate_bench(
    bench: Bench,
    submissions: Iterable[Submitted],
    method: Method,
    *,
    ledger: Ledger,
    roles: Roles,
    out: Path,
    date: str,
    progress: Progress | None = None,
    concurrency: int = CONCURRENCY,
    bench_name: str | None = None,
    reports_name: str = "",
    models: tuple[ModelRecord, ...] = (),
    drawing: Drawing = ONCE,
    photographer: Photographer | None = None,
    page_pictures: int = 0,
) -> Run:
    """Score every report, and write the run.

    Args:
        bench: the tasks with their gold.
        submissions: the reports (`veridical.runs.submissions.read_submissions`).
        method: what is measured.
        ledger: where every answer is kept.
        roles: who answers.
        out: the run's folder; made if it is not there.
        date: the run's date (ISO), which no clock decides.
        progress: is told how many reports are done.
        concurrency: reports under way at the same time; moves no number.
        bench_name: what the manifest calls the bench; its folder by default.
        reports_name: what the manifest calls the reports.
        models: the models behind `roles`, as the manifest names them.
        drawing: which drawing of its answers the run is.
        photographer: makes pictures of the rendered reports for who sees; None = nobody does.
        page_pictures: how many of each report it makes at most, for the record.

    Returns:
        The run, as `veridical.runs.load.load_run` reads it.

    Raises:
        NeedError: a task lacks gold that a measure needs; nothing was asked.
        RunExists: the folder holds another run.
        StoreError: the disk or the ledger refuses; what was kept stays kept.
        ConfigError: `date` is none.
    """
    submitted = tuple(sorted(submissions, key=lambda s: (s.system, s.task_id)))
    manifest = manifest_of(
        bench,
        submitted,
        method,
        respondents=roles.identities,
        is_indicative=roles.is_indicative(),
        date=date,
        bench_name=str(bench.folder) if bench_name is None else bench_name,
        reports_name=reports_name,
        models=models,
        drawing=drawing,
        page_pictures=page_pictures,
    )
    beside = {(one.system, one.task_id): one for one in submitted}
    eyes = had_eyes(roles.identities)
    finder = PictureFinder(bench, out, photographer, beside=beside, shows_drawings=eyes)
    work = _Work(bench, method, _kept(roles, ledger), out, manifest, ledger, finder)
    work.check_needs()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise refused(out, e) from e
    with locked(out):
        return await work.run(submitted, progress or _silent, concurrency)


def _silent(done: int, total: int) -> None:
    del done, total


def _kept(roles: Roles, ledger: Ledger) -> Roles:
    bound: dict[Role, Respondent] = {}
    for role in Role:
        respondent = roles.respondent(role)
        is_kept = isinstance(respondent, Kept | Charged)
        bound[role] = respondent if is_kept else Kept(respondent, ledger)
    return Roles(bound)


@dataclass(frozen=True)
class _Work:
    """One run under way."""

    bench: Bench
    method: Method
    roles: Roles
    out: Path
    manifest: Manifest
    ledger: Ledger
    finder: PictureFinder

    def check_needs(self) -> None:
        for task in self.bench.tasks:
            if task.id in self.manifest.tasks:
                check_needs(self.method, task, METHODS, given=BESIDE_TASKS)

    async def run(
        self, submitted: tuple[Submitted, ...], progress: Progress, concurrency: int
    ) -> Run:
        found = begin(self.out, self.manifest)
        cut_torn_line(self.out)
        mended = tuple(key for key, result in found.items() if not is_sealed(result))
        done = {k: r for k, r in found.items() if is_settled(r) and k not in mended}
        tasks = {task.id: task for task in self.bench.tasks}
        progress(len(done), len(submitted))
        await recall_rubrics(self.out, self.manifest, self.ledger)
        asker = Repeated(self.roles, self.manifest.drawing)

        async def score(one: Submitted) -> None:
            seen = await self.finder.seen(one, self._seen_before(one, found))
            context = Context(
                tasks[one.task_id],
                seen.submission,
                self.bench.corpus,
                asker,
                pictures=seen.pictures,
                date=self.manifest.date,
            )
            result = await self._result(seen.submitted, context)
            append_result(self.out, result)
            done[one.system, one.task_id] = result
            progress(len(done), len(submitted))

        left = [one for one in submitted if (one.system, one.task_id) not in done]
        await _each(left, score, concurrency)
        return await self._finish(done.values(), mended)

    def _seen_before(
        self, one: Submitted, found: Mapping[Key, ReportResult]
    ) -> PicturesFile | None:
        """The pictures that an earlier start of this run recorded; None if it did not."""
        before = found.get((one.system, one.task_id))
        if before is None or not before.pictures_path:
            return None
        return read_pictures(stored_file(self.out, before.pictures_path))

    async def _result(self, one: Submitted, context: Context) -> ReportResult:
        paths = keep_submission(self.out, one)
        evaluation = await evaluate_submission(self.method, context)
        asked = tuple(
            asked_record(e, self.roles.identities, self.manifest.drawing) for e in evaluation.asked
        )
        by = Judged(self.roles.identities[Role.JUDGE], self._is_indicative(asked))
        return result_of(one, evaluation, asked=asked, paths=paths, judged=by)

    def _is_indicative(self, asked: Iterable[AskedRecord]) -> bool:
        every = list(asked)
        answered = {one.role for one in every if one.key is not None}
        return self.roles.is_indicative(answered or {one.role for one in every} or Role)

    async def _finish(self, results: Iterable[ReportResult], mended: tuple[Key, ...]) -> Run:
        ordered = sorted(results, key=lambda r: (r.system, r.task))
        manifest = msgspec.structs.replace(
            self.manifest,
            is_indicative=self._is_indicative(a for r in ordered for a in r.asked),
            status=status_of(
                ordered, expected=len(self.manifest.systems) * len(self.manifest.tasks)
            ),
            models=await met(self.manifest.models, ordered, self.ledger),
            rubrics_sha256=keep_rubrics(
                self.out, await rubric_answers(ordered, self.ledger), self.manifest
            ),
        )
        run = Run(self.out, manifest, tuple(ordered), mended)
        write_whole(self.out / RESULTS, results_jsonl(ordered))
        write_whole(self.out / CSV, csv_of(run.rows))
        tasks = self.bench.tasks
        means = leaderboard_rows(manifest, ordered, difficulties_of(tasks), labels_of(tasks))
        write_whole(self.out / LEADERBOARD, csv_of(means))
        write_manifest(self.out, manifest)
        drop_partial(self.out)
        return run


async def _each(items: list[T], work: Callable[[T], Awaitable[None]], concurrency: int) -> None:
    left = iter(items)

    async def worker() -> None:
        for item in left:
            await work(item)

    first: Exception | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(max(concurrency, 1), len(items))):
                group.create_task(worker())
    except ExceptionGroup as failed:
        first = _first(failed)
    if first is not None:
        # the caller is told of one failure with its own cause, as if there were one worker
        raise first


def _first(failed: ExceptionGroup[Exception]) -> Exception:
    error: Exception = failed
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
