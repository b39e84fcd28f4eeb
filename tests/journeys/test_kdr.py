"""KDR from the command line: key points by the rules, and pages in pairs for one who sees.

Pages are rendered by Chromium; who sees them is served from this process, and always prefers the
same one of two reports, or always the one shown first.
"""

from __future__ import annotations

import base64
import csv
import json
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from tests.journeys.judged import DATE, results
from tests.journeys.program import Done, Program
from tests.requirements import require
from tests.scripted_server import Act, ScriptedServer, Seen
from veridical.checks.page_preference import ASPECTS, OVERALL
from veridical.runs.demo import BENCH

SYSTEMS, TASKS = ("atlas", "cipher", "ember"), ("t-water", "t-printing")
KDR = ("--method", "kdr", "--may-lack-reports", "--date", DATE)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An English and a Chinese task of three systems."""
    folder = tmp_path_factory.mktemp("some") / "reports"
    for system in SYSTEMS:
        for task in TASKS:
            for path in (BENCH / "reports" / system).glob(f"{task}.*"):
                (folder / system).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / system)
    return folder


def scores(run: Path, name: str) -> dict[tuple[str, str], dict[str, object]]:
    """One measure's score of each report."""
    return {key: one["scores"][name] for key, one in results(run).items()}


def means(run: Path, name: str) -> dict[str, float]:
    """One measure's mean over both tasks, by system."""
    found = {key: float(str(score["value"])) for key, score in scores(run, name).items()}
    return {s: sum(v for (of, _), v in found.items() if of == s) / len(TASKS) for s in SYSTEMS}


@dataclass(frozen=True)
class Ruled:
    """A run by the rules: its folder, and what the program said."""

    folder: Path
    done: Done


