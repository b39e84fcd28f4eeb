"""Which report wins when two are shown together: both orders, ties, win rates.

A judge that prefers whatever it reads first shows it when the same two reports are put in
both orders: a preference that turns over with the order is a tie, and counted as a flip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined
from veridical.stats.intervals import Estimate, pooled_estimate


class Outcome(StrEnum):
    """Which of two reports is preferred."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Duel:
    """Two systems' reports on one task, shown in this order, and what came of it.

    Attributes:
        task: the task both answer.
        first: the system whose report stood first.
        second: the other.
        outcome: which was preferred, or why nothing was said.
        draw: tells repeats of the same duel apart.
    """

    task: str
    first: str
    second: str
    outcome: Outcome | Reason
    draw: int = 0


@dataclass(frozen=True, slots=True)
class BothOrders:
    """Duels shown in both orders, each two made one.

    Attributes:
        duels: one for each two reports, the systems in the order of their names; a flip is
            a tie, and absent where either order is.
        flips: how often the preference turned over with the order.
        half_flips: how often one order preferred a report and the other called a tie; a tie.
        steady: how often both orders said the same.
        first_shown: share of all decided showings that preferred the report shown first,
            with its interval by task; 0.5 is a judge without order bias.
        missing: duels without an answer in both orders, by reason.
    """

    duels: tuple[Duel, ...]
    flips: int
    half_flips: int
    steady: int
    first_shown: Estimate | Undefined
    missing: Missing


@dataclass(frozen=True, slots=True)
class WinRate:
    """One system against all others.

    Attributes:
        rate: (wins + ties / 2) / duels, with its interval by task.
        wins: duels won.
        ties: duels tied.
        losses: duels lost.
    """

    rate: Estimate | Undefined
    wins: int
    ties: int
    losses: int


def both_orders(shown: Iterable[Duel], *, level: float = 0.95, seed: int = 0) -> BothOrders:
    """Make one duel of the two orders that two reports were shown in.

    Args:
        shown: every showing; an order that was never shown is not assessed.
        level: the confidence of the interval, in (0, 1).
        seed: of its resamples.

    Undefined:
        `first_shown`, where no showing was decided.

    Raises:
        ValueError: the same showing twice, or a system against itself.

    Source:
        Zheng et al., Judging LLM-as-a-Judge, arXiv:2306.05685, 3.4 (swap positions; a
        preference in one order alone is a tie).
    """
    showings = _by_order(shown)
    merged = [_merged(showings, key) for key in sorted({_sorted_key(key) for key in showings})]
    kinds = Counter(kind for _, kind in merged)
    return BothOrders(
        duels=tuple(duel for duel, _ in merged),
        flips=kinds["flip"],
        half_flips=kinds["half"],
        steady=kinds["steady"],
        first_shown=_first_shown(showings.values(), level, seed),
        missing=Missing.of(d.outcome for d, _ in merged if isinstance(d.outcome, Reason)),
    )


def win_rates(duels: Iterable[Duel], *, level: float = 0.95, seed: int = 0) -> dict[str, WinRate]:
    """Each system's share of duels won, ties half, over all whom it met.

    Args:
        duels: each counted once; pass what `both_orders` made where orders were swapped.
        level: the confidence of the intervals, in (0, 1).
        seed: of their resamples.

    Returns:
        By system, in the order of the names. Comparable only where all met the same others.

    Undefined:
        `rate`, where no duel of the system has an outcome.

    Source:
        Zheng et al., arXiv:2306.05685, 4 (win rate); ties as half after Bradley.
    """
    credits: dict[str, dict[str, list[Score]]] = {}
    for duel in sorted(duels, key=_place):
        for system, won in ((duel.first, Outcome.FIRST), (duel.second, Outcome.SECOND)):
            credits.setdefault(system, {}).setdefault(duel.task, []).append(_credit(duel, won))
    return {name: _win_rate(credits[name], level, seed) for name in sorted(credits)}


def _win_rate(by_task: Mapping[str, list[Score]], level: float, seed: int) -> WinRate:
    counts = Counter(
        s.value for scores in by_task.values() for s in scores if isinstance(s, Measured)
    )
    rate = pooled_estimate(by_task, level=level, seed=seed, scale=Bounds(0.0, 1.0))
    return WinRate(rate, wins=counts[1.0], ties=counts[0.5], losses=counts[0.0])


def _credit(duel: Duel, won: Outcome) -> Score:
    if isinstance(duel.outcome, Reason):
        return Undefined(duel.outcome)
    if duel.outcome is Outcome.TIE:
        return Measured(0.5)
    return Measured(1.0 if duel.outcome is won else 0.0)


_Key = tuple[str, str, str, int]


def _place(duel: Duel) -> _Key:
    return duel.task, duel.first, duel.second, duel.draw


def _sorted_key(key: _Key) -> _Key:
    task, first, second, draw = key
    return task, min(first, second), max(first, second), draw


def _by_order(shown: Iterable[Duel]) -> dict[_Key, Duel]:
    found: dict[_Key, Duel] = {}
    for duel in shown:
        if _place(duel) in found or duel.first == duel.second:
            raise ValueError(
                f'duel on task "{duel.task}": shown twice or against itself, '
                f"got {duel.first!r} and {duel.second!r}, draw {duel.draw}; expected each order "
                "once. Number the repeats by `draw`."
            )
        found[_place(duel)] = duel
    return found


def _merged(showings: Mapping[_Key, Duel], key: _Key) -> tuple[Duel, str]:
    task, first, second, draw = key
    forward = _outcome(showings.get(key))
    backward = _turned(_outcome(showings.get((task, second, first, draw))))
    if isinstance(forward, Reason):
        return Duel(task, first, second, forward, draw), "missing"
    if isinstance(backward, Reason):
        return Duel(task, first, second, backward, draw), "missing"
    if forward is backward:
        return Duel(task, first, second, forward, draw), "steady"
    kind = "half" if Outcome.TIE in (forward, backward) else "flip"
    return Duel(task, first, second, Outcome.TIE, draw), kind


def _outcome(duel: Duel | None) -> Outcome | Reason:
    return Reason.NOT_ASSESSED if duel is None else duel.outcome


def _turned(outcome: Outcome | Reason) -> Outcome | Reason:
    if outcome is Outcome.FIRST:
        return Outcome.SECOND
    return Outcome.FIRST if outcome is Outcome.SECOND else outcome


def _first_shown(showings: Iterable[Duel], level: float, seed: int) -> Estimate | Undefined:
    chosen: dict[str, list[Score]] = {}
    for duel in showings:
        if isinstance(duel.outcome, Reason):
            chosen.setdefault(duel.task, []).append(Undefined(duel.outcome))
        elif duel.outcome is not Outcome.TIE:
            was_first = float(duel.outcome is Outcome.FIRST)
            chosen.setdefault(duel.task, []).append(Measured(was_first))
    return pooled_estimate(chosen, level=level, seed=seed, scale=Bounds(0.0, 1.0))
