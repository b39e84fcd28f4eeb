"""Which asks are put together, and that nothing but the calls depends on it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from tests.asks import Grade, Holds
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Role, ask_together
from veridical.asked import Asked
from veridical.respondents import Roles
from veridical.respondents.grouped import groups_of
from veridical.score import Reason


@dataclass(frozen=True)
class Shown(Grade):
    """A grade with a picture."""

    kind: ClassVar[str] = "test.grade_of_picture"

    picture: str = ""

    def attachments(self) -> tuple[Attachment, ...]:
        """The picture."""
        return (Attachment(self.picture, self.picture),)


SHOWN = [Shown(text, picture=name) for text, name in (("b", "x"), ("c", "x"), ("d", "y"))]


@given(
    st.lists(st.integers(0, 60), unique=True, max_size=40).flatmap(
        lambda n: st.tuples(st.just(n), st.permutations(n))
    ),
    st.integers(1, 12),
)
def test_groups_do_not_depend_on_the_order(pair: tuple[list[int], list[int]], most: int) -> None:
    """The same asks in any order make the same groups, none above the limit, none lost."""
    groups, others = (groups_of([Grade(f"line {n}") for n in ns], most) for ns in pair)

    assert groups == others
    assert sorted(a.text for g in groups for a in g) == sorted(f"line {n}" for n in pair[0])
    sizes = [len(g) for g in groups]
    assert max(sizes, default=0) <= most
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    assert len(groups) == -(-len(pair[0]) // most)


def test_kinds_and_pictures_are_kept_apart() -> None:
    """A call has one form of reply and one set of pictures."""
    asks: list[Ask[object]] = [Grade("a"), *SHOWN]
    asks.append(Holds("sky", "blue"))

    assert sorted(len(g) for g in groups_of(asks)) == [1, 1, 1, 2]
    assert sorted(len(g) for g in groups_of(SHOWN)) == [1, 2]


@dataclass
class Counting:
    """A respondent that is asked in groups, and remembers them."""

    identity: str = "counting/1"
    is_indicative: bool = False
    put: list[list[str]] = field(default_factory=list)

    async def answer(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """Alone."""
        return (await self.answer_each([ask], draw))[0]

    async def answer_each(
        self, asks: Sequence[Ask[object]], draw: Draw = ONCE
    ) -> list[Answer[object] | NoVerdict]:
        """The rules' answers."""
        self.put.append([ask.identity() for ask in asks])
        return [ask.by_rule() for ask in asks]


def test_each_role_gets_its_own() -> None:
    """In the order of the asks; who answers one by one is asked one by one."""
    judge = Counting()
    asks: list[Ask[object]] = [Grade("a b"), Holds("sky", "sky"), Grade("c"), Holds("x", "y")]
    roles = {ask.role for ask in asks}
    assert len(roles) == 2
    found = asyncio.run(Roles({Role.JUDGE: judge}).ask_each(asks))

    assert found == [ask.by_rule() for ask in asks]
    assert judge.put == [[a.identity() for a in asks if a.role is Role.JUDGE]]


def test_what_is_remembered_does_not_shrink_a_group() -> None:
    """One open ask puts all of them; all remembered put none; an answer never changes."""

    async def run() -> tuple[Counting, list[object]]:
        judge = Counting()
        asked = Asked(Roles({Role.JUDGE: judge, Role.EXAMINER: judge}))
        a, b, c = Grade("a"), Grade("b"), Grade("c")
        said: list[object] = [await asked.ask(a)]
        said += await ask_together(asked, [a, b, b, c])
        said += await ask_together(asked, [c, a])
        assert len(asked.exchanges) == 3
        return judge, said

    judge, said = asyncio.run(run())
    a, b, c = (Grade(word).identity() for word in "abc")

    assert judge.put == [[a], [a, b, c]]
    assert said == [Grade(word).by_rule() for word in ("a", "a", "b", "b", "c", "c", "a")]


def test_overlapping_groups_wait_for_each_other() -> None:
    """Put at the same time in opposite orders, both end, and each ask has one answer."""

    async def run() -> tuple[list[object], list[object]]:
        asked = Asked(Roles())
        asks = [Grade(str(n)) for n in range(6)]
        both = asyncio.gather(
            ask_together(asked, asks[:4]), ask_together(asked, list(reversed(asks[2:])))
        )
        one, other = await asyncio.wait_for(both, 5)
        return list(one), list(reversed(other))

    one, other = asyncio.run(run())

    assert one[2:] == other[:2]


@dataclass
class Alone:
    """An asker that knows no groups."""

    put: int = 0

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """Never an answer."""
        del ask, draw
        self.put += 1
        return NoVerdict(Reason.OFFLINE)


def test_an_asker_without_groups_is_asked_one_by_one() -> None:
    """As recomputing a run is."""
    alone = Alone()

    assert (
        asyncio.run(ask_together(alone, [Grade("a"), Grade("b")]))
        == [NoVerdict(Reason.OFFLINE)] * 2
    )
    assert alone.put == 2
