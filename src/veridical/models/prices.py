"""What models cost, from the user's own file.

No price is built in and none is guessed: prices change, and an old one would be a lie. A
model that the file does not name has no nominal cost, and a budget in money refuses it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

from veridical.errors import ConfigError
from veridical.models.port import Usage

BILLIONTHS_PER_TOKEN = 1000
"""Of a dollar, at one dollar per million tokens."""
_FIELDS = frozenset({"input", "output", "cached_input"})


@dataclass(frozen=True, slots=True)
class Price:
    """List price of a model, in US dollars per million tokens.

    Attributes:
        input: for tokens of the prompt.
        output: for tokens of the reply.
        cached_input: for tokens of the prompt that the endpoint had at hand.
    """

    input: Decimal
    output: Decimal
    cached_input: Decimal

    def cost(self, usage: Usage) -> int | None:
        """In whole billionths of a dollar; None where the endpoint counted nothing."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = min(usage.cached_tokens or 0, usage.input_tokens)
        fresh = usage.input_tokens - cached
        dollars = fresh * self.input + cached * self.cached_input
        dollars += usage.output_tokens * self.output
        return int((dollars * BILLIONTHS_PER_TOKEN).to_integral_value())


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices that a user's file names.

    Attributes:
        listed: by ``endpoint:model`` or by model alone.
    """

    listed: Mapping[str, Price] = field(default_factory=dict)

    def of(self, endpoint: str, model: str) -> Price | None:
        """The price of a model, at this endpoint before at any; None = unknown."""
        return self.listed.get(f"{endpoint}:{model}") or self.listed.get(model)


def read_prices(path: Path) -> Prices:
    """Read a price file: a TOML table per model, with ``input``, ``output``, ``cached_input``.

    ``cached_input`` may be left out; cached tokens then cost as others do.

    Raises:
        ConfigError: no such file, no TOML, or a price that is none.
    """
    where = f'price file "{path}"'
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, ValueError, InvalidOperation) as e:
        raise ConfigError(
            where,
            f"cannot be read: {e}",
            expected="a TOML file with a table per model",
            fix='Write for example: ["gpt-x"] input = 0.15 output = 0.60',
        ) from e
    return Prices({name: _price(where, name, table) for name, table in tables.items()})


def _price(where: str, name: str, table: object) -> Price:
    if not isinstance(table, dict) or not {"input", "output"} <= table.keys() <= _FIELDS:
        raise ConfigError(
            f'{where}, model "{name}"',
            "is not a price",
            got=sorted(table) if isinstance(table, dict) else table,
            expected="input, output and maybe cached_input, in US dollars per million tokens",
            fix="Mend the table.",
        )
    amount = {key: _amount(f'{where}, model "{name}", {key}', v) for key, v in table.items()}
    return Price(amount["input"], amount["output"], amount.get("cached_input", amount["input"]))


def _amount(where: str, value: object) -> Decimal:
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    amount = Decimal(value) if is_number else Decimal("nan")  # type: ignore[arg-type]
    if not amount.is_finite() or amount < 0:
        raise ConfigError(
            where,
            "is no amount of money",
            got=str(value) if isinstance(value, Decimal) else value,
            expected="US dollars per million tokens, 0 or more",
            fix="Mend the price.",
        )
    return amount
