"""What is asked for a rubric and by it: in two languages, with what is no answer."""

from __future__ import annotations

import msgspec
import pytest

from veridical.ask import Answer, Ask, NoVerdict, Role
from veridical.checks.criteria import Criteria, CriteriaAsk, Criterion
from veridical.checks.criteria_rule import parts_of
from veridical.checks.criterion_marks import Marks, MarksAsk
from veridical.checks.dimension_weights import DimensionWeights, DimensionWeightsAsk
from veridical.checks.dimensions import Dimension

QUERY = {"en": "Why does ice float, and what follows for lakes in winter?",
         "zh": "冰为什么浮在水上，这对冬天的湖泊意味着什么？"}  # fmt: skip
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def asks(language: str) -> list[Ask[object]]:
    """One of each kind, and of each dimension."""
    query = QUERY[language]
    criteria = [CriteriaAsk(query, d, language) for d in Dimension]
    marks = MarksAsk(query, "ONE", "TWO", "insight-1", "CRITERION", "WHY", language)
    return [DimensionWeightsAsk(query, language), *criteria, marks]  # type: ignore[list-item]


@LANGUAGES
def test_what_comes_from_outside_is_never_instruction(language: str) -> None:
    """Query, reports and criteria are material; the words around them are of the language."""
    for ask in asks(language):
        trusted = "".join(p.text for p in ask.prompt() if not p.untrusted)
        given = {p.title for p in ask.prompt() if p.untrusted}

        assert QUERY[language] not in trusted
        assert not {"ONE", "TWO", "CRITERION"} & set(trusted.split())
        assert "query" in given
        assert ("的" in trusted) is (language == "zh")


@LANGUAGES
def test_all_criteria_share_what_stands_before_them(language: str) -> None:
    """So that they go into a call together: only the last material differs."""
    one, other = (
        MarksAsk(QUERY[language], "a", "b", str(n), f"criterion {n}", "", language).prompt()
        for n in (1, 2)
    )
    differing = [n for n, (x, y) in enumerate(zip(one, other, strict=True)) if x != y]

    assert [one[n].title for n in differing] == ["criterion"]
    assert differing[0] >= len(one) - 2


def test_rubrics_are_the_examiners_marks_the_judges() -> None:
    """By role."""
    *rubric, marks = asks("en")

    assert {ask.role for ask in rubric} == {Role.EXAMINER}
    assert marks.role is Role.JUDGE


@LANGUAGES
def test_the_rules_answers_are_none_that_would_be_refused(language: str) -> None:
    """Weights sum to 1, criteria have words."""
    for ask in asks(language):
        said = ask.by_rule()
        assert isinstance(said, Answer)
        assert ask.objection(said.value) == ""
        assert ask.read(ask.write(said)) == said


def test_the_rules_weights_follow_the_query() -> None:
    """One that asks for reasons weighs insight more, one that binds the form obedience."""
    why, form = (
        DimensionWeightsAsk(q).by_rule()
        for q in ("Why and how do tides arise? Explain.", "List exactly 5 rivers in a table.")
    )
    assert isinstance(why, Answer)
    assert isinstance(form, Answer)
    assert why.value.insight > form.value.insight
    assert why.value.instruction_following < form.value.instruction_following


def test_the_rules_marks_see_the_criterion_and_not_the_order() -> None:
    """Whoever uses its words has the higher mark, wherever it stands."""
    near, far = "Ice floats because its density is lower.", "Iron rusts in damp air."
    ask = MarksAsk("Why does ice float?", near, far, "i-1", "Names the density")
    turned = MarksAsk("Why does ice float?", far, near, "i-1", "Names the density")
    one, other = ask.by_rule(), turned.by_rule()

    assert isinstance(one, Answer)
    assert isinstance(other, Answer)
    assert one.value.first > one.value.second
    assert (one.value.first, one.value.second) == (other.value.second, other.value.first)


def test_the_rules_mark_no_report_higher_for_its_length_alone() -> None:
    """Repeating all of it changes nothing."""
    text = "Ice floats because its density is lower. "
    ask = MarksAsk("Why does ice float?", text, text * 50, "i-1", "Names the density")
    said = ask.by_rule()

    assert isinstance(said, Answer)
    assert said.value.first == said.value.second


@pytest.mark.parametrize("ask", [DimensionWeightsAsk(" "), CriteriaAsk("", Dimension.INSIGHT),
                                 MarksAsk("q", "", " ", "i-1", "x")],
                         ids=["weights", "criteria", "marks"])  # fmt: skip
def test_the_rules_say_nothing_of_nothing(ask: Ask[object]) -> None:
    """No number is made up."""
    assert isinstance(ask.by_rule(), NoVerdict)


@pytest.mark.parametrize(
    ("criteria", "objection"),
    [
        ([], "it holds no criterion"),
        ([("a", 0.5), (" ", 0.5)], "criterion 2 has no words"),
        ([("a b", 0.5), ("A  b", 0.5)], "it holds a criterion twice"),
        ([("a", 0.0), ("b", 0.0)], "no weight is above 0"),
        ([("a", 1.0), ("b", 1.0)], ""),
    ],
)
def test_criteria_that_cannot_be(criteria: list[tuple[str, float]], objection: str) -> None:
    """Each is asked for again with what is wrong."""
    value = Criteria(tuple(Criterion(name, "", weight) for name, weight in criteria))

    assert CriteriaAsk("q", Dimension.INSIGHT).objection(value) == objection


def test_weights_that_cannot_be() -> None:
    """They count by their ratios; none above 0 are no weights."""
    ask = DimensionWeightsAsk("q")

    assert ask.objection(DimensionWeights(0.9, 0.9, 0.9, 0.9)) == ""
    assert DimensionWeights(0.9, 0.9, 0.9, 0.9).normalized() == (0.25,) * 4
    assert ask.objection(DimensionWeights(0, 0, 0, 0)) == "no weight is above 0"
    assert DimensionWeights(0, 0, 0, 0).normalized() is None
    assert DimensionWeights(0.2, 0.2, 0.4, 0.2).normalized() == (0.2, 0.2, 0.4, 0.2)


@pytest.mark.parametrize("mark", [-0.1, 10.1, "high", None])
def test_a_mark_lies_on_its_scale(mark: object) -> None:
    """Else it is none."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"first": mark, "second": 5}, Marks)


@pytest.mark.parametrize(
    ("query", "language", "parts"),
    [
        (QUERY["en"], "en", ["Why does ice float", "what follows for lakes in winter"]),
        (QUERY["zh"], "zh", ["冰为什么浮在水上", "这对冬天的湖泊意味着什么"]),
        ("Tides", "en", ["Tides"]),
    ],
)
def test_parts_of_a_query(query: str, language: str, parts: list[str]) -> None:
    """What each clause asks; the whole where there is none."""
    assert parts_of(query, language) == parts
