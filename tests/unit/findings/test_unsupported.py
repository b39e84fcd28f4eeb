"""Findings about statements that their sources do not carry: their words in full."""

import pytest

from tests.unit.findings.reading import absent, findings, judged, messages, source
from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.findings import Severity
from veridical.findings.unsupported import sentence, support_findings
from veridical.findings.verdict import SourceVerdict, State, StatementVerdict
from veridical.report import parse_report
from veridical.score import Reason
from veridical.sources import FetchState

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water."
LIST = "\n\n[1] https://ice.org/a\n[2] https://sea.org/b\n"
QUOTE = Quote("s1", 0, 3, "Ice")
OTHERWISE = Answer(Verdict(Support.CONTRADICTED), 'number: "5" against "6"', (QUOTE,))


def of(state: State, *answers: Answer[Verdict] | NoVerdict, why: str = "") -> list[str]:
    """The messages about a statement in this state."""
    report = parse_report("Ice floats [1][2]." + LIST)
    sources = tuple(SourceVerdict(n, source(ICE), a) for n, a in enumerate(answers))
    verdict = StatementVerdict(0, state, why, sources)
    return [f"{f.kind}: {f.message}" for f in support_findings(report, [verdict])]


@pytest.mark.parametrize(
    ("state", "why", "expected"),
    [
        (
            State.CONTRADICTED,
            'number: "5" against "6"',
            'contradicted: The source says otherwise. Number: "5" against "6".',
        ),
        (State.CONTRADICTED, "", "contradicted: The source says otherwise."),
        (
            State.NOT_IN_SOURCE,
            "at most 9% of its words stand together",
            "not_in_source: The source does not say this. At most 9% of its words stand together.",
        ),
        (
            State.PARTLY,
            "they lack 5 km",
            "partly_supported: The source says only part of this. They lack 5 km.",
        ),
    ],
)
def test_a_statement_that_is_not_carried(state: State, why: str, expected: str) -> None:
    """What is wrong, and on which grounds."""
    assert of(state, why=why) == [expected]


@pytest.mark.parametrize(
    "state", [State.SUPPORTED, State.UNCITED, State.NOT_LOOKED_UP, State.MISSING_REFERENCE]
)
def test_a_state_that_needs_no_words(state: State) -> None:
    """Nothing is wrong, or another finding says it."""
    assert of(state) == []


@pytest.mark.parametrize("reason", [Reason.TIMEOUT, Reason.UNREADABLE, Reason.BUDGET])
def test_an_ask_that_failed(reason: Reason) -> None:
    """No verdict, and why."""
    absent_answer = NoVerdict(reason, "no reply")

    assert of(State.NO_VERDICT, absent_answer, why="no reply") == [
        "no_verdict: No verdict. No reply."
    ]


@pytest.mark.parametrize("reason", [Reason.NOT_ASSESSED, Reason.NOTHING_TO_CHECK])
def test_an_absence_that_is_no_fault(reason: Reason) -> None:
    """Nothing failed, so nothing is said."""
    assert of(State.NO_VERDICT, NoVerdict(reason), why="no words") == []


def test_sources_that_disagree() -> None:
    """Supported, and yet a reader should know."""
    supported = Answer(Verdict(Support.SUPPORTED), "", (QUOTE,))

    assert of(State.SUPPORTED, supported, OTHERWISE) == [
        'sources_disagree: [1] says this, [2] says otherwise. Number: "5" against "6".'
    ]


@pytest.mark.parametrize("state", [State.UNREACHABLE, State.NO_VERDICT])
def test_a_contradiction_beside_a_missing_source(state: State) -> None:
    """The state stays open, but what was read is told."""
    assert of(state, OTHERWISE, NoVerdict(Reason.TIMEOUT)) == [
        'contradicted: A source says otherwise. Number: "5" against "6".'
    ]


def test_each_missing_source_is_told_once() -> None:
    """However many statements cite it."""
    found = findings("Ice floats [1]. It melts [1]. The sea is salt [2]." + LIST, {})

    assert messages(found, "unreachable_source") == [
        "The source of citation 1 is not there (not found).",
        "The source of citation 2 is not there (not found).",
    ]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (FetchState.EMPTY, "empty"),
        (FetchState.NOT_FOUND, "not found"),
        (FetchState.SEVERAL_FILES, "several files"),
        (FetchState.TOO_LARGE, "too large"),
        (FetchState.UNSUPPORTED_TYPE, "unsupported type"),
        (FetchState.INCOMPLETE_FILE, "incomplete file"),
        (FetchState.UNREADABLE_FILE, "unreadable file"),
    ],
)
def test_what_became_of_a_source(state: FetchState, words: str) -> None:
    """In words."""
    found = findings("Ice floats [1]." + LIST, {"1": absent(state=state)})

    assert messages(found, "unreachable_source") == [
        f"The source of citation 1 is not there ({words})."
    ]


def test_a_finding_brings_the_words_that_show_it() -> None:
    """The quote of the clash, where the statement stands."""
    report = parse_report("Ice has a density of 719 kg per cubic meter at 0 °C [1]." + LIST)
    (found,) = support_findings(report, judged(report, {"1": source(ICE)}))

    assert (found.severity, found.statement, found.line) == (Severity.ERROR, 0, 1)
    assert [ICE[q.start : q.end] for q in found.quotes] == [q.text for q in found.quotes] != []


@pytest.mark.parametrize(
    ("grounds", "expected"),
    [
        ("at most 9%", "At most 9%."),
        ("No reply.", "No reply."),
        ("没有。", "没有。"),
        ("", ""),
        (" x ", "X."),
    ],
)
def test_grounds_become_a_sentence(grounds: str, expected: str) -> None:
    """A capital at the start, a full stop at the end."""
    assert sentence(grounds) == expected


def test_a_statement_that_drops_a_condition() -> None:
    """A note, with the source's words; not where another source says it without."""
    qualified = Answer(Verdict(Support.SUPPORTED, qualified=True), "only in mice", (QUOTE,))
    plain = Answer(Verdict(Support.SUPPORTED), "", (QUOTE,))

    assert of(State.SUPPORTED, qualified, why="only in mice") == [
        "qualified: The source says this under a condition only. Only in mice."
    ]
    assert of(State.SUPPORTED, qualified, plain) == []


def test_a_rest_that_the_source_says_otherwise() -> None:
    """Told apart from a rest that it does not mention."""
    against = Answer(Verdict(Support.PARTLY, Rest.CONTRADICTED), "", (QUOTE,))
    open_ = Answer(Verdict(Support.PARTLY, Rest.UNVERIFIABLE), "", (QUOTE,))

    assert of(State.PARTLY, against, why="5, not 6") == [
        "partly_supported: The source says part of this, and otherwise of the rest. 5, not 6."
    ]
    assert of(State.PARTLY, open_, why="no 6") == [
        "partly_supported: The source says only part of this. No 6."
    ]
