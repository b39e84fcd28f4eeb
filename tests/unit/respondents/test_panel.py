"""A panel: each member answers on its own, and a missing one is in no number."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from tests.unit.respondents.answering import Bench, Holds, Lines, Mark, WhichLines, bench
from veridical.ask import Answer, NoVerdict, Quote, Respondent
from veridical.checks.ratings import Rating
from veridical.checks.support import Support, SupportAsk
from veridical.checks.verdict import Rest, Verdict
from veridical.errors import ConfigError
from veridical.ledger import Kept, open_ledger
from veridical.respondents import Scripted
from veridical.respondents.ballot import Ballot, Rule, label_agreement, number_agreement
from veridical.respondents.grouped import answers_together
from veridical.respondents.panel import Panel, panel_of
from veridical.retrieval.passages import Passage
from veridical.score import Measured, Missing, Reason

SUPPORT = SupportAsk("It rained.", (Passage("s1", 0, "It rained. It snowed."),))
LOST = NoVerdict(Reason.UNREADABLE, "garbage")


class Two(msgspec.Struct, frozen=True):
    """A rating and a label."""

    clarity: Rating
    is_new: bool


@dataclass(frozen=True)
class Rated(Mark):
    """Two things at once."""

    kind: ClassVar[str] = "test.two"
    answer_type: ClassVar[type] = Two


@dataclass(frozen=True)
class Whole(Mark):
    """One rating."""

    kind: ClassVar[str] = "test.whole"
    answer_type: ClassVar[type] = Rating


def saying(value: object, *quotes: Quote) -> Answer[object] | NoVerdict:
    """What a member says."""
    return value if isinstance(value, NoVerdict) else Answer(value, "so", quotes)


def panel(*values: object, rule: Rule = Rule.MEDIAN, quorum: int = 1) -> Panel:
    """Members that always say these."""
    members = [Scripted(lambda _, v=v: saying(v), f"member/{n}") for n, v in enumerate(values)]
    return Panel(tuple(members), rule, quorum)


def said(one: Panel, ask: object) -> object:
    """The panel's value, or why there is none."""
    found = asyncio.run(one.answer(ask))
    return found.value if isinstance(found, Answer) else found.reason


@pytest.mark.parametrize(
    ("values", "rule", "expected"),
    [
        ((4.0, 5.0, LOST), Rule.MEAN, 4.5),
        ((4.0, 5.0, LOST), Rule.MEDIAN, 4.5),
        ((1.0, 5.0, 6.0), Rule.MEAN, 4.0),
        ((1.0, 5.0, 6.0), Rule.MEDIAN, 5.0),
        ((LOST, LOST, 3.0), Rule.MEAN, 3.0),
        ((LOST, LOST, LOST), Rule.MEAN, Reason.UNREADABLE),
    ],
)
def test_marks_combine_over_those_who_answered(
    values: tuple[object, ...], rule: Rule, expected: object
) -> None:
    """A lost one is no zero."""
    assert expected == said(panel(*values, rule=rule), Mark("x"))


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(
    ("values", "expected"), [((2, 3, 5), 3), ((4, 5), 4), ((1, 2, 4, 5), 2), ((5,), 5)]
)
def test_ratings_combine_to_a_rating(values: tuple[int, ...], expected: int, rule: Rule) -> None:
    """The lower of two middle ones: a panel's rating lies on the scale too."""
    assert expected == said(panel(*values, rule=rule), Whole("x"))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("supported", "supported", "partly"), Support.SUPPORTED),
        (("supported", "supported", LOST), Support.SUPPORTED),
        (("contradicted", LOST, LOST), Support.CONTRADICTED),
        (("supported", "contradicted"), Reason.NOT_ASSESSED),
        (("supported", "supported", "partly", "contradicted"), Reason.NOT_ASSESSED),
        (("supported", "partly", "contradicted"), Reason.NOT_ASSESSED),
    ],
)
def test_a_label_needs_more_than_half(values: tuple[object, ...], expected: object) -> None:
    """Of those who answered; a split has no verdict."""
    labels = [Verdict(Support(v)) if isinstance(v, str) else v for v in values]
    found = said(panel(*labels), SUPPORT)

    assert expected == (found.support if isinstance(found, Verdict) else found)


def test_a_split_tells_its_votes() -> None:
    """Who said what."""
    found = asyncio.run(panel(Verdict(Support.PARTLY), Verdict(Support.SUPPORTED)).answer(SUPPORT))

    assert found.detail == (
        'the panel is split on "partly" × 1, "supported" × 1: 2 of 2 answered '
        '(member/0: {"value":"partly","rest":"none","qualified":false}; '
        'member/1: {"value":"supported","rest":"none","qualified":false})'
    )


