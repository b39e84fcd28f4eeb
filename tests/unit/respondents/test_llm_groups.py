"""Several asks on the same material in one call, read by their ids."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.respondents.answering import Bench, Holds, Mark, TwoMarks, bench, cut, told
from veridical.ask import Answer, NoVerdict
from veridical.errors import ConfigError, TimedOut
from veridical.models.port import Request
from veridical.score import Reason

TEXT = "Bees fly. Rain fell. It snowed. Wind blew. Sun shone."
FIVE = [
    Holds(TEXT, f"The text says: {word}.") for word in ("Bees", "Rain", "snowed", "Wind", "Sun")
]
LACKING = "there is no answer for this number"


def items(*pairs: tuple[object, bool]) -> str:
    """A reply that answers these ids; yes quotes the whole text."""
    answers = [
        {"id": name, "quotes": [{"text": TEXT}] if value else [], "why": "", "value": value}
        for name, value in pairs
    ]
    return json.dumps({"nonce": "NONCE", "answers": answers})


def values(found: list[Answer[object] | NoVerdict]) -> list[object]:
    """Values, or why there are none."""
    return [one.value if isinstance(one, Answer) else one.detail for one in found]


def numbers(request: Request) -> list[int]:
    """The ids that a request asks for."""
    said = told(request)
    return [n for n in range(1, 10) if f"\nNumber {n}.\n" in said]


def test_all_are_asked_in_one_call(tmp_path: Path) -> None:
    """What they share stands once and first, what varies under its number."""
    b = bench(tmp_path, items((1, True), (2, False), (3, True), (4, False), (5, True)))
    found = b.each(*FIVE)

    assert values(found) == [True, False, True, False, True]
    said = told(b.requests[0])
    assert len(b.requests) == 1
    assert said.count(TEXT) == 1
    assert said.count("Quote it.") == 1
    assert said.index(TEXT) < said.index("Number 1.") < said.index("says: Rain")
    assert said.index("Number 5.") < said.index("Quote it.")


def test_fewer_repeated_and_unknown_ids(tmp_path: Path) -> None:
    """1 and 3 are taken, 2, 4 and 5 asked again without the rest, 9 is ignored and told of."""
    first = items((1, True), (1, True), (3, False), (9, True))
    b = bench(tmp_path, first, items((5, True), (2, False), (4, True)))
    found = b.each(*FIVE)

    assert values(found) == [True, False, False, True, True]
    assert [numbers(r) for r in b.requests] == [[1, 2, 3, 4, 5], [2, 4, 5]]
    assert 'an answer for "9", which was not asked, was ignored' in found[0].why


def test_an_id_answered_twice_differently_is_asked_again(tmp_path: Path) -> None:
    """Neither is believed."""
    b = bench(tmp_path, items((1, True), (1, False), (2, True)), items((1, False)))
    found = b.each(*FIVE[:2])

    assert values(found) == [False, True]
    assert numbers(b.requests[1]) == [1]
    assert "conflict: it is answered twice, differently" in told(b.requests[1])


def test_what_is_missing_twice_has_no_verdict(tmp_path: Path) -> None:
    """The others keep theirs: as many results as asks."""
    b = bench(tmp_path, items((1, True), (3, False)), items((4, True)))
    found = b.each(*FIVE)

    assert values(found) == [True, LACKING, False, True, LACKING]
    assert {one.reason for one in found if isinstance(one, NoVerdict)} == {Reason.UNREADABLE}


def test_the_order_of_the_answers_is_no_matter(tmp_path: Path) -> None:
    """Ids say what is answered."""
    b = bench(tmp_path, items((3, False), (1, True), (2, False)))

    assert values(b.each(*FIVE[:3])) == [True, False, False]


def test_complete_items_of_a_truncated_list_are_kept(tmp_path: Path) -> None:
    """Only the rest is asked for again, with more room."""
    whole = items((1, True), (2, False), (3, True), (4, False), (5, True))
    broken = whole[: whole.index('"id": 4') + 30]
    b = bench(tmp_path, cut(broken), items((4, False), (5, True)))
    found = b.each(*FIVE)

    assert values(found) == [True, False, True, False, True]
    assert [numbers(r) for r in b.requests] == [[1, 2, 3, 4, 5], [4, 5]]


def test_the_room_grows_with_the_number_of_asks(tmp_path: Path) -> None:
    """And again after a reply that broke off."""
    b = bench(tmp_path, cut('{"nonce": "NONCE", "answers": ['))
    b.each(*FIVE)

    limits = [r.parameters.max_output_tokens for r in b.requests]
    assert limits == [2048 + 4 * 256, 4 * (2048 + 4 * 256)]


@pytest.mark.parametrize(
    "said",
    [
        '{"nonce": "NONCE", "answers": {"1": {"value": true}, "2": {"value": false}}}',
        '{"nonce": "NONCE", "value": true}',
        '{"nonce": "NONCE", "answers": "none"}',
        '{"nonce": "NONCE", "answers": [true, false]}',
        '[{"id": "1", "value": true}]',
        "no",
    ],
)
def test_no_answers_by_id(said: str, tmp_path: Path) -> None:
    """Position is no id, and an unquoted yes is none either."""
    found = bench(tmp_path, said).each(*FIVE[:2])

    assert isinstance(found[0], NoVerdict)
    assert found[0].reason is Reason.UNREADABLE


def test_answers_may_be_named_by_their_ids(tmp_path: Path) -> None:
    """An object instead of a list."""
    said = '{"nonce": "NONCE", "answers": {"1": {"value": false}, "<2>": {"value": "no"}}}'

    assert values(bench(tmp_path, said).each(*FIVE[:2])) == [False, False]


def test_one_bad_item_spoils_no_other(tmp_path: Path) -> None:
    """Each is read on its own."""
    answers = '[{"id": 1, "value": 7}, {"id": 2, "value": "seven"}, {"id": 3, "value": 8}]'
    b = bench(tmp_path, f'{{"nonce": "NONCE", "answers": {answers}}}')
    found = values(b.each(Mark("a"), Mark("b"), Mark("c")))

    assert [found[0], found[2]] == [7, 8]
    assert "got seven" in told(b.requests[1])
    assert found[1] == LACKING or "does not fit" in str(found[1])


def test_a_failed_call_is_an_absence_for_each(tmp_path: Path) -> None:
    """With its reason."""
    found = bench(tmp_path, TimedOut("m", "late")).each(*FIVE)

    assert [one.reason for one in found] == [Reason.TIMEOUT] * 5


def test_a_failed_second_call_takes_no_first_answer_back(tmp_path: Path) -> None:
    """Only what was left is missing."""
    found = bench(tmp_path, items((1, True)), TimedOut("m", "late")).each(*FIVE[:2])

    assert found[0].value is True
    assert found[1].reason is Reason.TIMEOUT


def test_one_ask_alone_is_put_as_such(tmp_path: Path) -> None:
    """And the same ask twice is put once."""
    b = bench(tmp_path, '{"nonce": "NONCE", "value": 7}')
    found = b.each(Mark("a"), Mark("a"))

    assert values(found) == [7, 7]
    assert [numbers(r) for r in b.requests] == [[]]
    assert b.each() == []


def test_what_cannot_be_asked_together_is_refused(tmp_path: Path) -> None:
    """Asks of two kinds."""
    with pytest.raises(ConfigError) as raised:
        bench(tmp_path, "").each(Mark("a"), TwoMarks("a"))

    expected = (
        "a group of asks: mixes what cannot be asked together; expected one kind of ask, and "
        "the same images. Ask them one by one."
    )
    assert expected == str(raised.value)


def test_a_reply_that_left_something_open_twice_is_asked_for_anew(tmp_path: Path) -> None:
    """By the next run: the first, which was of use, is found again."""
    b = bench(tmp_path, items((1, True)), items(), items((2, True)))
    first, again = values(b.each(*FIVE[:2])), values(b.each(*FIVE[:2]))

    assert (first, again) == ([True, LACKING], [True, True])
    assert [numbers(r) for r in b.requests] == [[1, 2], [2], [2]]


def test_prompts_that_differ_in_length_are_put_together(tmp_path: Path) -> None:
    """What only some of them have stands under their number."""

    class Longer(Holds):
        def prompt(self):
            parts = super().prompt()
            return parts if "Bees" in self.statement else (*parts[:2], parts[0], *parts[2:])

    b: Bench = bench(tmp_path, items((1, True), (2, False)))
    b.each(Longer(TEXT, "Bees fly."), Longer(TEXT, "Rain fell."))
    said = told(b.requests[0])

    assert said.count("Does it say this?") == 2
    assert said.count("The text:") == 2
