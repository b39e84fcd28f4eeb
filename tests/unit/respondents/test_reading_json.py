"""What is nearly JSON is read as a careful person would; what is none is refused, quickly."""

from __future__ import annotations

import contextlib
import json
import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.errors import AnswerError
from veridical.respondents.reading.json_repair import BrokenJson, NearJson
from veridical.respondents.reading.json_values import CONFLICT, CutList, CutObject, same
from veridical.respondents.reading.sealed import sealed_object

NONCE = "5e3f0c1d2b4a69788f01"


def near(text: str) -> object:
    """What is read from the first character on."""
    return NearJson(text, 0).read()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{"score": 1.0, // full\n "reason": "line one\nline two",}',
            {"score": 1.0, "reason": "line one\nline two"},
        ),
        ('{"a": 1, /* so\nso */ "b": 2}', {"a": 1, "b": 2}),
        ('{"a": 1, # so\n "b": 2}', {"a": 1, "b": 2}),
        ('{"a": [1, 2, 3,],}', {"a": [1, 2, 3]}),
        ('{,"a": 1,, "b": 2}', {"a": 1, "b": 2}),
        ('{"a": 1\n "b": 2}', {"a": 1, "b": 2}),
        ('{"a": "one"\n "b": "two"}', {"a": "one", "b": "two"}),
        ("{'a': 'it is', 'b': 'the bee's knees'}", {"a": "it is", "b": "the bee's knees"}),
        ("{a: 1, b_2: two, c-d: not in source}", {"a": 1, "b_2": "two", "c-d": "not in source"}),
        ("{a: True, b: False, c: None}", {"a": True, "b": False, "c": None}),
        ("{“a”：“好”，“b”：2}", {"a": "好", "b": 2}),
        ('{"a": "他说“好”，然后走了",}', {"a": "他说“好”，然后走了"}),
        ('{"a": "the "net" loss", "b": 1}', {"a": 'the "net" loss', "b": 1}),
        ('{"a": 8/10 // of ten\n}', {"a": "8/10"}),
        ('{"a": +.5, "b": 5., "c": 1e3}', {"a": 0.5, "b": 5.0, "c": 1000.0}),
        ('{"a": "\\u4e2d\\ud83d\\ude00 \\d \\" \\n", }', {"a": '中😀 d " \n'}),
        ('{"a": "\\ud83d x",}', {"a": "� x"}),
        ('{"a": {"b": [{"c": 1}, {"c": 2}]},}', {"a": {"b": [{"c": 1}, {"c": 2}]}}),
        ("{}", {}),
    ],
)
def test_what_is_nearly_json_is_read(text: str, expected: object) -> None:
    """Comments, commas, line breaks, quotation marks, bare words, full-width marks."""
    assert expected == near(text)


def test_no_number_stays_none() -> None:
    """NaN is read as what it is, and refused where a number is wanted."""
    found = near("{a: NaN, b: Infinity, c: -Infinity,}")

    assert math.isnan(found["a"])
    assert (found["b"], found["c"]) == (math.inf, -math.inf)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "b": "two', {"a": 1}),
        ('{"a": 1, "b": 2', {"a": 1}),
        ('{"a": 1, "b', {"a": 1}),
        ('{"a": 1, "b"', {"a": 1}),
        ('{"a": 1, "b":', {"a": 1}),
        ('{"a": 1,', {"a": 1}),
        ('{"a": 1, "b": tru', {"a": 1}),
        ('{"a": [{"b": 1}, {"b": 2}, {"b', {"a": [{"b": 1}, {"b": 2}]}),
        ('{"a": [1, 2', {"a": [1]}),
        ('{"a": {"b": 1, "c', {"a": {"b": 1}}),
        ("{", {}),
    ],
)
def test_a_tail_that_broke_off_is_dropped(text: str, expected: object) -> None:
    """What was complete before it stays; a number at the very end may lack digits."""
    found = near(text)

    assert expected == found
    assert isinstance(found, CutObject)


