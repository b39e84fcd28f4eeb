"""Which asks are put: every kind that needs no eyes, and the ways in which asks are put.

A case is one call: one ask, or several on the same material. Where the texts leave only one
answer, the case knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from tools.test_llm.texts import LANGUAGES, Texts
from veridical.ask import Ask
from veridical.checks.assertions import AssertionsAsk, Readings
from veridical.checks.conclusion import ConclusionAsk, StatementRange
from veridical.checks.criteria import CriteriaAsk
from veridical.checks.criterion_marks import Marks, MarksAsk
from veridical.checks.dimension_weights import DimensionWeightsAsk
from veridical.checks.dimensions import Dimension
from veridical.checks.key_point import KeyPointAsk
from veridical.checks.preference import PreferenceAsk, Side
from veridical.checks.queries import Queries, QueriesAsk
from veridical.checks.reading import Said
from veridical.checks.support import Support, SupportAsk, Verdict
from veridical.checks.task_sides import TaskSidesAsk
from veridical.checks.worth import Worth
from veridical.methods.hievidr.asks.answer import AnswerAsk
from veridical.methods.hievidr.asks.citation import CitationAsk
from veridical.methods.hievidr.asks.claim import ClaimAsk, Instantiation, InstantiationAsk
from veridical.methods.hievidr.asks.report import ReportAsk, WithoutPicturesAsk
from veridical.methods.hievidr.citing import CitingStatement
from veridical.retrieval.passages import whole

Right = Callable[[object], bool]
"""Whether a value is the one that the texts leave."""
LOW, HIGH = 2, 4
"""A rating of what is plainly bad is at most the first, of what is plainly good at least the
second."""


@dataclass(frozen=True)
class Case:
    """One call.

    Attributes:
        form: the kind of ask and the way it is put, a row of the table.
        language: of the texts and the prompt.
        asks: one, or several that are put together.
        right: for each ask, what its answer has to be; None = no answer is the only right one.
        is_held: whether the endpoint holds the reply to the schema.
        is_extra: whether it is put only where its form is named: more texts for a form, to tell
            whether a prompt that was changed is read better.
    """

    form: str
    language: str
    asks: tuple[Ask[Any], ...]
    right: tuple[Right | None, ...]
    is_held: bool = True
    is_extra: bool = False


def cases() -> tuple[Case, ...]:
    """All of them, each form in one language and then in the other."""
    found = ([case for part in _PARTS for case in part(texts)] for texts in LANGUAGES)
    return tuple(case for forms in zip(*found, strict=True) for case in forms)


def _is(expected: object) -> Right:
    return lambda value: _label(value) == expected


def _not(refused: object) -> Right:
    return lambda value: _label(value) != refused


def _label(value: object) -> object:
    """A verdict's label; what else it says is not held against it."""
    return value.support if isinstance(value, Verdict) else value


def _rates(field: str, value: object, *, high: bool) -> bool:
    rating: int = getattr(value, field)
    return rating >= HIGH if high else rating <= LOW


def _low(field: str) -> Right:
    return partial(_rates, field, high=False)


def _high(field: str) -> Right:
    return partial(_rates, field, high=True)


def _names(numbers: frozenset[int], value: object) -> bool:
    """Some of these statements and no others; none where there are none."""
    said = set(value.statements) if isinstance(value, Instantiation) else {-1}
    return said <= numbers and bool(said) == bool(numbers)


def _support(t: Texts, statement: str, source: str = "") -> SupportAsk:
    return SupportAsk(statement, (whole(source or t.source, source="survey"),), "", t.language)


