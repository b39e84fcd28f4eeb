"""Options that conflict, or that cannot apply, are errors: nothing is passed over in silence."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from tests.journeys.program import Program

REPORT = "Ice floats on water.\n"


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (
            ("--date", "2026-01-01"),
            "--date: means nothing here, got '2026-01-01'; expected --facts",
        ),
        (("--query", "Why?"), "--query: means nothing here, got 'Why?'; expected --facts"),
        (("--search", "serper"), "--search: means nothing here, got serper; expected --facts"),
        (
            ("--facts", "--sources", "texts", "--search-url", "http://a"),
            "--search-url: means nothing here, got 'http://a'; expected --search",
        ),
        (
            ("--facts", "--sources", "texts", "--date", "xx"),
            "date: is no date, got xx; expected YYYY-MM-DD",
        ),
        (("--facts", "--search", "bing"), "--search: is no provider, got bing; expected serper"),
        (
            ("--snapshots", "s.sqlite", "--sources", "texts"),
            "--snapshots: means nothing here, got 's.sqlite'; expected --sources web",
        ),
        (("--allow-host", "a:1"), "--allow-host: means nothing here, got 'a:1'; expected"),
        (
            ("--sources", "snapshots:a", "--snapshots", "b"),
            "--snapshots: means nothing here, got b; expected",
        ),
        (("--json", "--format", "sarif"), "--json: contradicts --format, got sarif"),
        (("--ledger", "report.md"), 'ledger "report.md": could not be opened'),
        (("--ledger", "report.md/x.db"), 'ledger "report.md/x.db": cannot be made'),
        (("--ledger", "texts"), "ledger \"texts\": could not be opened, got 'a folder'"),
        (
            ("--fail-on", "bogus"),
            "--fail-on: names nothing, got bogus; expected error, warning, note (or graver), or a "
            "kind of finding: ",
        ),
    ],
)
def test_an_option_that_cannot_apply(
    program: Program, options: tuple[str, ...], start: str
) -> None:
    """One line, exit code 3, and nothing is made."""
    (program.folder / "report.md").write_text(REPORT, "utf-8")
    (program.folder / "texts").mkdir()
    done = program("check", "report.md", *options)

    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert done.err.startswith(start)
    assert sorted(path.name for path in program.folder.iterdir()) == ["report.md", "texts"]


def test_reports_of_one_name_in_two_commands(program: Program) -> None:
    """Neither replaces what was written about the other; each again goes where it went."""
    for folder, text in {"x": "Ice floats.", "y": "Iron sinks."}.items():
        (program.folder / folder).mkdir()
        (program.folder / folder / "report.md").write_text(text, "utf-8")
    pages = [
        program("check", f"{folder}/report.md").out.splitlines()[-1].removeprefix("page: ")
        for folder in "xyxy"
    ]
    said = [
        json.loads(
            (program.folder / page.replace(".check.html", ".check.json")).read_text("utf-8")
        )["statements"][0]["text"]
        for page in pages[:2]
    ]

    assert (
        pages
        == ["veridical-check/report.md.check.html", "veridical-check/y_report.md.check.html"] * 2
    )
    assert said == ["Ice floats.", "Iron sinks."]


def test_a_name_that_cannot_be_printed(program: Program) -> None:
    """The page has a name that can, and lies where it is said to lie."""
    path = os.fsencode(program.folder) + b"/a\xff\xfe\x07.md"
    Path(os.fsdecode(path)).write_text("Ice floats.", "utf-8")
    done = program("check", b"a\xff\xfe\x07.md")
    page = done.out.splitlines()[-1].removeprefix("page: ")

    assert (done.code, page) == (0, "veridical-check/a%FF%FE%07.md.check.html")
    assert (program.folder / page).is_file()


def test_bytes_that_are_no_text(program: Program) -> None:
    """One line, exit code 3; one stray byte in a long text refuses nothing."""
    (program.folder / "noise.md").write_bytes(random.Random(7).randbytes(200_000))
    (program.folder / "stray.md").write_bytes(b"Ice floats on water. " * 100 + b"\0\xff")
    noise, stray = program("check", "noise.md"), program("check", "stray.md")

    assert (noise.code, noise.err.count("\n"), noise.out) == (3, 1, "")
    assert noise.err.startswith("noise.md: is not text, got ")
    assert (stray.code, stray.err) == (0, "")


def test_sources_that_nobody_looked_up_are_not_called_sound(program: Program) -> None:
    """The line says how to have them looked up, and counts nothing."""
    (program.folder / "report.md").write_text(
        "Ice floats [1].\n\n## References\n\n[1] On ice. https://ice.org/a\n", "utf-8"
    )
    done = program("check", "report.md")

    assert "  citations: not looked up: pass --sources DIR, or --sources web.\n" in done.out
    assert "0 fabricated" not in done.out
