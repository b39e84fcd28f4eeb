"""Chromium without a network, and a site of the sample pages to open in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.requirements import require
from tests.unit.web.sample import (
    ITEMS,
    TASK,
    check_page,
    leaderboard_page,
    report_page,
    task_page,
)
from veridical.report.parse import parse_report
from veridical.report.render import render_html
from veridical.task import Image, Query
from veridical.web.pages.check import CheckedStatement, CheckPage
from veridical.web.render import render
from veridical.web.site import Site, write_site

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">'
    '<rect width="40" height="30" fill="#369"/></svg>'
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The system's Chromium, let go with its file: its loop would shut out other tests' loops."""
    require("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(ARGUMENTS)
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample pages on disk, with a picture in query and evidence."""
    bench = tmp_path_factory.mktemp("bench")
    (bench / "ice.svg").write_text(SVG, "utf-8")
    folder = tmp_path_factory.mktemp("site")
    query = Query(text="Why does <image> float?", images=(Image("ice", "ice.svg", "Ice"),))
    task = msgspec.structs.replace(TASK, query=query)
    item = msgspec.structs.replace(ITEMS["water-01"], image_path="ice.svg")
    items = {**ITEMS, "water-01": item}
    write_site(
        Site(
            leaderboard=leaderboard_page(),
            reports=[replace(report_page(), task=task, items=items)],
            tasks=[replace(task_page(), task=task, items=items)],
            pictures=bench,
        ),
        folder,
    )
    (folder / "check.html").write_text(render(check_page()), "utf-8")
    (folder / "long.html").write_text(render(_long_page()), "utf-8")
    return folder


LONG = 2400
"""Paragraphs of the long page, of five statements each; every third is contradicted."""


def _long_page() -> CheckPage:
    words = (f"Statement {i} says that the river rose by {i} cm that year." for i in range(LONG))
    report = parse_report("\n\n".join(f"{said} {'It was wet. ' * 4}" for said in words))
    verdicts = {
        i: "contradicted" if i % 3 == 0 else "supported" for i in range(len(report.statements))
    }
    ordered = sorted(verdicts, key=lambda i: (verdicts[i], i))
    statements = tuple(CheckedStatement(statement=i, verdict=verdicts[i]) for i in ordered)
    page = replace(check_page(), report=report, body=render_html(report), references=())
    return replace(page, statements=statements, findings=())


@dataclass
class Visit:
    """Opens pages of the site, and remembers what they asked for and complained about."""

    browser: Any
    site: Path
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    contexts: list[Any] = field(default_factory=list)

    def __call__(self, address: str, **options: Any) -> Any:
        """The page at `address` (``index.html#systems``), loaded."""
        context = self.browser.new_context(offline=True, **options)
        self.contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.site.as_uri()}/{address}")
        return page


@pytest.fixture
def visit(chromium: Any, site: Path) -> Iterator[Visit]:
    """Opens pages; afterwards nothing was asked of a network and nothing complained."""
    visiting = Visit(chromium, site)
    yield visiting
    for context in visiting.contexts:
        context.close()
    assert [url for url in visiting.requests if not url.startswith(("file:", "data:"))] == []
    assert visiting.complaints == []