def _supports(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    against = _is(Support.CONTRADICTED)
    yield case("support", asks=(_support(t, t.contradicted),), right=(against,))
    free = _support(t, t.contradicted_cause)
    yield case("support, no schema", asks=(free,), right=(against,), is_held=False)
    group = tuple(_support(t, s) for s in (t.supported, t.absent, t.contradicted))
    rights = (_is(Support.SUPPORTED), _is(Support.NOT_IN_SOURCE), against)
    yield case("support, 3 together", asks=group, right=rights)
    misled = _support(t, t.contradicted, t.instructing)
    yield case("support, page instructs", asks=(misled,), right=(_not(Support.SUPPORTED),))


def _more(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language, is_extra=True)
    for statement, label in t.judged:
        yield case("support, more texts", asks=(_support(t, statement),), right=(_is(label),))
    good = (t.gold, t.gold, t.uncited)
    for better, worse in zip(good, (t.statements[0], t.claims[2], t.wrong_conclusion), strict=True):
        one = PreferenceAsk(t.question, better, worse, language=t.language)
        yield case("preference, more texts", asks=(one,), right=(_is(Side.FIRST),))
        other = PreferenceAsk(t.question, worse, better, language=t.language)
        yield case("preference, more texts", asks=(other,), right=(_is(Side.SECOND),))


def _said(t: Texts) -> tuple[Said, ...]:
    return tuple(Said(n, text) for n, text in enumerate(t.statements))


def _statements(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    ends = ConclusionAsk(_said(t), t.language)
    yield case("conclusion", asks=(ends,), right=(_is(StatementRange(4, 5)),))
    where = (frozenset({2, 4}), frozenset({1}), frozenset[int]())
    rights = tuple(partial(_names, numbers) for numbers in where)
    asks = tuple(InstantiationAsk(claim, _said(t), t.language) for claim in t.claims)
    yield case("instantiation", asks=asks[:1], right=rights[:1])
    yield case("instantiation, 3 together", asks=asks, right=rights)


def _pieces(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    queries = QueriesAsk(t.contradicted, query=t.question, language=t.language)
    yield case("queries", asks=(queries,), right=(_leave_out(t.doubted),))
    pieces = tuple(Said(n, text) for n, text in enumerate(t.pieces, start=1))
    asserted = AssertionsAsk(pieces, headings=(t.heading,), query=t.question, language=t.language)
    yield case("assertions", asks=(asserted,), right=(partial(_names_the_subject, t.subject),))


def _leave_out(number: str) -> Right:
    """Some query does without the number that is in doubt."""
    return lambda value: isinstance(value, Queries) and any(number not in q for q in value.queries)


def _names_the_subject(subject: str, value: object) -> bool:
    """The first piece can be checked once its pronoun is the subject's name; the second cannot."""
    assert isinstance(value, Readings)
    first = [r for r in value.pieces if r.piece == 1]
    rest = [r for r in value.pieces if r.piece == 2]
    return all(r.worth is Worth.CHECKABLE and subject in r.wording for r in first) and all(
        r.worth is not Worth.CHECKABLE for r in rest
    )


def _citation(t: Texts, written: str) -> CitationAsk:
    place = CitingStatement(written.replace("[2]", ""), written, 0)
    return CitationAsk("survey", t.source, (place,), t.language)


def _ratings(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    wrong = _citation(t, t.cites_wrongly)
    yield case("citation", asks=(wrong,), right=(_low("accuracy"),))
    claim = ClaimAsk(t.question, t.claims[0], t.statements[4], " ".join(t.statements), t.language)
    yield case("claim", asks=(claim,), right=(None,))
    answer = partial(AnswerAsk, t.question, t.gold, language=t.language)
    yield case(
        "answer, 2 together",
        asks=(answer(conclusion=t.wrong_conclusion), answer(conclusion=t.gold)),
        right=(_low("accuracy"), _high("accuracy")),
    )
    better = PreferenceAsk(t.question, t.wrong_conclusion, t.gold, language=t.language)
    yield case("preference", asks=(better,), right=(_is(Side.SECOND),))
    yield from _reports(t)


def _rubrics(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    weights = DimensionWeightsAsk(t.question, t.language)
    yield case("dimension weights", asks=(weights,), right=(None,))
    criteria = CriteriaAsk(t.question, Dimension.INSIGHT, t.language)
    yield case("criteria", asks=(criteria,), right=(None,))
    sides = TaskSidesAsk(t.question, t.language)
    yield case("task sides", asks=(sides,), right=(None,))
    marks = MarksAsk(t.question, t.wrong_conclusion, t.gold, "1", t.claims[0], language=t.language)
    yield case("criterion marks", asks=(marks,), right=(_marks_the_second,))
    points = tuple(
        KeyPointAsk((whole(t.uncited, source="report"),), claim, t.language)
        for claim in (t.claims[1], t.claims[2])
    )
    yield case("key point, 2 together", asks=points, right=(None, None))


def _marks_the_second(value: object) -> bool:
    """The report that says the opposite earns less."""
    return isinstance(value, Marks) and value.first < value.second


def _reports(t: Texts) -> Iterator[Case]:
    case = partial(Case, language=t.language)
    report = ReportAsk(t.question, t.uncited, (), _said(t), t.language)
    yield case("report", asks=(report,), right=(_low("support"),))
    unseen = WithoutPicturesAsk(t.picture_question, (), t.language)
    yield case("no pictures", asks=(unseen,), right=(_low("align"),))


_PARTS: tuple[Callable[[Texts], Iterator[Case]], ...] = (
    _supports,
    _statements,
    _pieces,
    _ratings,
    _rubrics,
    _more,
)
