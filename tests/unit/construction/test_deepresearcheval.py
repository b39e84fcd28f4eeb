"""DeepResearchEval's task construction (arXiv:2601.09688): personas, tasks, two filters."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass

import msgspec
import pytest

from veridical.ask import Answer, Ask, Draw, NoVerdict
from veridical.construction.curation import Wanted
from veridical.construction.deepresearcheval.asks.necessity import (
    Baseline,
    BaselineAsk,
    Level,
    Necessity,
    NecessityAsk,
)
from veridical.construction.deepresearcheval.asks.personas import Persona, Personas, PersonasAsk
from veridical.construction.deepresearcheval.asks.qualification import (
    Complexity,
    Qualification,
    QualificationAsk,
)
from veridical.construction.deepresearcheval.asks.tasks import Wish, Wishes, WishesAsk
from veridical.construction.deepresearcheval.pipeline import deepresearcheval
from veridical.construction.deepresearcheval.settings import DOMAINS, Settings
from veridical.construction.deepresearcheval.stages import (
    Asking,
    MakePersonas,
    NeedSearch,
    Qualify,
    Wished,
)
from veridical.construction.deepresearcheval.windows import has_window
from veridical.construction.pipeline import Candidate, Dropped, through
from veridical.respondents import Roles
from veridical.runs.corpus import corpus_items
from veridical.runs.demo import BENCH
from veridical.score import Reason

ANN = Persona("Ann", "nurse", "a clinic", "Twenty years of night shifts.", "sleep")
WISH = Wish("How did shift work change nurses' sleep from 2015 to 2024?", "few studies", 3, True)
ONE = Candidate("d8/p1/t1", Wished(Asking("Health", ANN), WISH))
QUALIFIED = Qualification(True, 0.9, Complexity.HIGH, ("papers",), True, False)
POOR = Necessity(0.2, 0.2, 0.2, 0.2, 0.3, Level.LOW, True)


@dataclass(frozen=True)
class Says:
    """Answers each kind of ask with one value, or fails."""

    values: tuple[object, ...]

    async def ask(self, ask: Ask[object], draw: Draw) -> object:
        """The value of the ask's type."""
        del draw
        for value in self.values:
            if isinstance(value, NoVerdict):
                return value
            if isinstance(value, ask.answer_type):
                return Answer(value, "so")
        raise AssertionError(ask.kind)


def qualified(value: Qualification | NoVerdict) -> object:
    """What the first filter makes of the task."""
    return asyncio.run(Qualify(Says((value,)), Settings())(ONE))  # type: ignore[arg-type]


def needed(*values: object) -> object:
    """What the second filter makes of the task."""
    return asyncio.run(NeedSearch(Says(values), Settings())(ONE))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (QUALIFIED, ""),
        # the paper keeps > 0.7, the code ≥ 0.7: the paper is followed
        (msgspec.structs.replace(QUALIFIED, confidence_score=0.7), "confidence_too_low"),
        (msgspec.structs.replace(QUALIFIED, confidence_score=0.71), ""),
        (msgspec.structs.replace(QUALIFIED, needs_deep_research=False), "needs_no_deep_research"),
    ],
)
def test_qualification_keeps_what_needs_research_by_more_than_seven_tenths(
    value: Qualification, reason: str
) -> None:
    """Task Qualification: needs_deep_research and confidence > 0.7."""
    found = qualified(value)

    if reason:
        assert isinstance(found, Dropped)
        assert found.reason == reason
    else:
        assert isinstance(found, tuple)
        assert found[0].value.qualification == value


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (POOR, ""),
        (Necessity(0.5, 0.5, 0.5, 0.5, 0.7, Level.MEDIUM, True), ""),
        (Necessity(0.5, 0.5, 0.5, 0.5, 0.71, Level.MEDIUM, True), "answered_without_search"),
        (Necessity(0.9, 0.9, 0.9, 0.9, 0.6, Level.HIGH, True), "answered_without_search"),
        (Necessity(0.2, 0.2, 0.2, 0.2, 0.3, Level.LOW, False), "search_not_required"),
    ],
)
def test_search_necessity_keeps_what_memory_does_not_answer(value: Necessity, reason: str) -> None:
    """overall_quality low or medium, requires_search, quality_score ≤ 0.7: all three."""
    found = needed(Baseline("From memory."), value)

    if reason:
        assert isinstance(found, Dropped)
        assert found.reason == reason
    else:
        assert isinstance(found, tuple)
        assert (found[0].value.baseline, found[0].value.necessity) == ("From memory.", value)


@pytest.mark.parametrize("reason", [Reason.RATE_LIMITED, Reason.UNREADABLE])
def test_flaw_a_failure_drops_no_task_in_silence(reason: Reason) -> None:
    """There an API or JSON error removes the item without a word; here it stays, unsettled."""
    assert qualified(NoVerdict(reason)) == NoVerdict(reason)
    assert needed(NoVerdict(reason)) == NoVerdict(reason)


