"""Settings made respondents: each bound role's model, behind one budget and the ledger."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict, Respondent, Role
from veridical.ledger import Kept, Ledger, replies_read
from veridical.ledger.listing import answers_with, replies_with
from veridical.models.body import BILLION
from veridical.models.budget import Budget, Limits, Spent
from veridical.models.budgeted import Budgeted
from veridical.models.stack import Stack
from veridical.respondents import Roles
from veridical.respondents.grouped import GroupRespondent, answers_together, groups_of
from veridical.respondents.llm import LLM, Readings
from veridical.runs.settings import Binding, Settings

V = TypeVar("V")


@dataclass(frozen=True)
class Charged:
    """A kept respondent whose kept answers are charged as if they were bought now.

    So a run that goes on stops where an unbroken one would.

    Attributes:
        inner: the respondent, with its ledger.
        budget: what pays.
        most_together: how many asks about the same text are put in one call, at most.
    """

    inner: Kept
    budget: Budget
    most_together: int = 1

    @property
    def identity(self) -> str:
        """The inner respondent's."""
        return self.inner.identity

    @property
    def is_indicative(self) -> bool:
        """As the inner respondent."""
        return self.inner.is_indicative

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """The inner respondent's answer.

        Raises:
            StoreError: the ledger cannot be read or written.
            ConfigError: the endpoint's key is not in the environment.
        """
        with replies_read() as keys:
            said = await self.inner.answer(ask, draw)
        await charge(self.budget, self.inner.ledger, keys)
        return said

    async def answer_each(
        self, asks: Sequence[Ask[V]], draw: Draw = ONCE
    ) -> list[Answer[V] | NoVerdict]:
        """The inner respondent's answers, asked in groups; kept as if each were asked alone.

        Raises:
            StoreError: the ledger cannot be read or written.
            ConfigError: the endpoint's key is not in the environment.
        """
        apart = {ask.identity(): ask for ask in asks}
        groups = groups_of([*apart.values()], self.most_together)
        # the first goes ahead: what all prompts begin with is then in the endpoint's cache
        said = [await self._group(group, draw) for group in groups[:1]]
        said += await asyncio.gather(*(self._group(group, draw) for group in groups[1:]))
        found = {
            ask.identity(): answer
            for group, answers in zip(groups, said, strict=True)
            for ask, answer in zip(group, answers, strict=True)
        }
        return [found[ask.identity()] for ask in asks]

    async def _group(self, asks: Sequence[Ask[V]], draw: Draw) -> list[Answer[V] | NoVerdict]:
        one = self.inner.inner
        if len(asks) < 2 or not isinstance(one, GroupRespondent):
            return list(await asyncio.gather(*(self.answer(ask, draw) for ask in asks)))
        with replies_read() as keys:
            said = await answers_together(one, self.inner.ledger, asks, draw)
        await charge(self.budget, self.inner.ledger, keys)
        return said


