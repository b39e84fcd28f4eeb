"""What stands around an agent: a limit that takes tools away, a stop where rounds bring little."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.unit.agents.release.release_cases import Told, item
from veridical.agents.release import Release, Releasing
from veridical.agents.release.askers import Economy, Gaining
from veridical.agents.release.asks.rewrite import RewriteAsk
from veridical.agents.release.asks.translate import TranslateAsk, Translated
from veridical.agents.release.tongue import Tongue
from veridical.agents.release.tools import Tool
from veridical.agents.research import Draft, Paragraph, Research, Section, Sentence, deep_research
from veridical.agents.research.asks.gaps import Gaps, GapsAsk
from veridical.agents.research.asks.plan import Plan, PlanAsk
from veridical.agents.research.asks.rank import RankAsk
from veridical.agents.research.asks.write import WriteAsk
from veridical.agents.research.library import Library
from veridical.agents.spending import nominal_tokens
from veridical.ask import Answer, Ask, NoVerdict
from veridical.checks.support import SupportAsk
from veridical.errors import ConfigError
from veridical.retrieval.passages import whole
from veridical.score import Reason
from veridical.task import Query

RANK = RankAsk("deep lake", ("a deep lake", "a hill"))
GAPS = GapsAsk("How deep is it?", ("How deep is it?",), "# Draft")
REWRITE = RewriteAsk("It is deep.", "not in source", ("The lake is deep.",))
SUPPORT = SupportAsk("The lake is deep.", (whole("The lake is deep.", source="a"),))


def put(economy: Economy, ask: Ask[object]) -> object:
    """The answer to one ask."""
    said = asyncio.run(economy.ask(ask))
    return said.value if isinstance(said, Answer) else said


@pytest.mark.parametrize(
    ("spent", "taken"),
    [
        (0, []),
        (499, []),
        (500, [Tool.RERANK]),
        (750, [Tool.RERANK, Tool.REFINE]),
        (1000, [Tool.RERANK, Tool.REFINE, Tool.REWRITE, Tool.JUDGE]),
    ],
)
def test_tools_go_in_their_order(spent: int, taken: list[Tool]) -> None:
    """At half of the limit, at three quarters, at its end; what is taken away costs nothing."""
    asker = Told()
    economy = Economy(asker, Release(1000), spent)
    before = {GAPS: Tool.REFINE, RANK: Tool.RERANK, REWRITE: Tool.REWRITE, SUPPORT: Tool.JUDGE}
    for ask in before:
        economy.spent = spent
        put(economy, ask)  # type: ignore[arg-type]
    assert set(economy.taken) == set(taken)
    assert len(asker.kinds) == len(before) - len(taken)


def test_what_does_without_a_tool_still_answers() -> None:
    """The order by rule, no gap, no new words for a reason, the rules' verdict."""
    economy = Economy(Told(), Release(1), 1)
    assert put(economy, GAPS) == Gaps(())  # type: ignore[arg-type]
    assert put(economy, RANK) == RANK.by_rule().value  # type: ignore[arg-type, union-attr]
    assert put(economy, SUPPORT) == SUPPORT.by_rule().value  # type: ignore[arg-type, union-attr]
    said = put(economy, REWRITE)  # type: ignore[arg-type]
    assert isinstance(said, NoVerdict)
    assert said.reason is Reason.BUDGET
    assert economy.spent == 1


def test_what_is_asked_is_paid_by_its_nominal_cost() -> None:
    """The length of the prompt, whoever answers."""
    economy = Economy(Told(), Release())
    put(economy, RANK)  # type: ignore[arg-type]
    assert economy.spent == nominal_tokens(RANK)


def draft(*sentences: Sentence) -> Draft:
    """A report of these."""
    return Draft("T", (Section("H", (Paragraph(sentences),)),), ())


TEXTS = (
    "The lake is 214 metres deep. Its water is fresh all year.",
    "The dam was completed in 1962.",
)
DEEP, DAM = (
    Sentence("The lake is 214 metres deep.", (1,)),
    Sentence("The dam was completed in 1962.", (2,)),
)
AGAIN = Sentence("214 metres deep is the lake.", (1,))
FALSE = Sentence("The lake is 999 metres deep.", (1,))


def counted(*drafts: Draft, least: float = 0.02) -> Gaining:
    """What these drafts bring, with a look for gaps behind each."""
    left: Iterator[Draft] = iter(drafts)
    gaining = Gaining(Told({"research.write": lambda _: next(left)}), least)
    for _ in drafts:
        asyncio.run(gaining.ask(WriteAsk("q", texts=TEXTS)))
    return gaining


def test_new_words_for_an_old_statement_bring_nothing() -> None:
    """Counted is what the evidence bears, by what it rests on."""
    gaining = counted(draft(DEEP, FALSE), draft(DEEP, AGAIN), draft(DEEP, DAM))
    assert [(one.supported, one.new) for one in gaining.curve] == [(1, 1), (1, 0), (2, 1)]


