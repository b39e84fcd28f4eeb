"""`evaluate --method deepresearcheval --search`: a web on loopback, kept, replayed, recomputed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fact_web import FactWeb, pages_of, written
from tests.journeys.program import Program

SENTENCES = (
    "The Rhine is 1,230 km long and flows through six countries.",
    "Mount Etna erupted 12 times between 1990 and 2010.",
    "Finnish libraries lend about 90 million books a year.",
)
METHOD = ("--method", "deepresearcheval", "--date", "2026-05-01")
NAME = "deepresearcheval.factuality"


@pytest.fixture
def web() -> Iterator[FactWeb]:
    """It supports the first sentence, contradicts the second, and is silent on the third."""
    found = FactWeb(pages_of(written(SENTENCES)))
    with found.server:
        yield found


@pytest.fixture
def bench(program: Program) -> list[str]:
    """One task without a corpus, and one report."""
    (program.folder / "bench").mkdir()
    task = {"schema": 1, "id": "a", "query": {"text": "?"}}
    (program.folder / "bench" / "tasks.jsonl").write_text(json.dumps(task) + "\n", "utf-8")
    report = program.folder / "reports" / "system" / "a.md"
    report.parent.mkdir(parents=True)
    report.write_text("\n\n".join(SENTENCES), "utf-8")
    return ["evaluate", "bench", "reports", *METHOD]


def searching(web: FactWeb) -> list[str]:
    """The options that have this web searched."""
    hosts = [part for host in web.hosts for part in ("--allow-host", host)]
    return ["--search", "searxng", "--search-url", f"http://127.0.0.1:{web.server.port}", *hosts]


def means(run: Path) -> dict[str, str]:
    """The means of the one system, by score."""
    rows = csv.DictReader((run / "leaderboard.csv").read_text("utf-8").splitlines())
    return {row["name"]: row["mean"] for row in rows if row["difficulty"] == "all"}


def test_the_web_is_searched_and_kept(program: Program, bench: list[str], web: FactWeb) -> None:
    """One right, one wrong, one unknown; the run says who searched; again nothing is fetched."""
    done = program(*bench, *searching(web), "--out", "run")
    asked = len(web.server.asked)
    again = program(*bench, *searching(web), "--out", "run")
    manifest = json.loads((program.folder / "run" / "manifest.json").read_text("utf-8"))
    found = means(program.folder / "run")

    assert (done.code, again.code) == (0, 0), done.err + again.err
    assert [float(found[f"{NAME}.{one}"]) for one in ("right", "wrong", "unknown")] == [1, 1, 1]
    assert manifest["settings"]["search"] == "searxng"
    assert asked == len(web.server.asked) > 0


def test_a_searched_run_is_recomputed_without_the_web(
    program: Program, bench: list[str], web: FactWeb
) -> None:
    """From what is kept, also where that is named; and judged anew over the same words."""
    program(*bench, *searching(web), "--out", "run", "--snapshots", "elsewhere.sqlite")
    asked = len(web.server.asked)
    done = program("recompute", "run")
    other = program("rejudge", "run", "--out", "other")
    again = program("recompute", "other", "--ledger", "run.ledger")

    assert (done.code, other.code, again.code) == (0, 0, 0), done.err + other.err + again.err
    assert ("1 reports, 0 differ" in done.out, "1 reports, 0 differ" in again.out) == (True, True)
    assert means(program.folder / "other") == means(program.folder / "run")
    assert len(web.server.asked) == asked


def test_a_searched_run_without_its_snapshots_is_refused(
    program: Program, bench: list[str], web: FactWeb
) -> None:
    """Never scored over something else."""
    program(*bench, *searching(web), "--out", "run")
    (program.folder / "run.snapshots.sqlite").unlink()
    done = program("recompute", "run")

    assert done.code == 3
    assert "run.snapshots.sqlite" in done.err


@pytest.mark.parametrize("way", [("--offline",), ("--sources", "snapshots")])
def test_without_the_network_what_is_kept_gives_the_same(
    program: Program, bench: list[str], web: FactWeb, way: tuple[str, ...]
) -> None:
    """Into another run, byte for byte in its means."""
    program(*bench, *searching(web), "--out", "run")
    asked = len(web.server.asked)
    kept = ("--snapshots", "run.snapshots.sqlite", "--out", "replay")
    done = program(*bench, *searching(web), *way, *kept)

    assert done.code == 0, done.err
    assert means(program.folder / "replay") == means(program.folder / "run")
    assert (len(web.server.asked), "not put" in done.err) == (asked, False)


def test_what_was_skipped_is_named(program: Program, bench: list[str], web: FactWeb) -> None:
    """A statement that is not kept has no verdict, and is no unknown."""
    program(*bench, *searching(web), "--out", "run")
    report = program.folder / "reports" / "system" / "a.md"
    report.write_text(
        f"{SENTENCES[0]}\n\nCoffee plants need 1500 mm of rain in every year.", "utf-8"
    )
    kept = ("--snapshots", "run.snapshots.sqlite", "--out", "replay", "--offline")
    done = program(*bench, *searching(web), *kept)
    assert done.code == 2, done.err
    lines = (program.folder / "replay" / "leaderboard.csv").read_text("utf-8").splitlines()
    row = next(row for row in csv.DictReader(lines) if row["name"] == NAME)

    assert "1 query not put:\n  Coffee" in done.err
    assert (float(row["mean"]), row["missing"], row["worst"], row["best"]) == (1, "1", "0.5", "1.0")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--method", "hievidr", "--search", "searxng"), "is for a method that searches"),
        (("--method", "deepresearcheval", "--sources", "web"), "--search with a provider"),
        (("--method", "deepresearcheval", "--search", "serper"), "SERPER"),
        (("--method", "deepresearcheval", "--search", "serper", "--offline"), "are not there"),
    ],
    ids=["another method", "nobody searches", "no key", "nothing kept"],
)
def test_what_cannot_be_searched_is_refused(
    program: Program, bench: list[str], options: tuple[str, ...], told: str
) -> None:
    """Before anything is made."""
    done = program(*bench[:3], *options, "--out", "run")

    assert done.code == 3, done.out
    assert told in done.err
    assert not (program.folder / "run").exists()
