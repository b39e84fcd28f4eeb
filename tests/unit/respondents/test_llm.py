"""A model as a respondent: put, read, asked once more, or no verdict."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.respondents.answering import (
    Bench,
    Holds,
    Lines,
    Mark,
    Marks,
    TwoMarks,
    WhichLines,
    bench,
    cut,
    told,
)
from veridical.ask import Answer, Attachment, Draw, NoVerdict, Quote
from veridical.errors import (
    BudgetSpent,
    ModelError,
    Offline,
    RateLimited,
    Refused,
    Rejected,
    TimedOut,
    Unavailable,
)
from veridical.ledger import Kept
from veridical.models.port import Parameters
from veridical.models.recorded import offline
from veridical.respondents.composing import Room
from veridical.respondents.llm import LLM, Readings
from veridical.score import Reason

GOOD = '{"nonce": "NONCE", "why": "so", "value": 7}'
TEXT = Mark("Bees fly.")


def test_a_reply_is_read_as_the_asks_answer(tmp_path: Path) -> None:
    """Its value, its grounds."""
    assert bench(tmp_path, GOOD).answer(TEXT) == Answer(7.0, "so")


def test_a_record_stands_beside_its_grounds(tmp_path: Path) -> None:
    """Its fields by name, in any order, however they are cased; what may lack may lack."""
    said = '{"nonce": "NONCE", "Facts": "8/10", "why": "so", "STYLE": 7.5}'

    assert bench(tmp_path, said).answer(TwoMarks("x")) == Answer(Marks(7.5, 8), "so")


@pytest.mark.parametrize(
    "said",
    [
        '{"nonce": "NONCE", "value": {"style": 7, "facts": 8}, "why": "so"}',
        '{"nonce": "NONCE", "style": {"score": 7, "why": "x"}, "facts": {"value": 8}, "why": "so"}',
        '{"nonce": "NONCE", "style": 7, "facts": 8, "reason": "so", "more": "unasked"}',
    ],
)
def test_a_record_in_another_shape_is_read(said: str, tmp_path: Path) -> None:
    """Wrapped, with grounds for each, with what nobody asked for."""
    assert bench(tmp_path, said).answer(TwoMarks("x")) == Answer(Marks(7, 8), "so")


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ('{"nonce": "NONCE", "style": 7}', '"facts": is missing'),
        ('{"nonce": "NONCE", "style": 7, "facts": null}', '"facts": is missing'),
        (
            '{"nonce": "NONCE", "style": 7, "facts": 11}',
            '"facts": does not fit, got 11; expected a number from 0 to 10',
        ),
        (
            '{"nonce": "NONCE", "style": 7, "facts": 3, "facts": 4}',
            '"facts": is given twice, differently',
        ),
        (
            '{"nonce": "NONCE", "style": 7, "facts": 3, "Facts": 4}',
            '"facts": is given twice, differently',
        ),
        ('{"nonce": "NONCE"}', '"style": is missing; "facts": is missing'),
    ],
)
def test_a_record_that_lacks_a_field_is_no_answer(said: str, problem: str, tmp_path: Path) -> None:
    """Nothing takes its place; the reason says what is wrong."""
    expected = NoVerdict(Reason.UNREADABLE, f"the answer: {problem}.")

    assert expected == bench(tmp_path, said).answer(TwoMarks("x"))


def test_an_unreadable_reply_is_asked_for_once_more(tmp_path: Path) -> None:
    """The second request says what was wrong, fenced, and asks anew."""
    b = bench(tmp_path, '{"nonce": "NONCE", "value": "eight"}', GOOD)

    assert b.answer(TEXT) == Answer(7.0, "so")
    again = told(b.requests[1])
    assert "An earlier answer to this could not be used." in again
    assert '"value": does not fit, got eight; expected a number from 0 to 10.' in again
    assert again.index("<<<MATERIAL", again.index("earlier answer")) > 0
    assert b.requests[0].nonce != b.requests[1].nonce


def test_after_two_unreadable_replies_there_is_no_verdict(tmp_path: Path) -> None:
    """Two calls, no third, and the second's problem is told."""
    b = bench(tmp_path, "no idea", '{"nonce": "NONCE"}', GOOD)

    assert b.answer(TEXT) == NoVerdict(Reason.UNREADABLE, '"value": is missing.')
    assert len(b.requests) == 2


