"""Every block of the documentation that can run does, and gives what the page says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Block, blocks, pages

ANYTHING = "…"
RUNNABLE = {
    page: found
    for page in pages()
    if (found := [b for b in blocks(page.read_text("utf-8")) if b.is_runnable])
}


def _run(command: list[str], folder: Path) -> tuple[int, str]:
    programs = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout


def _place(block: Block, folder: Path) -> None:
    """Put the files beside a block that its comment names."""
    for name, path in block.files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy)(path, target)


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console, each with the lines that it prints."""
    command, printed = "", list[str]()
    for line in text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, printed
            command, printed = line[2:], []
        else:
            printed.append(line.rstrip())
    if command:
        yield command, printed


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines are the same, where a line ``…`` stands for any number of them."""
    if not expected:
        return not printed
    if expected[0] == ANYTHING:
        return any(matches(expected[1:], printed[n:]) for n in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


def _check_console(block: Block, folder: Path) -> None:
    for command, expected in commands(block.text):
        _, output = _run(["bash", "-c", command], folder)
        printed = [line.rstrip() for line in output.splitlines()]

        assert matches(expected, printed), f"$ {command}\n{output}"


def _check_block(block: Block, folder: Path) -> None:
    _place(block, folder)
    if block.language == "console":
        _check_console(block, folder)
        return
    shell = ["bash", "-euo", "pipefail", "-c"]
    code, output = _run(
        [*([sys.executable, "-c"] if block.language == "python" else shell), block.text], folder
    )

    assert code == 0, f"line {block.line}: {output}"


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    """In their order, in one folder, with the real program."""
    for block in RUNNABLE[page]:
        _check_block(block, tmp_path)


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md", "docs/how-to/check-a-report.md"])
def test_a_page_that_shows_the_program_shows_real_output(name: str) -> None:
    """A block with the program's output is marked to be run."""
    consoles = [b for b in RUNNABLE.get(ROOT / name, []) if b.language == "console"]

    assert [b.line for b in consoles if "$ veridical" in b.text]


@pytest.mark.parametrize(
    ("expected", "printed", "is_same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "…", "d"], ["a", "b", "c", "d"], True),
        (["a", "…"], ["a"], True),
        (["…"], [], True),
        (["a"], ["a", "b"], False),
        (["a", "…", "d"], ["a", "b"], False),
        ([], ["a"], False),
    ],
)
def test_lines_with_an_ellipsis(expected: list[str], printed: list[str], is_same: bool) -> None:
    """It stands for any number of lines, and for nothing else."""
    assert matches(expected, printed) is is_same


def test_a_console_is_read_command_by_command() -> None:
    """Each with what it prints."""
    assert list(commands("$ a\nx\ny\n$ b\n")) == [("a", ["x", "y"]), ("b", [])]


def test_a_block_that_says_something_else_fails(tmp_path: Path) -> None:
    """Else this file would prove nothing."""
    (block,) = blocks("<!-- run -->\n```console\n$ echo a\nb\n```\n")
    with pytest.raises(AssertionError):
        _check_block(block, tmp_path)
    (block,) = blocks("```python\nraise SystemExit(1)\n```\n")
    with pytest.raises(AssertionError):
        _check_block(block, tmp_path)
