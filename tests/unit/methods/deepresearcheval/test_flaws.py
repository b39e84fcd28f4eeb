"""What the authors' code gets wrong, each shown to be absent here."""

from __future__ import annotations

import asyncio

import pytest

from tests.given_web import GivenWeb
from tests.golden.facts import RIVERS, YES, Told, facts
from veridical.agents.assertions import Assertions, read_assertions
from veridical.agents.fact_checker import FactCheck, check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.agents.spending import Limits, nominal_tokens
from veridical.agents.standing import Standing
from veridical.ask import Asker, NoVerdict
from veridical.checks.assertions import AssertionsAsk
from veridical.checks.queries import QueriesAsk
from veridical.checks.support import SupportAsk
from veridical.methods.deepresearcheval.settings import Settings
from veridical.methods.deepresearcheval.statements import Collector, FactTally
from veridical.models.port import Finish, Reply
from veridical.report import parse_report
from veridical.respondents.composing import question_of
from veridical.respondents.reading.reader import Unread, read_one
from veridical.retrieval.passages import whole
from veridical.score import Reason
from veridical.sources import FetchState, SearchState
from veridical.trajectory import StepKind

RHINE, DANUBE, VOLGA, ELBE = RIVERS
PAGES = {
    "https://a.example/rhine": "The Rhine is a river of Europe. It is 1,230 km long.",
    "https://b.example/rhine": "The river Rhine, in Europe, has a length of 1,230 km.",
}


def collected(*sentences: str, asker: Told, query: str = "") -> FactTally:
    """What is counted of a report."""
    return asyncio.run(Collector(Settings())(facts(*sentences, asker=asker, query=query)))


def checked(
    text: str,
    web: GivenWeb,
    asker: Asker | None = None,
    *,
    today: str = "",
    limits: Limits | None = None,
) -> FactCheck:
    """A report's facts over a given web."""

    async def run() -> FactCheck:
        who = asker or Told()
        report = parse_report(text.encode(), format="markdown", name="r")
        read = await read_assertions(report, who)
        return await check_facts(read.found, ReadingRoom(web, web, today), who, limits=limits)

    return asyncio.run(run())


def test_a_part_that_fails_is_counted() -> None:
    """Its pieces are missing, with the reason; nothing of the report vanishes."""
    found = collected(RHINE, DANUBE, asker=Told(lost=["assertions"]))

    assert found == FactTally((), (Reason.TIMEOUT, Reason.TIMEOUT))


@pytest.mark.parametrize("lost", ["queries", "support"])
def test_a_statement_that_fails_on_the_way_is_counted(lost: str) -> None:
    """Whatever step failed, the statement is there, without a label."""
    found = collected(RHINE, DANUBE, asker=Told(lost=[lost]))

    assert [(s.label, s.missing) for s in found.statements] == [(None, Reason.TIMEOUT)] * 2


def test_an_answer_that_passes_over_pieces_is_noticed() -> None:
    """The model is told which, and what stays unanswered is missing."""

    class Forgetful(Told):
        async def ask(self, ask, draw=None):  # type: ignore[no-untyped-def]
            said = await super().ask(ask)
            if isinstance(ask, AssertionsAsk):
                said = type(said)(type(said.value)(said.value.pieces[:1]))
                assert ask.objection(said.value) == "it passes over the pieces [1]"
            return said

    found = collected(RHINE, DANUBE, asker=Forgetful())

    assert (len(found.statements), found.unread) == (1, (Reason.UNREADABLE,))


@pytest.mark.parametrize("label", ["Right / Wrong / Unknown", "right", "probably", ""])
def test_a_label_outside_the_list_is_no_verdict(label: str) -> None:
    """The template's own words, another list's labels, anything else."""
    ask = SupportAsk(RHINE, (whole(PAGES["https://a.example/rhine"], source="a"),))
    text = (
        '{"nonce": "n1", "quotes": [{"source": "a", "text": "It is 1,230 km long."}], '
        f'"why": "so", "value": "{label}", "rest": "none", "qualified": false}}'
    )
    reply = Reply(text=text, nonce="n1", finish=Finish.STOP)

    assert isinstance(read_one(question_of(ask), reply), Unread)


