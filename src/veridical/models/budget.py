"""What a run may spend on models, and when a call has to be refused."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from veridical.errors import BudgetSpent
from veridical.models.body import BILLION


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls took: how many, tokens, and money in billionths of a US dollar."""

    calls: int = 0
    tokens: int = 0
    cost: int = 0

    def __add__(self, other: Spent) -> Spent:
        """Both together."""
        return Spent(self.calls + other.calls, self.tokens + other.tokens, self.cost + other.cost)

    def __sub__(self, other: Spent) -> Spent:
        """Without the other."""
        return Spent(self.calls - other.calls, self.tokens - other.tokens, self.cost - other.cost)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a call may take.

    Attributes:
        spent: calls, tokens and money.
        is_known: whether it rests on calls of the same model, and not on what cannot be
            exceeded.
    """

    spent: Spent
    is_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may spend; None = as much as it takes.

    Attributes:
        max_calls: requests answered or failed, however often each was tried.
        max_tokens: of prompts and replies together.
        max_usd: at list price.
    """

    max_calls: int | None = None
    max_tokens: int | None = None
    max_usd: Decimal | None = None

    def allow(self, spent: Spent) -> bool:
        """Whether `spent` is within all limits."""
        return (
            (self.max_calls is None or spent.calls <= self.max_calls)
            and (self.max_tokens is None or spent.tokens <= self.max_tokens)
            and (self.max_usd is None or spent.cost <= self.max_usd * BILLION)
        )

    def __str__(self) -> str:
        """In words."""
        named = (
            (self.max_calls, "calls"),
            (self.max_tokens, "tokens"),
            (self.max_usd, "US dollars"),
        )
        return " and ".join(f"{limit} {unit}" for limit, unit in named if limit is not None)


@dataclass
class Budget:
    """One run's budget, shared by all of its models, in one event loop.

    A call starts at once where its estimate fits beside what is spent and what the calls under
    way may still take. Where it does not fit, it waits for those to end, in the order of
    arrival, and is refused if it then does not fit. So the refusal depends on the calls
    before it and on nothing else. Of a model that nothing is known about, one call is made
    alone while anything is left.

    Attributes:
        limits: what may be spent.
        spent: what is spent.
        is_spent: whether a call has been refused.
    """

    limits: Limits
    spent: Spent = field(default_factory=Spent)
    is_spent: bool = False
    _reserved: Spent = field(default_factory=Spent, repr=False)
    _waiting: deque[tuple[Callable[[], Estimate], asyncio.Future[Spent]]] = field(
        default_factory=deque, repr=False
    )
    _charged: set[str] = field(default_factory=set, repr=False)

    async def reserve(self, where: str, estimate: Callable[[], Estimate]) -> Spent:
        """Wait until the call may start; returns what was set aside for it.

        Args:
            where: the locator for the message.
            estimate: what the call may take, as known at the moment.

        Raises:
            BudgetSpent: it may not.
        """
        turn: asyncio.Future[Spent] = asyncio.get_running_loop().create_future()
        self._waiting.append((estimate, turn))
        self._admit()
        try:
            return await turn
        except BudgetSpent:
            raise self._refusal(where) from None
        except asyncio.CancelledError:
            self._forget(turn)
            raise

    def settle(self, reserved: Spent, taken: Spent, key: str = "") -> None:
        """The call has ended.

        Args:
            reserved: what was set aside.
            taken: what it took.
            key: of its reply; a reply that several calls share is counted once.
        """
        self._reserved -= reserved
        if key not in self._charged:
            self.spent += taken
        if key:
            self._charged.add(key)
        self._admit()

    def uncharged(self, keys: Iterable[str]) -> set[str]:
        """Those of these replies' keys that were not charged yet."""
        return set(keys) - self._charged

    def _admit(self) -> None:
        while self._waiting:
            estimate, turn = self._waiting[0]
            if not turn.done():
                wanted = estimate()
                if self.is_spent:
                    turn.set_exception(BudgetSpent("budget", "is spent"))
                elif self._fits(wanted):
                    self._reserved += wanted.spent
                    turn.set_result(wanted.spent)
                elif self._reserved.calls:
                    return
                else:
                    self.is_spent = True
                    continue
            self._waiting.popleft()

    def _fits(self, wanted: Estimate) -> bool:
        if self.limits.allow(self.spent + self._reserved + wanted.spent):
            return True
        is_alone = not wanted.is_known and not self._reserved.calls
        return is_alone and self.limits.allow(self.spent + _LEAST)

    def _forget(self, turn: asyncio.Future[Spent]) -> None:
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            self.settle(turn.result(), Spent())
        else:
            turn.cancel()
            self._admit()

    def _refusal(self, where: str) -> BudgetSpent:
        return BudgetSpent(
            where,
            "the run's budget is spent",
            expected=f"at most {self.limits}",
            fix="Run again with a larger budget: what was kept stays kept.",
        )


_LEAST = Spent(calls=1, tokens=1, cost=1)
