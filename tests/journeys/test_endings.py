"""How `veridical evaluate` ends: thresholds, what is missing, what was changed, refused folders."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.journeys.program import Program, files

SYSTEMS = ("atlas", "beacon", "cipher")
TASKS = ("t-water", "t-tides")
EVALUATE = ("evaluate", "bench", "reports", "--date", "2026-01-15")
INCOMPLETE = 2


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, demo_bench: Path) -> Path:
    """A folder with a bench of two tasks, three systems' reports, and their finished run."""
    folder = tmp_path_factory.mktemp("endings")
    (folder / "bench").mkdir()
    shutil.copy(demo_bench / "corpus.jsonl", folder / "bench")
    shutil.copytree(demo_bench / "images", folder / "bench" / "images")
    lines = (demo_bench / "tasks.jsonl").read_text("utf-8").splitlines()
    chosen = [line for line in lines if json.loads(line)["id"] in TASKS]
    (folder / "bench" / "tasks.jsonl").write_text("\n".join(chosen) + "\n", "utf-8")
    for path in (demo_bench / "reports").rglob("*"):
        if path.parent.name in SYSTEMS and path.name.split(".")[0] in TASKS:
            target = folder / "reports" / path.parent.name / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    done = Program(folder, {})(*EVALUATE, "--out", "run")
    assert (done.code, done.err) == (0, "")
    return folder


@pytest.fixture
def program(finished: Path, tmp_path: Path) -> Program:
    """The program in a copy of that folder."""
    shutil.copytree(finished, tmp_path / "copy")
    return Program(tmp_path / "copy", {})


def rows(program: Program, table: str) -> list[dict[str, str]]:
    """A table of the run."""
    text = (program.folder / "run" / table).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def mean(program: Program, system: str, name: str) -> float:
    """A system's mean over all tasks, as the leaderboard's table says it."""
    (found,) = (
        float(row["mean"])
        for row in rows(program, "leaderboard.csv")
        if (row["system"], row["name"], row["difficulty"]) == (system, name, "all")
    )
    return found


def test_every_threshold_is_reached(program: Program) -> None:
    """Exit code 0, and a line that says so."""
    done = program(*EVALUATE, "--out", "run", "--min-total", "5", "--min", "hievidr.report=2.5")

    assert (done.code, done.err) == (
        0,
        "PASS: every system reaches published 5, hievidr.report 2.5.\n",
    )


def test_a_missed_threshold_is_named(program: Program) -> None:
    """Exit code 1, with system, score, value and threshold, for each system that misses it."""
    values = {system: mean(program, system, "published") for system in SYSTEMS}
    least = sorted(values.values())[1] + 1
    written = ("--junit", "ci/run.xml", "--markdown", "ci/run.md")
    done = program(*EVALUATE, "--out", "run", "--min-total", repr(least), *written)
    below = [system for system in SYSTEMS if values[system] < least]
    junit = ElementTree.parse(program.folder / "ci" / "run.xml").getroot()

    assert done.code == 1
    assert done.err.splitlines() == [
        f'FAIL: "{system}", published: {values[system]:.6g} is below {least:.6g}.'
        for system in below
    ]
    assert len(below) == 2
    assert [s.attrib["name"] for s in junit if s.attrib["failures"] == "1"] == below
    assert "**Failed.**" in (program.folder / "ci" / "run.md").read_text("utf-8")


def test_a_mean_that_is_the_threshold_reaches_it(program: Program) -> None:
    """To the last bit; one bit more is missed, and both numbers are shown apart."""
    lowest = min(mean(program, system, "published") for system in SYSTEMS)
    more = lowest * (1 + 2**-52)
    reached = program(*EVALUATE, "--out", "run", "--min", f"published={lowest!r}")
    missed = program(*EVALUATE, "--out", "run", "--min", f"published={more!r}")

    assert (reached.code, missed.code) == (0, 1)
    assert f"{lowest!r} is below {more!r}." in missed.err


def test_a_score_that_was_not_measured_is_no_low_one(program: Program) -> None:
    """A closed gate leaves no number: exit code 2, and a line that says so; never FAIL."""
    done = program(*EVALUATE, "--out", "run", "--min", "hievidr.claim=0.5")

    assert done.code == INCOMPLETE
    assert done.err.splitlines() == [
        f'NOT MEASURED: "{system}", hievidr.claim: no score (2 behind a closed gate); '
        "the threshold 0.5 is neither met nor missed."
        for system in ("beacon", "cipher")
    ]


def test_an_unknown_score_is_a_usage_error(program: Program) -> None:
    """Before anything is asked, with the names that there are."""
    done = program(*EVALUATE, "--out", "fresh", "--min", "clam=1")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert done.err.startswith("--min: names no score, got clam; expected published or measured")
    assert [n for n in ("hievidr.report.ratio", "hievidr.answer") if n not in done.err] == []
    assert not (program.folder / "fresh").exists()


