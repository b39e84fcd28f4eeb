"""`veridical evaluate`: killed, started again, recomputed; and benches that are broken."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.program import Program, Row, answers, files
from veridical.methods.registry import METHODS

TASKS = ("t-water", "t-tides")
SYSTEMS = 30


@dataclass(frozen=True)
class Bench:
    """Two tasks of the demo, and sixty reports on them under thirty names."""

    folder: Path

    @property
    def arguments(self) -> tuple[str, ...]:
        """What `evaluate` is told."""
        return ("evaluate", "bench", "reports", "--out", "run", "--date", "2026-01-15")

    @property
    def run(self) -> Path:
        """The run's folder."""
        return self.folder / "run"

    @property
    def ledger(self) -> Path:
        """Its ledger."""
        return self.folder / "run.ledger"

    def finished(self) -> int:
        """How many reports have a result on disk."""
        path = self.run / "partial.jsonl"
        return path.read_bytes().count(b"\n") if path.exists() else 0


def made(folder: Path, demo_bench: Path) -> Bench:
    """The bench in a folder; each copy of a report says a sentence of its own, to be asked."""
    (folder / "bench").mkdir(parents=True)
    shutil.copy(demo_bench / "corpus.jsonl", folder / "bench")
    shutil.copytree(demo_bench / "images", folder / "bench" / "images")
    lines = (demo_bench / "tasks.jsonl").read_text("utf-8").splitlines()
    chosen = [line for line in lines if json.loads(line)["id"] in TASKS]
    (folder / "bench" / "tasks.jsonl").write_text("\n".join(chosen) + "\n", "utf-8")
    originals = sorted(p for p in (demo_bench / "reports").iterdir() if p.is_dir())
    for number in range(SYSTEMS):
        original = originals[number % len(originals)]
        target = folder / "reports" / f"s{number:02}-{original.name}"
        target.mkdir(parents=True)
        for path in sorted(p for p in original.iterdir() if p.name.split(".")[0] in TASKS):
            data = path.read_bytes()
            own = f"\nCopy number {number} says so as well.\n".encode()
            (target / path.name).write_bytes(data + own if path.suffix == ".md" else data)
    return Bench(folder)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory, demo_bench: Path) -> Bench:
    """A run that nobody disturbed."""
    bench = made(tmp_path_factory.mktemp("unbroken"), demo_bench)
    done = Program(bench.folder, {})(*bench.arguments)
    assert (done.code, done.err) == (0, "")
    return bench


@pytest.fixture(scope="module")
def broken(
    tmp_path_factory: pytest.TempPathFactory, demo_bench: Path
) -> tuple[Bench, list[Row], list[bytes]]:
    """The same run, killed in its middle: bench, answers and finished results at that moment."""
    bench = made(tmp_path_factory.mktemp("broken"), demo_bench)
    program = Program(bench.folder, {})
    code = program.killed_when(lambda: bench.finished() >= SYSTEMS, *bench.arguments)
    assert code == -9
    finished = (bench.run / "partial.jsonl").read_bytes().split(b"\n")[:-1]
    assert SYSTEMS <= len(finished) < SYSTEMS * len(TASKS)
    return bench, answers(bench.ledger), finished


@pytest.fixture(scope="module")
def resumed(broken: tuple[Bench, list[Row], list[bytes]]) -> Bench:
    """The killed run, after the same command again."""
    bench, _, _ = broken
    done = Program(bench.folder, {})(*bench.arguments)
    assert (done.code, done.err) == (0, "")
    return bench


def test_a_killed_run_ends_in_the_same_bytes(unbroken: Bench, resumed: Bench) -> None:
    """Results, pages, manifest: nobody can tell that it was killed."""
    assert files(resumed.run) == files(unbroken.run)


