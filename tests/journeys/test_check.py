"""`veridical check` on the demo's reports and on a pile that nobody would want to read."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.program import PROGRAM, Done, Program

CANNOT = "expected a report in Markdown, HTML, DOCX, PDF or JSON. Check the path."


@pytest.fixture(scope="module")
def all_checked(
    tmp_path_factory: pytest.TempPathFactory, demo_bench: Path
) -> tuple[Done, list[dict[str, Any]], Path]:
    """Every report of the demo, checked against the demo's corpus in one go."""
    folder = tmp_path_factory.mktemp("checked")
    reports = sorted(demo_bench.glob("reports/*/*.md")) + sorted(
        demo_bench.glob("reports/*/*.html")
    )
    done = Program(folder, {})("check", *reports, "--sources", demo_bench, "--out", "out", "--json")
    return done, [json.loads(line) for line in done.out.splitlines()], folder / "out"


def kinds(results: list[dict[str, Any]]) -> Counter[str]:
    """How many findings of each kind."""
    return Counter(finding["kind"] for result in results for finding in result["findings"])


def of_system(all_checked: tuple[Done, list[dict[str, Any]], Path], name: str) -> list[Any]:
    """The eight results of a system, which are in the order of the reports."""
    _, results, out = all_checked
    systems = [page.name.split("_")[0] for page in sorted(out.glob("*.check.json"))]
    assert len(systems) == len(results) == 48
    return [json.loads(p.read_text("utf-8")) for p in sorted(out.glob(f"{name}_*.check.json"))]


def test_all_reports_are_checked(all_checked: tuple[Done, list[dict[str, Any]], Path]) -> None:
    """48 results, 48 pages, nothing failed."""
    done, results, out = all_checked

    assert (done.code, done.err) == (0, "")
    assert (len(results), len(list(out.glob("*.check.html")))) == (48, 48)


@pytest.mark.parametrize(
    ("system", "kind"),
    [
        ("beacon", "no_citation"),
        ("cipher", "contradicted"),
        ("drifter", "placeholder_host"),
        ("drifter", "unreachable_source"),
        ("ember", "not_in_source"),
    ],
)
def test_each_systems_fault_is_found_in_each_of_its_reports(
    all_checked: tuple[Done, list[dict[str, Any]], Path], system: str, kind: str
) -> None:
    """As the systems were made."""
    faultless = [r["report"] for r in of_system(all_checked, system) if not kinds([r])[kind]]

    assert faultless == []


@pytest.mark.parametrize("system", ["atlas", "fable"])
def test_good_reports_stand(
    all_checked: tuple[Done, list[dict[str, Any]], Path], system: str
) -> None:
    """Their citations lead somewhere, and the rules find most of what they cite."""
    results = of_system(all_checked, system)
    found, counts = kinds(results), Counter[str]()
    for result in results:
        counts.update(result["counts"])
    cited = sum(counts.values()) - counts["uncited"]

    assert not {"missing_reference", "placeholder_host", "no_citation"} & set(found)
    assert counts["supported"] / cited > 0.8


def test_every_quote_stands_in_its_source(
    all_checked: tuple[Done, list[dict[str, Any]], Path], demo_bench: Path
) -> None:
    """Nothing is supported without words of the source."""
    _, results, _ = all_checked
    lines = (demo_bench / "corpus.jsonl").read_text("utf-8").splitlines()
    corpus = {item["id"]: item["text"] for item in map(json.loads, lines)}
    quotes = [
        quote
        for result in results
        for statement in result["statements"]
        for source in statement["sources"]
        for quote in source["quotes"]
        if quote["source"] in corpus
    ]

    assert len(quotes) > 200
    assert [q for q in quotes if corpus[q["source"]][q["start"] : q["end"]] != q["text"]] == []