def test_the_curve_is_new_statements_for_each_thousand_tokens() -> None:
    """Since the draft before."""
    gaining = counted(draft(DEEP), draft(DEEP, DAM))
    cost = nominal_tokens(WriteAsk("q", texts=TEXTS))
    assert [one.tokens for one in gaining.curve] == [cost, 2 * cost]
    assert gaining.curve[1].per_1000 == pytest.approx(1000 / cost)


@pytest.mark.parametrize(
    ("last", "least", "goes_on"),
    [(draft(DEEP), 0.02, False), (draft(DEEP, DAM), 0.02, True), (draft(DEEP), 0.0, True)],
)
def test_refinement_ends_where_a_round_brings_too_little(
    last: Draft,
    least: float,
    goes_on: bool,
) -> None:
    """And never after the first draft, nor with a threshold of 0."""
    gaining = counted(draft(DEEP), last, least=least)
    gaining.inner.said["research.gaps"] = lambda _: Gaps(("more",))  # type: ignore[attr-defined]
    said = asyncio.run(gaining.ask(GAPS))
    assert isinstance(said, Answer)
    assert said.value == Gaps(("more",) if goes_on else ())
    assert bool(gaining.stopped) is not goes_on


def test_an_agent_stops_by_it_and_its_trajectory_keeps_the_curve() -> None:
    """A planner who always finds a gap is asked once."""
    items = [item("lake", TEXTS[0]), item("dam", TEXTS[1])]
    told = Told({"research.gaps": lambda _: Gaps((f"dam {len(told.kinds)}",))})
    releasing = Releasing(told, Release())
    query = Query("How deep is the lake?")

    async def answered():  # type: ignore[no-untyped-def]
        found = await deep_research(
            query, Library.of(items), releasing.asker, settings=Research(rounds=9)
        )
        return await releasing.released(found, query, "en")

    done = asyncio.run(answered())
    assert told.kinds.count("research.gaps") == 1
    assert done.record.stopped.startswith("the last round brought 0 new supported statements")
    notes = [step.note for step in done.found.steps if (step.note or "").startswith("gain: ")]
    assert len(notes) == len(done.record.curve) == 2


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"refine_until": 0.2},
            "release, shares of the limit: do not ascend, got (0.5, 0.2, 1.0); expected numbers "
            "from 0 to 1: rerank_until, refine_until, rewrite_until. Correct them.",
        ),
        (
            {"pairs": -1},
            "release, pairs: is less than nothing, got -1; expected a number from 0. Correct it.",
        ),
    ],
)
def test_settings_that_mean_nothing_are_refused(more: dict[str, float], message: str) -> None:
    """In one line."""
    with pytest.raises(ConfigError) as refused:
        Release(**more)  # type: ignore[arg-type]
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("said", "searched"),
    [
        (
            Translated(("How deep is Lake Orvale?",)),
            ("How deep is Lake Orvale?", "Who built its dam?"),
        ),
        (NoVerdict(Reason.TIMEOUT), ("奥瓦尔湖有多深？", "Who built its dam?")),
    ],
)
def test_queries_are_put_in_the_language_of_the_evidence(
    said: object, searched: tuple[str, ...]
) -> None:
    """Those that are not in it; as they were where nobody translates them."""
    plan = Plan(("奥瓦尔湖有多深？", "Who built its dam?"))
    told = Told({"research.plan": lambda _: plan, "release.translate": lambda _: said})
    found = asyncio.run(Tongue(told, "en").ask(PlanAsk("奥瓦尔湖")))
    assert isinstance(found, Answer)
    assert found.value.sub_questions == searched


def test_words_too_short_to_tell_are_told_by_their_letters() -> None:
    """No Chinese query is without Chinese characters."""
    told = Told(
        {
            "research.plan": lambda _: Plan(("Lake Orvale", "湖")),
            "release.translate": lambda ask: Translated(tuple(f"译{one}" for one in ask.queries)),
        }
    )
    found = asyncio.run(Tongue(told, "zh").ask(PlanAsk("Lake Orvale")))
    assert isinstance(found, Answer)
    assert found.value.sub_questions == ("译Lake Orvale", "湖")


def test_nothing_is_translated_where_any_language_may_be_found() -> None:
    """No ask is put for it."""
    told = Told({"research.plan": lambda _: Plan(("奥瓦尔湖有多深？",))})
    asyncio.run(Tongue(told, "").ask(PlanAsk("奥瓦尔湖")))
    assert told.kinds == ["research.plan"]


@pytest.mark.parametrize(
    ("queries", "objection"),
    [
        (("a",), "it holds 1 queries, and 2 are wanted"),
        (("a", " "), "a query is empty"),
        (("a", "b"), ""),
    ],
)
def test_a_translation_keeps_all_queries(queries: tuple[str, ...], objection: str) -> None:
    """Each in its place."""
    assert TranslateAsk(("x", "y"), "en").objection(Translated(queries)) == objection