def test_unreadable_replies_are_kept_and_never_answer_again(tmp_path: Path) -> None:
    """The next run asks anew; both replies are still there."""
    b = bench(tmp_path, "no idea", "none", GOOD)
    first = b.answer(TEXT)

    assert (first.reason, b.answer(TEXT)) == (Reason.UNREADABLE, Answer(7.0, "so"))

    async def kept() -> list[bytes]:
        keys = [key_of(b, request) for request in b.requests[:2]]
        return [r.reply for key in keys for r in await b.ledger.replies_under(key)]

    stored = b"".join(asyncio.run(kept()))
    assert b"no idea" in stored
    assert b"none" in stored


def key_of(b: Bench, request: object) -> str:
    """The ledger's key of a request."""
    from veridical.models.identity import key_for

    return key_for(b.model.endpoint, b.model.model, request)


def test_a_read_reply_is_found_again(tmp_path: Path) -> None:
    """Asked the same, the ledger answers."""
    b = bench(tmp_path, GOOD)

    assert b.answer(TEXT) == b.answer(TEXT)
    assert len(b.requests) == 1


def test_another_draw_is_another_call(tmp_path: Path) -> None:
    """Repeats are drawn each on its own."""
    b = bench(tmp_path, GOOD, GOOD.replace("7", "8"))
    found = [b.answer(TEXT, draw=Draw(repeat=k)) for k in (0, 1)]

    assert [one.value for one in found] == [7, 8]


ERRORS = [
    (RateLimited("m", "says 429"), Reason.RATE_LIMITED),
    (TimedOut("m", "late"), Reason.TIMEOUT),
    (Unavailable("m", "down"), Reason.UNAVAILABLE),
    (Rejected("m", "no such model"), Reason.UNAVAILABLE),
    (Refused("m", "filtered"), Reason.REFUSED),
    (BudgetSpent("m", "over"), Reason.BUDGET),
    (Offline("m", "no network"), Reason.OFFLINE),
]


@pytest.mark.parametrize(("error", "reason"), ERRORS, ids=[r for _, r in ERRORS])
def test_a_call_that_fails_is_an_absence(error: ModelError, reason: Reason, tmp_path: Path) -> None:
    """With its reason; no second call, no value."""
    b = bench(tmp_path, error, GOOD)

    assert b.answer(TEXT) == NoVerdict(reason, str(error))
    assert len(b.requests) == 1


def test_a_second_call_that_fails_is_an_absence(tmp_path: Path) -> None:
    """The reason is the failure's, not that the first reply was unreadable."""
    b = bench(tmp_path, "no idea", RateLimited("m", "says 429"))

    assert b.answer(TEXT).reason is Reason.RATE_LIMITED


REFUSAL = b'{"choices": [{"message": {"content": null, "refusal": "I will not."}}]}'
FILTERED = b'{"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}'


@pytest.mark.parametrize(
    ("body", "detail"), [(REFUSAL, "I will not."), (FILTERED, "the reply was filtered")]
)
def test_a_refusal_is_no_verdict(body: bytes, detail: str, tmp_path: Path) -> None:
    """It is not asked for again."""
    b = bench(tmp_path, body, GOOD)

    assert b.answer(TEXT) == NoVerdict(Reason.REFUSED, detail)
    assert len(b.requests) == 1


def test_a_reply_that_is_no_completion_is_asked_for_once_more(tmp_path: Path) -> None:
    """Status 200 with a page of HTML."""
    assert bench(tmp_path, b"<html>", GOOD).answer(TEXT) == Answer(7.0, "so")


def test_a_reply_that_ran_into_its_limit_gets_more_room(tmp_path: Path) -> None:
    """Four times as many tokens, and the reason says it where that does not help."""
    b = bench(tmp_path, cut('{"nonce": "NONCE", "why": "a long'))
    found = b.answer(TEXT)

    expected = 'it was cut off at the output limit: "value": is missing.'
    assert found == NoVerdict(Reason.UNREADABLE, expected)
    assert [r.parameters.max_output_tokens for r in b.requests] == [2048, 8192]


