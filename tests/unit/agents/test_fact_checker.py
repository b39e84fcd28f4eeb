"""The loop over all statements: shared sources, limits, order, record."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.given_web import GivenWeb
from tests.golden.facts import HALF, NO, YES, Told
from veridical.agents.assertions import read_assertions
from veridical.agents.fact_checker import FactCheck, check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.agents.spending import Limits
from veridical.agents.standing import Standing
from veridical.ask import Ask
from veridical.checks.support import SupportAsk
from veridical.report import parse_report
from veridical.report.own_address import own_sources
from veridical.score import Reason
from veridical.sources import Snapshot

SAYINGS = [f"The tower number {n} of the city is {n + 10} m high." for n in range(12)]
PAGES = {f"https://{n}.example/": f"Towers of the city, part {n}." for n in range(4)}


class Together(Told):
    """An asker that can be asked several things in one call, and remembers which."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[Ask[object]]] = []

    async def ask_each(self, asks, draw=None):  # type: ignore[no-untyped-def]
        """All of them."""
        self.calls.append(list(asks))
        return [await self.ask(one) for one in asks]


def checked(asker: Told, web: GivenWeb, limits: Limits | None = None) -> FactCheck:
    """The sayings, checked."""

    async def run() -> FactCheck:
        report = parse_report("\n\n".join(SAYINGS).encode(), format="markdown", name="r")
        read = await read_assertions(report, asker)
        return await check_facts(read.found, ReadingRoom(web, web), asker, limits=limits)

    return asyncio.run(run())


def test_statements_share_fetches() -> None:
    """Twelve statements need the same four pages: four fetches."""
    web = GivenWeb(PAGES)
    found = checked(Told(), web)

    assert sorted(web.fetched) == sorted(PAGES)
    assert found.fetches == 4


def test_asks_about_one_source_are_put_together() -> None:
    """A call for each source, with all statements that need it, in the report's order."""
    asker = Together()
    checked(asker, GivenWeb(PAGES), Limits(turns=1, sources=2))
    groups = [g for g in asker.calls if isinstance(g[0], SupportAsk)]

    assert [len(g) for g in groups] == [12, 12]
    for group in groups:
        assert [a.statement for a in group] == SAYINGS  # type: ignore[attr-defined]
        assert len({p.source for a in group for p in a.passages}) == 1  # type: ignore[attr-defined]


def test_a_settled_statement_is_not_searched_for_again() -> None:
    """One turn for what is settled, all turns for the rest."""
    asker = Told({SAYINGS[0]: YES, SAYINGS[1]: NO, SAYINGS[2]: HALF})
    found = checked(asker, GivenWeb(PAGES), Limits(turns=3, sources=1))

    assert [one.turns for one in found.checked[:4]] == [1, 1, 3, 3]
    assert [one.standing for one in found.checked[:4]] == [
        Standing.SUPPORTED,
        Standing.CONTRADICTED,
        Standing.PARTLY,
        Standing.SILENT,
    ]


def test_a_report_that_runs_out_ends_in_order() -> None:
    """The first statements are settled, the others are missing; the same each time."""
    says = dict.fromkeys(SAYINGS, YES)
    whole = checked(Told(says), GivenWeb(PAGES))
    limits = Limits(tokens=whole.tokens // 2)
    half = checked(Told(says), GivenWeb(PAGES), limits)

    assert half == checked(Told(says), GivenWeb(PAGES), limits)
    assert half.tokens <= whole.tokens // 2
    lost = [one.standing is None for one in half.checked]
    assert True in lost
    assert lost == sorted(lost)
    reasons = {one.outcome.absence.reason for one in half.checked if one.outcome.absence}
    assert reasons == {Reason.BUDGET}


def test_every_step_is_on_record() -> None:
    """A search, a fetch, a reading and a verdict of each source, turn by turn."""
    found = checked(Told({SAYINGS[0]: YES}), GivenWeb(PAGES), Limits(turns=1, sources=1))
    steps = [step for step in found.trajectory if "statement 0:" in (step.note or "")]

    assert [step.kind.value for step in steps] == ["search", "fetch", "read", "analyze"]
    assert [step.step for step in found.trajectory] == [1] * len(found.trajectory)


def test_parts_are_asked_for_together_once_per_turn() -> None:
    """Two sources that carry a part each are shown at once."""
    asker = Told({SAYINGS[0]: HALF, (SAYINGS[0], "together"): YES})
    found = checked(asker, GivenWeb(PAGES), Limits(turns=1, sources=2))

    assert found.checked[0].standing is Standing.SUPPORTED
    assert "several sources together" in found.checked[0].outcome.why


def test_the_report_itself_is_no_evidence() -> None:
    """A copy of it that the search finds is passed over, and the record says so."""
    copy = "\n".join(["A page.", *SAYINGS])
    web = GivenWeb({"https://copy.example/": copy, **PAGES})
    asker = Told(dict.fromkeys(((said, "https://copy.example/") for said in SAYINGS), YES))
    found = checked(asker, web, Limits(turns=1))

    assert {one.standing for one in found.checked} == {Standing.SILENT}
    assert any("the report itself" in (step.note or "") for step in found.trajectory)


def test_the_reports_own_address_is_no_evidence() -> None:
    """However the search spells it, and where another address leads there, whatever it says."""
    said = SAYINGS[0]
    spelled = "http://www.own.example/report/?utm_source=x"
    asker = Told({(said, spelled): YES, (said, "https://short.example/1"): YES})

    class Leads(GivenWeb):
        async def fetch(self, url: str) -> Snapshot:
            """Another address that leads to the report."""
            found = await super().fetch(url)
            at = "https://own.example/report" if "short" in url else url
            return replace(found, final_url=at)

    def standing(head: str) -> Standing | None:
        web = Leads({spelled: "All of it, in other words.", "https://short.example/1": "Moved."})

        async def run() -> FactCheck:
            report = parse_report(f"{head}\n\n{said}")
            read = await read_assertions(report, asker)
            room = ReadingRoom(web, web, stands_at=own_sources(report))
            return await check_facts(read.found, room, asker, limits=Limits(turns=1))

        found = asyncio.run(run())
        told = [s.note or "" for s in found.trajectory]
        assert sum("the report itself" in note for note in told) == (2 if head else 0)
        return found.checked[0].standing

    assert standing("---\nurl: https://own.example/report\n---") is Standing.NOTHING_FOUND
    assert standing("") is Standing.SUPPORTED


def test_a_source_of_some_of_its_sentences_is_evidence() -> None:
    """What the report may have taken from it."""
    web = GivenWeb({"https://some.example/": "\n".join(SAYINGS[:4])})
    asker = Told(dict.fromkeys(((said, "https://some.example/") for said in SAYINGS[:4]), YES))
    found = checked(asker, web, Limits(turns=1))

    assert [one.standing for one in found.checked[:4]] == [Standing.SUPPORTED] * 4
