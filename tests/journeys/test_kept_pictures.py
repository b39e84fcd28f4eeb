"""Figures that lie beside a report are kept with the run, and stand on its pages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.journeys.program import Program
from veridical.runs.demo import BENCH

FIGURES = """

![Density of water by temperature](img/output.svg)

Figure 1: Density of water by temperature.

Figure 1 shows that water is densest at 4 °C [1].

![Not there](img/gone.svg)
"""


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """One report with a drawing beside it, and a name with nothing behind it."""
    folder = tmp_path / "reports" / "mine"
    (folder / "img").mkdir(parents=True)
    text = (BENCH / "reports" / "atlas" / "t-heart.md").read_text("utf-8")
    head, mark, references = text.rpartition("\n## ")
    (folder / "t-heart.md").write_text(head + FIGURES + mark + references, "utf-8")
    given = "t-heart.evidence.json"
    shutil.copy(BENCH / "reports" / "atlas" / given, folder / given)
    shutil.copy(BENCH / "images" / "water_density.svg", folder / "img" / "output.svg")
    return folder.parent


def test_a_kept_figure_stands_beside_its_statement(program: Program, reports: Path) -> None:
    """In the report's text and in MOSAIC's card, as a copy in the pages; what has none says so."""
    said = ("evaluate", BENCH, reports, "--method", "mmdr", "--out", "run", "--may-lack-reports")
    done = program(*said, "--date", "2026-01-15")
    assert (program.folder / "run" / "pages" / "index.html").exists(), done.err
    (told,) = (line for line in done.out.splitlines() if line.startswith("no system answered"))
    assert told.startswith("no system answered 7 of 8 tasks")
    assert "t-heart" not in told

    page = program.folder / "run" / "pages" / "systems" / "mine" / "t-heart.html"
    text = page.read_text("utf-8")
    body, _, exhibit = text.partition("pictures <span")
    for part in (body, exhibit):
        address = re.search(r'<img src="([^"]+\.svg)"[^>]*Density of water', part)
        assert address is not None
        shown = (page.parent / address[1]).read_bytes()
        assert shown == (BENCH / "images" / "water_density.svg").read_bytes()
    assert "../kept/" not in text
    assert "is not with these pages" in exhibit


def test_what_was_kept_stays_where_the_files_are_gone(program: Program, reports: Path) -> None:
    """The same command again, for what lacks a verdict: its figures count as they were found."""
    said = ("evaluate", BENCH, reports, "--method", "mmdr", "--out", "run", "--may-lack-reports")
    silent = ("--judge", "none:none", "--base-url", "http://127.0.0.1:9/v1", "--date", "2026-01-15")
    program(*said, *silent)
    before = _images(program.folder / "run")
    shutil.rmtree(reports / "mine" / "img")
    program(*said, *silent)

    assert [one["state"] for one in before] == ["present", "present", "missing"]
    assert _images(program.folder / "run") == before


def _images(run: Path) -> list[dict[str, object]]:
    (line,) = (run / "results.jsonl").read_text("utf-8").splitlines()
    kept = json.loads((run / json.loads(line)["pictures_path"]).read_text("utf-8"))
    found: list[dict[str, object]] = kept["own"]["images"]
    return found
