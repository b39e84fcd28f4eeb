"""The program with eyes: figures that disagree, rules that read, a model that sees pages."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.judged import DATE, results
from tests.journeys.program import Done, Program
from tests.journeys.test_pictures import SHOWN, images
from tests.requirements import require
from tests.scripted_server import Act, ScriptedServer, Seen, garbage, saying
from veridical.runs.demo import BENCH
from veridical.sources.page_pictures.chromium import NO_BROWSER

DRAWING = "planets_temperature.svg"
REPORT = f"""# Planets

Venus has a mean surface temperature of 446 °C, as Figure 1 shows; Mars has −63 °C.

![Mean surface temperature]({DRAWING})

Figure 1: Mean surface temperature of the planets.
"""
SAID = "The text says “446 °C” of “Venus”, another number than figure 1 shows: “464 °C”."


def findings(folder: Path, *options: str) -> tuple[Done, list[dict[str, Any]]]:
    """`check` of the report, with these options."""
    (folder / "r.md").write_text(REPORT, "utf-8")
    shutil.copy(BENCH / "images" / DRAWING, folder)
    done = Program(folder, {})("check", "r.md", "--json", *options)
    return done, json.loads(done.out)["findings"]


def test_a_figure_that_the_text_misquotes(tmp_path: Path) -> None:
    """Told where it is asked for, at the statement, with what was read."""
    done, found = findings(tmp_path, "--figures")
    (told,) = (one for one in found if one["kind"] == "figure_disagrees")

    assert done.code == 0
    assert (told["message"], told["severity"], told["line"]) == (SAID, "warning", 3)
    assert told["quotes"][0]["text"] == "464 °C"


def test_figures_are_read_only_where_that_is_asked_for(tmp_path: Path) -> None:
    """By default nothing is read."""
    _, found = findings(tmp_path)

    assert [one["kind"] for one in found if one["kind"].startswith("figure")] == []


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good system's reports on a task with a drawing in its report, and on one without."""
    folder = tmp_path_factory.mktemp("some") / "reports"
    (folder / "atlas").mkdir(parents=True)
    for task in ("t-rivers", "t-water"):
        for path in (BENCH / "reports" / "atlas").glob(f"{task}.*"):
            shutil.copy(path, folder / "atlas")
    return folder


def evaluated(folder: Path, reports: Path, *more: str) -> Done:
    """`evaluate` with these options."""
    return Program(folder, {})(
        *("evaluate", BENCH, reports, "--out", "run", "--date", DATE, "--may-lack-reports", *more)
    )


def align(folder: Path) -> dict[str, dict[str, Any]]:
    """What became of Align, by task."""
    return {
        task: one
        for (_, task), result in results(folder / "run").items()
        for one in result["asked"]
        if one["kind"] == "hievidr.align"
    }


def test_the_rules_with_eyes_rate_align(reports: Path, tmp_path: Path) -> None:
    """Rated, indicative, under another name; computed again the same; no other run's folder."""
    done = evaluated(tmp_path, reports, "--eyes")
    asked = align(tmp_path)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    again = Program(tmp_path, {})("recompute", "run")
    other = evaluated(tmp_path, reports)

    assert done.code == 0
    assert asked
    assert all("key" in one and one["key"] for one in asked.values())
    assert manifest["respondents"]["vision"].startswith("rules/4+drawings-1")
    assert manifest["is_indicative"]
    assert (again.code, again.out.splitlines()[-1]) == (0, "recomputed 2 reports, 0 differ.")
    assert other.code == 3
    assert "holds another run" in other.err


def test_without_eyes_align_is_not_assessed(reports: Path, tmp_path: Path) -> None:
    """The default: nothing is read, and that is no score."""
    assert evaluated(tmp_path, reports).code == 0
    scores = [result["scores"]["hievidr.report"] for result in results(tmp_path / "run").values()]

    assert {json.dumps(score["missing"]) for score in scores} <= {"{}", '{"not_assessed": 1}'}


RATED = {"focus": 5, "scope": 5, "depth": 5, "redundancy": 5, "support": 5, "align": 3}


def is_of_pages(seen: Seen) -> bool:
    """Whether a request asks about rendered pages."""
    return any(words in seen.prompt for words in ("its rendered pages", "排版后的页面"))


def seeing(seen: Seen) -> Act:
    """Fives and a three for pages; nothing readable for anything else."""
    if not is_of_pages(seen):
        return garbage()
    return saying(json.dumps({"nonce": "NONCE", "why": "seen", "value": RATED}))