def test_a_list_that_broke_off_is_marked() -> None:
    """So that nobody takes what is left for all of it."""
    found = near('{"a": [1, 2, 3')

    assert isinstance(found["a"], CutList)


@pytest.mark.parametrize(
    "text",
    ["{ and so", '{"a": ]}', '{"a": [1}', "{1: 2}", '{"a": }', "{" * 40, "{[]}"],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    """Not every bracket opens an object."""
    with pytest.raises(BrokenJson):
        near(text)


def test_a_field_given_twice_differently_has_no_value() -> None:
    """Neither the first nor the last is believed; twice the same is once."""
    found = near('{"a": 1, "a": 2, "b": 1, "b": 1,}')

    assert found == {"a": CONFLICT, "b": 1}


def test_one_and_true_are_not_the_same() -> None:
    """Values compare with their types."""
    pairs = [(1, True), ([1], [1, 2]), ({"a": [1]}, {"a": [1]})]

    assert [same(one, other) for one, other in pairs] == [False, False, True]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.text(min_size=1, max_size=6), VALUES, max_size=5), st.booleans())
def test_json_is_read_as_json(value: dict[str, object], as_ascii: bool) -> None:
    """Where it needs no repair, the tolerant reader reads what the strict one reads."""
    assert value == near(json.dumps(value, ensure_ascii=as_ascii, indent=1))


@given(st.text(alphabet="{}[]\",:'\\ \n/*#a1“”", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No other error, wherever it begins."""
    reader = NearJson("{" + text, 0)
    try:
        assert isinstance(reader.read(), dict)
    except BrokenJson:
        assert reader.at <= len(text) + 1


@given(st.text(alphabet="{}[]\",:'\\ \n/*#a1N<>think", max_size=80))
def test_any_reply_holds_the_mark_or_not(text: str) -> None:
    """The only error is the one that says what is wrong."""
    mark = NONCE
    with contextlib.suppress(AnswerError):
        mark = sealed_object(text.replace("N", NONCE), NONCE).fields["nonce"].strip()

    assert mark == NONCE


SIZE = 200_000
HOSTILE = {
    "brackets": "{" * SIZE,
    "lists": "[" * SIZE,
    "nested": '{"a":' * (SIZE // 5),
    "nested lists": '{"a":[' * (SIZE // 6),
    "open strings": '{"a' * (SIZE // 3),
    "escapes": '{"a":"' + "\\" * SIZE,
    "open comments": "{ /*" * (SIZE // 4),
    "line comments": "{ //" * (SIZE // 4),
    "quotes": '{"a":"' + '" ' * (SIZE // 2),
    "single quotes": "{'a':'" + "' x" * (SIZE // 3),
    "commas": '{"a":1' + "," * SIZE,
    "spaces": '{"a":1' + " " * SIZE,
    "bare": "{a:" + "x " * (SIZE // 2),
    "thoughts": "<think>" * (SIZE // 7),
    "closed thoughts": "</think>" * (SIZE // 8),
    "marks": NONCE * (SIZE // 20),
    "marks in brackets": ("{" + NONCE) * (SIZE // 21),
    "marked fields": ('{"nonce":"' + NONCE + '",') * (SIZE // 33),
    "many objects": ('{"nonce":"' + NONCE + '"}') * (SIZE // 33),
    "digits": '{"a":' + "9" * SIZE + "}",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("tail", ["", f'{{"nonce": "{NONCE}", "value": 1,}}'], ids=["bare", "real"])
def test_a_reply_built_to_be_slow_is_not(name: str, tail: str) -> None:
    """Two hundred thousand characters of each kind, read or refused within seconds of CPU."""
    started = time.process_time()
    with contextlib.suppress(AnswerError):
        sealed_object(HOSTILE[name] + tail, NONCE)
    spent = time.process_time() - started

    assert spent < 4
