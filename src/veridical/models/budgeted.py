"""A model that stops when the run's budget is spent.

Counted is nominal cost: what a reply costs at list price, whether it was bought now or found
in the ledger, so that a resumed or replayed run stops where the first one stopped. Hence this
wrapper stands outside `recorded`. A call is refused before it is made, and after the first
refusal all are: what has been answered is then a whole beginning, not a choice of cheap calls.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.ask import Attachment
from veridical.errors import ConfigError
from veridical.models.budget import Budget, Estimate, Spent
from veridical.models.fence import written
from veridical.models.port import Content, Model, Reply, Request, Usage
from veridical.models.prices import Price

ASSUMED_OUTPUT_TOKENS = 4096
"""Of a request that sets no limit, until a reply has been seen."""
IMAGE_TOKENS = 2000
"""Of one image, until a reply has been seen: what the dearest common endpoints count."""


@dataclass
class Budgeted:
    """A model whose calls one budget pays for.

    What a call may take is estimated from the largest seen of this model so far: tokens per
    byte of prompt, tokens of reply; before any, from what cannot be exceeded (one token
    a byte, the limit of the reply). Where the endpoint counts nothing, the estimate is what
    is charged.

    Attributes:
        inner: who is called; with its ledger, if there is one.
        budget: what pays.
        price: of the model; needed where the budget limits money.
    """

    inner: Model
    budget: Budget
    price: Price | None = None
    _per_byte: float | None = field(default=None, repr=False)
    _largest_output: int | None = field(default=None, repr=False)
    _has_answered: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a limit in money where the price is unknown.

        Raises:
            ConfigError: so it is.
        """
        if self.budget.limits.max_usd is not None and self.price is None:
            raise ConfigError(
                self._where,
                "its price is unknown, so a budget in money cannot hold it",
                fix="Name its price in the price file, or limit calls or tokens.",
            )

    @property
    def endpoint(self) -> str:
        """The inner model's."""
        return self.inner.endpoint

    @property
    def model(self) -> str:
        """The inner model's."""
        return self.inner.model

    async def complete(self, request: Request) -> Reply:
        """Put one request if it fits into the budget.

        Raises:
            BudgetSpent: it does not; it was not put.
            ModelError: the inner model's. The call then counts, its tokens do not.
        """
        size, most = _bytes(request), request.parameters.max_output_tokens
        reserved = await self.budget.reserve(self._where, lambda: self._estimate(size, most))
        taken, key = Spent(calls=1), ""
        try:
            reply = await self.inner.complete(request)
            taken, key = self._taken(size, most, reply), reply.key
            return reply
        finally:
            self.budget.settle(reserved, taken, key)

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()

    @property
    def _where(self) -> str:
        return f'model "{self.model}" at "{self.endpoint}"'

    def _estimate(self, size: int, most: int | None) -> Estimate:
        tokens = size if self._per_byte is None else round(size * self._per_byte)
        output = ASSUMED_OUTPUT_TOKENS if most is None else most
        if self._largest_output is not None:
            output = min(output, self._largest_output)
        spent = self._spent(Usage(input_tokens=tokens, output_tokens=output))
        return Estimate(spent, is_known=self._has_answered)

    def _taken(self, size: int, most: int | None, reply: Reply) -> Spent:
        usage = reply.usage
        self._has_answered = True
        if usage.input_tokens is None or usage.output_tokens is None:
            return self._estimate(size, most).spent
        self._per_byte = max(self._per_byte or 0.0, usage.input_tokens / max(size, 1))
        self._largest_output = max(self._largest_output or 0, usage.output_tokens)
        taken = self._spent(usage)
        if reply.nominal_cost is not None:
            return Spent(taken.calls, taken.tokens, reply.nominal_cost)
        return taken

    def _spent(self, usage: Usage) -> Spent:
        cost = self.price.cost(usage) if self.price else 0
        return Spent(1, (usage.input_tokens or 0) + (usage.output_tokens or 0), cost or 0)


def _bytes(request: Request) -> int:
    return sum(_size(part) for message in request.messages for part in message.content)


def _size(part: Content) -> int:
    if isinstance(part, Attachment):
        return IMAGE_TOKENS
    said = written(part)
    return len(said) if said.isascii() else len(said.encode())
