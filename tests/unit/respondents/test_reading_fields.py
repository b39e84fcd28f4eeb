"""Values are read by the type that an ask's answer has; forms tell and demand the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect as types

from tests.unit.respondents.answering import Holds, Mark, TwoMarks, WhichLines
from veridical.ask import Answer
from veridical.checks.conclusion import ConclusionAsk
from veridical.checks.reading import Said
from veridical.checks.support import SupportAsk
from veridical.errors import AnswerError
from veridical.methods.hievidr.asks.answer import AnswerAsk
from veridical.methods.hievidr.asks.citation import CitationAsk
from veridical.methods.hievidr.asks.claim import InstantiationAsk
from veridical.models.port import Finish, Reply
from veridical.models.wire import is_strict
from veridical.respondents.composing import question_of
from veridical.respondents.reading.fields import Manner, value_of
from veridical.respondents.reading.form import form_of
from veridical.respondents.reading.phrases import IN_CHINESE, IN_ENGLISH
from veridical.respondents.reading.reader import Read, Unread, read_each, read_one
from veridical.retrieval.passages import Passage

N = "5e3f0c1d2b4a69788f01"


class Color(StrEnum):
    """Labels in an order that is not the alphabet's."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Point:
    """A record that is no struct."""

    x: int
    y: int = 0


class All(msgspec.Struct):
    """One field of each kind."""

    color: Color
    size: Literal["s", "m"]
    share: Annotated[float, msgspec.Meta(ge=0, le=1)]
    count: Annotated[int, msgspec.Meta(ge=0)]
    names: list[str]
    point: Point
    is_new: bool
    note: str | None
    more: frozenset[int] = frozenset()


GOOD = {
    "color": "Red",
    "size": "M",
    "share": "1/1",
    "count": 3,
    "names": ["a"],
    "point": {"x": "2"},
    "is_new": "yes",
    "note": None,
}


def read(type_: object, said: object) -> object:
    """A value of the type."""
    return msgspec.convert(value_of(types.type_info(type_), said, "value", Manner()), type_)


def test_each_kind_is_read() -> None:
    """Labels, literals, shares, counts, lists, records, truth values, what may be null."""
    expected = All(Color.RED, "m", 1.0, 3, ["a"], Point(2), True, None)

    assert read(All, GOOD) == expected


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("color", "green"),
        ("size", "l"),
        ("share", 1.5),
        ("count", -1),
        ("count", 1.5),
        ("names", {"a": 1}),
        ("names", [1]),
        ("names", ["<your_reason>"]),
        ("point", {"y": 2}),
        ("point", [1, 2]),
        ("is_new", 1),
        ("note", 5),
        ("more", "many"),
    ],
)
def test_one_field_that_does_not_fit_is_named(field: str, said: object) -> None:
    """The others are as before."""
    with pytest.raises(AnswerError) as raised:
        read(All, GOOD | {field: said})

    named = {"point": "x"}.get(field, field) if said == {"y": 2} else field
    assert f'"{named}"' in str(raised.value)


def test_the_errors_of_several_fields_are_told_together() -> None:
    """So that one more call can mend them all."""
    with pytest.raises(AnswerError) as raised:
        read(Point, {"y": "three"})

    assert str(raised.value) == (
        'the answer: "x": is missing; "y": does not fit, got three; expected a whole number.'
    )


