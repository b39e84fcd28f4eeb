"""The pages in a browser: by mouse, by keyboard, without scripts, on a phone, on paper."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import LONG, Visit
from tests.unit.web.sample import ASK_ID, LATE_ID

pytestmark = pytest.mark.browser

REPORT = "systems/atlas/t-water.html"
TASK = "tasks/t-water.html"
ADDRESSES = ("index.html", REPORT, TASK, "check.html")
each_address = pytest.mark.parametrize("address", ADDRESSES)

CONTRAST = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (token) => {
    probe.style.color = `var(--${token})`;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => {
      c /= 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const found = [];
  for (const ground of ["paper", "card"])
    for (const ink of ["ink", "soft", "accent", "good", "partly", "bad", "unknown"])
      if (ratio(light(ink), light(ground)) < 4.5) found.push(`${ink} on ${ground}`);
  return found;
}"""

NAMELESS = """() => [...document.querySelectorAll("a, button, img, svg[role], [role=region]")]
  .filter((e) => !(e.textContent.trim() || e.ariaLabel || e.alt || e.title))
  .map((e) => e.outerHTML.slice(0, 80))"""


def _first_system(page: Any) -> str:
    return str(page.locator(".systems tbody th").first.inner_text())


@each_address
def test_a_phone_shows_the_page_without_sideways_scrolling(visit: Visit, address: str) -> None:
    """At 400 pixels only tables and drawings scroll inside themselves."""
    page = visit(address, viewport={"width": 400, "height": 800})

    assert page.evaluate("document.documentElement.scrollWidth") <= 400


@each_address
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_color_of_text_can_be_read(visit: Visit, address: str, scheme: Any) -> None:
    """Contrast of at least 4.5 to 1 on both grounds."""
    assert visit(address, color_scheme=scheme).evaluate(CONTRAST) == []


@each_address
def test_everything_that_acts_has_a_name(visit: Visit, address: str) -> None:
    """For those who hear the page."""
    assert visit(address).evaluate(NAMELESS) == []


@each_address
def test_the_first_tab_skips_to_the_content(visit: Visit, address: str) -> None:
    """Before the way through the head."""
    page = visit(address)
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"


