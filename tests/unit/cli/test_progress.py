"""A progress bar where somebody looks, and silence elsewhere."""

import io
import sys

import pytest

from veridical.cli import progress
from veridical.cli.progress import progress_bar


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def on_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal in place of the error stream, while a test runs."""
    made = Screen()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", "xterm")
    return made


def test_nothing_is_drawn_into_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Logs stay readable."""
    with progress_bar("reports") as told:
        told(1, 2)

    assert capsys.readouterr().err == ""


def test_quick_work_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar that flashes up tells nobody anything."""
    screen = on_screen(monkeypatch)
    with progress_bar("reports") as told:
        told(2, 2)

    assert screen.getvalue().strip() == ""


@pytest.mark.parametrize("name", ["reports", "[red]x.md", "{0}.md", "a b.md"])
def test_long_work_draws_a_bar(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it counts, and how many of how many."""
    screen = on_screen(monkeypatch)
    monkeypatch.setattr(progress, "SHOW_AFTER_S", 0.0)
    with progress_bar(name) as told:
        told(1, 2)
        told(2, 2)

    assert name in screen.getvalue()
    assert "2/2" in screen.getvalue()
