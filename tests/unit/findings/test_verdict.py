"""The state of a statement over all that it cites."""

from collections.abc import Iterator
from itertools import product

import pytest

from veridical.ask import Answer, NoVerdict
from veridical.checks.support import Support, Verdict
from veridical.findings.verdict import (
    SourceVerdict,
    State,
    StatementVerdict,
    by_citation,
    over_all,
    single,
)
from veridical.score import Reason

SUPPORTED, PARTLY = (
    Answer(Verdict(Support.SUPPORTED), "it does"),
    Answer(Verdict(Support.PARTLY), "half of it"),
)
CONTRADICTED = Answer(Verdict(Support.CONTRADICTED), "another number")
NOT_IN = Answer(Verdict(Support.NOT_IN_SOURCE), "no such words")
GONE, LATE = (
    NoVerdict(Reason.UNREACHABLE, "not_found"),
    NoVerdict(Reason.TIMEOUT, "no reply in 5 s"),
)
OFFLINE = NoVerdict(Reason.OFFLINE)
Said = Answer[Verdict] | NoVerdict
ANSWERS: tuple[Said, ...] = (SUPPORTED, PARTLY, CONTRADICTED, NOT_IN)


def said(*answers: Said) -> list[SourceVerdict]:
    """One source a citation."""
    return [SourceVerdict(n, None, answer) for n, answer in enumerate(answers)]


def shared(*answers: Said) -> list[SourceVerdict]:
    """Several entries of one number."""
    return [SourceVerdict(0, None, answer) for answer in answers]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((SUPPORTED,), State.SUPPORTED),
        ((NOT_IN, SUPPORTED), State.SUPPORTED),
        ((CONTRADICTED, SUPPORTED), State.SUPPORTED),
        ((GONE, SUPPORTED), State.SUPPORTED),
        ((PARTLY, NOT_IN), State.PARTLY),
        ((NOT_IN, CONTRADICTED, PARTLY), State.CONTRADICTED),
        ((NOT_IN, NOT_IN), State.NOT_IN_SOURCE),
        ((GONE,), State.UNREACHABLE),
        ((LATE,), State.NO_VERDICT),
        ((OFFLINE, OFFLINE), State.NOT_LOOKED_UP),
        ((GONE, LATE), State.UNREACHABLE),
    ],
)
def test_the_state_over_several_sources(answers: tuple[Said, ...], expected: State) -> None:
    """One source that says it is enough; else the gravest verdict, where all are read."""
    assert over_all(said(*answers), None)[0] is expected


@pytest.mark.parametrize("fault", [GONE, LATE, OFFLINE], ids=["gone", "late", "offline"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_fault_never_changes_a_verdict(number: int, fault: NoVerdict) -> None:
    """Whatever source fails, the state stays what it was or becomes an absence."""
    verdicts = {State.SUPPORTED, State.PARTLY, State.CONTRADICTED, State.NOT_IN_SOURCE}
    for answers in product(ANSWERS, repeat=number):
        whole, _ = over_all(said(*answers), None)
        for broken in _broken(answers, fault):
            state, _ = over_all(said(*broken), None)

            assert state == whole or state not in verdicts


def _broken(answers: tuple[Said, ...], fault: NoVerdict) -> Iterator[tuple[Said, ...]]:
    for n in range(len(answers)):
        yield (*answers[:n], fault, *answers[n + 1 :])


@pytest.mark.parametrize("number", [2, 3])
def test_one_more_supporting_source_never_lowers_a_state(number: int) -> None:
    """Supported is the best there is."""
    for answers in product((*ANSWERS, GONE, LATE), repeat=number):
        assert over_all(said(*answers, SUPPORTED), None)[0] is State.SUPPORTED


@pytest.mark.parametrize(
    ("joint", "expected"),
    [
        (SUPPORTED, State.SUPPORTED),
        (CONTRADICTED, State.CONTRADICTED),
        (PARTLY, State.PARTLY),
        (NOT_IN, State.CONTRADICTED),
        (LATE, State.NO_VERDICT),
    ],
)
def test_what_all_sources_say_together(joint: Said, expected: State) -> None:
    """It has seen them all; where it finds nothing, what one of them said stands."""
    assert over_all(said(CONTRADICTED, PARTLY), joint)[0] is expected


@pytest.mark.parametrize(
    ("answers", "joint", "expected"),
    [
        ((NOT_IN, SUPPORTED), None, "it does"),
        ((PARTLY, CONTRADICTED), None, "another number"),
        ((PARTLY, NOT_IN), PARTLY, "half of it"),
        ((GONE,), None, "Its source was not found."),
        ((GONE, NOT_IN), None, "A cited source was not found, and the others do not carry it."),
        ((OFFLINE,), None, "Sources were not looked up."),
        ((LATE,), None, "no reply in 5 s"),
        ((NoVerdict(Reason.BUDGET),), None, ""),
    ],
)
def test_the_grounds_are_those_of_the_state(
    answers: tuple[Said, ...], joint: Said | None, expected: str
) -> None:
    """A reader is told what the state rests on."""
    assert over_all(said(*answers), joint)[1] == expected


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((SUPPORTED, SUPPORTED), State.SUPPORTED),
        ((NOT_IN, NOT_IN), State.NOT_IN_SOURCE),
        ((SUPPORTED, NOT_IN), State.NO_VERDICT),
        ((SUPPORTED, GONE), State.NO_VERDICT),
        ((GONE, GONE), State.UNREACHABLE),
        ((CONTRADICTED, SUPPORTED), State.NO_VERDICT),
    ],
)
def test_entries_that_share_a_number(answers: tuple[Said, ...], expected: State) -> None:
    """Nobody knows which is meant: a verdict only where all of them say the same (U16)."""
    assert over_all(shared(*answers), None)[0] is expected


def test_entries_that_disagree_are_no_fault() -> None:
    """The report is at fault, not whoever was asked."""
    (answer,) = by_citation(shared(SUPPORTED, NOT_IN))

    assert answer == NoVerdict(
        Reason.NOT_ASSESSED, "its number stands for several entries, which do not say the same"
    )


def test_sources_that_are_certainly_named() -> None:
    """Those of a number of one entry."""
    sources = [*shared(SUPPORTED, NOT_IN), SourceVerdict(1, None, PARTLY)]

    assert single(sources) == (sources[2],)


def test_all_absent_answers_of_a_statement() -> None:
    """Those of its sources, and the one about all of them."""
    verdict = StatementVerdict(0, State.NO_VERDICT, sources=tuple(said(NOT_IN, GONE)), joint=LATE)

    assert verdict.absent == (GONE, LATE)