@pytest.mark.parametrize("value", ["hievidr.claim", "published=much", "published=nan"])
def test_a_threshold_that_is_none(program: Program, value: str) -> None:
    """A usage error in one line."""
    done = program(*EVALUATE, "--out", "fresh", "--min", value)

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert not (program.folder / "fresh").exists()


def test_an_incomplete_run_says_what_is_missing(program: Program) -> None:
    """A judge that may not be called: how many asks have no verdict, and why."""
    judge = ("--judge", "openai-compatible:m", "--base-url", "http://127.0.0.1:9/v1")
    asked = (*EVALUATE, "--out", "other", *judge, "--offline", "--min-total", "90")
    done = program(*asked)
    results = (program.folder / "other" / "results.jsonl").read_text("utf-8").splitlines()
    every = [asked for line in results for asked in json.loads(line)["asked"]]
    offline = [asked for asked in every if asked.get("no_verdict") == "offline"]
    *_, last = done.err.splitlines()

    assert done.code == INCOMPLETE
    assert last == (
        f"incomplete: {len(offline)} of {len(every)} asks have no verdict "
        f"({len(offline)} offline). The same command again tries what is missing."
    )
    assert len(offline) > 0
    assert "FAIL" not in done.err
    assert done.err.count("NOT MEASURED: ") == len(SYSTEMS)


def test_a_missing_report_is_said(program: Program) -> None:
    """Allowed, but the run is not complete, and the line says how many."""
    (program.folder / "reports" / "beacon" / "t-water.md").unlink()
    done = program(*EVALUATE, "--out", "fresh", "--may-lack-reports")

    assert (done.code, done.err) == (INCOMPLETE, "incomplete: 1 report is missing.\n")


def test_the_tables_name_the_judge(program: Program) -> None:
    """Whoever reads one alone knows who judged, and that it is indicative."""
    lines = (program.folder / "run" / "results.jsonl").read_text("utf-8").splitlines()
    results = [json.loads(line) for line in lines]
    tables = [row for t in ("results.csv", "leaderboard.csv") for row in rows(program, t)]

    assert {(r["respondent"], r["is_indicative"]) for r in results} == {("rules/4", True)}
    assert {(r["respondent"], r["is_indicative"]) for r in tables} == {("rules/4", "true")}


def test_both_readings_of_report_stand_side_by_side(program: Program) -> None:
    """In the terminal and in the table; r/5 is (r-1)/4 at 5 and above it everywhere else."""
    done = program(*EVALUATE, "--out", "run")

    assert "Report, as the site counts: Report read another way" in done.out
    for system in SYSTEMS:
        default, ratio = (mean(program, system, f"hievidr.report{n}") for n in ("", ".ratio"))
        # 20 (r-1)/4 = 5 r - 5 and 20 r/5 = 4 r, of the mean rating r
        assert 5 * (ratio / 4) - 5 == pytest.approx(default)
        assert f"{default:.2f}" in done.out
        assert f"{ratio:.2f}" in done.out


def test_means_are_told_by_difficulty(program: Program) -> None:
    """Each task counts once with its own difficulty, and once with all; other groups have none."""
    found = rows(program, "leaderboard.csv")
    tasks = {(r["system"], r["difficulty"]): int(r["tasks"]) for r in found}
    levels = {level for _, level in tasks} - {"all", ""}

    assert levels <= {"easy", "medium", "hard"}
    for system in SYSTEMS:
        assert tasks[system, "all"] == len(TASKS)
        assert sum(tasks[system, level] for level in levels) == len(TASKS)


def written(program: Program) -> dict[str, bytes]:
    """The files of the run, save its pages."""
    found = files(program.folder / "run")
    return {name: data for name, data in found.items() if not name.startswith("pages/")}


def edited(program: Program, **values: float) -> tuple[str, str]:
    """Give scores of the first result another value; its system and task."""
    path = program.folder / "run" / "results.jsonl"
    first, rest = path.read_bytes().split(b"\n", 1)
    line = json.loads(first)
    for name, value in values.items():
        line["totals"][name]["value"] = value
    separators = (",", ":")
    text = json.dumps(line, ensure_ascii=False, separators=separators)
    path.write_bytes(text.encode() + b"\n" + rest)
    return line["system"], line["task"]


def test_an_edited_score_is_not_believed(program: Program) -> None:
    """Named in one line, and computed again: the run's files are what they were."""
    before = written(program)
    system, task = edited(program, published=99.5)
    assert written(program) != before
    done = program(*EVALUATE, "--out", "run")

    assert (done.code, done.err) == (
        0,
        f'run: 1 result had been changed after veridical wrote it: "{system}" on "{task}". '
        "Computed again from the answers.\n",
    )
    assert written(program) == before
    assert program(*EVALUATE, "--out", "run").err == ""


def test_an_edited_score_passes_no_threshold(program: Program) -> None:
    """What was measured is held against it."""
    edited(program, published=1000.0)
    done = program(*EVALUATE, "--out", "run", "--min-total", "99")

    assert done.code == 1
    assert done.err.count("FAIL: ") == len(SYSTEMS)


