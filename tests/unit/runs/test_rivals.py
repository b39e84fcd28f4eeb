"""Which report each is compared with, and that a run keeps it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.small_method import METHOD, bench, write_reports
from veridical.errors import ConfigError, InputError, NeedError, StoreError
from veridical.measure import EVERY, RIVALS_OPTION, STAND_IN, Method
from veridical.methods.race.method import race
from veridical.methods.race.settings import Settings
from veridical.runs.folder import keep_submission
from veridical.runs.identity import reports_sha256
from veridical.runs.load import Run
from veridical.runs.recompute import stored
from veridical.runs.rivals import read_names, read_rival, with_rivals
from veridical.runs.submissions import Submitted, read_submissions
from veridical.runs.verbs import evaluate, method_named, recompute, rejudge
from veridical.task import Bench, Query, Task

TASKS = (
    Task("a", Query("Why does ice float?"), "en"),
    Task("b", Query("冰为什么浮在水上？"), "zh"),
    Task("c", Query("Why is the sky blue?"), "en"),
)
TEXTS = {"s": "It floats.", "r": "Ice is lighter than water."}


@pytest.fixture
def found(tmp_path: Path) -> Bench:
    """Two English tasks with a Chinese one between them."""
    return bench(tmp_path / "bench", TASKS)


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Two systems' reports."""
    each = {(s, t.id): f"{text} ({t.id})" for s, text in TEXTS.items() for t in TASKS}
    return write_reports(tmp_path / "reports", each)


def named(rival: str) -> Method:
    """RACE with that rival."""
    return race(Settings(rival=rival))


def rivals(submitted: tuple[Submitted, ...]) -> dict[tuple[str, str], tuple[str, str] | None]:
    """Whose report on which task each is compared with."""
    return {
        (one.system, one.task_id): (one.rival.system, one.rival.task) if one.rival else None
        for one in submitted
    }


def test_a_system_of_the_run_is_the_rival(found: Bench, reports: Path) -> None:
    """Its report on the same task, of itself too."""
    submitted = with_rivals(read_submissions(reports, found), named("r"), found)

    assert rivals(submitted) == {(s, t.id): ("r", t.id) for s in "rs" for t in TASKS}


def test_a_folder_is_the_rival(found: Bench, reports: Path, tmp_path: Path) -> None:
    """A task that it lacks has no rival."""
    shutil.copytree(reports / "r", tmp_path / "reference")
    (tmp_path / "reference" / "c.md").unlink()
    own = read_submissions(reports / "s", found)
    submitted = with_rivals(own, named(str(tmp_path / "reference")), found)

    assert rivals(submitted) == {
        ("s", "a"): ("reference", "a"),
        ("s", "b"): ("reference", "b"),
        ("s", "c"): None,
    }


def test_the_stand_in_is_the_next_report_in_the_same_language(found: Bench, reports: Path) -> None:
    """From the last back to the first; alone in its language it has none."""
    submitted = with_rivals(read_submissions(reports / "s", found), named(STAND_IN), found)

    assert rivals(submitted) == {("s", "a"): ("s", "c"), ("s", "b"): None, ("s", "c"): ("s", "a")}


def test_a_method_that_compares_nothing_gets_none(found: Bench, reports: Path) -> None:
    """Nothing is added, so nothing of its runs changes."""
    submitted = read_submissions(reports, found)

    assert with_rivals(submitted, METHOD, found) is submitted


def test_a_rival_has_to_be_named(found: Bench, reports: Path) -> None:
    """With those that there are."""
    with pytest.raises(NeedError, match=r"^race: needs a rival report; .* Name one of r, s,"):
        with_rivals(read_submissions(reports, found), named(""), found)


def test_a_rival_that_is_nowhere_is_refused(found: Bench, reports: Path) -> None:
    """Neither a system nor a place."""
    with pytest.raises(ConfigError, match=r"^option rival: is neither .* got nobody"):
        with_rivals(read_submissions(reports, found), named("nobody"), found)


def test_a_folder_of_several_systems_is_no_rival(found: Bench, reports: Path) -> None:
    """Which of them is not guessed."""
    with pytest.raises(InputError, match="more than one system"):
        with_rivals(read_submissions(reports, found), named(str(reports)), found)


def test_another_rival_is_another_run(found: Bench, reports: Path) -> None:
    """Its words are part of what the run is."""
    one = with_rivals(read_submissions(reports, found), named("r"), found)
    other = tuple(
        replace(s, rival=None if s.rival is None else type(s.rival)("r", s.task_id, "x", b"other"))
        for s in one
    )

    assert reports_sha256(one) != reports_sha256(other)


def test_what_is_no_stored_rival_is_refused(tmp_path: Path) -> None:
    """It is named."""
    (tmp_path / "x.rival.json").write_text("{}", "utf-8")
    with pytest.raises(StoreError, match="holds no rival report"):
        read_rival(tmp_path / "x.rival.json")