def test_a_cut_reply_whose_value_is_complete_is_read(tmp_path: Path) -> None:
    """Only its grounds broke off."""
    b = bench(tmp_path, cut('{"nonce": "NONCE", "value": 7, "why": "a long'))

    assert b.answer(TEXT) == Answer(7.0, "")


def test_another_name_for_the_value_counts_in_a_whole_reply_only(tmp_path: Path) -> None:
    """In one that broke off, the value itself may have been to come."""
    said = '{"nonce": "NONCE", "rating": 7, "why": "so'
    whole, part = bench(tmp_path / "a", said + '"}'), bench(tmp_path / "b", cut(said))

    assert whole.answer(TEXT) == Answer(7.0, "so")
    assert part.answer(TEXT).reason is Reason.UNREADABLE


@pytest.mark.parametrize(
    "said",
    [
        '{"nonce": "NONCE", "why": "so", "lines": [1, 2',
        '{"nonce": "NONCE", "why": "so", "lines": [1, 2,',
        '{"nonce": "NONCE", "why": "so", "lines": ',
    ],
)
def test_a_list_that_broke_off_is_no_list(said: str, tmp_path: Path) -> None:
    """Some of its entries are not the answer."""
    assert bench(tmp_path, cut(said)).answer(WhichLines("x")).reason is Reason.UNREADABLE


@pytest.mark.parametrize(
    ("said", "expected"),
    [("[1, 2]", (1, 2)), ("[]", ()), ('["<3>", "4"]', (3, 4)), ("5", (5,))],
)
def test_a_list_of_numbers_is_read(said: str, expected: tuple[int, ...], tmp_path: Path) -> None:
    """As numbers, or named as they are shown."""
    b = bench(tmp_path, f'{{"nonce": "NONCE", "lines": {said}}}')

    assert b.answer(WhichLines("x")) == Answer(Lines(expected))


def test_what_cannot_be_is_objected_to(tmp_path: Path) -> None:
    """The ask knows better than its type."""
    b = bench(tmp_path, '{"nonce": "NONCE", "lines": [12]}', '{"nonce": "NONCE", "lines": [2]}')

    assert b.answer(WhichLines("x")) == Answer(Lines((2,)))
    assert "there is no such line" in told(b.requests[1])


HOLDS = Holds("Rain fell. It was the  “net”\nloss.", "There was a net loss.")
YES = '{"nonce": "NONCE", "quotes": [{"source": "text", "text": "QUOTE"}], "value": true}'


def test_a_quote_is_stored_as_the_sources_own_words(tmp_path: Path) -> None:
    """With its place there."""
    b = bench(tmp_path, YES.replace("QUOTE", "the 'net' loss"))

    assert b.answer(HOLDS) == Answer(True, "", (Quote("text", 18, 33, "the  “net”\nloss"),))


@pytest.mark.parametrize(
    ("quotes", "problem"),
    [
        ('[{"text": "a net gain"}]', '"a net gain" stands nowhere in the material.'),
        ('[{"text": "Rain fell."}]', '"Rain fell." does not bear on the statement.'),
        ("[]", "a quote from the material is needed."),
        ("null", "a quote from the material is needed."),
    ],
)
def test_a_verdict_that_needs_a_quote_and_has_none_is_none(
    quotes: str, problem: str, tmp_path: Path
) -> None:
    """Unverified, and the model is told why."""
    b = bench(tmp_path, f'{{"nonce": "NONCE", "quotes": {quotes}, "value": true}}')

    expected = NoVerdict(Reason.UNREADABLE, f"the answer: unverified quote: {problem}")
    assert expected == b.answer(HOLDS)


def test_a_verdict_that_needs_no_quote_stands_without(tmp_path: Path) -> None:
    """What is not there cannot be quoted."""
    b = bench(tmp_path, '{"nonce": "NONCE", "quotes": [], "why": "no", "value": false}')

    assert b.answer(HOLDS) == Answer(False, "no")


def test_quotes_that_were_dropped_are_told_of(tmp_path: Path) -> None:
    """In the grounds, beside the one that stands."""
    said = YES.replace("]", ', {"text": "nowhere"}]').replace("QUOTE", "net")
    found = bench(tmp_path, said).answer(HOLDS)

    note = "quotes that do not stand in the material or do not bear on it were dropped: 1"
    assert (found.why, len(found.quotes)) == (f"[reader: {note}]", 1)


