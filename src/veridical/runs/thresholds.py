"""What a user asks of every system, and how a run that was asked so ends.

A score that was not measured is no low score: it neither meets a threshold nor misses it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from veridical.errors import ConfigError
from veridical.measure import Method
from veridical.runs.ending import FAILED, INCOMPLETE, PASSED, Ending
from veridical.runs.leaderboard import Standing
from veridical.runs.load import Run
from veridical.runs.records import ReportResult, RunStatus
from veridical.score import HARMLESS, Reason
from veridical.stats.summary import Summary


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least mean that every system must have.

    Attributes:
        name: a measure's or a total's.
        least: in that score's own unit.
    """

    name: str
    least: float


def thresholds_of(
    method: Method, *, total: float | None = None, pairs: Iterable[str] = ()
) -> tuple[Threshold, ...]:
    """What is demanded, as a command line says it.

    Args:
        method: what is measured.
        total: the least mean of the method's first total.
        pairs: ``SCORE=X``, by the name of a measure or total.

    Raises:
        ConfigError: a name that is no score of the method, a value that is no number, or a
            total of a method that has none.
    """
    totals = [one.name for one in method.totals]
    known = [*totals, *(measure.name for measure in method.measures)]
    first = [] if total is None else [_of_first(totals, method, total)]
    return (*first, *(_threshold(pair, known) for pair in pairs))


def _of_first(totals: Sequence[str], method: Method, total: float) -> Threshold:
    if not totals:
        raise ConfigError(
            "--min-total",
            f"has no meaning for {method.name}, which has no total",
            fix="Name a score with --min SCORE=X.",
        )
    return Threshold(totals[0], _number("--min-total", total))


def _threshold(pair: str, known: Sequence[str]) -> Threshold:
    name, sign, value = (part.strip() for part in pair.partition("="))
    if not sign:
        raise ConfigError(
            "--min", "is no pair", got=pair, expected="SCORE=NUMBER", fix="Correct it."
        )
    return Threshold(_full_name(name, known), _number(f"--min {name}", value))


def _full_name(name: str, known: Sequence[str]) -> str:
    """A score's full name, from itself or from a last part that no other score has."""
    if name in known:
        return name
    meant = [one for one in known if one.rpartition(".")[2] == name]
    if len(meant) != 1:
        wrong = "names several scores" if meant else "names no score"
        expected = " or ".join(meant or known)
        raise ConfigError("--min", wrong, got=name, expected=expected, fix="Correct it.")
    return meant[0]


