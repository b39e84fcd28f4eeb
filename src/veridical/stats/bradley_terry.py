"""Strengths from duels with ties, also where not everyone met everyone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt

from veridical.score import Missing, Reason, Undefined
from veridical.stats.win_rate import Duel, Outcome

STEPS = 100_000
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Strengths:
    """Systems on one scale.

    Attributes:
        logs: each system's log strength, strongest first; their mean is 0.
        tie: ν of Davidson's model; 0 where no duel was tied.
        n: duels with an outcome.
        ties: how many of them were tied.
        missing: duels without an outcome, by reason.
    """

    logs: Mapping[str, float]
    tie: float
    n: int
    ties: int
    missing: Missing

    def chances(self, first: str, second: str) -> tuple[float, float, float]:
        """The chances that the first wins, that they tie, that the second wins."""
        half = (self.logs[first] - self.logs[second]) / 2
        whole = exp(half) + exp(-half) + self.tie
        return exp(half) / whole, self.tie / whole, exp(-half) / whole


def bradley_terry(duels: Iterable[Duel]) -> Strengths | Undefined:
    r"""Most likely strengths under Davidson's Bradley–Terry model with ties.

    .. math:: P(i \succ j) = \frac{\pi_i}{\pi_i + \pi_j + \nu \sqrt{\pi_i \pi_j}},\quad
        P(i \sim j) = \frac{\nu \sqrt{\pi_i \pi_j}}{\pi_i + \pi_j + \nu \sqrt{\pi_i \pi_j}}

    found by minorize–maximize steps: with s_i the wins and half the ties of i, and D_ij the
    denominator above,

    .. math:: \pi_i \leftarrow s_i \Big/ \sum_j \frac{n_{ij}}{D_{ij}}
        \left(1 + \frac{\nu}{2} \sqrt{\pi_j / \pi_i}\right),\quad
        \nu \leftarrow t \Big/ \sum_{i<j} \frac{n_{ij} \sqrt{\pi_i \pi_j}}{D_{ij}}

    Args:
        duels: each counted once.

    Undefined:
        No duel has an outcome; every duel was tied; or the systems fall into groups of which
        one never lost to, nor tied with, another: its lead has then no finite size.

    Source:
        Davidson, JASA 65 (1970) 317; Hunter, Ann. Stat. 32 (2004) 384 (the steps).
    """
    every = list(duels)
    missing = Missing.of(d.outcome for d in every if isinstance(d.outcome, Reason))
    played = [d for d in every if not isinstance(d.outcome, Reason)]
    ties = sum(d.outcome is Outcome.TIE for d in played)
    trouble = _trouble(played, ties)
    if trouble:
        return Undefined(Reason.NOTHING_TO_CHECK, trouble, missing)
    logs, tie = _fitted(_tally(played), ties)
    order = sorted(logs, key=lambda name: (-logs[name], name))
    return Strengths({name: logs[name] for name in order}, tie, len(played), ties, missing)


@dataclass(frozen=True, slots=True)
class _Tally:
    """Points and meetings, by place in `names`."""

    names: Sequence[str]
    points: Sequence[float]
    met: Sequence[tuple[int, int, int]]


def _tally(played: Sequence[Duel]) -> _Tally:
    names = sorted({name for duel in played for name in (duel.first, duel.second)})
    place = {name: at for at, name in enumerate(names)}
    points = [0.0] * len(names)
    met: Counter[tuple[int, int]] = Counter()
    for duel in played:
        i, j = place[duel.first], place[duel.second]
        met[min(i, j), max(i, j)] += 1
        points[i] += _points(duel, Outcome.FIRST)
        points[j] += _points(duel, Outcome.SECOND)
    return _Tally(names, points, [(i, j, count) for (i, j), count in sorted(met.items())])


def _points(duel: Duel, side: Outcome) -> float:
    if duel.outcome is Outcome.TIE:
        return 0.5
    return 1.0 if duel.outcome is side else 0.0


def _fitted(tally: _Tally, ties: int) -> tuple[dict[str, float], float]:
    strengths, nu = [1.0] * len(tally.names), 1.0 if ties else 0.0
    for _ in range(STEPS):
        before = [*strengths, nu]
        strengths = _stronger(tally, strengths, nu)
        if ties:
            nu = ties / fsum(
                _tie_weight(strengths[i], strengths[j], nu, n) for i, j, n in tally.met
            )
        if all(abs(a - b) <= TOLERANCE * b for a, b in zip(before, [*strengths, nu], strict=True)):
            break
    return dict(zip(tally.names, map(log, strengths), strict=True)), nu


def _stronger(tally: _Tally, strengths: Sequence[float], nu: float) -> list[float]:
    """One step of all strengths, their geometric mean held at 1."""
    below: list[list[float]] = [[] for _ in strengths]
    for i, j, count in tally.met:
        a, b = strengths[i], strengths[j]
        each = count / _whole(a, b, nu)
        below[i].append(each * (1 + nu / 2 * sqrt(b / a)))
        below[j].append(each * (1 + nu / 2 * sqrt(a / b)))
    raised = [s / fsum(parts) for s, parts in zip(tally.points, below, strict=True)]
    middle = exp(fsum(map(log, raised)) / len(raised))
    return [x / middle for x in raised]


def _whole(a: float, b: float, nu: float) -> float:
    return a + b + nu * sqrt(a * b)


def _tie_weight(a: float, b: float, nu: float, count: int) -> float:
    return count * sqrt(a * b) / _whole(a, b, nu)


def _trouble(played: Sequence[Duel], ties: int) -> str:
    """Why there are no finite strengths; empty where there are."""
    if not played:
        return "no duel has an outcome"
    if ties == len(played):
        return "every duel was tied"
    unbeaten: dict[str, set[str]] = {}
    for duel in played:
        unbeaten.setdefault(duel.first, set())
        unbeaten.setdefault(duel.second, set())
        if duel.outcome is not Outcome.SECOND:
            unbeaten[duel.first].add(duel.second)
        if duel.outcome is not Outcome.FIRST:
            unbeaten[duel.second].add(duel.first)
    start = min(unbeaten)
    turned: dict[str, set[str]] = {name: set() for name in unbeaten}
    for name, beaten in unbeaten.items():
        for other in beaten:
            turned[other].add(name)
    apart = (unbeaten.keys() - _reached(unbeaten, start)) | (
        unbeaten.keys() - _reached(turned, start)
    )
    if not apart:
        return ""
    return f"no result leads both ways between {start} and {', '.join(sorted(apart))}"


def _reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        for name in edges[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen
