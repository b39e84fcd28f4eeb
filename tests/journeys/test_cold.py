"""Every verb once as a shell starts it: in a fresh interpreter, with its own imports."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.journeys.program import Program
from veridical.cli.main import app
from veridical.runs.demo import BENCH

DATE = ("--date", "2026-01-15")
SOME = ("some", "--may-lack-reports")
VERBS: dict[str, tuple[str | Path, ...]] = {
    "check": ("some/atlas/t-water.md", "--sources", BENCH),
    "doctor": (),
    "evaluate": (BENCH, *SOME, "--out", "again", *DATE),
    "export": ("hievidr", BENCH, "--out", "bench.jsonl"),
    "ledger": ("show", "run.ledger"),
    "measures": ("--method", "fact"),
    "plan": (BENCH, *SOME),
    "recompute": ("run",),
    "snapshots": ("--help",),
    "study": ("--help",),
}
"""What is told to each, in a folder with one run; the last two need files of their own."""

ELSEWHERE = {
    "construct": "test_construct.py",
    "corpus": "test_research.py",
    "demo": "conftest.py",
    "import": "test_exchange.py",
    "rejudge": "test_models.py",
    "research": "test_research.py",
    "verify": "test_planted_numbers.py",
}
"""Verbs whose own journeys start them, warm or cold."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One report and a run of it."""
    made = tmp_path_factory.mktemp("cold")
    (made / "some" / "atlas").mkdir(parents=True)
    for path in (BENCH / "reports" / "atlas").glob("t-water.*"):
        shutil.copy(path, made / "some" / "atlas")
    done = Program(made, {}).cold("evaluate", BENCH, *SOME, "--out", "run", *DATE)
    assert (done.code, done.err) == (0, "")
    return made


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_starts_from_nothing(verb: str, folder: Path) -> None:
    """It ends well, says something, and complains of nothing."""
    done = Program(folder, {}).cold(verb, *VERBS[verb])

    assert (done.code, done.err) == (0, "")
    assert done.out.strip()


def test_cold_and_warm_say_the_same(folder: Path) -> None:
    """Journeys that fork see what a fresh process would say, and end as it does."""
    program = Program(folder, {})
    for arguments in (("recompute", "run"), ("recompute", "nowhere"), ("nope",)):
        assert program(*arguments) == program.cold(*arguments)


def test_two_hash_seeds_give_the_same_numbers(folder: Path) -> None:
    """The order of sets, which a forked process takes from its parent, decides nothing."""
    written = []
    for seed in ("1", "2"):
        program = Program(folder, {"PYTHONHASHSEED": seed})
        done = program("evaluate", BENCH, *SOME, "--out", f"seed-{seed}", *DATE)
        assert done.code == 0
        written.append((folder / f"seed-{seed}" / "results.jsonl").read_bytes())

    assert written[0] == written[1]


def test_every_verb_is_started() -> None:
    """A new one must be added here."""
    commands = {c.name or c.callback.__name__ for c in app.registered_commands if c.callback}
    groups = {str(g.typer_instance.info.name) for g in app.registered_groups if g.typer_instance}

    assert commands | groups == VERBS.keys() | ELSEWHERE.keys()