@pytest.fixture(scope="module")
def ruled(reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Ruled:
    """Beside a reference, and with rivals whose pages nobody sees."""
    folder = tmp_path_factory.mktemp("ruled")
    options = ("--option", "rival=atlas", "--option", "rivals=all")
    done = Program(folder, {})("evaluate", BENCH, reports, "--out", "run", *KDR, *options)
    return Ruled(folder, done)


def test_the_rules_find_key_points_offline(ruled: Ruled) -> None:
    """Said, said with other figures, left out: three systems apart."""
    run = ruled.folder / "run"
    names = ("kdr.key_point_coverage", "kdr.key_point_supportiveness")
    covered, backed = (means(run, name) for name in names)

    assert ruled.done.code == 0, ruled.done.err
    assert covered["atlas"] == backed["atlas"] == 100
    assert covered["cipher"] > 90 > 20 > backed["cipher"]
    assert covered["ember"] < 90
    assert "indicative" in ruled.done.out


def test_a_reference_gives_general_purpose_and_nobody_sees_pages(ruled: Ruled) -> None:
    """RACE's own numbers, none for the reference itself; win rates are not assessed."""
    run = ruled.folder / "run"
    general = {k: v["status"] for k, v in scores(run, "kdr.general_purpose").items()}
    rates = scores(run, "kdr.win_rate").values()

    assert {s for (s, _), status in general.items() if status == "measured"} == {"cipher", "ember"}
    assert {v["reason"] for v in rates} == {"not_assessed"}


def test_a_report_s_page_shows_key_points_with_the_words_that_say_them(ruled: Ruled) -> None:
    """The snippet, and that the report does not agree."""
    page = ruled.folder / "run" / "pages" / "systems" / "cipher" / "t-water.html"
    text = page.read_text("utf-8")

    assert "Main conclusion and key points" in text
    assert "taken up, not agreed with" in text


def test_means_are_given_by_domain(ruled: Ruled) -> None:
    """Each domain's beside all tasks'."""
    with (ruled.folder / "run" / "leaderboard.csv").open(encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["name"] == "kdr.figures"]

    assert {"physics", "科学技术史"} <= {value for row in rows for value in row.values()}


def test_it_is_computed_again_with_its_rivals(ruled: Ruled) -> None:
    """From what the run kept."""
    again = Program(ruled.folder, {})("recompute", "run")

    assert again.out.splitlines()[-1] == "recomputed 6 reports, 0 differ."


# ---- pages in pairs -------------------------------------------------------------------------


def images(seen: Seen) -> list[str]:
    """Hashes of the pictures that a request shows, in order."""
    parts = [p for m in seen.payload["messages"] if isinstance(m["content"], list)
             for p in m["content"]]  # fmt: skip
    urls = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
    return [sha256(base64.b64decode(url.partition(",")[2])).hexdigest() for url in urls]


class Eye:
    """Prefers the report whose first page has the smaller hash, or the one shown first."""

    def __init__(self, *, is_by_place: bool = False) -> None:
        self.is_by_place = is_by_place
        self.shown: list[tuple[str, ...]] = []

    def __call__(self, seen: Seen) -> Act:
        """The reply to one request."""
        pages = images(seen)
        self.shown.append(tuple(pages))
        first, second = pages[0], pages[len(pages) // 2]
        side = "first" if self.is_by_place or first < second else "second"
        said = dict.fromkeys([*ASPECTS, OVERALL], side)
        return Act(text=json.dumps({"nonce": "NONCE", "why": "w", **said}))


def seen_by(eye: Eye, reports: Path, folder: Path) -> Done:
    """A run in which that eye sees one page of each report."""
    with ScriptedServer(eye) as server:
        models = ("--vision", "mine:eye", "--base-url", server.base_url, "--page-pictures", "1")
        options = ("--option", "rivals=all", *models)
        return Program(folder, {})("evaluate", BENCH, reports, "--out", "run", *KDR, *options)


@pytest.fixture(scope="module")
def paired(
    reports: Path, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, tuple[Path, Done, Eye]]:
    """Runs by an eye for pages, and by one for places."""
    require("chromium")
    found = {}
    for name, eye in {"pages": Eye(), "places": Eye(is_by_place=True)}.items():
        folder = tmp_path_factory.mktemp(name)
        found[name] = folder, seen_by(eye, reports, folder), eye
    return found


def test_each_pair_is_asked_once_in_each_order(
    paired: Mapping[str, tuple[Path, Done, Eye]],
) -> None:
    """Three pairs a task, two tasks: twelve calls, each order of two pages once."""
    _, done, eye = paired["pages"]
    shown = Counter(eye.shown)

    assert done.code == 0, done.err
    assert len(eye.shown) == 12
    assert set(shown.values()) == {1}
    assert {tuple(reversed(pair)) for pair in shown} == set(shown)


def test_pairs_count_for_both_sides(paired: Mapping[str, tuple[Path, Done, Eye]]) -> None:
    """A judge with an order of pages: 100, 50 and 0 in each task, and nothing flips."""
    run = paired["pages"][0] / "run"
    rates = {key: score["value"] for key, score in scores(run, "kdr.win_rate").items()}

    for task in TASKS:
        assert {rates[system, task] for system in SYSTEMS} == {0.0, 50.0, 100.0}
    assert {v["value"] for v in scores(run, "kdr.win_rate.flips").values()} == {0.0}
    assert {v["value"] for v in scores(run, "kdr.win_rate.ties").values()} == {0.0}


def test_an_eye_for_places_ties_everything(paired: Mapping[str, tuple[Path, Done, Eye]]) -> None:
    """Whatever is first wins: each pair a flip and a tie, each report at 50."""
    run = paired["places"][0] / "run"

    assert {v["value"] for v in scores(run, "kdr.win_rate").values()} == {50.0}
    assert {v["value"] for v in scores(run, "kdr.win_rate.flips").values()} == {1.0}


def test_pairs_are_computed_again_with_the_pages_that_were_shown(
    paired: Mapping[str, tuple[Path, Done, Eye]],
) -> None:
    """No browser and nobody who sees is needed."""
    again = Program(paired["pages"][0], {"PATH": ""})("recompute", "run")

    assert again.out.splitlines()[-1] == "recomputed 6 reports, 0 differ."


def test_a_plan_foresees_pairs_without_a_browser(reports: Path, tmp_path: Path) -> None:
    """Two calls for each pair on each task, whoever of both is scored; none where none is seen."""
    models = ("--vision", "mine:eye", "--base-url", "http://127.0.0.1:9", "--option", "rivals=all")
    program = Program(tmp_path, {"PATH": ""})
    shown = program("plan", BENCH, reports, *KDR, *models, "--page-pictures", "2")
    unseen = program("plan", BENCH, reports, *KDR, *models)
    cells = [
        next(line.split()[2] for line in done.out.splitlines() if line.startswith("vision"))
        for done in (shown, unseen)
    ]

    assert cells == ["12–12", "0–0"]