def test_no_finished_report_is_asked_again(
    broken: tuple[Bench, list[Row], list[bytes]], resumed: Bench
) -> None:
    """The answers that were there keep their rows; no ask that has a verdict is put twice."""
    _, before, _ = broken
    after = answers(resumed.ledger)
    keys = [row.key for row in after if row.is_verdict]

    assert len(before) > 0
    assert after[: len(before)] == before
    assert len(keys) == len(set(keys)) > 0


def test_a_killed_run_asks_what_an_unbroken_one_asks(unbroken: Bench, resumed: Bench) -> None:
    """No more, no less."""
    keys = [{row.key for row in answers(bench.ledger)} for bench in (unbroken, resumed)]

    assert keys[0] == keys[1]


def test_finished_results_stay_as_they_were(
    broken: tuple[Bench, list[Row], list[bytes]], resumed: Bench
) -> None:
    """Each line of the killed run is a line of the end."""
    _, _, finished = broken
    lines = (resumed.run / "results.jsonl").read_bytes().split(b"\n")

    assert [line for line in finished if line not in lines] == []


def test_the_resumed_run_recomputes(resumed: Bench) -> None:
    """From recorded answers alone, the same numbers."""
    done = Program(resumed.folder, {})("recompute", "run")

    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "recomputed 60 reports, 0 differ."


def test_a_third_start_asks_nothing(resumed: Bench) -> None:
    """And writes nothing else."""
    before, written = answers(resumed.ledger), files(resumed.run)
    done = Program(resumed.folder, {})(*resumed.arguments)

    assert done.code == 0
    assert (answers(resumed.ledger), files(resumed.run)) == (before, written)


def test_a_changed_result_is_told(unbroken: Bench, tmp_path: Path) -> None:
    """Exit code 2, with the report that differs."""
    shutil.copytree(unbroken.folder, tmp_path / "copy")
    results = tmp_path / "copy" / "run" / "results.jsonl"
    first, rest = results.read_bytes().split(b"\n", 1)
    line = json.loads(first)
    name = next(n for n, s in line["scores"].items() if s["status"] == "measured")
    line["scores"][name]["value"] += 1
    results.write_bytes(json.dumps(line).encode() + b"\n" + rest)
    done = Program(tmp_path / "copy", {})("recompute", "run")

    assert done.code == 2
    assert done.out.splitlines()[-2:] == [
        "recomputed 60 reports, 1 differ.",
        f"differs: {line['system']} on {line['task']}",
    ]


def test_a_bench_that_moved_can_be_named(unbroken: Bench, tmp_path: Path) -> None:
    """Where the run found it there is none: exit code 3; named, it serves as before."""
    shutil.copytree(unbroken.folder, tmp_path / "copy")
    (tmp_path / "copy" / "bench").rename(tmp_path / "copy" / "elsewhere")
    program = Program(tmp_path / "copy", {})
    lost, found = program("recompute", "run"), program("recompute", "run", "--bench", "elsewhere")

    assert (lost.code, found.code) == (3, 0), found.err
    assert found.out.splitlines()[-1] == "recomputed 60 reports, 0 differ."


def test_another_method_is_told(program: Program, demo_bench: Path) -> None:
    """Which there are."""
    known = " or ".join(method.name for method in METHODS)
    done = program("evaluate", demo_bench, demo_bench / "reports", "--method", "nope")

    assert (done.code, done.err) == (
        3,
        f"--method: is unknown, got nope; expected {known}. Correct it.\n",
    )


Break = Callable[[Path], None]


def _line(number: int, change: Callable[[str], str]) -> Break:
    def broken(folder: Path) -> None:
        path = folder / "bench" / "tasks.jsonl"
        lines = path.read_text("utf-8").splitlines()
        lines[number - 1] = change(lines[number - 1])
        path.write_text("\n".join(lines) + "\n", "utf-8")

    return broken


def _edges(change: Callable[[list[list[str]]], list[list[str]]]) -> Break:
    def changed(line: str) -> str:
        task = json.loads(line)
        graph = task["gold"]["graph"]
        graph["edges"] = change(graph["edges"])
        return json.dumps(task)

    return _line(1, changed)


