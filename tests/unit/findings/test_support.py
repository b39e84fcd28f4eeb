"""Statements asked against what they cite."""

import pytest

from tests.unit.findings.reading import absent, judged, source
from veridical.ask import Answer, Ask, NoVerdict, Quote
from veridical.checks.support import Support, SupportAsk, Verdict
from veridical.checks.wording import wording
from veridical.findings.verdict import State
from veridical.report import parse_report
from veridical.respondents import Scripted
from veridical.score import Reason
from veridical.sources import Fetched, FetchState

ICE = "Ice has a density of 917 kg per cubic meter at 0 °C. It floats on water."
LIST = "\n\n[1] https://ice.org/a\n[2] https://sea.org/b\n"


class Listening:
    """Answers as it is told, and keeps what it was asked."""

    def __init__(self, *answers: Answer[Verdict] | NoVerdict) -> None:
        self.answers = list(answers)
        self.asked: list[SupportAsk] = []

    async def ask(self, ask: Ask[Verdict], draw: object = None) -> Answer[Verdict] | NoVerdict:
        """The next answer; quotes stand for the first words of the first passage."""
        assert isinstance(ask, SupportAsk)
        self.asked.append(ask)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, NoVerdict) or answer.value.support is Support.NOT_IN_SOURCE:
            return answer
        first = ask.passages[0]
        return Answer(answer.value, answer.why, (Quote(first.source, 0, 0, first.text[:5]),))


def states(text: str, sources: dict[str, Fetched] | None) -> list[State]:
    """The state of each statement."""
    return [verdict.state for verdict in judged(parse_report(text), sources)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Ice has a density of 917 kg per cubic meter at 0 °C [1].", State.SUPPORTED),
        ("Ice has a density of 719 kg per cubic meter at 0 °C [1].", State.CONTRADICTED),
        ("Volcanoes are formed by rising magma [1].", State.NOT_IN_SOURCE),
        ("Ice has a density of 917 kg per cubic meter at 0 °C.", State.UNCITED),
        ("Ice has a density of 917 kg per cubic meter [9].", State.MISSING_REFERENCE),
        ("Ice has a density of 917 kg per cubic meter [2].", State.UNREACHABLE),
    ],
)
def test_the_state_of_a_statement(said: str, expected: State) -> None:
    """By the built-in rules, against the source that it cites."""
    assert states(said + LIST, {"1": source(ICE)}) == [expected]


DENSE = "Ice has a density of {} kg per cubic meter at 0 °C. Ice floats on water. [1]"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (DENSE.format(917), State.SUPPORTED),
        (DENSE.format(719), State.CONTRADICTED),
        ("Volcanoes are formed by rising magma. Ice floats on water. [1]", State.UNCITED),
        ("Ice sinks in oil [2]. Volcanoes spew ash. Ice floats on water. [1]", State.UNREACHABLE),
        ("冰在0°C时的密度为719千克每立方米。冰浮在水上。[1]", State.CONTRADICTED),
    ],
)
def test_a_sentence_that_a_later_marker_may_speak_for(said: str, expected: State) -> None:
    """Only what its source says or denies is told of it; silence leaves it uncited."""
    text = "冰在0°C时的密度为917千克每立方米。冰浮在水上。" if said.startswith("冰") else ICE

    assert states(said + LIST, {"1": source(text)})[0] is expected


def test_what_a_later_marker_may_mean_is_told() -> None:
    """The reader sees which marker was taken, and that it was not certain."""
    report = parse_report(DENSE.format(719) + LIST)
    first, last = judged(report, {"1": source(ICE)})

    assert first.why.startswith("It cites nothing; [1] after it may speak for it.")
    assert last.state is State.SUPPORTED


def test_a_failed_ask_about_it_is_counted() -> None:
    """A sentence stays uncited, and the ask that nobody answered is among the absent."""
    text = "Magma rises. Ice floats on water. [1]" + LIST
    first, _ = judged(parse_report(text), {"1": source(ICE)}, Listening(NoVerdict(Reason.TIMEOUT)))

    assert (first.state, [a.reason for a in first.absent]) == (State.UNCITED, [Reason.TIMEOUT])


def test_sources_that_are_not_looked_up() -> None:
    """Nothing is known, and nobody is asked."""
    listening = Listening(Answer(Verdict(Support.SUPPORTED)))
    verdicts = judged(parse_report("Ice floats [1]. Rain falls [9]." + LIST), None, listening)

    assert [v.state for v in verdicts] == [State.NOT_LOOKED_UP, State.MISSING_REFERENCE]
    assert listening.asked == []


@pytest.mark.parametrize("state", [s for s in FetchState if s is not FetchState.OK])
def test_nobody_is_asked_about_a_source_that_is_not_there(state: FetchState) -> None:
    """Whatever became of it, it is unreachable, never unsupported (U47)."""
    listening = Listening(Answer(Verdict(Support.NOT_IN_SOURCE)))
    (verdict,) = judged(
        parse_report("Ice floats [1]." + LIST), {"1": absent(state=state)}, listening
    )

    assert (verdict.state, listening.asked) == (State.UNREACHABLE, [])
    assert verdict.sources[0].answer == NoVerdict(Reason.UNREACHABLE, state)


