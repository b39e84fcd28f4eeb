"""`veridical demo`: once to score, a second time to find that all is known."""

import json
import re
from pathlib import Path

import pytest

from tests.journeys.program import Done, Program, answers, files
from veridical import load_run
from veridical.methods.registry import METHODS
from veridical.runs.demo import PARTS, Part

SYSTEMS = {"atlas", "beacon", "cipher", "drifter", "ember", "fable"}
RANKS = ["atlas", "fable", "ember", "cipher", "drifter", "beacon"]
OTHERS = [part for part in PARTS if part.folder != "run"]
by_method = pytest.mark.parametrize("part", OTHERS, ids=lambda part: part.method)


def test_the_demo_ends_well(demo: tuple[Path, Done]) -> None:
    """Exit code 0, and not a word of complaint."""
    _, done = demo

    assert (done.code, done.err) == (0, "")


def test_the_demo_shows_every_system(demo: tuple[Path, Done]) -> None:
    """Best first, with who judged and what the totals mean."""
    _, done = demo
    starts = [line.split(" ")[0] for line in done.out.splitlines()]
    ranked = [start for start in starts if start in SYSTEMS]

    assert ranked[: len(RANKS)] == RANKS
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
    ledgers = [out / f"{part.folder}.ledger" for part in PARTS]
    before, written = [answers(one) for one in ledgers], files(out)
    again = Program(out.parent, {})("demo", "--out", "out")

    assert again == first
    assert [answers(one) for one in ledgers] == before
    assert files(out) == written


def test_every_method_that_ships_is_in_the_demo() -> None:
    """Once each."""
    assert sorted(part.method for part in PARTS) == sorted(method.name for method in METHODS)


@by_method
def test_each_method_is_one_click_away(demo: tuple[Path, Done], part: Part) -> None:
    """Its pages are linked from the first page, with what is to be known, and lead back."""
    out, done = demo
    first = (out / "index.html").read_text("utf-8")
    address = re.search(rf'<a href="([^"]+)">{re.escape(part.title)}</a>', first)

    assert address is not None
    assert part.title in done.out
    page = out / address[1]
    text = page.read_text("utf-8")
    assert (page.parent / "../../index.html").resolve() == (out / "index.html").resolve()
    assert 'href="../../index.html"' in text
    if part.note:
        assert part.note in done.out
        assert part.note.replace("'", "&#39;") in first
        assert part.note.replace("'", "&#39;") in text


@by_method
def test_each_method_is_a_run_of_its_own(demo: tuple[Path, Done], part: Part) -> None:
    """Every report of its systems is scored, by the rules, and has a page."""
    out, _ = demo
    run = load_run(out / part.folder)

    assert (run.manifest.method, run.manifest.is_indicative) == (part.method, True)
    assert set(run.manifest.systems) == set(part.systems or SYSTEMS)
    assert len(run.results) == 8 * len(run.manifest.systems)
    pages = list((out / part.folder / "pages" / "systems").glob("*/*.html"))
    assert len(pages) == len(run.results)


@by_method
def test_each_method_recomputes(demo: tuple[Path, Done], part: Part) -> None:
    """From its own ledger, which lies beside it."""
    out, _ = demo
    done = Program(out.parent, {})("recompute", f"out/{part.folder}")
    reports = 8 * len(part.systems or SYSTEMS)

    assert (done.code, done.out.splitlines()[-1]) == (
        0,
        f"recomputed {reports} reports, 0 differ.",
    )


def test_a_figure_stands_beside_what_was_read_off_it(demo: tuple[Path, Done]) -> None:
    """MOSAIC's card of a chart: the picture, the words about it, and the reading."""
    page = demo[0] / "mmdr" / "pages" / "systems" / "atlas" / "t-heart.html"
    text = page.read_text("utf-8")
    card = text[text.index("The report&#39;s pictures") :]
    shown = re.search(r'<img src="([^"]+)"', card)

    assert shown is not None
    assert (page.parent / shown[1]).is_file()
    assert "What was read off it" in card
    assert "Words it rests on" in card


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


AGENTS = {"rag", "deep_research", "hka"}


def agents_run(out: Path) -> Path:
    """The folder of the agents' run."""
    (found,) = (path for path in (out / "agents").glob("run-*") if path.is_dir())
    return found


def test_the_agents_answered_every_task(demo: tuple[Path, Done]) -> None:
    """Real runs of their own, apart from the made-up systems, scored by the rules."""
    out, done = demo
    run = load_run(agents_run(out))
    assert set(run.manifest.systems) == AGENTS
    assert (run.manifest.method, run.manifest.status) == ("hievidr", "complete")
    assert len(run.results) == 3 * 8
    table = done.out[done.out.index("Research agents on the same tasks") :]
    ranked = [line.split(" ")[0] for line in table.splitlines() if line.split(" ")[0] in AGENTS]
    assert sorted(ranked) == sorted(AGENTS)
    recomputed = Program(out.parent, {})("recompute", agents_run(out).relative_to(out.parent))
    assert recomputed.out.splitlines()[-1] == "recomputed 24 reports, 0 differ."


def test_the_agents_are_compared_on_a_page(demo: tuple[Path, Done]) -> None:
    """Four measures of Traceability, one search against many; every link leads to a file."""
    out, _ = demo
    first = (out / "index.html").read_text("utf-8")
    assert '<a href="agents/index.html">Research agents on the same tasks</a>' in first
    page = (out / "agents" / "index.html").read_text("utf-8")
    rows = re.findall(r'<th scope="row">([^<]+)</th>(.*)', page)
    assert [title for title, _ in rows] == [
        "Evidence Recall (s1)",
        "Identify Accuracy (s2)",
        "Avoid Accuracy (s3)",
        "Traceability",
    ]
    run = load_run(agents_run(out))
    heads = re.findall(r'class="score">(\w[^<]*)</th>', page)
    names = {"Deep Research": "deep_research", "HKA": "hka", "RAG": "rag"}
    for title, cells in rows:
        name = next(m.name for m in run.manifest.measures if m.title == title)
        shown = re.findall(r'<span class="number">([^<]+)</span>', cells)
        for head, number in zip(heads[:3], shown, strict=False):
            standing = next(s for s in run.leaderboard if s.system == names[head])
            assert number == f"{standing.measures[name].mean:.2f}"
    for address in re.findall(r'href="([^"#]+)"', page):
        assert (out / "agents" / address).is_file()
    assert page.count('href="answers/') == 3 * 8


def test_the_agents_report_pages_need_nothing_else(demo: tuple[Path, Done]) -> None:
    """Their pictures are inside."""
    out, _ = demo
    for path in (out / "agents" / "answers").rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r'<img src="(?!data:)', text)
        assert "default-src &#39;none&#39;" in text


def test_what_an_agent_lacks_is_told_and_no_failure(tmp_path: Path) -> None:
    """Without bubblewrap no table is analysed; the demo of the agents ends well all the same."""
    code = (
        "from pathlib import Path\n"
        "from veridical.runs.demo_agents import run_agents\n"
        "found = run_agents(Path('out'))\n"
        "print(sorted(found.run.manifest.systems)); print(*found.not_assessed, sep='\\n')\n"
    )
    done = Program(tmp_path, {"PATH": str(tmp_path / "nothing")}).python(code)
    assert done.code == 0, done.err
    assert "['deep_research', 'hka', 'rag']" in done.out
    assert "hka: not assessed: analyses of tables: " in done.out


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
