"""What a run would take: against the run itself, in this process."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tests.small_method import METHOD, bench, write_reports
from veridical.ask import Part, Role
from veridical.errors import ConfigError
from veridical.ledger import open_ledger
from veridical.models.budget import Limits
from veridical.models.fence import request_from_parts
from veridical.models.prices import Price, Prices
from veridical.runs.plan import Forecast, Take, forecast, tokens_of
from veridical.runs.settings import Flags, Settings, read_settings
from veridical.runs.submissions import read_submissions

REPORT = "blue one\n\nred two\n\nblue three"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A judge at an address that nobody answers."""
    monkeypatch.chdir(tmp_path)
    flags = Flags(models={Role.JUDGE: "mine:m"}, base_url="http://127.0.0.1:9/v1")
    return read_settings(None, flags)


def planned(folder: Path, settings: Settings) -> tuple[Forecast, ...]:
    """The forecast for one report of three lines."""
    found = bench(folder / "bench")
    write_reports(folder / "reports", {("s", "t-sky"): REPORT})
    submitted = read_submissions(folder / "reports", found, may_lack_reports=True)
    with open_ledger(folder / "plan.ledger") as ledger:
        return asyncio.run(forecast(found, submitted, METHOD, settings=settings, ledger=ledger))


def test_calls_by_gates(tmp_path: Path, settings: Settings) -> None:
    """The judge's three asks stand before the gate; the examiner's three behind it."""
    both = dict.fromkeys((Role.JUDGE, Role.EXAMINER), settings.bindings[Role.JUDGE])
    examiner, judge = planned(tmp_path, replace(settings, bindings=both))

    assert (judge.role, judge.model, judge.kept) == (Role.JUDGE, "mine:m", 0)
    assert (judge.low.calls, judge.high.calls) == (3, 3)
    assert (examiner.low.calls, examiner.high.calls) == (0, 3)
    assert 0 < judge.low.tokens < judge.high.tokens


def test_without_a_model_nothing_is_taken(tmp_path: Path) -> None:
    """The rules cost nothing."""
    assert planned(tmp_path, Settings()) == ()


def test_money_by_the_price_file(tmp_path: Path, settings: Settings) -> None:
    """Tokens by price; an unknown price is unknown, never guessed."""
    (unknown,) = planned(tmp_path, settings)
    listed = {"mine:m": Price(Decimal(1), Decimal(4), Decimal(1))}
    (known,) = planned(tmp_path, replace(settings, prices=Prices(listed)))
    high = known.high

    assert unknown.high.usd(unknown.price) is None
    assert high.usd(known.price) == pytest.approx(
        (high.input_tokens + 4 * high.output_tokens) / 1e6, rel=1e-6
    )


def test_a_budget_in_money_needs_a_price(tmp_path: Path, settings: Settings) -> None:
    """As the run itself would say, before anything is spent."""
    limited = replace(settings, limits=Limits(max_usd=Decimal(1)))
    with pytest.raises(ConfigError) as found:
        planned(tmp_path, limited)

    assert str(found.value) == (
        'model "m" at "mine": its price is unknown, so a budget in money cannot hold it. '
        "Name its price in the price file, or limit calls or tokens."
    )


def test_takes_add_up() -> None:
    """Part by part."""
    assert Take(1, 2, 3) + Take(10, 20, 30) == Take(11, 22, 33)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("word " * 1000, 950, 1300), ("字" * 1000, 250, 1100)],
    ids=["letters", "ideographs"],
)
def test_tokens_of_a_text(text: str, least: int, most: int) -> None:
    """0.19 to 0.26 a letter and 0.25 to 1.1 an ideograph, beside the prompt's own words."""
    empty = tokens_of(request_from_parts([Part("")], b"s"))
    found = tokens_of(request_from_parts([Part(text)], b"s"))
    added = [full - own for full, own in zip(found, empty, strict=True)]

    assert added == pytest.approx([least, most], abs=2)