def all_names(folder: Path) -> list[str]:
    """Every name below a folder, of whatever kind."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("verb", ["evaluate", "rejudge", "check", "demo"])
def test_an_out_that_is_a_file_leaves_nothing(program: Program, verb: str) -> None:
    """Usage: one line, exit code 3."""
    (program.folder / "taken").write_text("mine", "utf-8")
    before = all_names(program.folder)
    wanted = {
        "evaluate": EVALUATE,
        "rejudge": ("rejudge", "run"),
        "check": ("check", "reports/atlas/t-water.md"),
        "demo": ("demo",),
    }[verb]
    done = program(*wanted, "--out", "taken")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "taken" in done.err
    assert all_names(program.folder) == before


def test_an_out_that_is_not_ours_leaves_nothing(program: Program) -> None:
    """A folder with something else in it stays as it was, and no ledger stands beside it."""
    (program.folder / "mine").mkdir()
    (program.folder / "mine" / "letter.txt").write_text("dear", "utf-8")
    before = all_names(program.folder)
    done = program(*EVALUATE, "--out", "mine")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert 'folder "mine": holds something that is no run' in done.err
    assert all_names(program.folder) == before


@pytest.mark.parametrize(
    "more",
    [
        ("--option", "tau=0.3"),
        ("--judge", "openai-compatible:m", "--base-url", "http://127.0.0.1:9/v1", "--offline"),
    ],
    ids=["another option", "another judge"],
)
def test_another_run_leaves_nothing(program: Program, more: tuple[str, ...]) -> None:
    """The run that is there stays, and the ledger that was named is not made."""
    before = all_names(program.folder)
    done = program(*EVALUATE, "--out", "run", "--ledger", "fresh.ledger", *more)

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "Name another folder." in done.err
    assert all_names(program.folder) == before


@pytest.mark.parametrize("more", [("--key-env", "NO_KEY_1"), ("--max-usd", "1")])
def test_a_refused_run_leaves_no_ledger(program: Program, more: tuple[str, ...]) -> None:
    """Whether the key or the price is missing: a path that is new stays free."""
    judge = ("--judge", "mine:m", "--base-url", "http://127.0.0.1:9/v1")
    done = program(*EVALUATE, "--out", "other", *judge, *more, "--ledger", "new.ledger")

    assert done.code == 3, done.err
    assert not (program.folder / "new.ledger").exists()


def test_a_bench_without_gold_leaves_no_ledger(program: Program) -> None:
    """Refused before anything is asked, and before there is anything to keep."""
    path = program.folder / "bench" / "tasks.jsonl"
    tasks = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(json.dumps({**t, "gold": {}}) + "\n" for t in tasks), "utf-8")
    done = program(*EVALUATE, "--out", "other", "--ledger", "new.ledger")

    assert done.code != 0
    assert "needs" in done.err
    assert done.err.count("\n") == 1
    assert not (program.folder / "new.ledger").exists()


def test_the_setting_that_differs_is_named(program: Program) -> None:
    """With the value that the run has, and the one that is wanted."""
    done = program(*EVALUATE, "--out", "run", "--option", "tau=0.3")

    assert (done.code, done.err) == (
        3,
        'folder "run": holds another run, with settings tau=0.1; expected the wanted run\'s '
        "settings tau=0.3. Name another folder.\n",
    )


def test_a_plan_reads_what_it_plans(program: Program) -> None:
    """Also where no model is named, so that nothing would be spent."""
    fine = program("plan", "bench", "reports")
    wrong = [
        program("plan", *rest)
        for rest in (
            ("nope", "reports"),
            ("bench", "nope"),
            ("bench", "reports", "--ledger", "nope"),
            ("bench", "reports", "--date", "xx"),
        )
    ]
    path = program.folder / "bench" / "tasks.jsonl"
    line = json.loads(path.read_text("utf-8").splitlines()[0])
    edges = line["gold"]["graph"]["edges"]
    edges.append(edges[0][::-1])
    path.write_text(json.dumps(line) + "\n", "utf-8")
    cyclic = program("plan", "bench", "reports")

    assert (fine.code, fine.err) == (0, "")
    assert "the built-in rules would answer" in fine.out
    assert [(d.code, d.out, d.err.count("\n")) for d in (*wrong, cyclic)] == [(3, "", 1)] * 5


@pytest.mark.parametrize(
    "asked",
    [
        ("evaluate", "bench", "reports", "--out", "new", "--ledger", "bench/tasks.jsonl"),
        ("recompute", "run", "--ledger", "nope.db"),
        ("ledger", "show", "nope"),
        ("ledger", "prune", "nope"),
        ("ledger", "merge", "new.ledger", "nope"),
        ("ledger", "export", "nope", "new.jsonl"),
    ],
)
def test_what_is_no_ledger_is_a_usage_error(program: Program, asked: tuple[str, ...]) -> None:
    """One line, exit code 3; nothing is made, and nothing is said to have been kept."""
    before = all_names(program.folder)
    done = program(*asked)

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "stays kept" not in done.err
    assert all_names(program.folder) == before
