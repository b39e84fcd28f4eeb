"""A statement leaves with a located quote and a verdict, or otherwise, or not at all."""

from __future__ import annotations

import pytest

from tests.unit.agents.release.release_cases import found, item, released, texts
from veridical.agents.hka.analysis import Expression, Insight, Operation, Traced
from veridical.agents.hka.made import Analysed, Made
from veridical.agents.release import State
from veridical.agents.release.asks.rewrite import RewriteAsk, Rewritten
from veridical.agents.release.wording import is_silence
from veridical.agents.research.asks.extract import silence
from veridical.agents.research.draft import Sentence
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.support import Support, Verdict
from veridical.checks.verdict import Rest
from veridical.retrieval.tables import Column, ColumnKind, Table
from veridical.score import Reason

LAKE = item("lake", "The lake is 214 metres deep. Its water is fresh all year.")
MILL = item("mill", "The old mill ground 40 tonnes of grain a year until it closed.")
FISH = item("fish", "Trout in the lake grow slowly when the winter is cold.")


def only(draft: object, *arguments: object, **more: object):  # type: ignore[no-untyped-def]
    """The one statement's record."""
    return released(draft, *arguments, **more)[1].statements[0]  # type: ignore[arg-type]


def judging(support: Support, *quotes: Quote, rest: Rest = Rest.NONE, qualified: bool = False):  # type: ignore[no-untyped-def]
    """A judge who always says so."""
    return {"support": lambda _: Answer(Verdict(support, rest, qualified), "so", quotes)}


def test_what_its_source_says_leaves_as_it_was_written() -> None:
    """With the quote at its place in the stored text."""
    one = only(found([LAKE], Sentence("The lake is 214 metres deep.", (1,))))
    assert (one.state, one.cited, one.reason) == (State.RELEASED, ("lake",), "")
    for quote in one.quotes:
        assert LAKE.text[quote.start : quote.end] == quote.text


def test_what_its_source_contradicts_is_written_anew_by_the_rules() -> None:
    """By the evidence's own sentence."""
    draft, record = released(found([LAKE], Sentence("The lake is 314 metres deep.", (1,))))
    assert record.statements[0].state is State.REWRITTEN
    assert "contradicted" in record.statements[0].reason
    assert texts(draft)[0] == "The lake is 214 metres deep."


def test_a_rewriting_that_repeats_the_report_is_dropped() -> None:
    """Nothing is said twice."""
    sentences = (
        Sentence("The lake is 214 metres deep.", (1,)),
        Sentence("The lake is 314 metres deep.", (1,)),
    )
    draft, record = released(found([LAKE], *sentences))
    assert [one.state for one in record.statements] == [State.RELEASED, State.DROPPED]
    assert record.dropped[0].tried == ("rewriting: it says what is said already",)
    assert texts(draft)[0] == "The lake is 214 metres deep."


@pytest.mark.parametrize(
    "statement",
    [
        "The old mill ground 40 kilograms of grain a year until it closed.",
        "The old mill ground 400 tonnes of grain a year until it closed.",
        "The old mill ground 40 tonnes of grain a year until it closed in 1931.",
    ],
)
def test_numbers_have_to_stand_in_the_quote_whoever_judges(statement: str) -> None:
    """By value and unit: a judge who calls it supported does not make it so."""
    said = judging(Support.SUPPORTED, Quote("mill", 0, 0, MILL.text))
    one = only(
        found([MILL], Sentence(statement, (1,))),
        {**said, "release.rewrite": lambda _: Rewritten("")},
    )
    assert one.state is State.DROPPED
    assert one.reason.startswith("the quote lacks ")


def test_a_value_in_another_unit_is_found() -> None:
    """40 tonnes are 40,000 kg."""
    statement = "The old mill ground 40,000 kg of grain a year until it closed."
    one = only(found([MILL], Sentence(statement, (1,))))
    assert one.state is State.RELEASED


def test_a_quote_that_stands_nowhere_is_no_verdict() -> None:
    """The rules' verdict stands in its place, and that is told."""
    said = judging(Support.SUPPORTED, Quote("lake", 0, 0, "The lake is bottomless."))
    one = only(found([LAKE], Sentence("The lake is 214 metres deep.", (1,))), said)
    assert one.state is State.RELEASED
    assert one.absence == "unreadable: no quote of it stands in the source"


@pytest.mark.parametrize("reason", [Reason.TIMEOUT, Reason.RATE_LIMITED, Reason.BUDGET])
def test_a_fault_makes_nothing_unsupported(reason: Reason) -> None:
    """A judge who does not answer changes no verdict of the rules."""
    said = {"support": lambda _: NoVerdict(reason)}
    one = only(found([LAKE], Sentence("The lake is 214 metres deep.", (1,))), said)
    assert (one.state, one.absence) == (State.RELEASED, reason.value)


