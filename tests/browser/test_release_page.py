"""A released report's page in Chromium: all of its release is there, and nothing runs out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.journeys.test_release import corpus
from veridical.runs.research import Researching
from veridical.runs.researched import Question
from veridical.task import Query
from veridical.web.research import write_research_page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a report on a disputed dam, by the rules."""
    folder = tmp_path_factory.mktemp("released")
    home = corpus(folder / "corpus")
    question = Question(
        Query("When was the dam on Lake Orvale completed, and which ships sail there?")
    )
    found = Researching(corpus=home).answer(question, folder / "out")
    written = write_research_page(found, home)
    assert written is not None
    return written


@pytest.mark.browser
@pytest.mark.parametrize("width", [1200, 390])
def test_all_of_the_release_is_there_at_any_width(chromium: Any, page: Path, width: int) -> None:
    """Headings in their order, the conflict with both sides, the curve; no sideways scrolling."""
    tab = chromium.new_page(viewport={"width": width, "height": 900})
    tab.goto(page.as_uri())
    headings = tab.locator(".release h3").all_inner_texts()
    assert headings == [
        "Contradictions in the evidence",
        "What the conclusion cannot do without",
        "New supported statements over cost",
        "Searched for and not found",
    ]
    row = tab.locator("#contradictions + .wide tbody tr").first.inner_text()
    assert "1962" in row
    assert "1974" in row
    assert tab.locator("svg.gain circle").count() >= 1
    tab.locator(".release details summary").click()
    assert tab.locator(".release details q").first.is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.close()
