"""Pages written from the code say what the code says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import generate_docs
from veridical.measure import Method
from veridical.methods.registry import METHODS

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("veridical")
VERBS = list(generate_docs.verbs())


def test_no_generated_page_is_stale() -> None:
    """Else: .venv/bin/python tools/generate_docs.py."""
    done = subprocess.run(
        [sys.executable, "tools/generate_docs.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_a_stale_page_is_told_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Checking writes nothing; writing settles it."""
    page = tmp_path / "docs" / "a.md"
    monkeypatch.setattr(generate_docs, "ROOT", tmp_path)
    monkeypatch.setattr(generate_docs, "pages", lambda: {page: "new"})

    assert generate_docs.main(["--check"]) == 1
    assert (capsys.readouterr().out, page.exists()) == ("docs/a.md is stale\n", False)
    assert generate_docs.main([]) == 0
    assert (page.read_text("utf-8"), generate_docs.main(["--check"])) == ("new", 0)


@pytest.mark.parametrize("verb", VERBS)
def test_the_command_line_page_has_every_option(verb: str) -> None:
    """Those that ``--help`` shows, and no other."""
    done = subprocess.run(
        [PROGRAM, *verb.split(), "--help"], capture_output=True, text=True, check=True
    )
    shown = set(re.findall(r"(?m)^  (--[a-z][a-z-]+)", done.stdout)) - {"--help"}
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8")
    section = page.partition(f"## veridical {verb}\n")[2].partition("\n## ")[0]
    told = set(re.findall(r"(?m)^\| `(--[a-z-]+)", section))

    assert told == shown


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_every_measure_stands_on_the_page(method: Method) -> None:
    """Each with its place in the paper."""
    page = (ROOT / "docs" / "reference" / "measures.md").read_text("utf-8")

    assert [m.name for m in method.measures if f"| `{m.name}` | {m.title} |" not in page] == []


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_every_equation_has_a_golden_test(method: Method) -> None:
    """A row of a paper's table without a test is a promise nobody keeps."""
    page = (ROOT / "docs" / "papers" / f"{method.name}.md").read_text("utf-8")
    rows = page.partition("\n## ")[0].splitlines()
    equations = [row for row in rows if row.startswith("| ") and "`" in row]

    assert equations
    assert [row for row in equations if "`test_" not in row] == []