@dataclass(frozen=True)
class Bound:
    """A run's respondents.

    Attributes:
        roles: who answers in which role.
        budget: what is spent so far.
        models: those that are bound, by role.
        has_price: whether the price of each is known.
    """

    roles: Roles
    budget: Budget
    models: Mapping[Role, LLM]
    has_price: bool

    @property
    def spending(self) -> Spending:
        """What they took so far."""
        budget = self.budget
        read = _sum([one.readings for one in self.models.values()])
        return Spending(budget.spent, budget.is_spent, self.has_price, budget.limits, read)

    async def charge_answers(self, ledger: Ledger, keys: Iterable[str]) -> None:
        """Charge what answers of an earlier start have cost.

        Args:
            ledger: where they are kept.
            keys: of the answers.
        """
        found = await answers_with(ledger, keys)
        await charge(self.budget, ledger, {r for one in found for r in one.replies})


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run took, and how its models' replies were read.

    Attributes:
        spent: calls, tokens, and money at list price, whether bought now or found.
        is_stopped: whether the budget refused a call.
        has_price: whether every bound model's price is known.
        limits: what might have been spent.
        readings: of all models together.
    """

    spent: Spent
    is_stopped: bool
    has_price: bool
    limits: Limits
    readings: Readings

    def after(self, earlier: Readings | None) -> Spending:
        """The same, with the replies that were read before."""
        return self if earlier is None else replace(self, readings=_sum([earlier, self.readings]))

    def __str__(self) -> str:
        """In one line."""
        cost = f"${self.spent.cost / BILLION:.4f}" if self.has_price else "price unknown"
        said = f"models: {self.spent.calls} calls, {self.spent.tokens} tokens, {cost}"
        read = self.readings
        odd = {
            "repaired": read.repaired,
            "asked again": read.asked_again,
            "unreadable": read.lost,
            "without a reply": read.absent,
        }
        said += "".join(f", {n} {name}" for name, n in odd.items() if n)
        if self.is_stopped:
            said += f"; stopped by the budget of {self.limits}"
        return said + "."


@asynccontextmanager
async def bound(
    settings: Settings, ledger: Ledger, budget: Budget | None = None
) -> AsyncIterator[Bound]:
    """The respondents of `settings`, until the block ends.

    Args:
        settings: which models.
        ledger: where everything is kept.
        budget: that of an earlier block, to go on with; a new one by default.

    Raises:
        ConfigError: a package, a key or a price is missing; nothing was asked.
    """
    stack = Stack(
        ledger,
        limits=settings.limits,
        prices=settings.prices,
        most_in_flight=settings.most_in_flight,
        is_offline=settings.is_offline,
        # without a network a reply that could not be read stands for itself: it is why there is
        # no verdict, and a run that is repeated from its ledger says the same
        is_replay=settings.is_offline,
    )
    if budget is not None:
        stack.budget = budget
    try:
        models = {role: _respondent(stack, one) for role, one in settings.bindings.items()}
        kept: dict[Role, Respondent] = {
            role: Charged(Kept(model, ledger), stack.budget, settings.most_together)
            for role, model in models.items()
        }
        yield Bound(Roles(kept), stack.budget, models, _has_prices(settings))
    finally:
        await stack.aclose()


def _sum(readings: Iterable[Readings]) -> Readings:
    every = list(readings)
    return Readings(
        strict=sum(one.strict for one in every),
        repaired=sum(one.repaired for one in every),
        asked_again=sum(one.asked_again for one in every),
        lost=sum(one.lost for one in every),
        absent=sum(one.absent for one in every),
    )


def _has_prices(settings: Settings) -> bool:
    every = settings.bindings.values()
    return all(settings.prices.of(one.endpoint, one.model) is not None for one in every)


def model_at(stack: Stack, binding: Binding) -> Budgeted:
    """The model of a binding, behind the stack's wrappers.

    Raises:
        ConfigError: a package, a key or a price is missing.
    """
    if binding.place is not None:
        if not stack.is_offline:
            binding.place.key()  # missing, it is told before anything is asked
        return stack.at(binding.place, binding.model)
    from veridical.models.vendors import Vendor

    return stack.over(Vendor(binding.endpoint, binding.model, prices=stack.prices))


def _respondent(stack: Stack, binding: Binding) -> LLM:
    return LLM(model_at(stack, binding), stack.ledger, binding.parameters, binding.sees)


async def charge(budget: Budget, ledger: Ledger, keys: Iterable[str]) -> None:
    """Charge replies that are not charged yet.

    Args:
        budget: what pays.
        ledger: where the replies are kept.
        keys: of the replies.
    """
    uncharged = budget.uncharged(keys)
    for reply in await replies_with(ledger, uncharged) if uncharged else ():
        tokens = (reply.input_tokens or 0) + (reply.output_tokens or 0)
        budget.settle(Spent(), Spent(1, tokens, reply.nominal_cost or 0), reply.key)
