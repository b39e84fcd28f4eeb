"""Prices come from the user's file, and an unknown price is unknown."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from veridical.errors import ConfigError
from veridical.models.port import Usage
from veridical.models.prices import Price, Prices, read_prices

FILE = """
["gpt-x"]
input = 0.15
output = 0.6
cached_input = 0.075

["deepseek:chat"]
input = 1
output = 2
"""


def written(folder: Path, text: str) -> Path:
    """A price file."""
    path = folder / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_prices_are_exact(tmp_path: Path) -> None:
    """Decimals, never floats."""
    prices = read_prices(written(tmp_path, FILE))

    expected = Price(Decimal("0.15"), Decimal("0.6"), Decimal("0.075"))
    assert expected == prices.of("anywhere", "gpt-x")


def test_cached_tokens_cost_as_others_unless_said(tmp_path: Path) -> None:
    """The table may leave it out."""
    prices = read_prices(written(tmp_path, FILE))

    assert prices.of("deepseek", "chat") == Price(Decimal(1), Decimal(2), Decimal(1))


def test_a_price_at_one_endpoint_is_of_that_one(tmp_path: Path) -> None:
    """Unknown elsewhere."""
    prices = read_prices(written(tmp_path, FILE))

    assert prices.of("openrouter", "chat") is None


def test_without_a_file_every_price_is_unknown() -> None:
    """None is built in."""
    assert Prices().of("openai", "gpt-x") is None


def test_the_cost_is_in_whole_billionths() -> None:
    """60 fresh × 0.15 + 40 cached × 0.075 + 10 × 0.6 = 18 millionths of a dollar."""
    price = Price(Decimal("0.15"), Decimal("0.6"), Decimal("0.075"))
    usage = Usage(input_tokens=100, output_tokens=10, cached_tokens=40)

    assert price.cost(usage) == 18_000


def test_half_a_billionth_is_rounded_to_even() -> None:
    """The same on every machine."""
    price = Price(Decimal("0.0005"), Decimal(0), Decimal(0))

    assert [price.cost(Usage(input_tokens=n, output_tokens=0)) for n in (1, 3)] == [0, 2]


@pytest.mark.parametrize("usage", [Usage(), Usage(input_tokens=1), Usage(output_tokens=1)])
def test_what_was_not_counted_has_no_cost(usage: Usage) -> None:
    """Never 0."""
    assert Price(Decimal(1), Decimal(1), Decimal(1)).cost(usage) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[m", "cannot be read"),
        ("m = 3", "is not a price, got 3"),
        ("[m]\ninput = 1", "is not a price, got ['input']"),
        ("[m]\ninput = 1\noutput = 1\nimage = 1", "is not a price"),
        ("[m]\ninput = -1\noutput = 1", "is no amount of money, got -1"),
        ("[m]\ninput = nan\noutput = 1", "is no amount of money, got NaN"),
        ('[m]\ninput = "1"\noutput = 1', "is no amount of money, got '1'"),
        ("[m]\ninput = true\noutput = 1", "is no amount of money, got True"),
    ],
)
def test_odd_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """With the place and the value."""
    with pytest.raises(ConfigError) as caught:
        read_prices(written(tmp_path, text))

    assert message in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """With an example of one."""
    with pytest.raises(ConfigError, match=r'Write for example: \["gpt-x"\]'):
        read_prices(tmp_path / "none.toml")
