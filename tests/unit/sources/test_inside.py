"""Files that strangers name."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.sources.inside import file_inside


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file, links of every bad kind, and a secret beside it."""
    made = tmp_path / "folder"
    (made / "deep").mkdir(parents=True)
    (made / "deep" / "a.png").write_bytes(b"x")
    (made / "loop.png").symlink_to("loop.png")
    (made / "broken.png").symlink_to("nowhere")
    (made / "out.png").symlink_to("../secret.png")
    (tmp_path / "secret.png").write_bytes(b"secret")
    return made


@pytest.mark.parametrize("name", ["deep/a.png", "./deep/a.png", "deep/../deep/a.png"])
def test_a_file_is_found_by_any_way_that_stays_inside(folder: Path, name: str) -> None:
    """Below the folder."""
    assert file_inside(folder, name) == (folder / "deep" / "a.png").resolve()


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "/", "deep", "b.png"),
        *("../secret.png", "/etc/hostname", "out.png", "broken.png", "loop.png", "loop.png/a"),
        *("a\0b.png", "a" * 5000, "deep/" * 5000, "\ud800.png"),
    ],
    ids=lambda name: ascii(name[:20]),
)
def test_every_other_name_leads_to_none(folder: Path, name: str) -> None:
    """Outside, no file, a loop, or a name that no file can have: never an error."""
    assert file_inside(folder, name) is None
