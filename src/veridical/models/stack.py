"""The usual stack of wrappers, one per model, with what they share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from veridical.ledger import Ledger
from veridical.models.budget import Budget, Limits
from veridical.models.budgeted import Budgeted
from veridical.models.endpoint import Endpoint
from veridical.models.lane import Lane
from veridical.models.limited import Deadline, Limited, Patience, Stuck, warn
from veridical.models.openai_compatible import OpenAICompatible
from veridical.models.port import Model
from veridical.models.prices import Prices
from veridical.models.recorded import offline, recorded


@dataclass
class Stack:
    """All models of one run: one ledger, one budget, one deadline, a lane per endpoint.

    Attributes:
        ledger: where replies are kept and found.
        limits: what the run may spend.
        prices: of the user's file.
        patience: how long and how often to try a call.
        deadline: when the run's time is over.
        most_in_flight: calls that one endpoint gets at a time, at most.
        is_offline: whether only kept replies answer.
        is_replay: whether a run is repeated from its ledger; offline then too.
        on_stuck: told of each attempt that takes long.
    """

    ledger: Ledger
    limits: Limits = field(default_factory=Limits)
    prices: Prices = field(default_factory=Prices)
    patience: Patience = field(default_factory=Patience)
    deadline: Deadline = field(default_factory=Deadline)
    most_in_flight: int = 64
    is_offline: bool = False
    is_replay: bool = False
    on_stuck: Callable[[Stuck], None] = warn
    budget: Budget = field(init=False)
    _lanes: dict[str, Lane] = field(default_factory=dict, repr=False)
    _models: list[Budgeted] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        """One budget for all."""
        self.budget = Budget(self.limits)

    def at(self, place: Endpoint, model: str) -> Budgeted:
        """A model at an endpoint.

        Raises:
            ConfigError: aiohttp is not installed, or a limit in money and no price.
        """
        if self.is_offline or self.is_replay:
            return self._kept(place.name, model)
        return self.over(OpenAICompatible(place, model, prices=self.prices))

    def over(self, provider: Model) -> Budgeted:
        """Any provider, limited, recorded and budgeted; offline, what it has answered.

        Raises:
            ConfigError: a limit in money and no price.
        """
        if self.is_offline or self.is_replay:
            return self._kept(provider.endpoint, provider.model)
        lane = self._lanes.setdefault(provider.endpoint, Lane(most=self.most_in_flight))
        kept = recorded(provider, self.ledger)
        return self._budgeted(Limited(kept, lane, self.patience, self.deadline, self.on_stuck))

    async def aclose(self) -> None:
        """Close all models; the ledger stays open."""
        for model in self._models:
            await model.aclose()

    def _kept(self, endpoint: str, model: str) -> Budgeted:
        return self._budgeted(offline(endpoint, model, self.ledger, is_replay=self.is_replay))

    def _budgeted(self, inner: Model) -> Budgeted:
        price = self.prices.of(inner.endpoint, inner.model)
        model = Budgeted(inner, self.budget, price)
        self._models.append(model)
        return model