@each_address
def test_a_script_that_is_not_the_pages_own_does_not_run(visit: Visit, address: str) -> None:
    """The policy holds against what slips into the page."""
    page = visit(address)
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.intruder = true";
          document.body.append(script);
        }"""
    )
    visit.complaints.clear()

    assert page.evaluate("window.intruder === undefined")


def test_the_theme_can_be_changed_and_is_kept(visit: Visit) -> None:
    """From light to dark, and still dark on the next page."""
    page = visit("index.html", color_scheme="light")
    page.get_by_label("Change between light and dark").click()
    page.goto(f"{visit.site.as_uri()}/{REPORT}")

    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_column_sorts_both_ways(visit: Visit) -> None:
    """By number, highest first; a second click turns it around."""
    page = visit("index.html")
    head = page.locator(".systems .sorter", has_text="Part")
    head.click()
    highest = _first_system(page)
    head.click()

    assert (highest, _first_system(page)) == ("atlas", "beacon")


def test_a_system_without_a_number_stays_last(visit: Visit) -> None:
    """An absence is neither the best nor the worst."""
    page = visit("index.html")
    head = page.locator(".systems .sorter", has_text="Total")
    seen = []
    for _ in range(2):
        head.click()
        seen.append(_first_system(page))

    assert seen == ["atlas", "atlas"]


def test_the_broken_node_is_shown_first(visit: Visit) -> None:
    """Its card is open, the others wait."""
    page = visit(REPORT)

    assert page.locator(".node-card:visible .id").first.inner_text() == "E2"


def test_a_click_on_a_node_shows_its_card(visit: Visit) -> None:
    """And only its card."""
    page = visit(REPORT)
    page.locator(".graph .node[data-node=node-C1]").click()

    assert page.locator(".node-card:visible > summary .id").all_inner_texts() == ["C1"]


def test_arrow_keys_walk_the_graph(visit: Visit) -> None:
    """From E1 to the claim that it supports, and on to the conclusion."""
    page = visit(REPORT)
    page.locator(".graph .node[data-node=node-E1]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    assert page.evaluate("document.activeElement.dataset.node") == "node-A"


def test_enter_follows_the_node_in_focus(visit: Visit) -> None:
    """The address then names it."""
    page = visit(REPORT)
    page.locator(".graph .node[data-node=node-E1]").focus()
    page.keyboard.press("Enter")

    assert page.evaluate("location.hash") == "#node-E1"


def test_a_quote_is_highlighted_in_the_report(visit: Visit) -> None:
    """Its own words, not the whole statement."""
    page = visit(REPORT + "#node-E1")
    page.locator("#node-E1 .quote a").first.click()

    assert page.evaluate("String([...CSS.highlights.get('quote')][0])") == "Ice has 917 kg/m³"


def test_a_quote_of_an_item_leads_into_its_text(visit: Visit) -> None:
    """The marked words come into view."""
    page = visit(f"{REPORT}#ask-{ASK_ID}")
    page.locator(f"#ask-{ASK_ID} .quote a").click()
    mark = page.locator("mark:has(:target)")

    assert (mark.inner_text(), mark.is_visible()) == ("ice has 917 kg/m³", True)


def test_a_number_opens_its_tally_and_leads_to_its_asks(visit: Visit) -> None:
    """Number, tally, ask, answer."""
    page = visit(REPORT)
    page.locator(".score-line:not(.total) summary").click()
    page.locator(".grounds .ask-links a").click()

    assert page.locator(f"#ask-{ASK_ID}").is_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_address_can_name_an_ask(visit: Visit, scripts: bool) -> None:
    """The card opens, scripts or not."""
    page = visit(f"{REPORT}#ask-{LATE_ID}", java_script_enabled=scripts)

    assert page.locator(f"#ask-{LATE_ID}").is_visible()


def test_a_node_can_be_reached_without_scripts(visit: Visit) -> None:
    """The drawing's anchors open the cards by themselves."""
    page = visit(REPORT, java_script_enabled=False)
    page.locator(".graph .node[data-node=node-C1]").click()

    assert page.locator("#node-C1").is_visible()


def test_all_node_cards_are_listed_without_scripts(visit: Visit) -> None:
    """Nothing is hidden that only a script could show."""
    page = visit(REPORT, java_script_enabled=False)

    assert page.locator(".node-card:visible").count() == 4


def test_pictures_load_from_beside_the_pages(visit: Visit) -> None:
    """By double click, under the policy."""
    page = visit(TASK)
    page.locator(".query img").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.query img').complete")

    assert page.evaluate("document.querySelector('.query img').naturalWidth") == 40


def test_a_filter_leaves_its_verdict(visit: Visit) -> None:
    """Other cards go, other statements fade."""
    page = visit("check.html")
    page.locator(".filter", has_text="Contradicted").click()

    assert (
        page.locator(".checked:visible .kind").first.inner_text(),
        page.locator(".statement.is-faded").count(),
    ) == ("Contradicted", 1)


def test_a_second_click_takes_the_filter_away(visit: Visit) -> None:
    """All statements are back."""
    page = visit("check.html")
    for _ in range(2):
        page.locator(".filter", has_text="Contradicted").click()

    assert page.locator(".checked:visible").count() == 2


def test_a_verdict_that_nothing_has_cannot_be_chosen(visit: Visit) -> None:
    """Its count of zero is still shown."""
    button = visit("check.html").locator(".filter", has_text="Unreachable")

    assert (button.is_disabled(), button.locator(".number").inner_text()) == (True, "0")


def test_a_click_on_a_statement_shows_its_verdict(visit: Visit) -> None:
    """The card opens beside the text."""
    page = visit("check.html")
    page.locator("#s1").click(position={"x": 8, "y": 8})

    assert page.locator("#about-s1").is_visible()


