"""`veridical demo`: once to score, a second time to find that all is known."""

import json
from pathlib import Path

from tests.journeys.program import Done, Program, answers, files
from veridical import load_run

SYSTEMS = {"atlas", "beacon", "cipher", "drifter", "ember", "fable"}


def test_the_demo_ends_well(demo: tuple[Path, Done]) -> None:
    """Exit code 0, and not a word of complaint."""
    _, done = demo

    assert (done.code, done.err) == (0, "")


def test_the_demo_shows_every_system(demo: tuple[Path, Done]) -> None:
    """Best first, with who judged and what the totals mean."""
    _, done = demo
    starts = [line.split(" ")[0] for line in done.out.splitlines()]
    ranked = [start for start in starts if start in SYSTEMS]

    assert set(ranked) == SYSTEMS
    assert ranked[0] == "atlas"
    assert "indicative, not comparable with a model judge." in done.out
    assert "published: a part behind a closed gate counts 0" in done.out


def test_the_demo_writes_pages_and_data(demo: tuple[Path, Done]) -> None:
    """JSONL, CSV, a first page, a page a report."""
    out, done = demo

    assert done.out.splitlines()[-1] == "open out/index.html"
    assert len(list((out / "systems").glob("*/*.html"))) == 48
    assert len((out / "run" / "results.jsonl").read_text("utf-8").splitlines()) == 48
    assert (out / "run" / "results.csv").stat().st_size > 0


def test_a_second_demo_asks_nothing_and_writes_the_same(demo: tuple[Path, Done]) -> None:
    """The same numbers, the same pages, byte for byte; no new answer."""
    out, first = demo
    before, written = answers(out / "run.ledger"), files(out)
    again = Program(out.parent, {})("demo", "--out", "out")

    assert again == first
    assert answers(out / "run.ledger") == before
    assert files(out) == written


def test_the_demos_run_is_complete(demo: tuple[Path, Done]) -> None:
    """Read back as a run."""
    out, _ = demo
    run = load_run(out / "run")

    assert (run.manifest.status, run.manifest.is_indicative) == ("complete", True)
    assert {row["system"] for row in run.rows} == SYSTEMS


def test_the_demo_recomputes(demo: tuple[Path, Done]) -> None:
    """From recorded answers alone."""
    out, _ = demo
    done = Program(out.parent, {})("recompute", "out/run")

    assert (done.code, done.out.splitlines()[-1]) == (0, "recomputed 48 reports, 0 differ.")


def test_every_line_of_the_results_is_strict_json(demo: tuple[Path, Done]) -> None:
    """No NaN, no Infinity (U56)."""
    out, _ = demo

    def refuse(constant: str) -> float:
        raise AssertionError(f"{constant} is no JSON")

    for line in (out / "run" / "results.jsonl").read_text("utf-8").splitlines():
        json.loads(line, parse_constant=refuse)


def test_a_folder_that_holds_something_else(program: Program) -> None:
    """Is left alone."""
    (program.folder / "out" / "run").mkdir(parents=True)
    (program.folder / "out" / "run" / "mine.txt").write_text("mine", "utf-8")
    done = program("demo", "--out", "out")

    assert (done.code, done.err) == (
        3,
        "folder \"out/run\": holds something that is no run, got ['mine.txt']; expected an "
        "empty folder or this run. Name another folder.\n",
    )
