"""A plan as a file: written, edited, read back, and refused in one line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.errors import InputError
from veridical.runs.given_plan import plan_text, read_plan


def written(folder: Path, data: str | bytes) -> Path:
    """A plan's file."""
    path = folder / "plan.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    """Line breaks in a question, which would be two, are spaces."""
    plan = ("What is ice", "冰为什么\n会浮起来")
    text = plan_text("Why?\n# no", plan, 5)
    assert read_plan(written(tmp_path, text), 5) == ("What is ice", "冰为什么 会浮起来")


@pytest.mark.parametrize(
    "text", ["\ufeffA\r\n\r\n  # note\r\nB  b\r\n", "A\nB b", "#x\nA\n\n\nB b\n"]
)
def test_notes_and_empty_lines_say_nothing(tmp_path: Path, text: str) -> None:
    """Nor do a mark of the encoding and the ends of lines of another system."""
    assert read_plan(written(tmp_path, text), 2) == ("A", "B b")


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ("", "is no plan, got '0 questions'; expected 1 to 3, a line each"),
        ("# only notes\n", "is no plan"),
        ("a\nb\nc\nd\n", "asks too much, got '4 questions'"),
        ("a\nb\na\n", "line 3: asks again, got a; expected each question once, as in line 1"),
        ("x" * 1_001, "line 1: is too long for a question, got '1,001 characters'"),
        ("a\x1b[2Jb\n", "line 1: holds what is no text"),
        (b"\xff\xfe", "is no UTF-8 text"),
        ("x\n" * 60_000, "is too long; expected at most 100,000 bytes"),
    ],
)
def test_what_is_no_plan(tmp_path: Path, data: str | bytes, wrong: str) -> None:
    """Where, what, what to do."""
    with pytest.raises(InputError) as raised:
        read_plan(written(tmp_path, data), 3)
    assert wrong in str(raised.value)
    assert "\n" not in str(raised.value)


def test_no_file(tmp_path: Path) -> None:
    """Nor a folder."""
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read_plan(path, 3)
