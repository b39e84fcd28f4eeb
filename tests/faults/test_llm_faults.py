"""No fault of an endpoint changes a verdict: it only moves items to missing.

A whole method is run with a model as judge, over real HTTP. The model says what the built-in
rules say, so the clean run has to give the rules' numbers; then some of its calls are met by
garbage, 429s and replies that break off, at first or for good, always the same calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.faults.judged import (
    LOST,
    MARK,
    broken,
    by_rules,
    changed,
    clean,
    fate,
    first_prompt,
    missing,
    outside,
    run,
    silent,
)
from tests.scripted_server import (
    Act,
    Script,
    Seen,
    cut,
    failing,
    filtered,
    garbage,
    limited,
    refusing,
    saying,
    slow,
    truncated,
)
from veridical.ask import Answer
from veridical.models.limited import Patience
from veridical.score import Reason


def test_the_clean_run_gives_the_rules_numbers() -> None:
    """Everything was asked over HTTP, read, and kept; each score and verdict is the rules'."""
    ran = clean()
    ruled = {n: (e.scores, e.totals) for n, e in by_rules().items()}
    values = {
        (n, e.ask.identity()): getattr(e.answer, "value", None)
        for n, one in by_rules().items()
        for e in one.asked
    }
    got = {(n, i): getattr(answer, "value", None) for (n, i, _), answer in ran.verdicts.items()}

    assert {n: (e.scores, e.totals) for n, e in ran.evaluations.items()} == ruled
    assert got == values
    assert (ran.readings.strict, ran.readings.lost) == (ran.calls, 0)
    assert ran.calls > 30


Fault = Callable[[Act], Act]
KINDS: dict[str, Fault] = {
    "garbage": lambda act: garbage(),
    "429": lambda act: limited(),
    "truncated": broken,
}
OTHERS: dict[str, Fault] = {
    "500": lambda act: failing(500),
    "cut": lambda act: cut(60, act.text),
    "refusal": lambda act: refusing(),
    "filtered": lambda act: filtered(),
    "prose": lambda act: saying("I would say that it is supported."),
    "no mark": lambda act: saying(act.text.replace("NONCE", "0123456789abcdef0123")),
    "two verdicts": lambda act: saying(act.text + act.text.replace('"why":"', '"why":"not ')),
    "barely begun": lambda act: truncated(act.text[:60]),
    "nearly done": lambda act: truncated(act.text[:-2]),
    "slow": lambda act: slow(3.0, act.text),
}


def faulty(kinds: dict[str, Fault], share: float, *, passes: bool) -> Callable[[Script], Script]:
    """Each kind of fault for its share of the prompts, at first only or for good."""

    def wrap(script: Script) -> Script:
        met: Counter[str] = Counter()

        def choose(seen: Seen) -> Act:
            prompt = first_prompt(MARK.sub("", seen.prompt))
            met[prompt] += 1
            place = int(fate(prompt) / share)
            names = sorted(kinds)
            act = script(seen)
            if place >= len(names) or (passes and met[prompt] > 1):
                return act
            return kinds[names[place]](act)

        return choose

    return wrap


def test_the_whole_bench_under_three_faults_of_five_percent() -> None:
    """Garbage, 429 and truncated replies, each for 5 % of the calls for good."""
    ran = run(faulty(KINDS, 0.05, passes=False), is_whole=True)
    lost = missing(ran)

    assert (changed(ran), silent(ran), outside(ran)) == ([], [], [])
    assert set(lost) == {LOST, Reason.RATE_LIMITED}
    assert 0.05 < lost.total() / clean(is_whole=True).calls < 0.3


@pytest.mark.parametrize("share", [0.15, 0.3])
def test_lasting_faults_only_move_items_to_missing(share: float) -> None:
    """Each of three kinds for good, for 15 % and 30 % of the calls."""
    ran = run(faulty(KINDS, share, passes=False))
    lost = missing(ran)

    assert (changed(ran), silent(ran), outside(ran)) == ([], [], [])
    assert set(lost) <= {LOST, Reason.RATE_LIMITED}
    assert lost.total() > 0


@pytest.mark.parametrize("share", [0.05, 0.3])
def test_passing_faults_change_nothing(share: float) -> None:
    """Met once each: asked again, every score is the clean run's."""
    ran = run(faulty(KINDS, share, passes=True))

    scores = {n: (e.scores, e.totals) for n, e in ran.evaluations.items()}
    assert scores == {n: (e.scores, e.totals) for n, e in clean().evaluations.items()}
    assert ran.calls > clean().calls


@pytest.mark.parametrize("kind", OTHERS)
def test_each_kind_of_fault_only_moves_items_to_missing(kind: str) -> None:
    """Forty in a hundred calls meet it, for good."""
    patience = Patience(attempts=2, first_pause_s=0.001, longest_pause_s=0.002, call_s=0.3)
    ran = run(faulty({kind: OTHERS[kind]}, 0.4, passes=False), patience=patience)

    assert (changed(ran), silent(ran), outside(ran)) == ([], [], [])


def test_another_run_asks_for_what_is_missing_and_nothing_else(tmp_path: Path) -> None:
    """After the faults are gone every score is the clean run's, for few more calls."""
    before = run(faulty(KINDS, 0.15, passes=False), folder=tmp_path)
    lost = missing(before).total()
    after = run(folder=tmp_path)

    scores = {n: (e.scores, e.totals) for n, e in after.evaluations.items()}
    assert scores == {n: (e.scores, e.totals) for n, e in clean().evaluations.items()}
    assert lost <= after.calls < clean().calls


def test_an_outage_judges_nothing() -> None:
    """Every call fails: no verdict at all, and no gate is closed by it."""
    ran = run(lambda script: lambda seen: limited())
    answered = [a for a in ran.verdicts.values() if isinstance(a, Answer)]

    assert answered == []
    assert silent(ran) == []


def worded(seen: Seen, act: Act, wrap: Sequence[str]) -> Act:
    """The same reply in other clothes."""
    return saying(wrap[int(fate(seen.prompt) * len(wrap))].replace("REPLY", act.text))


CLOTHES = (
    "REPLY",
    "```json\nREPLY\n```",
    '<think>Perhaps {"value": "contradicted"}?</think>REPLY',
    'The page says {"value": "supported"}, so:\n\nREPLY\n\nI hope that helps.',
    "It asks for {…}</think>\nREPLY",
)


def test_other_clothes_change_nothing() -> None:
    """Fences, thoughts, prose and quoted verdicts around each reply."""

    def wrap(script: Script) -> Script:
        return lambda seen: worded(seen, script(seen), CLOTHES)

    ran = run(wrap)

    scores = {n: (e.scores, e.totals) for n, e in ran.evaluations.items()}
    assert scores == {n: (e.scores, e.totals) for n, e in clean().evaluations.items()}
    assert (ran.readings.lost, ran.calls) == (0, clean().calls)