def test_supported_means_quoted(all_checked: tuple[Done, list[dict[str, Any]], Path]) -> None:
    """In every result."""
    _, results, _ = all_checked
    said = [
        s for r in results for st in r["statements"] for s in [*st["sources"], st["joint"]] if s
    ]

    assert [s for s in said if s["verdict"] == "supported" and not s["quotes"]] == []


HOSTILE: dict[str, bytes] = {
    "empty.md": b"",
    "headings.md": b"# One\n\n## Two\n\n### Three\n",
    "half-binary.md": b"Ice floats on water. " * 400 + bytes(range(256)),
    "utf16.md": "# 海冰\n\n海水是咸的［1］。\n\n［1］ https://sea.org\n".encode("utf-16"),
    "utf16-cut.md": "Ice floats [1].".encode("utf-16")[:-1],
    "latin.md": "Café [1] naïve.".encode("latin-1"),
    "gbk.md": "海水是咸的[1]。这是中文。".encode("gbk"),
    "brackets.md": b"[" * 40_000,
    "nested.md": b"> " * 2_000 + b"deep [1]",
    "long line.md": b"word " * 40_000,
    "a\nb <script>alert(1)</script>.md".replace("/", "∕"): b"Text [1]. <script>alert(1)</script>",
    "name with spaces.html": b"<p>Ice floats <sup>[1]</sup>.</p><script>alert(1)</script>",
    "-dash.md": b"Text [1].",
    "nul.md": b"Ice\x00 floats [1].",
}


@pytest.fixture(scope="module")
def pile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done, dict[str, dict[str, Any]]]:
    """The pile, checked in one go."""
    folder = tmp_path_factory.mktemp("pile")
    for name, data in HOSTILE.items():
        (folder / name).write_bytes(data)
    done = Program(folder, {})("check", "--out", "out", "--json", "--", *HOSTILE)
    results = [json.loads(line) for line in done.out.splitlines()]
    return folder, done, {r["report"]: r for r in results}


def test_the_pile_harms_nobody(pile: tuple[Path, Done, dict[str, dict[str, Any]]]) -> None:
    """Each has a result; nothing is complained about."""
    _, done, results = pile

    assert (done.code, done.err) == (0, "")
    assert len(results) == len(HOSTILE)


def test_no_script_of_a_report_reaches_its_page(
    pile: tuple[Path, Done, dict[str, dict[str, Any]]],
) -> None:
    """Neither from its text nor from its name."""
    folder, _, _ = pile
    pages = [path.read_text("utf-8") for path in (folder / "out").glob("*.html")]

    assert len(pages) == len(HOSTILE)
    assert [page for page in pages if "<script>alert(1)" in page] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("empty.md", "nothing_to_check"),
        ("headings.md", "nothing_to_check"),
        ("gbk.md", "missing_reference"),
        ("nul.md", "missing_reference"),
        ("-dash.md", "missing_reference"),
        ("utf16-cut.md", "missing_reference"),
    ],
)
def test_what_is_found_in_the_pile(
    pile: tuple[Path, Done, dict[str, dict[str, Any]]], name: str, kind: str
) -> None:
    """Each is read as what it is."""
    _, _, results = pile

    assert kinds([results[name]])[kind] == 1


def test_utf16_is_read_as_what_it_is(pile: tuple[Path, Done, dict[str, dict[str, Any]]]) -> None:
    """Its statement, its citation, its reference."""
    _, _, results = pile
    result = results["utf16.md"]

    assert [s["text"] for s in result["statements"]] == ["海水是咸的。"]
    assert [c["resolution"] for c in result["citations"]] == ["resolved"]