def test_an_ask_with_images_is_not_put_to_a_model_that_sees_none(tmp_path: Path) -> None:
    """It would answer all the same."""

    class Seen(Mark):
        def attachments(self) -> tuple[Attachment, ...]:
            return (Attachment("x.png", "0" * 64),)

    b = bench(tmp_path, GOOD)
    expected = NoVerdict(Reason.NOT_ASSESSED, "the model is shown no images")

    assert b.answer(Seen("x")) == expected
    assert b.each(Seen("x"), Seen("y")) == [expected, expected]
    seeing = replace(b.llm, sees=True)
    assert asyncio.run(seeing.answer(Seen("x"))) == Answer(7.0, "so")
    assert Attachment("x.png", "0" * 64) in b.requests[0].messages[-1].content


def test_the_identity_names_what_could_change_an_answer(tmp_path: Path) -> None:
    """Endpoint, model, parameters, room, reader."""
    llm = bench(tmp_path, GOOD).llm
    others = [
        replace(llm, parameters=Parameters(temperature=0.2)),
        replace(llm, room=Room(one=100)),
        replace(llm, sees=True),
        replace(llm, model=offline("there", "scripted", llm.ledger)),
        replace(llm, model=offline("scripted", "larger", llm.ledger)),
    ]

    assert llm.identity.startswith("llm/scripted:scripted/")
    assert llm.identity.endswith("/reader-2")
    assert len({one.identity for one in (llm, *others)}) == 6
    assert not llm.is_indicative


def test_replies_are_counted_by_how_they_were_read(tmp_path: Path) -> None:
    """Strict, repaired, asked again, lost, absent."""
    broken = "{nonce: 'NONCE', value: 7,}"
    b = bench(tmp_path, GOOD, broken, "no", GOOD, "no", "no", TimedOut("m", "late"))
    for text in "abcde":
        b.answer(Mark(text))

    assert b.llm.readings == Readings(strict=2, repaired=1, asked_again=2, lost=1, absent=1)


def test_an_answer_names_the_replies_it_was_read_from(tmp_path: Path) -> None:
    """Through the ledger, both of them."""
    b = bench(tmp_path, "no", GOOD)
    asyncio.run(Kept(b.llm, b.ledger).answer(TEXT))
    kept = asyncio.run(b.ledger.answers_to(TEXT.identity()))

    assert [len(one.replies) for one in kept] == [2]


def test_a_replay_takes_the_same_path(tmp_path: Path) -> None:
    """Spoiled replies are met again, and nothing is asked."""
    b = bench(tmp_path, "no", GOOD, "no", "none")
    first = [b.answer(Mark(text)) for text in "ab"]
    model = offline("scripted", "scripted", b.ledger, is_replay=True)
    again = [asyncio.run(LLM(model, b.ledger).answer(Mark(text))) for text in "ab"]

    assert again == first
    assert len(b.requests) == 4


def test_a_chinese_prompt_is_framed_in_chinese(tmp_path: Path) -> None:
    """Form, fence and mark."""
    b = bench(tmp_path, GOOD)
    b.answer(Mark("蜜蜂", "zh"))
    said = told(b.requests[0])

    assert "请只输出一个 JSON 对象" in said
    assert '"value"：0 到 10 的数字' in said
    assert "其第一个字段为" in said


def test_words_of_the_form_are_no_grounds(tmp_path: Path) -> None:
    """A template that was copied is no answer, whatever its value."""
    said = '{"nonce": "NONCE", "value": 7, "why": "The score is <score> because <your_reason>"}'

    expected = NoVerdict(
        Reason.UNREADABLE, "\"why\": holds a placeholder that was not filled, got '<score>'."
    )
    assert expected == bench(tmp_path, said).answer(TEXT)


def test_what_a_database_refuses_is_replaced(tmp_path: Path) -> None:
    """NUL and halves of pairs, escaped in JSON, reach no table."""
    b = bench(tmp_path, '{"nonce": "NONCE", "value": 7, "why": "a\\u0000b\\ud83d"}')
    found = asyncio.run(Kept(b.llm, b.ledger).answer(TEXT))

    assert found == Answer(7.0, "a\ufffdb?")
