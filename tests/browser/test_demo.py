"""The demo's pages as a stranger opens them: from disk, by clicks, with the network cut."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.one_demo import demo_in
from tests.requirements import require
from veridical.runs.demo import BENCH

pytestmark = pytest.mark.browser

SCREENS = Path(__file__).parents[2] / "bench" / "out" / "screens"
PROGRAM = Path(sys.executable).with_name("veridical")
WIDE = {"width": 1440, "height": 900}

HIGHLIGHTED = "() => [...(CSS.highlights.get('quote') ?? [])].map(String).join('')"


def _squeezed(words: str) -> str:
    """Words without white space, which a page folds as it likes."""
    return "".join(words.split())


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo, run once, with two of its reports checked as well."""
    require("chromium")
    folder = tmp_path_factory.mktemp("demo")
    reports = [BENCH / "reports" / name for name in ("cipher/t-tides.md", "atlas/t-water.md")]
    assert demo_in(folder, tmp_path_factory).code == 0
    arguments = ["check", *reports, "--sources", BENCH, "--out", "checked"]
    subprocess.run([PROGRAM, *arguments], cwd=folder, check=True, capture_output=True)
    return folder


@dataclass
class Stranger:
    """Opens pages from disk; whatever would leave the machine is refused and remembered."""

    browser: Any
    folder: Path
    refused: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)

    def opens(self, address: str, scheme: str = "light", **options: Any) -> Any:
        """The page at an address below the demo's folder."""
        chosen = {
            "viewport": WIDE,
            "color_scheme": scheme,
            "reduced_motion": "reduce",
            **options,
        }
        context = self.browser.new_context(offline=True, **chosen)
        self.contexts.append(context)
        context.route("**/*", self._guard)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.folder.as_uri()}/{address}")
        return page

    def _guard(self, route: Any) -> None:
        if route.request.url.startswith(("file:", "data:")):
            route.continue_()
        else:
            self.refused.append(route.request.url)
            route.abort()


@pytest.fixture
def stranger(chromium: Any, demo_folder: Path) -> Iterator[Stranger]:
    """Someone with the folder and a browser; in the end nothing has left the machine."""
    someone = Stranger(chromium, demo_folder)
    yield someone
    for context in someone.contexts:
        context.close()
    assert someone.refused == []
    assert someone.complaints == []