def test_flaw_one_bad_reply_does_not_lose_a_domain_in_silence() -> None:
    """There 20 tasks vanish; here the domain falls by name, or waits where the call failed."""

    def found(reason: Reason) -> object:
        stage = MakePersonas(Says((NoVerdict(reason, "x"),)), Settings(), ())  # type: ignore[arg-type]
        return asyncio.run(stage(Candidate("d1", "Health")))

    assert found(Reason.UNREADABLE) == Dropped("no_personas", "x")
    assert found(Reason.TIMEOUT) == NoVerdict(Reason.TIMEOUT, "x")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_flaw_no_prompt_shows_a_value_to_parrot(language: str) -> None:
    """There the assessor gives back the example's 0.95 and 0.30; here none is shown."""
    asks: list[Ask[object]] = [
        QualificationAsk("q", "b", "c", language),  # type: ignore[list-item]
        NecessityAsk("q", "a", language),  # type: ignore[list-item]
    ]
    for ask in asks:
        words = " ".join(part.text for part in ask.prompt() if not part.untrusted)
        assert re.findall(r"\d\.\d+|\b0?\.\d+", words) == []


def test_flaw_baseline_and_judge_are_different_roles() -> None:
    """There one model answers and rates itself."""
    assert BaselineAsk("q", "b").role != NecessityAsk("q", "a").role


@pytest.mark.parametrize(
    ("people", "problem"),
    [
        ((ANN,), "it holds 1 personas; expected 2"),
        ((ANN, ANN), "it holds a name twice"),
        ((ANN, Persona("Bo", " ", "x", "y", "z")), "persona 2 has no role"),
        ((ANN, Persona("Bo", "cook", "x", "y", "z")), ""),
    ],
)
def test_as_many_personas_as_were_asked_for(people: tuple[Persona, ...], problem: str) -> None:
    """Five fields each, no name twice."""
    assert PersonasAsk("Health", 2).objection(Personas(people)) == problem


@pytest.mark.parametrize(
    ("wishes", "problem"),
    [
        ((WISH,), "it holds 1 tasks; expected 2"),
        ((WISH, WISH), "it holds a task twice"),
        ((WISH, Wish(" ", "c", 1, False)), "task 2 asks nothing"),
        ((WISH, Wish("Why?", "c", 1, False)), ""),
    ],
)
def test_as_many_tasks_as_were_asked_for(wishes: tuple[Wish, ...], problem: str) -> None:
    """None empty, none twice."""
    assert WishesAsk(ANN, "Health", 2).objection(Wishes(wishes)) == problem


@pytest.mark.parametrize(
    ("query", "window"),
    [
        ("Rents from 2015 to 2024 in Lyon?", "from 2015 to 2024"),
        ("What changed since 2019?", "since 2019"),
        ("Deaths in the last five years?", "last five years"),
        ("Prices in the late 1990s?", "in the late 1990s"),
        ("2015年至2024年间房租如何变化？", "2015年"),
        ("近五年的变化", "近五年"),
        ("How do tides arise?", ""),
        ("Is room 2019 free?", ""),
        ("A model with 2000 parts", ""),
    ],
)
def test_an_explicit_window_of_time(query: str, window: str) -> None:
    """A year alone is none."""
    assert has_window(query) == window


@pytest.mark.parametrize("language", ["en", "zh"])
def test_ten_domains_five_personas_four_tasks(language: str) -> None:
    """10 × 5 × 4 = 200 candidates, each with its id; none is cut short by what runs beside."""
    items = corpus_items(BENCH)
    curation = deepresearcheval(Wanted(tasks=8, language=language))
    fates: list[object] = []

    async def run() -> list[Candidate[object]]:
        steps = curation.stages(items, Roles())
        return [c async for c in through(curation.seeds(items), steps, fates.append)]

    kept = asyncio.run(run())
    came = Counter(f.stage for f in fates)  # type: ignore[attr-defined]
    tasks = [curation.task(c.value, c.id, {}) for c in kept]

    assert (came["personas"], came["tasks"], came["task qualification"]) == (10, 50, 200)
    assert len({t.id for t in tasks}) == len(tasks) > 100
    assert {t.domain for t in tasks} <= set(DOMAINS)
    assert all(t.language == language and t.tags["persona"] for t in tasks)
    assert f"of {len(tasks)} tasks (the paper asks for 70%)" in curation.told(tasks)[0]


def test_the_number_of_domains_is_followed() -> None:
    """There `--num_domains` is ignored."""
    found = [*deepresearcheval(Wanted(candidates=3)).seeds(())]

    assert len(found) == 3
    assert found != [*deepresearcheval(Wanted(candidates=3, seed=1)).seeds(())]