def test_a_marker_without_entry_beside_one_with() -> None:
    """The one that leads somewhere decides; the other is a finding of its own (U14)."""
    text = "Ice has a density of 917 kg per cubic meter at 0 °C [1][9]." + LIST

    assert states(text, {"1": source(ICE)}) == [State.SUPPORTED]


def test_a_marker_without_entry_whose_source_is_at_hand() -> None:
    """Where its label finds a source, that source is asked."""
    text = "Ice has a density of 917 kg per cubic meter at 0 °C \ue200cite\ue202turn0search3\ue201."

    assert states(text, {"turn0search3": source(ICE)}) == [State.SUPPORTED]


def test_a_number_of_two_entries_that_disagree() -> None:
    """No verdict: nobody knows which entry is meant (U16)."""
    text = "Ice has a density of 917 kg per cubic meter [1].\n\n[1] https://a.org/x\n[1] https://b.org/y\n"
    sources = {"1/0": source(ICE, id="a"), "1/1": source("The sea is salt.", id="b")}

    assert states(text, sources) == [State.NO_VERDICT]


def test_several_sources_are_also_asked_together() -> None:
    """Where none of them carries the statement alone."""
    listening = Listening(
        Answer(Verdict(Support.PARTLY)),
        Answer(Verdict(Support.NOT_IN_SOURCE)),
        Answer(Verdict(Support.SUPPORTED), "both"),
    )
    (verdict,) = judged(
        parse_report("Ice floats and the sea is salt [1][2]." + LIST),
        {"1": source("Ice floats.", id="a"), "2": source("The sea is salt.", id="b")},
        listening,
    )

    assert (verdict.state, verdict.why) == (State.SUPPORTED, "both")
    assert [{p.source for p in ask.passages} for ask in listening.asked] == [
        {"a"},
        {"b"},
        {"a", "b"},
    ]


@pytest.mark.parametrize(
    ("answers", "sources", "asked"),
    [
        ((Support.SUPPORTED, Support.NOT_IN_SOURCE), ("a", "b"), 2),
        ((Support.PARTLY, Support.PARTLY), ("a", "a"), 2),
        ((Support.PARTLY,), ("a", None), 1),
    ],
    ids=["one carries it", "one source twice", "one is missing"],
)
def test_sources_are_not_asked_together_in_vain(
    answers: tuple[Support, ...], sources: tuple[str | None, ...], asked: int
) -> None:
    """Not where one carries it, nor where there is only one."""
    listening = Listening(*(Answer(Verdict(value)) for value in answers))
    found = {
        str(n): source("Ice floats.", id=id) if id else absent()
        for n, id in enumerate(sources, start=1)
    }
    judged(parse_report("Ice floats [1][2]." + LIST), found, listening)

    assert len(listening.asked) == asked


def test_a_missing_source_keeps_a_statement_open() -> None:
    """It may be the one that says it."""
    text = "Volcanoes are formed by rising magma [1][2]." + LIST

    assert states(text, {"1": source(ICE)}) == [State.UNREACHABLE]


def test_a_verdict_without_a_quote_is_none() -> None:
    """Nothing is supported without words of the source."""
    scripted = Scripted(
        lambda ask: Answer(Verdict(Support.SUPPORTED), "surely"), identity="scripted/1"
    )

    class Asking:
        async def ask(self, ask: Ask[Verdict], draw: object = None) -> object:
            return await scripted.answer(ask)

    (verdict,) = judged(parse_report("Ice floats [1]." + LIST), {"1": source(ICE)}, Asking())

    assert (verdict.state, verdict.why) == (
        State.NO_VERDICT,
        "no quote of it stands in the source",
    )


def test_quotes_stand_in_the_source() -> None:
    """Their offsets count in its text."""
    text = "Ice has a density of 917 kg per cubic meter at 0 °C [1]." + LIST
    (verdict,) = judged(parse_report(text), {"1": source(ICE)})
    answer = verdict.sources[0].answer

    assert isinstance(answer, Answer)
    assert [ICE[q.start : q.end] for q in answer.quotes] == [q.text for q in answer.quotes]


def test_a_cell_is_asked_with_its_headers() -> None:
    """Alone it would say nothing; a marker in a header is no word of it."""
    table = "| body | diameter [1] |\n|---|---|\n| Moon | 3474 km [1] |\n"
    report = parse_report(table + LIST)
    (cell,) = [s for s in report.statements if "3474" in s.text]

    assert wording(report, cell) == "diameter: Moon: 3474 km"


def test_progress_counts_statements() -> None:
    """One by one, to the end."""
    import asyncio

    from veridical.findings.support import judge_statements
    from veridical.respondents import Roles

    told: list[int] = []
    report = parse_report("Ice floats [1]. Rain falls. Snow melts." + LIST)
    asyncio.run(judge_statements(report, lambda _: None, Roles(), progress=told.append))

    assert told == [1, 2, 3]
