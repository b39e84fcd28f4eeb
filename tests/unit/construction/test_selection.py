"""No question twice, every cell its share, and what a forecast says before anything is asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass

import pytest

from veridical.ask import ONCE, Asker
from veridical.checks.queries import QueriesAsk
from veridical.construction.card import canary_of
from veridical.construction.forecast import Work, forecast
from veridical.construction.pipeline import Candidate, Dropped, Outcome
from veridical.construction.selection import Balanced, Distinct
from veridical.respondents import Roles


@dataclass(frozen=True)
class Value:
    """What is asked, what it rests on, where it belongs, how hard it is."""

    question: str
    evidence: frozenset[str] = frozenset()
    cell: str = ""
    level: str = "easy"


def distinct() -> Distinct:
    """By the fields of `Value`."""
    return Distinct(
        lambda v: v.question,  # type: ignore[attr-defined]
        lambda v: v.evidence,  # type: ignore[attr-defined]
        0.7,
    )


def candidates(*values: Value) -> list[Candidate[Value]]:
    """By number."""
    return [Candidate(str(n), value) for n, value in enumerate(values)]


def test_the_later_of_two_questions_falls_and_names_the_earlier() -> None:
    """Six of eight words shared is .75; the same evidence is one task; three of nine is no twin."""
    found = distinct()(
        candidates(
            Value("how dense is ice on a lake", frozenset("a")),
            Value("how dense is ice in a lake", frozenset("b")),
            Value("what does copper cost", frozenset("a")),
            Value("how dense is the core of mars", frozenset("c")),
            Value("冰的密度是多少", frozenset("d")),
            Value("冰的密度是多少？", frozenset("e")),
        )
    )

    assert {id_: drop.detail for id_, drop in found.items()} == {
        "1": "asks what 0 asks",
        "2": "asks what 0 asks",
        "5": "asks what 4 asks",
    }


def test_each_cell_has_its_share_and_levels_are_mixed_in_it() -> None:
    """Of 12 in one cell, 2 in another and 1 in a third, six are 3, 2 and 1."""
    many = [Value(str(n), cell="wiki", level=("easy", "hard")[n > 8]) for n in range(12)]
    few = [Value("x", cell="arxiv"), Value("y", cell="arxiv"), Value("z", cell="web")]
    every = candidates(*many, *few)
    balanced = Balanced(
        6,
        lambda v: v.cell,  # type: ignore[attr-defined]
        lambda v: v.level,  # type: ignore[attr-defined]
    )
    fallen = balanced(every)
    left = [c for c in every if c.id not in fallen]

    assert Counter(c.value.cell for c in left) == {"wiki": 3, "arxiv": 2, "web": 1}
    assert Counter(c.value.level for c in left if c.value.cell == "wiki") == {"easy": 2, "hard": 1}
    assert {drop.reason for drop in fallen.values()} == {"no_room"}


def test_fewer_than_are_wanted_all_stay() -> None:
    """Nothing is made up to fill the set."""
    balanced = Balanced(9, lambda _: "", lambda _: "")

    assert balanced(candidates(Value("x"), Value("y"))) == {}


@dataclass(frozen=True)
class Asking:
    """Puts so many asks for each candidate, and lets every second one through."""

    asker: Asker
    each: int
    name: str = "asking"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """Even ones."""
        for n in range(self.each):
            await self.asker.ask(QueriesAsk(f"statement {n}"), ONCE)
        return (candidate,) if int(candidate.id) % 2 == 0 else Dropped("odd")


@pytest.mark.parametrize("count", [20, 200])
def test_a_forecast_has_the_rules_low_end_and_all_as_its_high_end(count: int) -> None:
    """2 asks each for all, then 3 each for half of them or, tried twice, for all."""
    seeds = (Candidate(str(n), n) for n in range(count))
    found = asyncio.run(
        forecast(
            seeds,
            Work(
                count,
                lambda asker: (Asking(asker, 2, "first"), Asking(asker, 3, "second")),
                {"second": 2},
            ),
            Roles(),
        )
    )
    first, second = found.stages

    assert found.sample == 20
    assert (first.candidates, first.asks) == ((count, count), (2 * count, 2 * count))
    assert second.candidates == (count // 2, count)
    assert second.asks == (3 * count // 2, 6 * count)
    assert found.asks == (7 * count // 2, 8 * count)
    assert found.through == (count // 2, count)
    assert first.tokens[0] > 0


def test_a_canary_is_of_its_set() -> None:
    """The same set has the same, another one another."""
    assert canary_of("m", 0, ["a", "b"]) == canary_of("m", 0, ["a", "b"])
    assert len({canary_of("m", 0, ["a"]), canary_of("m", 1, ["a"]), canary_of("m", 0, ["b"])}) == 3
