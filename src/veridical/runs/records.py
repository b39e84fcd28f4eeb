"""What a run leaves on disk, typed: one manifest, one line per scored report.

A run is a folder::

    manifest.json      what was run: `Manifest`
    partial.jsonl      while it runs: a `ReportResult` per line, in the order of arrival
    results.jsonl      one `ReportResult` per line, in the order of (system, task)
    results.csv        the same numbers, flat
    leaderboard.csv    their means, by system and by difficulty of the tasks
    reports/           the reports as they were scored, by content hash
    pictures/          what they show, and their rendered pages, by content hash
    pages/             static pages
    rubrics.jsonl      the examiner's answers, by which all reports are marked; if there are any

Everything is strict JSON: an absent number is null with a status, never NaN.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

import msgspec

from veridical.ask import Draw, Role
from veridical.diagnosis import Diagnosis
from veridical.measure import Scale
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

SCHEMA = 1


class RunStatus(StrEnum):
    """How a run ended.

    COMPLETE: nothing is missing because something failed. WAITING: all that is missing is
    pending, so the same command takes what has come. INCOMPLETE: something failed or has
    not run yet; the same command tries again.
    """

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    WAITING = "waiting"


class ScoreRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score in a file.

    Attributes:
        status: ``measured``, ``gated`` or ``undefined``.
        value: the number, of a measured score alone.
        n: how many items it was computed from.
        missing: items without a verdict, by reason.
        worst: the score with every missing item at its worst; None = no bound.
        best: the same at its best.
        by: of a gated score, the gate.
        reason: of an undefined score, why.
        detail: of an undefined score, what exactly is missing.
    """

    status: Literal["measured", "gated", "undefined"]
    value: float | None = None
    n: int = 0
    missing: dict[Reason, int] = {}
    worst: float | None = None
    best: float | None = None
    by: str = ""
    reason: Reason | None = None
    detail: str = ""


def record_from_score(score: Score) -> ScoreRecord:
    """The score as it is written."""
    if isinstance(score, Gated):
        return ScoreRecord("gated", by=score.by)
    bounds = score.bounds
    worst, best = (float(bounds.worst), float(bounds.best)) if bounds else (None, None)
    missing = dict(score.missing.counts)
    if isinstance(score, Measured):
        return ScoreRecord("measured", float(score.value), score.n, missing, worst, best)
    return ScoreRecord(
        "undefined",
        missing=missing,
        worst=worst,
        best=best,
        reason=score.reason,
        detail=score.detail,
    )


def score_from_record(record: ScoreRecord) -> Score:
    """The score as it was measured."""
    if record.status == "gated":
        return Gated(record.by)
    missing = Missing(tuple(sorted(record.missing.items())))
    bounds = None
    if record.worst is not None and record.best is not None:
        bounds = Bounds(record.worst, record.best)
    if record.status == "measured":
        if record.value is None:
            raise ValueError("ScoreRecord: a measured score needs a value, got null.")
        return Measured(record.value, record.n, missing, bounds)
    if record.reason is None:
        raise ValueError("ScoreRecord: an undefined score needs a reason, got null.")
    return Undefined(record.reason, record.detail, missing, bounds)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which drawing of its answers a run is.

    Attributes:
        repeat: of all but the rubrics: to judge anew is to judge by the same rubrics.
        rubrics: of the rubrics.
    """

    repeat: int = 0
    rubrics: int = 0

    def of(self, role: Role, draw: Draw) -> Draw:
        """A draw of the method's, in the run.

        Args:
            role: who is asked.
            draw: as the method has it.
        """
        times = self.rubrics if role is Role.EXAMINER else self.repeat
        return replace(draw, repeat=times) if times else draw


class AskedRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ask that a result rests on.

    Attributes:
        ask: the ask's identity.
        kind: the ask's kind.
        role: the role that was asked.
        key: the kept answer's key in the ledger; None where there was no verdict.
        answer_sha256: of the kept answer, so that it can be told from another one.
        no_verdict: why there was none.
        detail: more on that.
        repeat: of its draw.
        index: of its draw.
        purpose: of its draw.
    """

    ask: str
    kind: str
    role: Role = Role.JUDGE
    key: str | None = None
    answer_sha256: str | None = None
    no_verdict: Reason | None = None
    detail: str = ""
    repeat: int = 0
    index: int = 0
    purpose: str = ""


class ReportResult(msgspec.Struct, frozen=True):
    """One report scored by one method.

    Attributes:
        system: who wrote the report.
        task: which task it answers.
        report_path: the stored copy, relative to the run.
        report_sha256: of the report's bytes.
        report_name: the report's file name as given.
        scores: by measure, in the method's order.
        gates: by gate: open (true), closed (false), undecided (null), in order; a gate
            behind one that did not open is not in it.
        totals: by total.
        tallies: by measure, the counted answers that its score was computed from.
        asked: every ask, in the order of its identity.
        evidence_path: the stored evidence list, relative to the run; null if none was given.
        trajectory_path: the stored trajectory, relative to the run; null if none was given.
        pages_path: the stored pages that it cites, relative to the run; left out if none were
            looked up.
        rival_path: the stored report that it was compared with, relative to the run; left out
            if it was compared with none.
        rivals_path: the stored list of those that it was compared with in pairs; likewise.
        pictures_path: the stored list of its pictures, relative to the run; left out if it has
            none.
        lost_path: the stored list of what its import lost, relative to the run; left out if that
            was nothing.
        diagnosis: where the chain breaks; null if the method does not say.
        respondent: the identity of who judged.
        is_indicative: the built-in rules answered: not comparable with a model judge.
        seal: the hash of all the rest, by which a line that was changed is noticed.
    """

    system: str
    task: str
    report_path: str
    report_sha256: str
    report_name: str
    scores: dict[str, ScoreRecord]
    gates: dict[str, bool | None]
    totals: dict[str, ScoreRecord]
    tallies: dict[str, msgspec.Raw]
    asked: tuple[AskedRecord, ...]
    evidence_path: str | None = None
    trajectory_path: str | None = None
    diagnosis: Diagnosis | None = None
    respondent: str = ""
    is_indicative: bool = False
    pages_path: str | msgspec.UnsetType = msgspec.UNSET
    rival_path: str | msgspec.UnsetType = msgspec.UNSET
    rivals_path: str | msgspec.UnsetType = msgspec.UNSET
    pictures_path: str | msgspec.UnsetType = msgspec.UNSET
    lost_path: str | msgspec.UnsetType = msgspec.UNSET
    seal: str = ""