@pytest.fixture
def run(found: Bench, reports: Path, tmp_path: Path) -> Run:
    """The reports of both systems beside those of a reference that is gone afterwards."""
    shutil.copytree(reports / "r", tmp_path / "reference")
    method = method_named("race", {"rival": str(tmp_path / "reference")})
    made = evaluate(found.folder, reports, method=method, out=tmp_path / "run", date="2026-01-15")
    shutil.rmtree(tmp_path / "reference")
    return made


def test_a_run_keeps_its_rivals(run: Run, reports: Path) -> None:
    """One file for each, whatever is compared with it, and the same words in it."""
    stored_rivals = [stored(r, run.folder).rival for r in run.results]
    paths = {r.rival_path for r in run.results}

    assert [one.data for one in stored_rivals if one] == [
        (reports / "r" / f"{r.task}.md").read_bytes() for r in run.results
    ]
    assert len(paths) == len(TASKS)


def test_a_run_is_computed_again_without_its_reference(run: Run, tmp_path: Path) -> None:
    """From what it kept, to the byte; and judged again."""
    again = recompute(run.folder)
    anew = rejudge(run.folder, out=tmp_path / "anew")

    assert again.different == ()
    assert [r.scores for r in anew.results] == [r.scores for r in run.results]


def test_the_reference_itself_is_in_no_mean(run: Run) -> None:
    """Words that are the reference's have no score, and none of their system's is missing."""
    means = {one.system: one.totals["measured"] for one in run.leaderboard}

    assert (means["r"].n, means["r"].bounds) == (0, None)
    assert means["s"].n == 3
    assert means["s"].mean is not None
    assert means["s"].mean < 0.5


def in_pairs(rivals: str) -> Method:
    """A method that compares each with each, and needs no reference."""
    return replace(METHOD, settings={**METHOD.settings, RIVALS_OPTION: rivals})


@pytest.fixture
def three(reports: Path) -> Path:
    """A third system, that has left tasks out."""
    write_reports(reports, {("q", "a"): "Ice floats."})
    return reports


def beside(submitted: tuple[Submitted, ...]) -> dict[tuple[str, str], list[str]]:
    """With whom each is compared in pairs."""
    return {(s.system, s.task_id): [r.system for r in s.rivals] for s in submitted if s.rivals}


def test_all_are_compared_with_all_others_on_the_task(found: Bench, three: Path) -> None:
    """In the order of their systems; nobody with itself."""
    read = read_submissions(three, found, may_lack_reports=True)

    assert beside(with_rivals(read, in_pairs(EVERY), found)) == {
        ("q", "a"): ["r", "s"],
        ("r", "a"): ["q", "s"],
        ("s", "a"): ["q", "r"],
        ("r", "b"): ["s"],
        ("s", "b"): ["r"],
        ("r", "c"): ["s"],
        ("s", "c"): ["r"],
    }


def test_a_named_system_is_compared_with_each_both_ways(found: Bench, three: Path) -> None:
    """Pairs without it are not asked about; those with it count for both sides."""
    read = read_submissions(three, found, may_lack_reports=True)

    assert beside(with_rivals(read, in_pairs("s"), found)) == {
        ("q", "a"): ["s"],
        ("r", "a"): ["s"],
        ("s", "a"): ["q", "r"],
        ("r", "b"): ["s"],
        ("s", "b"): ["r"],
        ("r", "c"): ["s"],
        ("s", "c"): ["r"],
    }
    both = beside(with_rivals(read, in_pairs("s, q"), found))
    assert both["q", "a"] == ["r", "s"]


def test_a_system_that_is_not_there_is_no_rival(found: Bench, three: Path) -> None:
    """It is named."""
    read = read_submissions(three, found, may_lack_reports=True)
    with pytest.raises(
        ConfigError,
        match=r"^option rivals: names no system of the run, got nobody; expected all, or some of",
    ):
        with_rivals(read, in_pairs("s,nobody"), found)


def test_a_run_keeps_each_rival_once(found: Bench, three: Path, tmp_path: Path) -> None:
    """Whoever is compared with it; read back in order, with its very words."""
    read = read_submissions(three, found, may_lack_reports=True)
    one = next(s for s in with_rivals(read, in_pairs(EVERY), found) if s.system == "s")
    (tmp_path / "run" / "reports").mkdir(parents=True)
    paths = [
        keep_submission(tmp_path / "run", s) for s in with_rivals(read, in_pairs(EVERY), found)
    ]
    names = read_names(tmp_path / "run" / paths[-3]["rivals"])
    kept = [read_rival(tmp_path / "run" / "reports" / name) for name in names.values()]

    assert [(r.system, r.data) for r in kept] == [(r.system, r.data) for r in one.rivals]
    assert len(list((tmp_path / "run" / "reports").glob("*.rival.json"))) == len(read)


def test_what_is_no_list_of_rivals_is_refused(tmp_path: Path) -> None:
    """It is named."""
    (tmp_path / "x.rivals.json").write_text("[]", "utf-8")
    with pytest.raises(StoreError, match="holds no list of rivals"):
        read_names(tmp_path / "x.rivals.json")
