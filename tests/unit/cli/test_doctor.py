"""What `doctor` finds on a machine."""

import pytest

from veridical.cli.main import run
from veridical.version import __version__


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What was printed, by the first word of the row."""
    assert run(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    return {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.strip()}


def test_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Versions of what the core stands on, and that no model is configured."""
    found = rows(capsys)

    assert found["veridical"] == __version__
    assert found["judge"] == "built-in rules no model configured: nothing leaves the machine"


def test_what_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named, with what it would be used for; a missing extra is no error."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("veridical.cli.doctor._PACKAGES", (("no-such-package", "nothing"),))
    found = rows(capsys)

    assert found["chromium"] == "not found pictures of pages"
    assert found["no-such-package"] == "not installed nothing"