@pytest.mark.parametrize(
    ("language", "support", "begins"),
    [
        ("en", Support.PARTLY, "Borne out in part only: "),
        ("en", Support.SUPPORTED, "Under conditions that the source names: "),
        ("zh", Support.PARTLY, "仅部分得到证据支持："),
        ("zh", Support.SUPPORTED, "在来源所述的条件下："),
    ],
)
def test_a_part_or_a_lost_condition_is_hedged(language: str, support: Support, begins: str) -> None:
    """In the report's language, citing what the quote stands in, after one try to word it anew."""
    said = judging(support, Quote("fish", 0, 0, FISH.text), qualified=True)
    said["release.rewrite"] = lambda _: Rewritten("")
    statement = Sentence("Trout in the lake grow slowly.", (1,))
    draft, record = released(found([FISH], statement), said, language=language)
    assert texts(draft)[0] == f"{begins}Trout in the lake grow slowly."
    assert record.statements[0].state is State.HEDGED
    assert record.statements[0].tried[-2:] == (
        "rewriting: the evidence says nothing of it",
        "hedged",
    )


def test_a_part_whose_rest_is_contradicted_is_not_hedged() -> None:
    """It is dropped."""
    said = judging(Support.PARTLY, Quote("fish", 0, 0, FISH.text), rest=Rest.CONTRADICTED)
    said["release.rewrite"] = lambda _: Rewritten("")
    one = only(found([FISH], Sentence("Trout in the lake grow slowly.", (1,))), said)
    assert (one.state, one.reason) == (State.DROPPED, "partly, the rest contradicted")


def test_a_writer_gets_one_try_with_the_evidence() -> None:
    """And what it writes goes through the same gate."""
    asked: list[RewriteAsk] = []

    def wording(ask: RewriteAsk) -> Rewritten:
        asked.append(ask)
        return Rewritten("The lake is 999 metres deep.", (1,))

    one = only(
        found([LAKE], Sentence("The lake is 314 metres deep.", (1,))), {"release.rewrite": wording}
    )
    assert len(asked) == 1
    assert asked[0].texts == (LAKE.text,)
    assert one.state is State.DROPPED
    assert one.tried == ("rewriting: contradicted",)


def test_what_cites_nothing_is_cited_or_dropped() -> None:
    """Other evidence that bears it is cited; where there is none it goes."""
    good, bad = (
        Sentence("The lake is 214 metres deep."),
        Sentence("Kings loved this valley above all."),
    )
    draft, record = released(found([MILL, LAKE], good, bad))
    assert [one.state for one in record.statements] == [State.CITED_ANEW, State.DROPPED]
    assert next(draft.sentences()).texts == (2,)


def test_a_section_that_lost_everything_says_so() -> None:
    """And a conclusion is made of what was released, or says the same."""
    bad = Sentence("Kings loved this valley above all.", (1,))
    draft, _ = released(found([LAKE], bad, end=[bad]))
    assert draft.sections[0].paragraphs[0].sentences[0].text == silence("en")
    assert draft.conclusion == (Sentence(silence("en")),)
    good = Sentence("The lake is 214 metres deep.", (1,))
    draft, _ = released(found([LAKE], good, end=[bad]))
    assert draft.conclusion == (good,)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (silence("en"), True),
        (silence("zh"), True),
        ("The sources do not say who built it.", True),
        ("证据中没有提到是谁建造的。", True),
        ("The evidence does not mention that 40 people died.", False),
        ("The sources do not agree: kings loved it.", False),
        ("Kings did not mention it.", False),
    ],
)
def test_silence_is_no_statement(text: str, is_one: bool) -> None:
    """Unless it brings in a number, or more than silence."""
    assert is_silence(text) is is_one


TABLE = Table(
    "t",
    "Depths",
    (Column("lake", "Lake", ColumnKind.TEXT), Column("depth", "Depth", ColumnKind.NUMBER, "m")),
    (("Orvale", 214.0), ("Brane", 80.0)),
)


@pytest.mark.parametrize(("written", "state"), [("214", State.TRACED), ("215", State.DROPPED)])
def test_numbers_of_a_table_pass_by_their_trace(written: str, state: State) -> None:
    """While they follow from the cells: the text of an analysis is no evidence for itself."""
    text = f"Orvale has the highest depth, {written} m."
    number = Traced(
        float(written),
        written,
        Expression(Operation.MAX, "t", ("depth",), (0, 1), "lake"),
        "Orvale",
    )
    analysis, figure = item("analysis-1", text), item("figure-1", "Depths")
    made = Made(TABLE, "", b"", analysis, figure, (Insight(text, (number,)),))
    plain = found([analysis], Sentence(text, (1,)))
    one = only(Analysed(**vars(plain), made=(made,)))
    assert one.state is state
    assert one.quotes == (Quote("analysis-1", 0, len(text), text),)