def _keep(page: Any, name: str) -> None:
    """A picture of what the stranger sees."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(150)
    page.screenshot(path=SCREENS / f"{name}.png")


def _node(page: Any, system: str) -> str:
    """The node to look at: where the chain broke, or the conclusion of a whole one."""
    broken = page.locator(".graph .node.bad")
    assert bool(broken.count()) == (system not in {"atlas"})
    node = broken.first if broken.count() else page.locator(".graph .node[data-node=node-A]")
    return str(node.get_attribute("data-node"))


def _asks(page: Any, card: Any) -> list[str]:
    """The asks of a card that rest on a quote which can be shown."""
    named = [str(a.get_attribute("href")) for a in card.locator(".ask-links a").all()]
    return [ask for ask in named if page.locator(f"{ask} .quote a[data-quote]").count()]


def _card_with_quotes(page: Any, node: str) -> Any:
    """The card of a node, or of the first one that it rests on, until an ask has a quote."""
    while True:
        card = page.locator(f".node-card:has(#{node})")
        assert card.is_visible()
        if _asks(page, card):
            return card
        lower = card.locator(".rests a").first
        node = str(lower.get_attribute("href"))[1:]
        lower.click()


CASES = [
    ("atlas", "t-tides"),
    ("atlas", "t-water"),
    ("cipher", "t-tides"),
    ("cipher", "t-water"),
]


@pytest.mark.parametrize(("system", "task"), CASES)
def test_from_the_leaderboard_down_to_a_quote(stranger: Stranger, system: str, task: str) -> None:
    """Leaderboard, report, node of the graph, ask, quote: the words highlighted are the quote."""
    page = stranger.opens("out/index.html")
    page.locator(f".matrix a[href='systems/{system}/{task}.html']").click()
    assert page.locator("h1", has_text=system).is_visible()

    node = _node(page, system)
    page.locator(f".graph .node[data-node={node}]").click()
    _keep(page, f"{system}-{task}-node")
    card = _card_with_quotes(page, node)
    name = _asks(page, card)[0]
    card.locator(f".ask-links a[href='{name}']").click()
    assert page.locator(name).is_visible()

    quote = page.locator(f"{name} .quote a[data-quote]").first
    wanted = _squeezed(str(quote.get_attribute("data-quote")))
    quote.click()
    page.wait_for_timeout(50)
    _keep(page, f"{system}-{task}-quote")

    assert wanted
    assert _squeezed(page.evaluate(HIGHLIGHTED)) == wanted


def test_a_quote_in_the_report_is_highlighted_word_for_word(stranger: Stranger) -> None:
    """Of a Chinese and of an English report."""
    for task in ("t-tides", "t-water"):
        page = stranger.opens(f"out/systems/atlas/{task}.html#node-C1")
        quote = page.locator("#node-C1 .quote a[data-quote]").first
        quote.click()

        assert _squeezed(page.evaluate(HIGHLIGHTED)) == _squeezed(quote.get_attribute("data-quote"))


def test_the_page_says_where_the_chain_broke(stranger: Stranger) -> None:
    """In a sentence, in the drawing, and in the text."""
    page = stranger.opens("out/systems/cipher/t-water.html")

    assert page.locator(".summary.broken").inner_text().startswith("The chain breaks at ")
    assert page.locator(".graph .node.bad").count() > 0
    assert page.locator(".node-card[open] .flag").first.inner_text() == "chain broke here"


def test_evidence_that_was_never_cited_says_so(stranger: Stranger) -> None:
    """There is nothing to quote; the card says what is lacking."""
    page = stranger.opens("out/systems/ember/t-heart.html")
    node = _node(page, "ember")
    page.locator(f".graph .node[data-node={node}]").click()
    states = page.locator(f".node-card:has(#{node}) .states .no").all_inner_texts()
    _keep(page, "ember-t-heart-node")

    assert [state for state in states if "not cited" in state]


def test_each_part_leads_to_what_was_counted(stranger: Stranger) -> None:
    """A number opens its tally and its asks."""
    page = stranger.opens("out/systems/atlas/t-water.html")
    for line in page.locator(".score-line").all():
        line.locator("summary").click()

        assert line.locator(".grounds").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("leaderboard", "out/index.html"),
        ("report-en", "out/systems/cipher/t-water.html"),
        ("report-zh", "out/systems/cipher/t-tides.html"),
        ("report-whole", "out/systems/atlas/t-iris.html"),
        ("task", "out/tasks/t-venus.html"),
        ("check-zh", "checked/t-tides.md.check.html"),
        ("check-en", "checked/t-water.md.check.html"),
    ],
)
def test_pages_in_light_and_dark(stranger: Stranger, name: str, address: str, scheme: str) -> None:
    """Each ground is what was wished for, and nothing sticks out; a picture is kept."""
    page = stranger.opens(address, scheme)
    _keep(page, f"{name}-{scheme}")
    ground = page.evaluate(LIGHTNESS)

    assert (ground > 0.5) == (scheme == "light")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE["width"]


LIGHTNESS = """() => {
  const canvas = document.createElement("canvas").getContext("2d");
  const grounds = [document.body, document.documentElement].map(
    (e) => getComputedStyle(e).backgroundColor,
  );
  canvas.fillStyle = grounds.find((c) => c !== "rgba(0, 0, 0, 0)") ?? "red";
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
  return (r + g + b) / 765;
}"""


def test_pictures_of_the_demo_are_shown(stranger: Stranger) -> None:
    """Those of a report, from beside the pages."""
    page = stranger.opens("out/systems/atlas/t-water.html")
    picture = page.locator(".text img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.text img').complete")

    assert page.evaluate("document.querySelector('.text img').naturalWidth") > 0


FIRST_WORDS = """(statement) => {
  const line = document.querySelector(statement).getClientRects()[0];
  return [line.x + 8, line.y + line.height / 2];
}"""


def test_a_checked_report_from_its_findings_to_the_text(stranger: Stranger) -> None:
    """The first finding leads to its statement; a click on the statement to its verdict."""
    page = stranger.opens("checked/t-tides.md.check.html")
    place = page.locator(".finding a.place").first
    statement = str(place.get_attribute("href"))
    place.click()
    assert page.locator(f"{statement}.bad").is_visible()

    page.wait_for_timeout(50)
    page.mouse.click(*page.evaluate(FIRST_WORDS, statement))
    verdict = page.locator(f"#about-{statement[1:]}")
    _keep(page, "check-zh-verdict")

    assert verdict.is_visible()
    assert verdict.locator(".quote").count() > 0


def test_a_checked_report_shows_the_gravest_first(stranger: Stranger) -> None:
    """Findings before statements; what cites nothing waits behind a fold."""
    page = stranger.opens("checked/t-tides.md.check.html")
    order = page.evaluate(
        "[...document.querySelectorAll('.side h2')].map((h) => h.id).filter(Boolean)"
    )
    kinds = page.locator(".checked:visible > summary .kind").all_inner_texts()

    assert order.index("findings") < order.index("statements")
    assert kinds[0] == "Contradicted"
    assert "Uncited" not in kinds


def test_a_filter_opens_the_fold(stranger: Stranger) -> None:
    """Whoever asks for uncited statements sees them."""
    page = stranger.opens("checked/t-tides.md.check.html")
    page.locator(".filter", has_text="Uncited").click()
    kinds = page.locator(".checked:visible > summary .kind").all_inner_texts()

    assert set(kinds) == {"Uncited"}


def test_a_checked_report_holds_its_pictures(stranger: Stranger) -> None:
    """In the one file, which may be sent to anyone."""
    page = stranger.opens("checked/t-water.md.check.html")

    assert page.locator(".text img[src^='data:image/']").count() == 1
    assert page.locator("img:not([src^='data:'])").count() == 0


@pytest.mark.parametrize("address", ["out/index.html", "checked/t-tides.md.check.html"])
def test_pages_work_without_scripts(stranger: Stranger, address: str) -> None:
    """Everything can be read."""
    page = stranger.opens(address, java_script_enabled=False)

    assert page.locator("main").is_visible()
    assert page.locator("h1").first.inner_text()


@pytest.mark.parametrize(
    "address", ["out/systems/atlas/t-iris.html", "out/systems/cipher/t-tides.html"]
)
def test_a_graph_of_many_layers_fits_beside_its_report(stranger: Stranger, address: str) -> None:
    """Down to 1280 pixels nothing of it is cut off."""
    page = stranger.opens(address, viewport={"width": 1280, "height": 800})
    rest = page.evaluate(CUT_OFF)

    assert rest == 0
    assert not page.locator(".scroll-hint").is_visible()


CUT_OFF = """() => {
  const frame = document.querySelector(".graph-frame");
  return frame.scrollWidth - frame.clientWidth;
}"""


def test_a_graph_on_a_phone_says_that_it_goes_on(stranger: Stranger) -> None:
    """It stays large enough to be read, and starts at the node in question."""
    page = stranger.opens("out/systems/cipher/t-tides.html", viewport={"width": 390, "height": 800})
    node, frame = (page.locator(s).bounding_box() for s in (".node.is-selected", ".graph-frame"))

    assert page.evaluate(CUT_OFF) > 0
    assert page.locator(".scroll-hint").is_visible()
    assert frame["x"] <= node["x"]
    assert node["x"] + node["width"] <= frame["x"] + frame["width"]


def test_a_claim_that_was_not_found_says_what_was_searched_for(stranger: Stranger) -> None:
    """Its card and its ask's card name the claim and where; nothing is quoted."""
    page = stranger.opens("out/systems/cipher/t-heart.html#node-C1")
    card = page.locator(".node-card:has(#node-C1)")
    claim = card.locator(".node-words").inner_text()
    ask = page.locator(str(card.locator(".ask-links a").first.get_attribute("href")))
    card.locator(".ask-links a").first.click()

    assert "none was found to say it" in card.inner_text()
    assert card.locator(".quote").count() == ask.locator(".quote").count() == 0
    assert ask.locator(".sought").inner_text() == claim


@pytest.mark.parametrize("address", ["out/index.html", "out/systems/cipher/t-tides.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_demo(stranger: Stranger, address: str, scheme: str) -> None:
    """A picture is kept; nothing sticks out."""
    page = stranger.opens(address, scheme, viewport={"width": 390, "height": 844})
    _keep(page, f"phone-{'leaderboard' if 'index' in address else 'report-zh'}-{scheme}")

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
