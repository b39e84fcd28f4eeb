"""What checking a report may take, counted so that no cache and no clock changes it.

The nominal cost of an ask is the length of its prompt in estimated tokens: the same whether it
is put alone or in a group, bought now or found in the ledger. So a run that goes on, or is
played again, stops where the first one did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from veridical.ask import Ask, NoVerdict
from veridical.errors import ConfigError
from veridical.score import Reason

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far the search for one statement, and for all of a report, may go.

    Attributes:
        turns: searches with new queries, at most.
        results: results of a query that are looked at.
        sources: sources of different sites that are read in a turn.
        tokens_each: estimated input tokens for one statement.
        tokens: estimated input tokens for a report.
    """

    turns: int = 3
    results: int = 6
    sources: int = 3
    tokens_each: int = 20_000
    tokens: int = 1_000_000

    def __post_init__(self) -> None:
        """Refuse what allows nothing."""
        for name in ("turns", "results", "sources", "tokens_each", "tokens"):
            if getattr(self, name) < 1:
                raise ConfigError(
                    f"limits of fact checking, {name}",
                    "allows nothing",
                    got=getattr(self, name),
                    expected="a number from 1",
                    fix="Correct it.",
                )


def nominal_tokens(ask: Ask[Any]) -> int:
    """The estimated input tokens of an ask: one for a Han character, else one for four."""
    text = "".join(part.text for part in ask.prompt())
    han = sum("\u3400" <= c <= "\u9fff" for c in text)
    return han + -(-(len(text) - han) // CHARACTERS_PER_TOKEN)


@dataclass
class Purse:
    """What is left for a report.

    Attributes:
        limits: what may be spent.
        spent: estimated tokens so far.
        asks: how many asks they were.
    """

    limits: Limits
    spent: int = 0
    asks: int = 0
    _each: dict[int, int] = field(default_factory=dict, repr=False)

    def pay(self, case: int, ask: Ask[Any]) -> NoVerdict | None:
        """Pay for an ask about one statement; why it cannot be paid, if so."""
        cost = nominal_tokens(ask)
        own = self._each.get(case, 0)
        if own + cost > self.limits.tokens_each:
            return NoVerdict(
                Reason.BUDGET, f"a statement may take {self.limits.tokens_each} tokens"
            )
        if self.spent + cost > self.limits.tokens:
            return NoVerdict(Reason.BUDGET, f"a report may take {self.limits.tokens} tokens")
        self.spent += cost
        self.asks += 1
        self._each[case] = own + cost
        return None

    def of(self, case: int) -> int:
        """What one statement took."""
        return self._each.get(case, 0)