def test_arrow_keys_walk_the_statements(visit: Visit) -> None:
    """From card to card."""
    page = visit("check.html")
    page.locator(".checked summary").first.focus()
    page.keyboard.press("ArrowDown")

    assert page.evaluate("document.activeElement.parentElement.dataset.statement") == "s1"


def test_paper_gets_every_node(visit: Visit) -> None:
    """What a screen shows one at a time is printed in full."""
    page = visit(REPORT)
    page.emulate_media(media="print")

    assert page.locator(".node-card:visible").count() == 4


def test_paper_opens_every_card(visit: Visit) -> None:
    """Nobody can click on paper."""
    page = visit(REPORT)
    page.emulate_media(media="print")

    assert page.locator(f"#ask-{ASK_ID}").is_visible()


LATE = 9000
"""A statement whose card waits in a part that is far away."""


def _waiting(page: Any) -> int:
    return int(page.locator(".part.is-packed").count())


def test_a_long_page_waits_with_most_of_its_cards(visit: Visit) -> None:
    """What nobody has come near is not there yet."""
    page = visit("long.html")

    assert _waiting(page) > 50
    assert page.locator(f"#about-s{LATE}").count() == 0


@pytest.mark.parametrize("way", ["address", "sign"])
def test_the_card_of_a_late_statement_is_unpacked(visit: Visit, way: str) -> None:
    """By its address or by its sign in the text; it comes into view, the others go on waiting."""
    page = visit(f"long.html#about-s{LATE}" if way == "address" else "long.html")
    if way == "sign":
        page.evaluate(f"document.querySelector('#s{LATE} a.mark').click()")
    page.locator(f"#about-s{LATE}").wait_for(state="visible")
    page.wait_for_timeout(400)
    top = page.evaluate(f"document.getElementById('about-s{LATE}').getBoundingClientRect().top")

    assert 0 <= top <= page.viewport_size["height"]
    assert _waiting(page) > 50


def test_a_filter_of_a_long_page_hides_whole_parts(visit: Visit) -> None:
    """Those of other verdicts."""
    page = visit("long.html")
    page.locator(".filter", has_text="Supported").click()

    assert page.locator(".part[data-verdict=contradicted]:visible").count() == 0
    assert page.locator(".part[data-verdict=supported]:visible").count() > 0


def test_a_part_is_unpacked_as_a_reader_comes_near(visit: Visit) -> None:
    """Without a click."""
    page = visit("long.html")
    before = _waiting(page)
    page.locator(".part.is-packed").first.scroll_into_view_if_needed()
    page.locator(".part:not(.is-packed) .checked").first.wait_for(state="visible")

    assert _waiting(page) < before


def test_a_long_page_can_be_read_without_scripts(visit: Visit) -> None:
    """Its whole text with its verdicts; a line says what waits for a script."""
    page = visit("long.html", java_script_enabled=False)

    assert page.locator(".text .statement.bad").count() > LONG
    assert page.locator(".more", has_text="shown by a script").count() > 0


@pytest.mark.parametrize("address", ["check.html", REPORT])
def test_words_of_the_page_are_explained(visit: Visit, address: str) -> None:
    """One click away, not only under a pointer that rests."""
    page = visit(address)
    page.locator(".terms summary").click()

    assert page.locator(".terms dd").first.is_visible()


@pytest.mark.parametrize("address", ["check.html", REPORT])
def test_a_phone_leads_from_the_text_to_what_was_found(visit: Visit, address: str) -> None:
    """The text comes first there, and may be long."""
    page = visit(address, viewport={"width": 390, "height": 800})
    page.locator(".to-side a").click()
    page.wait_for_timeout(100)
    top = page.evaluate("document.getElementById('found').getBoundingClientRect().top")

    assert 0 <= top < 800


def test_paper_says_what_is_left_out_of_a_long_page(visit: Visit) -> None:
    """The text is whole; nobody is left to think that all cards were printed."""
    page = visit("long.html")
    page.emulate_media(media="print")

    assert page.locator(".text .statement").last.is_visible()
    assert page.locator(".more span", has_text="shown by a script").first.is_visible()