def test_nothing_is_judged_before_something_was_searched_for() -> None:
    """The first step of every statement is a search, and each verdict is on fetched words."""
    web = GivenWeb(PAGES)
    asker = Told()
    found = checked(f"{RHINE}\n\n{ELBE}", web, asker)

    assert all(one.steps[0].kind is StepKind.SEARCH for one in found.checked)
    read = {p.source for ask in asker.of(SupportAsk) for p in ask.passages}
    assert read <= set(web.fetched)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (SearchState.REFUSED, Reason.REFUSED),
        (SearchState.UNAVAILABLE, Reason.UNAVAILABLE),
        (SearchState.OFFLINE, Reason.OFFLINE),
    ],
)
def test_without_search_nobody_judges_from_memory(state: SearchState, reason: Reason) -> None:
    """A missing key or a dead provider leaves no statement "unknown"."""
    asker = Told({RHINE: YES})
    found = checked(RHINE, GivenWeb(PAGES, search_state=state), asker)

    assert [one.outcome.absence.reason for one in found.checked if one.outcome.absence] == [reason]
    assert asker.of(SupportAsk) == []


def test_what_is_said_twice_is_judged_once() -> None:
    """Across sections, whatever the case, the marks and the spacing; and shown as such."""
    again = RHINE.upper().replace(".", "!")
    found = collected(f"# One\n\n{RHINE}", f"## Two\n\n{again}", ELBE, asker=Told())

    assert [s.statements for s in found.statements] == [(0, 1), (2,)]


def test_the_same_pronoun_in_two_sections_is_no_repetition() -> None:
    """The river that it stands for is another in each."""
    text = (
        "# One\n\nThe Rhine flows north.\n\nIt is 1,230 km long.\n\n"
        "# Two\n\nThe Loire flows west.\n\nIt is 1,230 km long."
    )
    found = collected(text, asker=Told())

    wordings = [s.wording for s in found.statements]
    assert wordings == [
        "The Rhine flows north.",
        "The Rhine is 1,230 km long.",
        "The Loire flows west.",
        "The Loire is 1,230 km long.",
    ]


def test_plan_and_query_are_no_part_of_the_report() -> None:
    """A chat page's head, up to its own last words, is named residue and never searched for."""
    head = [
        "Conversation with Somebot How long are the rivers of Europe and where do they end?",
        "Here's a research plan for that topic.",
        "(1) Identify the longest rivers of Europe.",
        "(2) Find where the rivers of Europe end.",
        "Edit plan. Start research.",
    ]
    body = [f"The Rhine has {n} bridges in town number {n}." for n in range(20)]
    report = parse_report("\n\n".join([*head, *body]).encode(), format="markdown", name="r")
    read = asyncio.run(read_assertions(report, Told()))

    assert len(read.checkable) == 20
    assert {a.why for a in read.found if not a.is_checkable} == {
        "it repeats the query, a plan or a page's buttons"
    }


def test_later_pages_are_not_evidence() -> None:
    """What was published after the run's date is neither fetched nor shown."""
    published = {"https://a.example/rhine": "2027-01-05", "https://b.example/rhine": "2026-01-05"}
    web = GivenWeb(PAGES, published=published)
    asker = Told()
    found = checked(RHINE, web, asker, today="2026-11-30")

    assert web.fetched == ["https://b.example/rhine"]
    assert {ask.today for ask in asker.of(QueriesAsk)} == {"2026-11-30"}
    assert any("after the run's date" in (s.note or "") for s in found.trajectory)


