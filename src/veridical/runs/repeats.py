"""The same reports judged several times: how far the judge agrees with itself.

Each repeat is a run of its own, in a folder beside the first, whose asks are drawn anew. What
they come to is kept with the first, so that whoever compares its systems knows the noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import msgspec

from veridical.errors import StoreError
from veridical.runs.files import refused, write_whole
from veridical.runs.load import Run
from veridical.runs.records import ReportResult, ScoreRecord, score_from_record
from veridical.score import Undefined
from veridical.stats.noise import Component, Repeats, judge_floor, variance_components


@dataclass(frozen=True, slots=True)
class Spread:
    """What one number of one system differs by when its reports are judged again.

    Attributes:
        system: the system.
        name: the measure or total.
        deviation: standard deviation of one report's score, in the score's unit; Undefined
            where no report has two scores.
        floor: what the means of two such systems may differ by, at a confidence of 95 %, for
            the judge's noise alone, each report judged once; Undefined likewise.
        tasks: how many tasks have a score.
        missing: scores without a number, over all repeats.
    """

    system: str
    name: str
    deviation: float | Undefined
    floor: float | Undefined
    tasks: int
    missing: int


def folder_of(out: Path, repeat: int) -> Path:
    """Where a repeat's run goes."""
    return out if repeat == 0 else out.with_name(f"{out.name}.repeat-{repeat}")


def spreads(runs: Sequence[Run]) -> tuple[Spread, ...]:
    """How far repeats of the same run differ, by system, then in the method's order.

    Args:
        runs: the repeats, of the same reports by the same judge.
    """
    manifest = runs[0].manifest
    names = [*(m.name for m in manifest.measures), *(t.name for t in manifest.totals)]
    return tuple(_spread(runs, system, name) for system in manifest.systems for name in names)


def _spread(runs: Sequence[Run], system: str, name: str) -> Spread:
    by_task: dict[str, list[ScoreRecord]] = {}
    for run in runs:
        for result in run.results:
            record = _numbers(result).get(name)
            if result.system == system and record is not None:
                by_task.setdefault(result.task, []).append(record)
    scores = {t: [[score_from_record(r) for r in again]] for t, again in sorted(by_task.items())}
    noise = variance_components(scores)
    judge = noise.judge
    return Spread(
        system,
        name,
        sqrt(judge.variance) if isinstance(judge, Component) else judge,
        judge_floor(noise, noise, Repeats(tasks=max(noise.tasks, 1))),
        noise.tasks,
        noise.missing.total,
    )


def _numbers(result: ReportResult) -> dict[str, ScoreRecord]:
    return {**result.scores, **result.totals}


NOISE = "noise.json"
"""Beside a run's manifest, where it was judged several times."""


class NoiseOfNumber(msgspec.Struct, frozen=True, omit_defaults=True):
    """A `Spread` in a file; a number that is absent is null, with the reason.

    Attributes:
        system: the system.
        name: the measure or total.
        deviation: see `Spread`, as are the next three.
        floor: in the score's unit.
        tasks: how many have a score.
        missing: scores without a number.
        absent: why there is no deviation and no floor.
    """

    system: str
    name: str
    deviation: float | None = None
    floor: float | None = None
    tasks: int = 0
    missing: int = 0
    absent: str = ""


class JudgeNoise(msgspec.Struct, frozen=True):
    """What a run's repeats say of its judge.

    Attributes:
        run: the id of the first run.
        judgings: how often each report was judged.
        numbers: by system, then in the method's order.
    """

    run: str
    judgings: int
    numbers: tuple[NoiseOfNumber, ...]

    def floor(self, name: str) -> float | None:
        """What the means of two systems may differ by for the judge's noise alone.

        The largest over the systems, at 95 %, each report judged once; None where no system
        has one.

        Args:
            name: the measure or total.
        """
        known = [one.floor for one in self.numbers if one.name == name]
        return max((floor for floor in known if floor is not None), default=None)


def keep_noise(runs: Sequence[Run]) -> JudgeNoise:
    """Keep what repeats say of the judge with the first of them.

    Raises:
        StoreError: the disk refuses.
    """
    noise = JudgeNoise(
        runs[0].manifest.run, len(runs), tuple(_kept(spread) for spread in spreads(runs))
    )
    write_whole(runs[0].folder / NOISE, msgspec.json.format(msgspec.json.encode(noise)) + b"\n")
    return noise


def _kept(spread: Spread) -> NoiseOfNumber:
    absent = [x for x in (spread.deviation, spread.floor) if isinstance(x, Undefined)]
    return NoiseOfNumber(
        spread.system,
        spread.name,
        spread.deviation if isinstance(spread.deviation, float) else None,
        spread.floor if isinstance(spread.floor, float) else None,
        spread.tasks,
        spread.missing,
        absent[0].detail if absent else "",
    )


def kept_noise(run: Run) -> JudgeNoise | None:
    """What is kept of a run's repeats; None where it was judged once, or it is another run's.

    Raises:
        StoreError: the file cannot be read.
    """
    path = run.folder / NOISE
    try:
        noise = msgspec.json.decode(path.read_bytes(), type=JudgeNoise)
    except FileNotFoundError:
        return None
    except OSError as e:
        raise refused(path, e, doing="read") from e
    except msgspec.MsgspecError as e:
        raise StoreError(
            str(path),
            f"cannot be read: {e}",
            expected="what evaluate --repeats writes",
            fix="Remove it and give that command again.",
        ) from e
    return noise if noise.run == run.manifest.run else None