def test_the_form_demands_what_is_read() -> None:
    """Every object is closed, every label and end stands there, in the type's own order."""
    schema = form_of(All, True).schema
    fields = schema["properties"]

    assert list(fields)[:3] == ["quotes", "why", "color"]
    assert fields["color"] == {"type": "string", "enum": ["red", "blue"]}
    assert fields["share"] == {"type": "number", "minimum": 0, "maximum": 1}
    assert fields["count"] == {"type": "integer", "minimum": 0}
    assert fields["note"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert fields["point"]["properties"] == {"x": {"type": "integer"}, "y": {"type": "integer"}}
    assert is_strict(schema)
    assert is_strict(form_of(Color, False).schema_of_each)


@pytest.mark.parametrize("phrases", [IN_ENGLISH, IN_CHINESE], ids=["en", "zh"])
def test_the_form_is_told_in_words(phrases: object) -> None:
    """Every field of the schema, with its labels and its scale."""
    told = form_of(All, True).told(phrases)

    for word in ('"nonce"', '"quotes"', '"why"', *(f'"{name}"' for name in GOOD), '"red"', '"m"'):
        assert word in told
    assert "0" in told
    assert "1" in told
    assert "{" not in told.replace("{what}", "{")


def test_a_record_whose_fields_are_the_envelopes_is_wrapped() -> None:
    """Its own "why" is not the grounds."""

    class Odd(msgspec.Struct):
        why: str

    form = form_of(Odd, False)

    assert list(form.schema["properties"]) == ["why", "value"]


SAID = (Said(0, "Rain fell."), Said(1, "It snowed."))
ASKS = (
    SupportAsk("Rain fell.", (Passage("s1", 5, "Rain fell. It snowed."),)),
    AnswerAsk("Q?", "gold", "conclusion", "en"),
    CitationAsk("i1", "Rain fell.", (), "de"),
    InstantiationAsk("Rain.", SAID, "zh"),
    ConclusionAsk(SAID, "en"),
    Mark("x"),
    TwoMarks("x"),
    WhichLines("x"),
    Holds("Rain fell.", "Rain."),
)
FIELDS = """
value verdict label why quotes answers id accuracy coherence integration completeness depth
conciseness structure consistency statements first last style facts lines text source
"""
NAMES = st.sampled_from(FIELDS.split())
WORDS = st.sampled_from(
    ["supported", "no", "Rain fell.", "snow", "5", "4/5", "8,5", "<0>", "", "…", "<score>", "支持"]
)
LEAVES = st.none() | st.booleans() | st.integers(-2, 12) | st.floats() | WORDS
VALUES = st.recursive(
    LEAVES, lambda v: st.lists(v, max_size=4) | st.dictionaries(NAMES, v, max_size=4), max_leaves=9
)


@given(st.sampled_from(ASKS), st.dictionaries(NAMES, VALUES, max_size=8))
def test_whatever_a_model_says_is_an_answer_that_fits_or_none(ask: object, said: dict) -> None:
    """It raises nothing, and what is read is of the type, kept and found again."""
    text = msgspec.json.encode({"nonce": N, **said}).decode()
    found = read_one(question_of(ask), Reply(text=text, finish=Finish.STOP, nonce=N))

    assert isinstance(found, Read | Unread)
    if isinstance(found, Read):
        assert isinstance(found.answer, Answer)
        assert ask.read(ask.write(found.answer)) == found.answer
        assert ask.objection(found.answer.value) == ""


@given(st.sampled_from(ASKS), st.dictionaries(NAMES, VALUES, max_size=8), st.integers(0, 400))
def test_a_reply_that_breaks_off_says_the_same_or_nothing(
    ask: object, said: dict, length: int
) -> None:
    """Of a truncated reply nothing else is read than of the whole one."""
    text = msgspec.json.encode({"nonce": N, **said}).decode()
    whole = read_one(question_of(ask), Reply(text=text, finish=Finish.STOP, nonce=N))
    part = read_one(question_of(ask), Reply(text=text[:length], finish=Finish.LENGTH, nonce=N))

    if isinstance(part, Read):
        assert isinstance(whole, Read)
        assert part.answer.value == whole.answer.value


@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=6), max_size=5) | VALUES)
def test_whatever_a_model_says_of_several_is_read_one_by_one(said: object) -> None:
    """As many results as asks, or none at all."""
    questions = {str(n): question_of(Holds("Rain fell.", f"Rain {n}.")) for n in (1, 2, 3)}
    text = msgspec.json.encode({"nonce": N, "answers": said}).decode()
    found = read_each(questions, Reply(text=text, finish=Finish.STOP, nonce=N))

    assert isinstance(found, Unread) or list(found) == ["1", "2", "3"]


class Program(msgspec.Struct):
    """Words that are a program."""

    code: Annotated[str, msgspec.Meta(extra={"is_code": True})]
    title: str


def test_a_program_holds_no_placeholders() -> None:
    """What is a hole in words of a form is a subscript in a program."""
    kind = types.type_info(Program)
    said = {"code": "row[label] = {value}", "title": "Rows"}
    assert value_of(kind, said, "reply", Manner()) == said
    with pytest.raises(AnswerError, match="placeholder"):
        value_of(kind, {**said, "title": "[label]"}, "reply", Manner())
    with pytest.raises(AnswerError):
        value_of(kind, {**said, "code": 5}, "reply", Manner())
