"""The facts of a checked report on its page, apart from its citations."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from functools import cache

import pytest

from tests.golden.facts import YES
from tests.unit.web.fact_report import (
    ADVICE,
    DANUBE,
    DATE,
    ELBE,
    ODER,
    RHINE,
    SENTENCES,
    VOLGA,
    fact_result,
)
from veridical.agents.assertions import Unread
from veridical.ask import NoVerdict
from veridical.methods.deepresearcheval.factuality import decided_ratio, factual_ratio
from veridical.methods.deepresearcheval.settings import Conflict
from veridical.methods.deepresearcheval.statements import tally_of
from veridical.report.model import Span
from veridical.runs.check import CheckResult
from veridical.score import Bounds, Measured, Missing, Reason
from veridical.web.from_check import check_html, check_page
from veridical.web.from_facts import SHOWN_CHARACTERS, SHOWN_PASSAGES
from veridical.web.pages.facts import FactRow, FactSection
from veridical.web.parts import FACTS_SHOWN, PART, fact_parts

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
_PACKED = re.compile(r'<script type="text/plain">([^<]*)</script>')


@cache
def rivers() -> CheckResult:
    """The report of rivers."""
    return fact_result()


def section(result: CheckResult) -> FactSection:
    """Its facts."""
    found = check_page(result).factual
    assert found is not None
    return found


def row_of(sentence: str) -> FactRow:
    """The row of a sentence."""
    return next(row for row in section(rivers()).rows if row.text == sentence)


def test_a_check_without_facts_shows_none() -> None:
    """No section, no mark, no word on a card."""
    html = check_html(replace(rivers(), facts=None))

    assert ('id="facts"' in html, 'href="#fact-' in html, "Fact:" in html) == (False,) * 3


def test_what_does_not_stand_comes_first() -> None:
    """Wrong, then what sources disagree on, what is unknown, what failed, what is right."""
    found = [(row.verdict, row.standing, row.text) for row in section(rivers()).rows]

    assert found == [
        ("wrong", "contradicted", DANUBE),
        ("unknown", "sources conflict", VOLGA),
        ("unknown", "only a part was found", ELBE),
        ("absent", "timed out", ODER),
        ("right", "supported", RHINE),
    ]


def test_the_ratio_is_counted_both_ways_with_what_is_missing() -> None:
    """1 of 4 and 1 of 2; the lost one is wrong at worst and right at best."""
    against, left_out = section(rivers()).ratios
    lost = Missing(((Reason.TIMEOUT, 1),))

    assert (against.of, against.score) == (4, Measured(0.25, 4, lost, Bounds(0.2, 0.4)))
    assert (left_out.of, left_out.score) == (2, Measured(0.5, 2, lost, Bounds(1 / 3, 2 / 3)))
    facts = rivers().facts
    assert facts is not None
    tally = tally_of(facts.read, facts.found, Conflict.UNKNOWN)
    assert (against.score, left_out.score) == (factual_ratio(tally), decided_ratio(tally))
    html = check_html(rivers())
    assert ("0.20–0.40" in html, "1 timed out" in html) == (True, True)


def test_a_conflict_shows_both_sides() -> None:
    """Each with its words, its address and its title."""
    against, supports = row_of(VOLGA).sources[:2]

    assert (against.says, against.name) == ("says otherwise", "https://volga.example/c")
    assert (supports.says, supports.name) == ("says so", "On the Rhine")
    assert supports.address == "https://rhine.example/a"
    assert against.quotes
    assert supports.quotes


def test_what_is_silent_shows_what_was_read() -> None:
    """The beginnings of passages instead of a quote."""
    towns = "It passes many towns and old bridges on its way to the sea. " * 15
    long = "\n\n".join(f"The Elbe is a river, says book {n}. {towns}" for n in range(20))
    result = fact_result((ELBE,), {}, {"https://elbe.example/a": long})
    (row,) = section(result).rows

    assert (row.verdict, row.standing) == ("unknown", "no source speaks of it")
    assert row.sources
    for source in row.sources:
        assert (source.says, source.quotes) == ("does not speak of it", ())
        assert source.passages
        for passage in source.passages:
            assert len(passage.text) <= SHOWN_CHARACTERS
            assert long[passage.start : passage.end] == passage.text


def test_of_many_passages_the_first_are_shown_and_the_rest_counted() -> None:
    """So that a page of much that is unknown stays small."""
    result = fact_result((ELBE,), {})
    assert result.facts is not None
    checked = result.facts.found.checked[0]
    read = next(one for one in checked.reads if one.passages)
    many = replace(read, passages=read.passages[:1] * (SHOWN_PASSAGES + 4))
    found = replace(result.facts.found, checked=(replace(checked, reads=(many,)),))
    shown = replace(result, facts=replace(result.facts, found=found))
    (source,) = section(shown).rows[0].sources

    assert (len(source.passages), source.more) == (SHOWN_PASSAGES, 4)
    assert "7 passages read; how each begins" in check_html(shown)
    assert "and 4 more passages" in check_html(shown)


def test_the_queries_are_shown() -> None:
    """Those that were put, in their order."""
    assert row_of(RHINE).queries
    html = check_html(rivers())
    for query in row_of(RHINE).queries:
        assert f"<q>{query}</q>" in html


def test_what_is_said_twice_is_judged_once() -> None:
    """One row with both places, and a word on both cards."""
    assert row_of(RHINE).statements == (0, 5)
    assert section(rivers()).repeated == 1
    cards = {one.statement: one.facts for one in check_page(rivers()).statements}
    assert [said.row for said in (*cards[0], *cards[5])] == [row_of(RHINE).number] * 2
    assert "Judged once, said 2 times" in check_html(rivers())


def test_a_card_says_why_nothing_was_searched_for() -> None:
    """An opinion is true or false to nobody."""
    cards = {one.statement: one.facts for one in check_page(rivers()).statements}
    (said,) = cards[SENTENCES.index(ADVICE)]

    assert (said.kind, said.row) == ("", None)
    assert said.words == "it values, recommends or demands"
    assert section(rivers()).left_out == (("it values, recommends or demands", 1),)


def test_a_failure_is_named() -> None:
    """Never as unknown."""
    assert (row_of(ODER).verdict, row_of(ODER).standing) == ("absent", "timed out")
    assert [s.says for s in row_of(ODER).sources][:1] == ["no verdict: timed out"]


def test_a_piece_that_nobody_read_is_missing() -> None:
    """It may be a statement: it is in the bounds, and has a row that says what failed."""
    result = rivers()
    assert result.facts is not None
    piece = Unread(6, Span(0, 5), "A piece", NoVerdict(Reason.REFUSED, "not said"))
    read = replace(result.facts.read, unread=(piece,))
    found = section(replace(result, facts=replace(result.facts, read=read)))
    row = next(row for row in found.rows if row.text == "A piece")

    assert (row.verdict, row.standing, row.why) == ("absent", "respondent refused", "not said")
    assert found.ratios[0].score.missing.total == 2  # type: ignore[union-attr]


def test_the_date_and_the_effort_are_told() -> None:
    """What is later is no evidence."""
    found = section(rivers())

    assert (found.date, found.searches > 0, found.fetches) == (DATE, True, 3)


def test_marks_in_the_text_tell_fact_and_citation_apart() -> None:
    """A sign of its own for each."""
    html = check_html(rivers())

    assert 'data-verdict="uncited" data-facts="wrong"' in html
    assert re.search(r'class="mark bad" href="#fact-\d+" aria-label="Fact: Wrong">F✕<', html)


def test_ids_are_unique_and_fragments_lead_somewhere() -> None:
    """Facts among the rest of the page."""
    html = check_html(rivers())
    ids = re.findall(r'\sid="([^"]*)"', html)

    assert sorted(ids) == sorted(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) - set(ids) == set()


def test_a_strangers_words_are_escaped() -> None:
    """Of the report, of a source, of its address."""
    address = "javascript:alert(1)"
    result = fact_result((f"{RHINE} {HOSTILE}",), {RHINE: YES}, {address: f"{RHINE} {HOSTILE}"})
    html = check_html(result)
    whole = html + "".join(_unpacked(data) for data in _PACKED.findall(html))

    assert "<script>alert(1)" not in whole
    assert "<img src=x" not in whole
    assert 'href="javascript:' not in whole


def _unpacked(data: str) -> str:
    return zlib.decompress(base64.b64decode(data)).decode()


@pytest.mark.parametrize("n", [1, FACTS_SHOWN, FACTS_SHOWN + PART, 1000])
def test_every_fact_is_in_a_part(n: int) -> None:
    """Once, in the order given; a part spans its rows and has one verdict."""
    one = row_of(RHINE)
    every = [replace(one, number=i, verdict="wrong" if i < n / 2 else "right") for i in range(n)]
    found = list(fact_parts(every, section(rivers()).kinds))

    assert [row for part in found for row in part.rows] == every
    assert found[0].is_packed is False
    for part in found:
        assert {row.verdict for row in part.rows} == {part.kind.name}
        assert (part.first, part.last) == (part.rows[0].number, part.rows[-1].number)


def test_a_long_report_is_packed() -> None:
    """Every fact is in the page, most of them packed; a fact adds little to it."""
    n = FACTS_SHOWN + 3 * PART
    found = section(rivers())
    rows = tuple(replace(row_of(RHINE), number=i) for i in range(n))
    page = replace(check_page(rivers()), factual=replace(found, rows=rows))
    html, whole = _rendered(page)

    numbers = sorted(map(int, re.findall(r'id="fact-(\d+)"', whole)))
    assert numbers == list(range(n))
    assert html.count('id="fact-') == FACTS_SHOWN
    assert len(html) < 400_000


def _rendered(page: object) -> tuple[str, str]:
    from veridical.web.render import render

    html = render(page)  # type: ignore[arg-type]
    return html, html + "".join(_unpacked(data) for data in _PACKED.findall(html))
