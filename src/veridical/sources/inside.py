"""Files that strangers name: found only inside the folder that they are meant to lie in."""

from __future__ import annotations

from pathlib import Path


def file_inside(folder: Path, name: str) -> Path | None:
    """The file inside `folder` that a name leads to; None where there is none.

    Args:
        folder: nothing outside it is looked at.
        name: anything at all: a name that no file can have leads to none.
    """
    try:
        path = (folder / name).resolve()
        is_there = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, RuntimeError, ValueError):  # too long, a loop of links, no file name
        return None
    return path if is_there else None
