"""An evaluation as the line that is written, and the status that many lines give a run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from veridical.ask import Ask, NoVerdict, answer_key
from veridical.asked import Exchange
from veridical.methods.evaluator import Evaluation
from veridical.runs.records import (
    AskedRecord,
    Drawing,
    ReportResult,
    RunStatus,
    ScoreRecord,
    record_from_score,
)
from veridical.runs.submissions import Submitted, sha256
from veridical.score import HARMLESS, Reason

ONCE = Drawing()


class Judged(NamedTuple):
    """Who judged a report.

    Attributes:
        respondent: the judge's identity.
        is_indicative: whether somebody answered whom no judge compares with.
    """

    respondent: str
    is_indicative: bool


def result_of(
    submitted: Submitted,
    evaluation: Evaluation,
    *,
    asked: tuple[AskedRecord, ...],
    paths: Mapping[str, str],
    judged: Judged,
) -> ReportResult:
    """One report's result.

    Args:
        submitted: the report.
        evaluation: its scores.
        asked: what they rest on.
        paths: of the stored ``report``, ``evidence``, ``trajectory``, ``pages``, ``rival``,
            ``rivals``, ``pictures`` and ``lost``.
        judged: by whom.
    """
    found = ReportResult(
        system=submitted.system,
        task=submitted.task_id,
        report_path=paths["report"],
        report_sha256=sha256(submitted.data),
        report_name=submitted.name,
        scores={name: record_from_score(s) for name, s in evaluation.scores.items()},
        gates=dict(evaluation.gates),
        totals={name: record_from_score(s) for name, s in evaluation.totals.items()},
        tallies={name: msgspec.Raw(strict_json(t)) for name, t in evaluation.tallies.items()},
        asked=asked,
        evidence_path=paths.get("evidence"),
        trajectory_path=paths.get("trajectory"),
        pages_path=paths.get("pages", msgspec.UNSET),
        rival_path=paths.get("rival", msgspec.UNSET),
        rivals_path=paths.get("rivals", msgspec.UNSET),
        pictures_path=paths.get("pictures", msgspec.UNSET),
        lost_path=paths.get("lost", msgspec.UNSET),
        diagnosis=evaluation.diagnosis,
        respondent=judged.respondent,
        is_indicative=judged.is_indicative,
    )
    # as it will be read back, so that a resumed run and an unbroken one write the same bytes
    return sealed(msgspec.json.decode(line_of(found), type=ReportResult))


def sealed(result: ReportResult) -> ReportResult:
    """The result with its seal."""
    return msgspec.structs.replace(result, seal=_seal(result))


def is_sealed(result: ReportResult) -> bool:
    """Whether a result is as it was written."""
    return result.seal == _seal(result)


def _seal(result: ReportResult) -> str:
    return sha256(line_of(msgspec.structs.replace(result, seal="")))


def asked_record(
    exchange: Exchange, respondents: Mapping[str, str], drawing: Drawing = ONCE
) -> AskedRecord:
    """What a result says of one ask that it rests on.

    Args:
        exchange: the ask as the method put it.
        respondents: identities, by role.
        drawing: the run's.
    """
    ask, answer = exchange.ask, exchange.answer
    draw = drawing.of(ask.role, exchange.draw)
    record = AskedRecord(
        ask=ask.identity(),
        kind=ask.kind,
        role=ask.role,
        repeat=draw.repeat,
        index=draw.index,
        purpose=draw.purpose,
    )
    if isinstance(answer, NoVerdict):
        return msgspec.structs.replace(record, no_verdict=answer.reason, detail=answer.detail)
    return msgspec.structs.replace(
        record,
        key=answer_key(ask, respondent=respondents[ask.role], draw=draw),
        answer_sha256=_answer_sha256(ask, answer),
    )


def _answer_sha256(ask: Ask[object], answer: object) -> str:
    return sha256(ask.write(answer))  # type: ignore[arg-type]


def strict_json(value: object) -> bytes:
    """`value` as JSON that any strict reader takes.

    Raises:
        ValueError: a NaN or an infinity in it, which JSON has no word for.
    """
    plain = msgspec.to_builtins(value, order="deterministic")
    _refuse_no_number(plain)
    return msgspec.json.encode(plain)


def _refuse_no_number(plain: object) -> None:
    left = [plain]
    while left:
        one = left.pop()
        if isinstance(one, float) and not math.isfinite(one):
            raise ValueError(f"tally: holds {one!r}, which is no number; keep an absence instead.")
        if isinstance(one, Mapping):
            left += one.values()
        elif isinstance(one, Sequence) and not isinstance(one, str):
            left += one


def line_of(result: ReportResult) -> bytes:
    """The line of a result, without its break; the same result gives the same bytes."""
    return msgspec.json.encode(result)


def missing_reasons(result: ReportResult) -> frozenset[Reason]:
    """Why something is missing in one result.

    A gate that is undecided stands for whatever its own asks lacked.
    """
    found = {reason for score in result.scores.values() for reason in _reasons(score)}
    if Reason.GATE_UNDECIDED in found:
        found |= {asked.no_verdict for asked in result.asked if asked.no_verdict is not None}
    return frozenset(found)


def _reasons(score: ScoreRecord) -> Iterable[Reason]:
    return [*score.missing, *([score.reason] if score.reason is not None else [])]


def status_of(results: Iterable[ReportResult], *, expected: int) -> RunStatus:
    """How a run stands.

    Args:
        results: those there are.
        expected: how many there would be if every system had answered every task.
    """
    every = list(results)
    reasons = frozenset[Reason]().union(*(missing_reasons(r) for r in every)) - HARMLESS
    if len(every) < expected:
        return RunStatus.INCOMPLETE
    if Reason.PENDING in reasons and reasons <= {Reason.PENDING, Reason.GATE_UNDECIDED}:
        return RunStatus.WAITING
    return RunStatus.INCOMPLETE if reasons else RunStatus.COMPLETE


def is_settled(result: ReportResult) -> bool:
    """Whether asking again could not bring anything: nothing in it failed or waits."""
    return missing_reasons(result) <= HARMLESS
