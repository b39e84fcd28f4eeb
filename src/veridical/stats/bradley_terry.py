"""Strengths from duels with ties, also where not everyone met everyone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
        No duel has an outcome, or the most likely strengths are not finite: the systems fall
        into groups of which one never lost to, nor tied with, another; or, where there are
        ties, no circle of results (a beat b, b tied with c, c beat a) has more wins than ties.

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
    fitted = _fitted(_tally(played), ties)
    if fitted is None:
        return Undefined(Reason.NOTHING_TO_CHECK, f"not settled after {STEPS} steps", missing)
    logs, tie = fitted
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


def _fitted(tally: _Tally, ties: int) -> tuple[dict[str, float], float] | None:
    strengths, nu = [1.0] * len(tally.names), 1.0 if ties else 0.0
    for _ in range(STEPS):
        before = [*strengths, nu]
        strengths = _stronger(tally, strengths, nu)
        if ties:
            nu = ties / fsum(
                _tie_weight(strengths[i], strengths[j], nu, n) for i, j, n in tally.met
            )
        after = [*strengths, nu]
        if all(abs(a - b) <= TOLERANCE * b for a, b in zip(before, after, strict=True)):
            return dict(zip(tally.names, map(log, strengths), strict=True)), nu
    return None


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
    wins = {pair for duel in played for pair in _won(duel)}
    tied = {pair for duel in played for pair in _tied(duel)}
    names = sorted({name for duel in played for name in (duel.first, duel.second)})
    apart = _apart(names, wins | tied)
    if apart:
        return f"no result leads both ways between {names[0]} and {', '.join(apart)}"
    if ties and not _is_bounded(names, wins, tied):
        return "no circle of results with more wins than ties: the lead of the winners is endless"
    return ""


def _won(duel: Duel) -> Iterator[tuple[str, str]]:
    if duel.outcome is Outcome.FIRST:
        yield duel.first, duel.second
    if duel.outcome is Outcome.SECOND:
        yield duel.second, duel.first


def _tied(duel: Duel) -> Iterator[tuple[str, str]]:
    if duel.outcome is Outcome.TIE:
        yield from ((duel.first, duel.second), (duel.second, duel.first))


def _apart(names: Sequence[str], unbeaten: Collection[tuple[str, str]]) -> list[str]:
    """Systems that results do not join with the first one in both directions."""
    both = _reached(unbeaten, names[0]) & _reached({(b, a) for a, b in unbeaten}, names[0])
    return [name for name in names if name not in both]


def _reached(edges: Collection[tuple[str, str]], start: str) -> set[str]:
    after: dict[str, set[str]] = {}
    for one, other in edges:
        after.setdefault(one, set()).add(other)
    seen, waiting = {start}, [start]
    while waiting:
        for name in after.get(waiting.pop(), set()) - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def _is_bounded(
    names: Sequence[str], wins: Collection[tuple[str, str]], tied: Collection[tuple[str, str]]
) -> bool:
    """Whether the likelihood falls in every direction of the strengths and ν.

    It does not where log strengths can grow apart such that every winner leads by at least
    1 and no tie spans more than 1, in units of 2 log ν: shortest paths with −1 for a win
    and 1 for a tie then end; a circle with more wins than ties keeps them shrinking.
    """
    steps = [(a, b, -1) for a, b in wins] + [(a, b, 1) for a, b in tied]
    distance = dict.fromkeys(names, 0)
    for _ in names:
        for a, b, step in steps:
            distance[b] = min(distance[b], distance[a] + step)
    return any(distance[a] + step < distance[b] for a, b, step in steps)
