"""Who answers: rules, scripts, roles."""

from __future__ import annotations

import asyncio

import pytest

from tests.asks import Grade, Holds
from veridical.ask import Answer, Ask, Draw, NoVerdict, Respondent, Role
from veridical.respondents import Roles, Rules, Scripted
from veridical.score import Reason


def answer(respondent: Respondent, ask: Ask[object], draw: Draw = Draw()) -> object:  # noqa: B008
    """What a respondent says."""
    return asyncio.run(respondent.answer(ask, draw))


def test_the_rules_answer_by_the_asks_own_rule() -> None:
    """Its value and its grounds."""
    assert Answer(True, "looked for blue") == answer(Rules(), Holds("is blue", "blue"))


def test_the_rules_say_the_same_in_every_draw() -> None:
    """A repeat of the rules brings nothing new."""
    ask = Holds("is blue", "blue")

    assert answer(Rules(), ask) == answer(Rules(), ask, Draw("again", 1, 1))


def test_the_rules_hand_on_that_there_is_no_verdict() -> None:
    """An absence is no error."""
    expected = NoVerdict(Reason.NOTHING_TO_CHECK, "an empty text")

    assert expected == answer(Rules(), Holds("", "blue"))


def test_a_rule_that_fails_has_no_verdict() -> None:
    """The rules never raise for bad input."""
    expected = NoVerdict(
        Reason.UNREADABLE, "the rule failed: AnswerError: grade: the text holds NUL."
    )

    assert expected == answer(Rules(), Grade("a\x00b"))


def test_the_rules_are_indicative() -> None:
    """And they name their version."""
    assert (Rules().is_indicative, Rules().identity) == (True, "rules/4")


def test_a_script_answers_by_identity() -> None:
    """A mapping from what is asked to what is said."""
    ask = Holds("is blue", "blue")

    assert Answer(False) == answer(Scripted({ask.identity(): Answer(False)}), ask)


def test_a_script_that_does_not_know_has_no_verdict() -> None:
    """It is counted as a failure, not as nothing to say."""
    expected = NoVerdict(Reason.UNAVAILABLE, 'the script has no answer to this "test.holds"')

    assert expected == answer(Scripted({}), Holds("is blue", "blue"))


def test_a_script_may_be_a_function() -> None:
    """Of the ask."""
    judge = Scripted(lambda ask: Answer(ask.word), "mine/3", is_indicative=True)

    assert Answer("blue") == answer(judge, Holds("is blue", "blue"))
    assert (judge.identity, judge.is_indicative) == ("mine/3", True)


def test_every_role_is_bound_to_the_rules_at_first() -> None:
    """Without any model everything can be asked."""
    roles = Roles()

    assert {role.value: "rules/4" for role in Role} == roles.identities
    assert roles.is_indicative()


def test_a_role_puts_its_asks_to_whom_it_is_bound() -> None:
    """Judges get the judge's asks, examiners theirs."""
    roles = Roles({Role.EXAMINER: Scripted(lambda _ask: Answer(5.0), "exam/1")})

    assert Answer(5.0) == asyncio.run(roles.ask(Grade("x")))
    assert Answer(True, "looked for x") == asyncio.run(roles.ask(Holds("x", "x")))


@pytest.mark.parametrize(
    ("roles", "expected"),
    [((Role.EXAMINER,), False), ((Role.JUDGE,), True), ((Role.EXAMINER, Role.JUDGE), True)],
)
def test_roles_are_indicative_where_one_that_was_asked_is(
    roles: tuple[Role, ...], expected: bool
) -> None:
    """A role that nobody asked makes nothing indicative."""
    bound = Roles({Role.EXAMINER: Scripted({}, "exam/1")})

    assert expected == bound.is_indicative(roles)
