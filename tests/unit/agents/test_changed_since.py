"""The fact checker: a source that said it once is told apart from one that never did."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from tests.given_web import GivenWeb
from tests.golden.facts import HALF, LOST, NO, SILENT, YES, Told
from veridical.agents.assertions import read_assertions
from veridical.agents.case import Checked
from veridical.agents.fact_checker import check_facts
from veridical.agents.reading_room import ReadingRoom
from veridical.agents.spending import Limits
from veridical.agents.standing import Standing
from veridical.ask import NoVerdict
from veridical.checks.verdict import Verdict
from veridical.report import parse_report
from veridical.sources import FetchState, Snapshot

SAID = "The tower of the city is 330 m high."
HERE, THERE = "https://here.example/", "https://there.example/"
BEFORE = f"{HERE} as of 2025-01-01"
OLDEST = f"{HERE} as of 2024-01-01"


async def _older(snapshot: Snapshot) -> tuple[Snapshot, ...]:
    """Two older snapshots of one of the pages."""
    if snapshot.url != HERE:
        return ()
    texts = {"2025-01-01": "The tower, as it was.", "2024-01-01": "The tower, long ago."}
    return tuple(Snapshot(HERE, FetchState.OK, text=t, time=day) for day, t in texts.items())


def stands(says: Mapping[object, Verdict | NoVerdict], tokens: int = 10_000_000) -> Checked:
    """How the saying stands over two pages."""
    web = GivenWeb({HERE: "The tower of here.", THERE: "The tower of there."})

    async def run() -> Checked:
        asker = Told(says)
        read = await read_assertions(parse_report(SAID), asker)
        room = ReadingRoom(web, web, older=_older)
        limits = Limits(turns=1, sources=2, tokens=tokens)
        return (await check_facts(read.found, room, asker, limits=limits)).checked[0]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("here", "before", "oldest", "there", "standing"),
    [
        (NO, YES, SILENT, SILENT, Standing.CHANGED),
        (NO, SILENT, YES, SILENT, Standing.CHANGED),
        (SILENT, YES, SILENT, SILENT, Standing.CHANGED),
        (SILENT, YES, SILENT, HALF, Standing.CHANGED),
        (NO, SILENT, SILENT, SILENT, Standing.CONTRADICTED),
        (NO, YES, SILENT, NO, Standing.CONTRADICTED),
        (NO, YES, SILENT, YES, Standing.CONFLICT),
        (SILENT, YES, SILENT, YES, Standing.SUPPORTED),
        (SILENT, YES, SILENT, NO, Standing.CONTRADICTED),
        (NO, LOST, YES, SILENT, Standing.CHANGED),
        (NO, LOST, SILENT, NO, Standing.CONTRADICTED),
        (NO, LOST, SILENT, SILENT, None),
        (SILENT, SILENT, SILENT, SILENT, Standing.SILENT),
    ],
)  # fmt: skip
def test_standing_over_sources_of_which_one_changed(
    here: Verdict,
    before: Verdict | NoVerdict,
    oldest: Verdict,
    there: Verdict,
    standing: Standing | None,
) -> None:
    """Wrong only where a source says otherwise that never said it; unknown where an ask is lost."""
    says = {(SAID, HERE): here, (SAID, BEFORE): before, (SAID, OLDEST): oldest}
    found = stands({**says, (SAID, THERE): there})

    assert found.standing is standing


def test_the_grounds_and_the_quotes_of_before() -> None:
    """With the day; the older words are quoted under a name of their own; the step is on record."""
    found = stands({(SAID, HERE): NO, (SAID, BEFORE): YES})
    (first, _) = found.reads
    assert first.earlier is not None

    assert found.outcome.why == f"{HERE} said this on 2025-01-01 and says otherwise since"
    assert [q.source for q in getattr(first.earlier.answer, "quotes", ())] == [BEFORE]
    assert any("as of 2025-01-01: supported" in (s.note or "") for s in found.steps)


def test_what_is_asked_of_before_is_paid_for() -> None:
    """It costs tokens; where they run out there, the verdict is lost and never *wrong*."""
    whole = stands({(SAID, HERE): NO, (SAID, BEFORE): YES})
    plain = stands({(SAID, HERE): NO})
    short = stands({(SAID, HERE): NO, (SAID, BEFORE): YES}, tokens=whole.tokens - 1)

    assert whole.tokens < plain.tokens  # one older snapshot was enough
    assert (short.standing, short.outcome.absence is not None) == (None, True)
