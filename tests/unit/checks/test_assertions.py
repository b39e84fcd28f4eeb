"""The ask for a passage's assertions: what is shown, what is objected to, what is faithful."""

from __future__ import annotations

import pytest

from veridical.ask import Answer
from veridical.checks.assertions import AssertionsAsk, Reading, Readings, are_faithful
from veridical.checks.reading import Said
from veridical.checks.worth import Worth

ASK = AssertionsAsk(
    (Said(4, "It was founded in 1998."), Said(5, "Why was it founded?")),
    before=("Acme Corp makes anvils.",),
    headings=("Makers",),
    query="Who makes anvils?",
)


def test_the_prompt_fences_what_is_not_ours() -> None:
    """Query, headings, words before and pieces are untrusted; pieces have numbers."""
    untrusted = {part.title: part.text for part in ASK.prompt() if part.untrusted}

    assert untrusted == {
        "query": "Who makes anvils?",
        "headings": "Makers",
        "before": "Acme Corp makes anvils.",
        "pieces": "<4> It was founded in 1998.\n<5> Why was it founded?",
    }


def test_the_prompt_is_chinese_for_chinese() -> None:
    """Its own words are in the language of the passage."""
    ask = AssertionsAsk((Said(0, "它成立于1998年。"),), language="zh")

    assert "报告" in ask.prompt()[0].text


def test_by_rule() -> None:
    """The rules say what can be checked and name the subject."""
    answer = ASK.by_rule()

    assert isinstance(answer, Answer)
    assert answer.value.pieces == (
        Reading(4, Worth.CHECKABLE, "Acme Corp was founded in 1998."),
        Reading(5, Worth.QUESTION),
    )


@pytest.mark.parametrize(
    ("numbers", "objection"),
    [
        ((4, 5), ""),
        ((4, 4, 5), ""),
        ((4,), "it passes over the pieces [5]"),
        ((4, 5, 9), "it names pieces that were not shown: [9]"),
    ],
)
def test_objections(numbers: tuple[int, ...], objection: str) -> None:
    """Every piece at least once, and none that was not shown."""
    value = Readings(tuple(Reading(n, Worth.CHECKABLE) for n in numbers))

    assert ASK.objection(value) == objection


PIECE = "It sold 1.5 million cars in 2023 and 900 trucks in 2022."


@pytest.mark.parametrize(
    ("wordings", "expected"),
    [
        (["Acme sold 1.5 million cars in 2023 and 900 trucks in 2022."], True),
        (["Acme sold 1.5 million cars in 2023.", "Acme sold 900 trucks in 2022."], True),
        (["Acme sold 1.5 million cars in 2023."], False),
        (["Acme sold 1.6 million cars in 2023 and 900 trucks in 2022."], False),
        (["Acme sold 1.5 million cars in 2023 and 900 trucks in 2022 to 40 countries."], False),
        (["Globex swindled 1.5 2023 900 2022 honest buyers worldwide, sources insist."], False),
    ],
    ids=["named", "split", "a part lost", "other number", "new number", "other words"],
)
def test_wordings_are_held_to_the_piece(wordings: list[str], expected: bool) -> None:
    """Numbers are all there and none is new; most words are there and few are new."""
    assert are_faithful(wordings, PIECE, ["Acme makes cars and trucks."]) is expected
