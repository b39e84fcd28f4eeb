"""A system's pooled share of right statements, beside the mean of its reports, in every table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from veridical.cli.leaderboard import show_leaderboard
from veridical.runs import verbs
from veridical.runs.load import Run
from veridical.web.from_run import write_pages

MEAN, POOLED = "deepresearcheval.factuality", "deepresearcheval.factuality.pooled"
RIVER = "The Rhine is 1,230 km long and flows through six countries."
SILENT = (
    "Mount Etna erupted 12 times between 1990 and 2010.",
    "Coffee plants need 1500 mm of rain in every year.",
    "Penguins on Heard Island breed in colonies of 4000 pairs.",
)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """One report of a statement that is right, one of four of which one is right."""
    tasks = tmp_path / "bench"
    tasks.mkdir()
    lines = [json.dumps({"schema": 1, "id": i, "query": {"text": "?"}}) for i in ("a", "b")]
    (tasks / "tasks.jsonl").write_text("\n".join(lines) + "\n")
    (tasks / "corpus.jsonl").write_text(json.dumps({"id": "rhine", "text": RIVER}) + "\n")
    reports = tmp_path / "reports" / "system"
    reports.mkdir(parents=True)
    (reports / "a.md").write_text(RIVER)
    (reports / "b.md").write_text("\n\n".join((RIVER, *SILENT)))
    return verbs.evaluate(tasks, reports.parent, method="deepresearcheval", out=tmp_path / "run")


def test_the_leaderboard_has_both(run: Run) -> None:
    """1/1 and 1/4: 0.625 for each report alike, 2/5 over all five statements."""
    (standing,) = run.leaderboard

    assert standing.measures[MEAN].mean == 0.625
    assert standing.measures[POOLED].mean == 0.4


def test_the_file_has_both(run: Run) -> None:
    """A row each, told apart by its name."""
    rows = csv.DictReader((run.folder / "leaderboard.csv").read_text("utf-8").splitlines())
    found = {r["name"]: float(r["mean"]) for r in rows if r["difficulty"] == "all"}

    assert (found[MEAN], found[POOLED]) == (0.625, 0.4)


def test_the_terminal_shows_both(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """In the row of the system, and says that one is the other read in another way."""
    show_leaderboard(run)
    shown = capsys.readouterr().out
    row = next(line for line in shown.splitlines() if line.startswith("system  ") and "0." in line)

    assert ("0.62" in row, "0.40" in row) == (True, True)
    assert "Right of all statements, pooled: Right of all statements read another way" in shown


def test_the_page_shows_both(run: Run, tmp_path: Path) -> None:
    """In one cell."""
    page = write_pages(run, tmp_path / "bench", ledger=tmp_path / "run.ledger")
    html = page.read_text("utf-8")

    assert "<b>0.40</b> pooled" in html