def test_a_large_report(program: Program) -> None:
    """Two megabytes, 2,000 citations; all found, in good time."""
    said = (
        "Ice floats on water, as everybody who has seen a lake in winter knows" + ", and so on" * 80
    )
    body = "\n\n".join(f"{said} [{n}]." for n in range(1, 2_001))
    listed = "\n".join(f"[{n}] Ice. https://ice.org/{n}" for n in range(1, 2_001))
    report = program.folder / "large.md"
    report.write_text(f"{body}\n\n## References\n\n{listed}\n", "utf-8")
    done = program("check", "large.md", "--json")

    assert report.stat().st_size > 1_900_000
    assert done.code == 0
    assert json.loads(done.out)["counts"]["not_looked_up"] == 2_000


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["none.md"], 3, f"none.md: cannot be read: No such file or directory; {CANNOT}"),
        (["folder"], 3, f"folder: cannot be read: Is a directory; {CANNOT}"),
        (
            ["a\nb.md"],
            3,
            f"a b.md: cannot be read: No such file or directory; {CANNOT}",
        ),
        (
            ["report.pdf"],
            3,
            "report.pdf: is a PDF that cannot be read: its end is missing; expected a PDF with "
            "words in it. Fetch it once more.",
        ),
        (
            ["report.md", "--sources", "none"],
            3,
            "none: is no folder; expected a folder of source texts. Pass --sources DIR.",
        ),
        (
            ["report.md", "--sources", "report.md"],
            3,
            "report.md: is no folder; expected a folder of source texts. Pass --sources DIR.",
        ),
        (
            [],
            3,
            "reports: is missing; expected a value (Markdown, HTML, DOCX, PDF or JSON files). "
            "See veridical check --help.",
        ),
    ],
)
def test_what_cannot_be_checked(
    program: Program, arguments: list[str], code: int, message: str
) -> None:
    """One line, no traceback, exit code 3."""
    (program.folder / "report.md").write_text("Ice floats.", "utf-8")
    (program.folder / "report.pdf").write_bytes(b"%PDF-1.7\n")
    (program.folder / "folder").mkdir()
    done = program("check", *arguments)

    assert (done.code, done.err) == (code, message + "\n")


def test_a_folder_that_cannot_be_written(program: Program) -> None:
    """Usage: exit code 3, one line."""
    (program.folder / "report.md").write_text("Ice floats.", "utf-8")
    (program.folder / "out").write_text("a file", "utf-8")
    done = program("check", "report.md", "--out", "out")

    assert done.code == 3
    assert done.err.startswith('folder "out": is none, got')
    assert done.err.count("\n") == 1


def test_windows_line_breaks_change_nothing(program: Program, demo_bench: Path) -> None:
    """The same statements, states and lines."""
    text = (demo_bench / "reports" / "cipher" / "t-water.md").read_bytes()
    (program.folder / "unix.md").write_bytes(text)
    (program.folder / "windows.md").write_bytes(text.replace(b"\n", b"\r\n"))
    done = program("check", "unix.md", "windows.md", "--sources", demo_bench, "--json")
    unix, windows = map(json.loads, done.out.splitlines())

    def seen(result: dict[str, Any]) -> list[tuple[object, ...]]:
        return [(s["line"], s["text"], s["state"]) for s in result["statements"]]

    assert seen(unix) == seen(windows) != []
    assert [(f["line"], f["message"]) for f in unix["findings"]] == [
        (f["line"], f["message"]) for f in windows["findings"]
    ]


@pytest.mark.parametrize(("option", "code"), [("error", 1), ("note", 1), (None, 0)])
def test_a_threshold(program: Program, demo_bench: Path, option: str | None, code: int) -> None:
    """Findings fail a check only where the user says so."""
    report = demo_bench / "reports" / "cipher" / "t-water.md"
    chosen = ["--fail-on", option] if option else []

    assert program("check", report, "--sources", demo_bench, *chosen).code == code


def test_a_reader_that_goes_away(program: Program, demo_bench: Path) -> None:
    """`veridical check … | head -1` ends quietly."""
    reports = sorted(demo_bench.glob("reports/*/t-water.md"))
    words = " ".join(map(str, reports))
    done = program.run(
        ["bash", "-c", f"set -o pipefail; {PROGRAM} check {words} --out out | head -1"]
    )

    assert done.err == ""
    assert done.code in {0, 141}
    assert len(done.out.splitlines()) == 1