def test_a_statement_is_judged_with_its_surroundings() -> None:
    """What still points back brings the words before it along."""
    asker = Told()
    checked("The treaty was signed by ten states.\n\nThis was agreed in Geneva in 1951.",
            GivenWeb(PAGES), asker)  # fmt: skip

    pointing = [a for a in asker.of(SupportAsk) if a.statement.startswith("This")]
    assert pointing
    assert all(a.context == "The treaty was signed by ten states." for a in pointing)


def test_a_report_longer_than_an_argument_is_checked() -> None:
    """Over 128 KiB, in Chinese: every statement is there."""
    sentences = [
        f"第{n}条河流的长度是{n + 100}公里，流经{n + 3}个国家，最后流入大海。" for n in range(2_000)
    ]
    text = "\n\n".join(sentences)
    report = parse_report(text.encode(), format="markdown", name="r")
    read = asyncio.run(read_assertions(report, Told()))

    assert len(text.encode()) > 128 * 1024
    assert len(read.checkable) == 2_000


def test_prompts_do_not_grow_with_the_turns() -> None:
    """No history is sent again: a later turn's asks are as short as the first one's."""
    asker = Told()
    pages = {f"https://{n}.example/": f"Page {n} on rivers of Europe. " * 400 for n in range(12)}
    checked(ELBE, GivenWeb(pages), asker)

    sizes = [nominal_tokens(ask) for ask in asker.of(SupportAsk)]
    assert len(sizes) > 3
    assert max(sizes) < 1.2 * min(sizes)


def test_the_last_turn_asks_for_no_excuse() -> None:
    """A statement that no turn settles is silent, with all that was read for it."""
    found = checked(ELBE, GivenWeb(PAGES), limits=Limits(turns=2))

    assert [one.standing for one in found.checked] == [Standing.SILENT]
    assert len(found.checked[0].reads) == 2


@pytest.mark.parametrize("state", [FetchState.TIMEOUT, FetchState.BLOCKED, FetchState.UNAVAILABLE])
def test_a_page_out_of_reach_never_makes_a_statement_unknown(state: FetchState) -> None:
    """It may be the one that settles it."""
    web = GivenWeb({}, states={"https://a.example/": state})
    found = checked(RHINE, web)

    assert [one.outcome.absence for one in found.checked] == [
        NoVerdict(Reason.UNREACHABLE, f"https://a.example/: {state}")
    ]


def test_an_error_page_is_no_text_to_judge_by() -> None:
    """What is gone is passed over, and the next result is read."""
    web = GivenWeb(PAGES, states={"https://gone.example/": FetchState.SOFT_404})
    asker = Told({(RHINE, "https://a.example/rhine"): YES})
    found = checked(RHINE, web, asker)

    assert [one.standing for one in found.checked] == [Standing.SUPPORTED]
    assert all("gone" not in p.source for ask in asker.of(SupportAsk) for p in ask.passages)


def test_segmentation_never_asks_for_a_copy() -> None:
    """Answers name numbers; whatever a model words, the pieces are the report's own."""
    report = parse_report(f"{RHINE}\n\n{DANUBE}".encode(), format="markdown", name="r")
    asker = Told()
    read: Assertions = asyncio.run(read_assertions(report, asker))

    assert [a.text for a in read.found] == [RHINE, DANUBE]
    assert [report.words(a.span) for a in read.found] == [RHINE, DANUBE]


def test_sources_that_the_report_cites_are_read_too() -> None:
    """The authors leave its citations aside; here they come first."""
    cited = "https://cited.example/rhine"
    web = GivenWeb({**PAGES, cited: "The Rhine: a river, 1,230 km."})
    report = parse_report(f"{RHINE} [x]({cited})".encode(), format="markdown", name="r")

    async def run() -> FactCheck:
        read = await read_assertions(report, Told())
        room = ReadingRoom(web, web)
        return await check_facts(read.found, room, Told(), cited={0: (cited,)})

    found = asyncio.run(run())
    assert found.checked[0].reads[0].source == cited
    assert found.checked[0].reads[0].is_cited