def _evidence(content: str) -> Break:
    def broken(folder: Path) -> None:
        path = next((folder / "reports").glob("s00-*/t-water.evidence.json"))
        path.write_text(content, "utf-8")

    return broken


FIELDS = "one JSON object with the fields schema, id, query, language, domain, gold, tags, blocked"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            _line(2, lambda _: "{"),
            "tasks.jsonl, line 2: does not follow its format: Input data was truncated; "
            f"expected {FIELDS}. Mend the line.",
        ),
        (
            _line(2, lambda line: line.replace('"query"', '"prompt"')),
            "tasks.jsonl, line 2: does not follow its format: Object contains unknown field "
            f"`prompt`, got …; expected {FIELDS}. Mend the line.",
        ),
        (
            _line(1, lambda line: line.replace('"schema": 1', '"schema": 9')),
            'tasks.jsonl, line 1, task "t-water": has an unknown schema, got 9; expected schema 1 '
            "to 2. Update veridical, or export the tasks again.",
        ),
        (
            _line(2, lambda line: line.replace('"t-tides"', '"t-water"')),
            'tasks.jsonl: two of them share the id "t-water"; expected every task id once. '
            "Rename one.",
        ),
        (
            _evidence('{"texts": 3}'),
            "reports/s00-atlas/t-water.evidence.json: is no evidence list: Expected `array`, got "
            '`int` - at `$.texts`; expected {"texts": [ids], "images": [ids]}. Mend the file.',
        ),
    ],
)
def test_a_bench_that_is_broken(
    tmp_path: Path, demo_bench: Path, damage: Break, message: str
) -> None:
    """One line, exit code 3, nothing written."""
    bench = made(tmp_path, demo_bench)
    damage(tmp_path)
    done = Program(tmp_path, {})(*bench.arguments)

    before, _, after = message.partition("…")
    said = done.err.replace(f"{tmp_path}/", "").removeprefix("bench/")

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert said.startswith(before)
    assert said.endswith(after + "\n")
    assert not bench.run.exists()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda edges: [*edges, ["A", "C1"]], ("C1", "A")),
        (lambda edges: [*edges, ["E1", "A"]], ("E1", "A")),
        (lambda edges: [e for e in edges if e[0] != "E1"], ("E1",)),
        (lambda edges: [*edges, ["E99", "C1"]], ("E99",)),
    ],
    ids=["cycle", "skips the claims", "orphan", "unknown node"],
)
def test_a_graph_that_is_none(
    tmp_path: Path,
    demo_bench: Path,
    change: Callable[[list[list[str]]], list[list[str]]],
    named: tuple[str, ...],
) -> None:
    """One line that names task and nodes, exit code 3."""
    bench = made(tmp_path, demo_bench)
    _edges(change)(tmp_path)
    done = Program(tmp_path, {})(*bench.arguments)

    assert (done.code, done.err.count("\n")) == (3, 1)
    assert [word for word in ("t-water", *named) if word not in done.err] == []


def test_a_traceback_on_request(program: Program) -> None:
    """For whoever mends the program."""
    done = program("evaluate", "none", "none", "--traceback")

    assert done.err.startswith("Traceback (most recent call last):")
    assert "InputError: none" in done.err.splitlines()[-1]


def test_a_missing_report_is_told(tmp_path: Path, demo_bench: Path) -> None:
    """Unless systems may lack reports."""
    bench = made(tmp_path, demo_bench)
    next((tmp_path / "reports").glob("s00-*/t-water.md")).unlink()
    program = Program(tmp_path, {})
    done = program(*bench.arguments)

    assert (done.code, done.err) == (
        3,
        'system "s00-atlas": has no report for 1 of 2 tasks: t-water; expected a report for '
        "every task. Add them, or allow systems to lack reports.\n",
    )
