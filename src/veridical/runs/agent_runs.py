"""The same question answered several times by the same agent: mean and spread of each score.

An agent is not one report: two runs of it differ by what its models say. How far is told by the
sample standard deviation over whole runs, each from plan to last draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt
from pathlib import Path

import msgspec

from veridical.findings.verdict import State
from veridical.runs.check import CheckResult
from veridical.runs.check_tally import Share, tally_of
from veridical.runs.files import write_whole
from veridical.runs.leaderboard import Standing
from veridical.runs.researched import Answered

FILE = "runs.json"
"""Beside the folders of the runs."""
_RUN = re.compile(r"(?P<agent>.+)\.run-[1-9][0-9]*")


class OverRuns(msgspec.Struct, frozen=True, omit_defaults=True):
    """One score over runs.

    Attributes:
        name: what is scored.
        mean: over the runs that have a number; None where none has.
        deviation: the sample standard deviation, in the score's unit; None under two numbers.
        n: how many runs have a number.
        absent: why runs have none, each once.
    """

    name: str
    mean: float | None
    deviation: float | None
    n: int
    absent: tuple[str, ...] = ()


class RunRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One run.

    Attributes:
        run: which, from 1.
        folder: beside the file.
        scores: by name; what has no number is not there.
        absence: why there is no report; "" = there is one.
    """

    run: int
    folder: str
    scores: Mapping[str, float] = {}
    absence: str = ""


class AgentRuns(msgspec.Struct, frozen=True):
    """What several runs came to.

    Attributes:
        question: that was answered.
        agent: who answered.
        runs: each of them.
        scores: over all of them.
    """

    question: str
    agent: str
    runs: tuple[RunRecord, ...]
    scores: tuple[OverRuns, ...]


def over_runs(name: str, values: Sequence[float | None], absent: Iterable[str] = ()) -> OverRuns:
    """One score over runs; None is a run without a number, and in no mean.

    Example:
        >>> over_runs("s", [1.0, 3.0, None], ["no report"]).deviation
        1.4142135623730951
    """
    known = [value for value in values if value is not None]
    why = tuple(dict.fromkeys(filter(None, absent)))
    if not known:
        return OverRuns(name, None, None, 0, why)
    mean = fsum(known) / len(known)
    spread = None
    if len(known) > 1:
        spread = sqrt(fsum((value - mean) ** 2 for value in known) / (len(known) - 1))
    return OverRuns(name, mean, spread, len(known), why)


def keep_runs(
    every: Sequence[Answered], checked: Sequence[CheckResult | None], out: Path
) -> AgentRuns:
    """Keep what runs came to beside their folders.

    Args:
        every: the runs, in their order.
        checked: each one's report, checked; None where there is none or nobody checked it.
        out: the folder of all runs.

    Raises:
        StoreError: the disk refuses.
    """
    scores = [_scores(one, result) for one, result in zip(every, checked, strict=True)]
    names = list(dict.fromkeys(name for own in scores for name in own))
    lacking = [one.about.absence if one.path is None else "" for one in every]
    told = []
    for name in names:
        shares = [own.get(name) for own in scores]
        why = [share.why for share in shares if share is not None] + lacking
        told.append(over_runs(name, [s.value if s else None for s in shares], why))
    records = tuple(
        RunRecord(
            one.about.run,
            one.folder.name,
            {name: share.value for name, share in own.items() if share.value is not None},
            absence,
        )
        for one, own, absence in zip(every, scores, lacking, strict=True)
    )
    found = AgentRuns(every[0].about.question, every[0].about.agent, records, tuple(told))
    write_whole(out / FILE, msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    return found


def _scores(one: Answered, result: CheckResult | None) -> Mapping[str, Share]:
    """What one run's report comes to: counts, and shares in [0, 1] where it was checked."""
    if one.path is None:
        return {}
    found = {"items given": Share(float(len(one.found.evidence.ids)))}
    if result is None:
        return found
    tally = tally_of(result)
    counts = result.counts
    return found | {
        "supported": tally.supported_share,
        "coverage": tally.coverage,
        "statements": Share(float(len(result.verdicts))),
        "contradicted": Share(float(counts.get(State.CONTRADICTED, 0))),
    }


def systems_over_runs(ranking: Iterable[Standing], total: str) -> dict[str, OverRuns]:
    """The mean of a total over systems that are runs of one agent, by the agent's name.

    Args:
        ranking: of a run in which systems are called ``<agent>.run-1`` and so on.
        total: its name.
    """
    values: dict[str, list[float | None]] = {}
    for standing in ranking:
        match = _RUN.fullmatch(standing.system)
        if match is not None:
            values.setdefault(match["agent"], []).append(standing.totals[total].mean)
    return {agent: over_runs(total, own) for agent, own in sorted(values.items()) if len(own) > 1}