def _number(where: str, value: str | float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(where, "is no number", got=value, expected="a number", fix="Correct it.")
    return number


def ending_of(runs: Sequence[Run], thresholds: Iterable[Threshold] = ()) -> Ending:
    """How runs ended; what is printed and the exit code are of this one place.

    Args:
        runs: the repeats of one run; thresholds are held against the first, whose
            leaderboard is shown.
        thresholds: what every system must reach.
    """
    demanded = tuple(thresholds)
    held = held_against(runs[0], demanded)
    missed = [one.line for one in held if one.code == FAILED]
    open_ = [one.line for one in held if one.code == INCOMPLETE]
    lacks = _lacks(runs)
    lines = [*missed, *open_, *([lacks] if lacks else [])]
    if missed:
        return Ending(FAILED, tuple(lines))
    if open_ or lacks:
        return Ending(INCOMPLETE, tuple(lines))
    return Ending(PASSED, (f"PASS: {_all(demanded)}",) if demanded else ())


def _all(thresholds: Sequence[Threshold]) -> str:
    wanted = ", ".join(f"{one.name} {one.least:g}" for one in thresholds)
    return f"every system reaches {wanted}."


@dataclass(frozen=True, slots=True)
class HeldSystem:
    """One system held against one threshold.

    Attributes:
        system: its name.
        threshold: what was demanded.
        code: `PASSED`, `FAILED`, or `INCOMPLETE` where nothing can be said.
        line: why, in plain words; "" where it is met.
    """

    system: str
    threshold: Threshold
    code: int
    line: str = ""


def held_against(run: Run, thresholds: Iterable[Threshold]) -> tuple[HeldSystem, ...]:
    """Every system of a run held against every threshold."""
    return tuple(_held(standing, one) for one in thresholds for standing in run.leaderboard)


def _held(standing: Standing, threshold: Threshold) -> HeldSystem:
    found = _summary(standing, threshold.name)
    where = f'"{standing.system}", {threshold.name}'
    if why := _why_open(found, threshold.least):
        line = (
            f"NOT MEASURED: {where}: {why}; "
            f"the threshold {threshold.least:g} is neither met nor missed."
        )
        return HeldSystem(standing.system, threshold, INCOMPLETE, line)
    if found.mean is not None and found.mean < threshold.least:
        value, least = _told_apart(found.mean, threshold.least)
        line = f"FAIL: {where}: {value} is below {least}."
        return HeldSystem(standing.system, threshold, FAILED, line)
    return HeldSystem(standing.system, threshold, PASSED)


def _told_apart(value: float, least: float) -> tuple[str, str]:
    """Both numbers, with as many digits as it takes to see that they differ."""
    short = f"{value:.6g}", f"{least:.6g}"
    return short if short[0] != short[1] else (repr(value), repr(least))


def _summary(standing: Standing, name: str) -> Summary:
    return standing.totals[name] if name in standing.totals else standing.measures[name]


def _why_open(found: Summary, least: float) -> str:
    """Why nothing can be said, or "" where something can."""
    if found.mean is None:
        gated = [f"{found.gated} behind a closed gate"] if found.gated else []
        why = [*gated, *(f"{n} {reason}" for reason, n in found.undefined.counts)]
        return f"no score ({', '.join(why)})"
    missing = found.undefined + found.items
    if not missing.is_harmful:
        return ""
    counts = ", ".join(f"{n} {r}" for r, n in missing.counts if r not in HARMLESS)
    if found.bounds is None:
        return f"{found.mean:.6g}, without bounds for what is missing ({counts})"
    low, high = sorted((found.bounds.worst, found.bounds.best))
    if low < least <= high:
        return f"between {low:.6g} and {high:.6g} by what is missing ({counts})"
    return ""


def _lacks(runs: Sequence[Run]) -> str:
    """Why runs are not complete, in a line; "" where they are."""
    if all(run.manifest.status is RunStatus.COMPLETE for run in runs):
        return ""
    is_waiting = all(run.manifest.status is not RunStatus.INCOMPLETE for run in runs)
    absent = sum(len(standing.absent) for run in runs for standing in run.leaderboard)
    results = [result for run in runs for result in run.results]
    said = [f"{absent} {'report is' if absent == 1 else 'reports are'} missing"] if absent else []
    asks, scores = _asks_lost(results), _scores_lost(results)
    if asks:
        every = sum(len(result.asked) for result in results)
        said.append(f"{sum(asks.values())} of {every} asks have no verdict ({_counts(asks)})")
    elif scores:
        said.append(f"{sum(scores.values())} scores lack something ({_counts(scores)})")
    head = "waiting" if is_waiting else "incomplete"
    way = " The same command again tries what is missing." if asks or scores else ""
    return f"{head}: {' and '.join(said)}.{way}"


def _asks_lost(results: Iterable[ReportResult]) -> Mapping[Reason, int]:
    every = (asked.no_verdict for result in results for asked in result.asked)
    return Counter(reason for reason in every if reason is not None and reason not in HARMLESS)


def _scores_lost(results: Iterable[ReportResult]) -> Mapping[Reason, int]:
    """How many scores have no number, or lack items, for each reason that harms."""
    lost: Counter[Reason] = Counter()
    for result in results:
        for score in result.scores.values():
            reasons = {*score.missing, *([score.reason] if score.reason else [])}
            lost.update(reason for reason in reasons if reason not in HARMLESS)
    return lost


def _counts(lost: Mapping[Reason, int]) -> str:
    return ", ".join(f"{n} {reason}" for reason, n in sorted(lost.items()))
