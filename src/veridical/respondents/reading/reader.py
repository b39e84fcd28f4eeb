"""A model's reply, read as the answer to what was asked.

One rule for all asks: the object with the mark, its value by the answer's type, the quotes it
needs found in the material. What is not read says why; nobody else decides what a reply meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

import msgspec

from veridical.ask import Answer, Ask, Grounds, Part
from veridical.checks.orders import ATTACKED, attacks_in, orders_shown
from veridical.errors import AnswerError
from veridical.models.port import Finish, Reply
from veridical.respondents.reading.decimals import has_decimal_comma, language_of
from veridical.respondents.reading.fields import (
    Manner,
    by_name,
    is_record,
    plain,
    value_of,
    warnings,
    words,
)
from veridical.respondents.reading.form import EACH, ID, QUOTES, VALUE, WHY, Form
from veridical.respondents.reading.json_values import CONFLICT, CutObject, Object
from veridical.respondents.reading.labels import folded
from veridical.respondents.reading.quotes import Quoted, quoted
from veridical.respondents.reading.sealed import Sealed, sealed_object

V = TypeVar("V")

READER_VERSION = "2"
"""Goes up whenever the same reply is read as another answer."""

MOST_SHOWN = 400
"""Characters of a problem that are told."""
_VALUE_NAMES = (VALUE, "verdict", "label", "score", "rating", "answer", "result")
"""What models call the value, our own name first."""
_WHY_NAMES = (WHY, "reason", "rationale", "explanation")
_QUOTE_NAMES = (QUOTES, "quote", "evidence")


@dataclass(frozen=True, slots=True)
class Unread:
    """A reply, or a part of one, that is no answer.

    Attributes:
        problem: what is wrong with it, for the model and for people.
        is_cut: whether it ran into its output limit.
    """

    problem: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Read(Generic[V]):
    """A reply that was read.

    Attributes:
        answer: what it says.
        is_repaired: whether it was no strict JSON.
    """

    answer: Answer[V]
    is_repaired: bool = False


@dataclass(frozen=True, slots=True)
class Question(Generic[V]):
    """An ask with the form of its reply.

    Attributes:
        ask: what is asked.
        form: what the reply must look like.
        parts: the ask's prompt.
    """

    ask: Ask[V]
    form: Form
    parts: tuple[Part, ...]


def read_one(question: Question[V], reply: Reply) -> Read[V] | Unread:
    """The answer in a reply to one ask."""
    try:
        sealed = sealed_object(reply.text, reply.nonce)
        answer = _answer(question, sealed.fields, _ignored(sealed))
    except AnswerError as e:
        return unread(reply, e)
    if question.ask.likeliest and reply.logprobs:
        answer = question.ask.weighed(answer, reply.text, reply.logprobs)
    return Read(answer, sealed.is_repaired)


def read_each(
    questions: Mapping[str, Question[V]], reply: Reply
) -> dict[str, Read[V] | Unread] | Unread:
    """The answers in a reply to several asks, by their ids.

    An id that was not asked is ignored; one that is answered twice, differently, is unread, and
    so is one that is not answered. Each of the others stands on its own.
    """
    try:
        sealed = sealed_object(reply.text, reply.nonce)
        items = list(_items(sealed.fields))
    except AnswerError as e:
        return unread(reply, e)
    is_cut = sealed.is_cut or reply.finish is Finish.LENGTH
    lacking = Unread("there is no answer for this number", is_cut)
    found: dict[str, Read[V] | Unread] = dict.fromkeys(questions, lacking)
    strangers = sorted({name for name, _ in items if name not in questions})
    notes = _ignored(sealed) + [
        f'an answer for "{name[:20]}", which was not asked, was ignored' for name in strangers[:3]
    ]
    for name, fields in items:
        if name in questions:
            one = _one_of_each(questions[name], fields, notes, is_repaired=sealed.is_repaired)
            found[name] = one if found[name] is lacking else _both(found[name], one)
    return found


def unread(reply: Reply, error: AnswerError) -> Unread:
    """Why a reply was not read."""
    is_cut = reply.finish is Finish.LENGTH
    lead = "it was cut off at the output limit: " if is_cut else ""
    return Unread((lead + str(error))[:MOST_SHOWN], is_cut)


def _ignored(sealed: Sealed) -> list[str]:
    many = sealed.others
    return [f"JSON without the call's mark was ignored: {many}"] if many else []


def _items(fields: Object) -> Iterator[tuple[str, Object]]:
    """Id and fields of each answer.

    Raises:
        AnswerError: there is no list of answers.
    """
    listed = fields.get(EACH)
    if isinstance(listed, dict):
        pairs = [(str(key), value) for key, value in listed.items()]
    elif isinstance(listed, list):
        pairs = [(str(one.get(ID, "")), one) for one in listed if isinstance(one, dict)]
    else:
        raise AnswerError(f'"{EACH}"', "is missing", expected="a list")
    yield from ((name.strip(" <>#."), one) for name, one in pairs if isinstance(one, dict))


def _one_of_each(
    question: Question[V], fields: Object, notes: list[str], *, is_repaired: bool
) -> Read[V] | Unread:
    try:
        return Read(_answer(question, fields, notes), is_repaired)
    except AnswerError as e:
        return Unread(str(e)[:MOST_SHOWN])


def _both(one: Read[V] | Unread, other: Read[V] | Unread) -> Read[V] | Unread:
    if isinstance(one, Unread) or isinstance(other, Unread):
        return Unread("it is answered twice, and not both times in the form asked for")
    if one.answer.value != other.answer.value:
        return Unread("conflict: it is answered twice, differently")
    return one


def _answer(question: Question[V], fields: Object, notes: list[str]) -> Answer[V]:
    """What an object says.

    Raises:
        AnswerError: it is no answer to the ask.
    """
    ask = question.ask
    grounds = ask.grounds()
    names = tuple(text.source for text in grounds.texts)
    manner = Manner(has_decimal_comma(language_of(ask)), names)
    named = by_name(fields)
    plain_value = value_of(question.form.kind, _value(question.form, named), VALUE, manner)
    value = _built(ask, plain_value)
    why = _why(named, manner)
    found = quoted(_first(named, _QUOTE_NAMES), grounds)
    if grounds.unquoted is not None and value not in grounds.unquoted and not found.found:
        raise AnswerError("the answer", _unverified(found, grounds))
    told = [*notes, *warnings(question.form.kind, plain_value), *_remarks(question, found, grounds)]
    noted = f"{why} [reader: {'; '.join(told)}]".strip() if told else why
    return Answer(value, noted, found.found)


def _value(form: Form, named: Mapping[str, object]) -> object:
    if not form.is_flat:
        return _first(named, _VALUE_NAMES)
    kind = plain(form.kind)
    own = {folded(f.encode_name) for f in kind.fields} if is_record(kind) else set()
    inner = _first(named, (VALUE, "answer", "result"))
    if isinstance(inner, dict) and not (own - {VALUE}) & named.keys():
        return inner
    if VALUE in own and not isinstance(named, CutObject):
        return {**named, VALUE: _first(named, _VALUE_NAMES)}
    return named


def _first(named: Mapping[str, object], names: tuple[str, ...]) -> object:
    """The first of these fields, or the only other that is there; a conflict if those differ.

    Of an object that broke off only the first counts: it may have been about to come.
    """
    if names[0] in named or isinstance(named, CutObject):
        return named.get(names[0])
    found = [named[name] for name in names if name in named]
    if len(found) > 1 and any(one != found[0] for one in found):
        return CONFLICT
    return found[0] if found else None


def _built(ask: Ask[V], plain_value: object) -> V:
    try:
        value = cast("V", msgspec.convert(plain_value, ask.answer_type))
    except msgspec.ValidationError as e:
        raise AnswerError("the answer", f"does not fit: {e}") from e
    objection = ask.objection(value)
    if objection:
        raise AnswerError("the answer", objection)
    return value


def _why(named: Mapping[str, object], manner: Manner) -> str:
    said = next((named[name] for name in _WHY_NAMES if name in named), None)
    return words(said, WHY, manner) if isinstance(said, str) else ""


def _unverified(found: Quoted, grounds: Grounds) -> str:
    attacks = attacks_in(grounds.texts)
    if attacks:
        at = {(q.source, q.start) for q in found.ordering}
        near = min(attacks, key=lambda a: _distance(a.source, a.start, at))
        return f"{ATTACKED}: {near}"
    if found.beside:
        return f'unverified quote: "{found.beside[0][:80]}" does not bear on the statement'
    if found.unknown:
        return f'unverified quote: "{found.unknown[0][:80]}" stands nowhere in the material'
    return "unverified quote: a quote from the material is needed"


def _distance(source: str, start: int, quotes: set[tuple[str, int]]) -> float:
    return min((abs(start - at) for name, at in quotes if name == source), default=math.inf)


def _remarks(question: Question[V], found: Quoted, grounds: Grounds) -> Iterator[str]:
    if found.lost:
        yield (
            "quotes that do not stand in the material or do not bear on it were dropped: "
            f"{found.lost}"
        )
    for part in question.parts:
        orders = orders_shown(part.text, grounds.texts) if part.untrusted else ()
        if orders:
            yield f'the material addresses its reader: "{orders[0].words}"'
            return
