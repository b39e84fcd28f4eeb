"""The facts of a checked report in a browser without a network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.unit.web.fact_report import DANUBE, RHINE, SENTENCES, VOLGA, fact_result
from veridical.web.from_check import check_html, check_page
from veridical.web.pages.facts import FactRow
from veridical.web.render import render

pytestmark = pytest.mark.browser

MANY = 1500
LATE = 1400
"""A fact whose card waits in a part that is far away."""
DUSK = pytest.mark.parametrize("width", [1280, 390])


@pytest.fixture(scope="module", autouse=True)
def _pages(site: Path) -> None:
    """A page with facts, and one with many of them, beside the sample pages."""
    result = fact_result()
    (site / "facts.html").write_text(check_html(result), "utf-8")
    page = check_page(result)
    assert page.factual is not None
    rows = page.factual.rows
    many = tuple(_numbered(rows, i) for i in range(MANY))
    long = replace(page, factual=replace(page.factual, rows=many))
    (site / "many-facts.html").write_text(render(long), "utf-8")


def _numbered(rows: tuple[FactRow, ...], number: int) -> FactRow:
    """Wrong ones first, then right ones."""
    kind = "wrong" if number < MANY / 2 else "right"
    return replace(next(row for row in rows if row.verdict == kind), number=number)


def _card(page: Any, sentence: str) -> Any:
    return page.locator("[data-cards=facts] .checked", has_text=sentence)


def test_a_fact_opens_to_its_evidence(visit: Visit) -> None:
    """Both sides of a conflict, quoted, with the address of each."""
    page = visit("facts.html")
    card = _card(page, VOLGA)
    card.locator("summary").first.click()

    assert card.locator(".source-check .kind").all_inner_texts()[:2] == [
        "says otherwise",
        "says so",
    ]
    assert card.locator(".quote").first.is_visible()
    assert card.locator('a[href="https://rhine.example/a"]').is_visible()


def test_the_two_ratios_stand_before_the_cards(visit: Visit) -> None:
    """With Unknown against and left out, and what is missing."""
    told = visit("facts.html").locator(".ratios").inner_text()

    assert ("0.25" in told, "0.50" in told, told.count("1 timed out")) == (True, True, 2)
    assert "0.20–0.40" in told


def test_a_filter_of_facts_leaves_citations_alone(visit: Visit) -> None:
    """Other facts go and other statements fade; cards of citations stay."""
    page = visit("facts.html")
    cards = page.locator("[data-cards=verdict] .checked").count()
    page.locator("[data-filters=facts] .filter", has_text="Wrong").click()

    assert page.locator("[data-cards=facts] .checked:visible").count() == 1
    assert page.locator("[data-cards=verdict] .checked:not([hidden])").count() == cards
    assert page.locator(".statement.is-faded").count() == len(SENTENCES) - 1
    assert not page.locator("#s1").evaluate("one => one.classList.contains('is-faded')")


def test_the_sign_in_the_text_leads_to_the_fact(visit: Visit) -> None:
    """Beside the sign of the citation."""
    page = visit("facts.html")
    page.locator("#s1 a.mark", has_text="F✕").click()

    assert _card(page, DANUBE).locator(".card-body").is_visible()


def test_what_is_said_twice_leads_to_one_card(visit: Visit) -> None:
    """From both places."""
    page = visit("facts.html")
    ways = [page.locator(f"#s{n} a.mark", has_text="F✓").get_attribute("href") for n in (0, 5)]

    assert ways[0] == ways[1]
    page.locator("#s5 a.mark", has_text="F✓").click()
    assert "said 2 times" in _card(page, RHINE).inner_text()


@DUSK
def test_nothing_scrolls_sideways(visit: Visit, width: int) -> None:
    """With every card open, on a desk and on a phone."""
    page = visit("facts.html", viewport={"width": width, "height": 844})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("[data-cards=facts] .quote").first.is_visible()


def test_many_facts_wait_packed(visit: Visit) -> None:
    """Most of them, until somebody comes near."""
    page = visit("many-facts.html")

    assert page.locator("[data-cards=facts] .part.is-packed").count() > 5
    assert page.locator(f"#fact-{LATE}").count() == 0


def test_the_card_of_a_late_fact_is_unpacked(visit: Visit) -> None:
    """By its address; the others go on waiting."""
    page = visit(f"many-facts.html#fact-{LATE}")
    page.locator(f"#fact-{LATE}").wait_for(state="visible")

    assert page.locator("[data-cards=facts] .part.is-packed").count() > 3


def test_a_filter_hides_whole_parts_of_facts(visit: Visit) -> None:
    """Those of other verdicts, packed or not."""
    page = visit("many-facts.html")
    page.locator("[data-filters=facts] .filter", has_text="Right").click()

    assert page.locator("[data-cards=facts] .part[data-verdict=wrong]:visible").count() == 0
    assert page.locator("[data-cards=facts] .part[data-verdict=right]:visible").count() > 0


def test_facts_can_be_read_without_scripts(visit: Visit) -> None:
    """Their cards open by themselves."""
    page = visit("facts.html", java_script_enabled=False)
    card = _card(page, DANUBE)
    card.locator("summary").first.click()

    assert card.locator(".quote").first.is_visible()