def test_a_record_combines_field_by_field() -> None:
    """Ratings to the middle, labels to what most say."""
    votes = (Two(1, True), Two(4, True), Two(5, False))

    assert said(panel(*votes), Rated("x")) == Two(4, True)


def test_a_remark_that_members_are_split_on_is_left_out() -> None:
    """What all of them chose stands; of the rest nothing is said."""
    split = [Verdict(Support.PARTLY, rest) for rest in (Rest.CONTRADICTED, Rest.UNVERIFIABLE)]
    qualified = [Verdict(Support.SUPPORTED, qualified=q) for q in (True, True, False)]

    assert said(panel(*split), SUPPORT) == Verdict(Support.PARTLY)
    assert said(panel(*qualified), SUPPORT) == Verdict(Support.SUPPORTED, qualified=True)


def test_a_record_of_names_combines_as_a_whole() -> None:
    """Numbers without a scale are names: half of one and half of another is neither."""
    votes = (Lines((1, 2)), Lines((3,)), Lines((1, 2)))

    assert said(panel(*votes), WhichLines("x")) == Lines((1, 2))
    assert said(panel(*votes[:2]), WhichLines("x")) is Reason.NOT_ASSESSED


def test_the_quotes_are_those_of_who_said_it() -> None:
    """Each once, so that the verdict can be held against the source."""
    first, other = Quote("s1", 0, 10, "It rained."), Quote("s1", 11, 21, "It snowed.")
    votes = [
        saying(Support.SUPPORTED, first),
        saying(Support.SUPPORTED, first),
        saying(Support.CONTRADICTED, other),
    ]
    ballot = Ballot(tuple((f"m{n}", vote) for n, vote in enumerate(votes)))
    found = ballot.combined(msgspec.inspect.type_info(Support), Rule.MEDIAN)

    assert (found.value, found.quotes) == (Support.SUPPORTED, (first,))


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        ((Reason.RATE_LIMITED, Reason.RATE_LIMITED, Reason.TIMEOUT), Reason.RATE_LIMITED),
        ((Reason.TIMEOUT, Reason.RATE_LIMITED), Reason.RATE_LIMITED),
        ((Reason.NOT_ASSESSED, Reason.NOT_ASSESSED, Reason.TIMEOUT), Reason.TIMEOUT),
        ((Reason.NOT_ASSESSED, Reason.NOT_ASSESSED), Reason.NOT_ASSESSED),
    ],
)
def test_nobody_answered(reasons: tuple[Reason, ...], expected: Reason) -> None:
    """The most frequent failure is the reason; harmless ones only where nothing failed."""
    assert expected == said(panel(*map(NoVerdict, reasons)), SUPPORT)


def test_below_its_quorum_there_is_no_verdict() -> None:
    """One voice of three is no panel, where two were asked for."""
    supported = Verdict(Support.SUPPORTED)
    one = panel(supported, LOST, LOST, quorum=2)

    assert said(one, SUPPORT) is Reason.UNREADABLE
    assert said(panel(supported, supported, LOST, quorum=2), SUPPORT) == supported


def test_missing_members_are_counted() -> None:
    """And the panel says so in its grounds."""
    one = panel(4.0, 5.0, LOST)
    ballot = asyncio.run(one.ballot(Mark("x")))

    assert ballot.missing == Missing(((Reason.UNREADABLE, 1),))
    assert asyncio.run(one.answer(Mark("x"))).why == (
        "2 of 3 answered (member/0: 4.0; member/1: 5.0; member/2: unreadable)"
    )


def test_each_members_answer_is_kept(tmp_path: Path) -> None:
    """On its own key, beside the panel's; a second run asks nobody."""
    calls: list[str] = []

    def member(name: str, value: float) -> Respondent:
        def say(_: object) -> Answer[object]:
            calls.append(name)
            return Answer(value)

        return Scripted(say, name)

    async def run() -> list[tuple[str, str]]:
        with open_ledger(tmp_path / "ledger.db") as ledger:
            one = panel_of([member("b/1", 5.0), member("a/1", 4.0)], ledger)
            for _ in range(2):
                assert (await Kept(one, ledger).answer(Mark("x"))).value == 4.5
                assert (await one.answer(Mark("x"))).value == 4.5
            kept = await ledger.answers_to(Mark("x").identity())
            return [(one.respondent, one.value[:12]) for one in kept]

    found = asyncio.run(run())
    assert [name for name, _ in found] == ["a/1", "b/1", "panel/2/median/1(a/1+b/1)"]
    assert sorted(calls) == ["a/1", "b/1"]