class MeasureRecord(msgspec.Struct, frozen=True):
    """What a table needs to know of a measure, whether or not its code is at hand.

    Attributes:
        name: ``paper.part.name``.
        title: what a table's head says.
        aspect: what it is about, across papers.
        lowest: least value of its scale.
        highest: greatest value of its scale; null where it is counted without end.
        higher_is_better: which end is the best.
        source: the paper, its number, the place in it.
        is_pooled: whether its mean weighs each report by its items; left out if not.
    """

    name: str
    title: str
    aspect: str
    lowest: float
    highest: float | None
    higher_is_better: bool
    source: str
    is_pooled: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def scale(self) -> Scale:
        """The interval of its scores."""
        return Scale(self.lowest, self.highest, self.higher_is_better)

    @property
    def ends(self) -> Bounds | None:
        """The worst and the best value of its scale; None where it has no upper end."""
        return self.scale.ends


class TotalRecord(msgspec.Struct, frozen=True):
    """What a table needs to know of a total.

    Attributes:
        name: ``published`` or ``measured``.
        convention: what it does with absent scores, in a sentence.
        lowest: least value of its scale.
        highest: greatest value of its scale.
    """

    name: str
    convention: str
    lowest: float
    highest: float

    @property
    def ends(self) -> Bounds:
        """The worst and the best value of its scale."""
        return Bounds(self.lowest, self.highest)


class ModelRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A model that a role was bound to, and what the run's answers took of it.

    Attributes:
        role: the role.
        endpoint: the name of where it runs.
        requested: the model as it was asked for.
        resolved: the models that said they answered, sorted; more than one means that the
            endpoint changed under the run.
        parameters: how it was to write, as JSON.
        reader: the version of what read its replies.
        replies: how many replies the run's answers were read from.
        input_tokens: of these, prompts; null where the endpoint did not count all.
        output_tokens: of these, replies; null where the endpoint did not count all.
        cost_usd: of these, at list price; null where a price is unknown.
        departures: in what it departs from the judge of the paper's own numbers; of the judge
            also in what the whole run does.
    """

    role: Role
    endpoint: str
    requested: str
    resolved: tuple[str, ...] = ()
    parameters: msgspec.Raw = msgspec.Raw(b"{}")
    reader: str
    replies: int = 0
    input_tokens: int | None = 0
    output_tokens: int | None = 0
    cost_usd: float | None = 0.0
    departures: tuple[str, ...] = ()


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a run was.

    Attributes:
        schema: of this folder.
        run: the run's id: a hash of all that could move a number.
        method: its name.
        method_version: its version.
        settings: its options.
        measures: what it measures, in its order.
        gates: its gates, in its order.
        totals: its totals, in its order.
        respondents: role → identity of who was bound to it.
        is_indicative: the built-in rules answered: not comparable with a model judge.
        bench: the folder of tasks, as given.
        bench_sha256: over tasks and corpus.
        reports: the folder of reports, as given.
        reports_sha256: over the reports with all that was given beside them.
        systems: their names.
        tasks: their ids.
        date: the run's date, an argument of the run (ISO).
        veridical: the package's version.
        status: how it ended; incomplete while it runs.
        models: the models that roles were bound to, in the order of the roles' names.
        prompts_sha256: over the words of all prompts; "" where no model was bound.
        repeat: which repeat of the run this is, from 0; its asks were drawn anew for it.
        rubrics: which drawing of the rubrics its reports are marked by, from 0.
        rubrics_sha256: of these rubrics, as they lie in the run's folder, or of the file that
            they were read from; "" where nothing is marked by any, and while the run runs.
        page_pictures: how many rendered pages of each report were shown at most; left out if none.
    """

    schema: int
    run: str
    method: str
    method_version: str
    settings: Mapping[str, str]
    measures: tuple[MeasureRecord, ...]
    gates: tuple[str, ...]
    totals: tuple[TotalRecord, ...]
    respondents: Mapping[str, str]
    is_indicative: bool
    bench: str
    bench_sha256: str
    reports: str
    reports_sha256: str
    systems: tuple[str, ...]
    tasks: tuple[str, ...]
    date: str
    veridical: str
    status: RunStatus
    models: tuple[ModelRecord, ...] = ()
    prompts_sha256: str = ""
    repeat: int = 0
    rubrics: int = 0
    rubrics_sha256: str = ""
    page_pictures: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def drawing(self) -> Drawing:
        """Which drawing of its answers it is."""
        return Drawing(self.repeat, self.rubrics)