def test_a_model_is_shown_the_pages(reports: Path, tmp_path: Path) -> None:
    """One PNG a page up to the cap; six ratings at once; rejudged by the same pictures."""
    require("chromium")
    with ScriptedServer(seeing) as server:
        named = ("--judge", "mine:m", "--vision", "mine:m", "--base-url", server.base_url)
        evaluated(tmp_path, reports, *named, "--page-pictures", "2")
        shown = [images(one) for one in server.seen if is_of_pages(one)]
        again = Program(tmp_path, {})(
            *("rejudge", "run", "--out", "again", *named, "--page-pictures", "2")
        )
    run, anew = results(tmp_path / "run"), results(tmp_path / "again")
    kept = {path.read_bytes() for path in (tmp_path / "run" / "pictures").glob("*.png")}

    assert again.err.count("Traceback") == 0
    assert shown
    question = (BENCH / "images" / SHOWN["t-rivers"]).read_bytes()
    assert {len([i for i in one if i != question]) for one in shown} <= {1, 2}
    assert {image for one in shown for image in one} <= {*kept, question}
    for key, result in run.items():
        score = result["scores"]["hievidr.report"]
        # 20/6 · (5 + 2/4) = 18.333
        assert (score["n"], round(score["value"], 3)) == (6, 18.333)
        assert anew[key]["scores"]["hievidr.report"] == score
    done = Program(tmp_path, {})("recompute", "run")
    assert done.out.splitlines()[-1] == "recomputed 2 reports, 0 differ."


def test_without_a_browser_it_is_said_how_to_get_one(reports: Path, tmp_path: Path) -> None:
    """Pages were asked for, and nobody could be shown any: one line, and the run goes on."""
    pytest.importorskip("playwright")
    nowhere = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none")}
    with ScriptedServer(lambda seen: garbage()) as server:
        done = Program(tmp_path, nowhere)(
            *("evaluate", BENCH, reports, "--out", "run", "--date", DATE, "--may-lack-reports"),
            *("--judge", "mine:m", "--vision", "mine:m", "--base-url", server.base_url),
            *("--page-pictures", "2"),
        )
        assert not any(is_of_pages(one) for one in server.seen)

    assert f"pages of 2 reports were shown to nobody: {NO_BROWSER}" in done.out.splitlines()
    assert len(results(tmp_path / "run")) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--page-pictures", "2"),
            "--page-pictures: would show pages to nobody, got 2; expected a model that sees. "
            "Name one with --vision.",
        ),
        (
            ("--eyes", "--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1"),
            "--eyes: lets the built-in rules see, and a model judges; expected no --judge and no "
            "--vision beside it. Name a model that sees with --vision instead.",
        ),
    ],
)
def test_what_would_be_without_effect(
    reports: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    """Refused before anything is made."""
    done = evaluated(tmp_path, reports, *options)

    assert (done.code, done.err.strip()) == (3, message)
    assert not (tmp_path / "run").exists()


PICTURED = """# Water

Ice floats, since it is less dense than water [1].

![Density](img/density.png)

Figure 1: Density of ice and water.

![Inline](data:image/png;base64,{inline})

Figure 2: The same, written into the report.
"""


def test_figures_in_files_and_in_the_text_reach_who_sees(tmp_path: Path) -> None:
    """Without pages: each figure itself, in its order, in the ask for Align."""
    own, inline = ((BENCH / "images" / name).read_bytes() for name in SHOWN.values())
    folder = tmp_path / "reports" / "mine"
    (folder / "img").mkdir(parents=True)
    (folder / "img" / "density.png").write_bytes(own)
    text = PICTURED.format(inline=base64.b64encode(inline).decode())
    (folder / "t-water.md").write_text(text, "utf-8")

    def rated(seen: Seen) -> Act:
        if not images(seen):
            return garbage()
        return saying(json.dumps({"nonce": "NONCE", "why": "seen", "value": {"align": 4}}))

    with ScriptedServer(rated) as server:
        named = ("--judge", "mine:m", "--vision", "mine:m", "--base-url", server.base_url)
        evaluated(tmp_path, folder.parent, *named)
        shown = [images(one) for one in server.seen if images(one)]

    assert shown == [[own, inline]]
    (result,) = results(tmp_path / "run").values()
    assert align(tmp_path)["t-water"]["key"]
    # Align alone is rated: (4 − 1)/4 of 20
    assert (
        result["scores"]["hievidr.report"]["value"],
        result["scores"]["hievidr.report"]["n"],
    ) == (
        15.0,
        1,
    )