@pytest.mark.parametrize(
    ("values", "quorum", "message"),
    [
        ((), 1, "panel: needs members that differ, got ''; expected each respondent once."),
        ((1.0,), 2, "panel: its quorum cannot be met, got 2; expected 1 to 1."),
    ],
)
def test_a_panel_that_cannot_vote_is_refused(
    values: tuple[float, ...], quorum: int, message: str
) -> None:
    """Before anybody is asked."""
    with pytest.raises(ConfigError) as raised:
        panel(*values, quorum=quorum)

    assert str(raised.value).startswith(message)


def test_the_same_member_twice_is_refused() -> None:
    """It would be asked once and counted twice."""
    with pytest.raises(ConfigError):
        Panel((Scripted({}), Scripted({})))


def test_a_panel_is_indicative_where_a_member_is() -> None:
    """And its identity says who is on it."""
    plain = Panel((Scripted({}, "a/1"), Scripted({}, "b/1")), Rule.MEAN, 2)
    mixed = Panel((Scripted({}, "a/1"), Scripted({}, "b/1", is_indicative=True)))

    assert (plain.is_indicative, mixed.is_indicative) == (False, True)
    assert plain.identity == "panel/2/mean/2(a/1+b/1)"


def ballots(rows: list[list[object]]) -> list[Ballot[object]]:
    """One ballot a row."""
    return [Ballot(tuple((f"m{k}", saying(v)) for k, v in enumerate(row))) for row in rows]


def test_agreement_on_labels_and_without_each_member() -> None:
    """The third says the opposite; without it the others agree fully."""
    rows = [["a", "a", "b"], ["b", "b", "a"], ["a", "a", "b"], ["b", "b", LOST]]
    found = label_agreement(ballots(rows), str)

    assert found.judges[2].without == Measured(1.0, n=4)
    assert found.judges[2].with_rest.value < 0
    assert found.whole.value < 0.5
    assert [one.judge for one in found.judges] == ["m0", "m1", "m2"]


def test_agreement_on_numbers() -> None:
    """Of one field; a missing member is missing."""
    rows = [[Two(1, True), Two(1, True)], [Two(5, True), Two(5, True)], [Two(3, True), LOST]]
    found = number_agreement(ballots(rows), attrgetter("clarity"))

    assert (found.whole.value, found.whole.n) == (1.0, 2)


def in_one_call(b: Bench, asks: list[Holds]) -> list[Answer[object] | NoVerdict]:
    """The answers to all, kept each under its own key."""
    return asyncio.run(answers_together(b.llm, b.ledger, asks))


def test_answers_given_together_are_kept_each_for_itself(tmp_path: Path) -> None:
    """Asked alone later, or in another group, they are found."""
    answers = '[{"id": 1, "value": false}, {"id": 2, "value": false}]'
    b = bench(tmp_path, f'{{"nonce": "NONCE", "answers": {answers}}}')
    asks = [Holds("Rain.", "It rained."), Holds("Rain.", "It snowed.")]

    assert [one.value for one in in_one_call(b, asks)] == [False, False]
    alone = asyncio.run(Kept(b.llm, b.ledger).answer(asks[1]))
    assert alone.value is False
    assert [one.value for one in in_one_call(b, asks[::-1])] == [False, False]
    assert len(b.requests) == 1


def test_a_group_is_put_again_as_a_whole(tmp_path: Path) -> None:
    """What it lacked is asked for anew, and what it had stands."""
    replies: Mapping[int, str] = {
        1: '{"nonce": "NONCE", "answers": [{"id": 1, "value": false}]}',
        2: '{"nonce": "NONCE", "answers": []}',
        3: '{"nonce": "NONCE", "answers": [{"id": 2, "value": false}]}',
    }
    b = bench(tmp_path, *replies.values())
    asks = [Holds("Rain.", "It rained."), Holds("Rain.", "It snowed.")]
    first, again = in_one_call(b, asks), in_one_call(b, asks)

    assert [isinstance(one, Answer) for one in first] == [True, False]
    assert [one.value for one in again] == [False, False]
    assert len(b.requests) == 3


def test_an_answer_of_a_group_names_its_replies(tmp_path: Path) -> None:
    """Each of them, not only the first that wanted the call."""
    answers = '[{"id": 1, "value": false}, {"id": 2, "value": false}]'
    b = bench(tmp_path, f'{{"nonce": "NONCE", "answers": {answers}}}')
    asks = [Holds("Rain.", "It rained."), Holds("Rain.", "It snowed.")]
    in_one_call(b, asks)
    kept = [asyncio.run(b.ledger.answers_to(ask.identity())) for ask in asks]

    assert [len(one[0].replies) for one in kept] == [1, 1]
