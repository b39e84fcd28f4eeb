"""Names for what is written about checked reports, none of them another report's.

A folder of results keeps, by hash alone, which report each name belongs to, so that two reports of
one name that are checked by two commands do not replace each other's results.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from veridical.runs.export.checked import file_names
from veridical.runs.files import write_whole

OWNERS = ".reports.json"
"""In the folder of results: names, and hashes of the paths of the reports that they are of."""


@dataclass
class Places:
    """Where the results of reports go.

    Attributes:
        out: the folder of results.
    """

    out: Path
    _owners: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Read whose the names are; a file that says nothing of it counts as none."""
        try:
            data = (self.out / OWNERS).read_bytes()
            self._owners = msgspec.json.decode(data, type=dict[str, str])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            self._owners = {}

    def names(self, reports: Iterable[Path]) -> dict[Path, str]:
        """Each report once, with a file name that is no other report's, here or from before."""
        taken = dict(self._owners)
        found = {}
        for path, name in file_names(reports).items():
            owner = _owner(path)
            names = (one for one in _names(path, name) if taken.get(one, owner) == owner)
            found[path] = next(names, f"{owner[:8]}_{_plain(path.name)}")
            taken[found[path]] = owner
        return found

    def claim(self, path: Path, name: str) -> None:
        """Keep that a name is this report's.

        Raises:
            StoreError: the disk refuses.
        """
        if self._owners.get(name) != _owner(path):
            self._owners[name] = _owner(path)
            write_whole(self.out / OWNERS, msgspec.json.encode(self._owners, order="sorted"))


def _owner(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path.absolute())).hexdigest()


def _names(path: Path, first: str) -> Iterator[str]:
    """The name, then longer ones of the folders that the report lies in."""
    yield _plain(first)
    parts = path.absolute().parts[1:]
    for depth in range(2, len(parts) + 1):
        yield _plain("_".join(parts[-depth:]))


def _plain(name: str) -> str:
    """A name that can be printed as it is: other characters as ``%XX`` of their bytes."""
    return "".join(
        c if c.isprintable() else "".join(f"%{byte:02X}" for byte in os.fsencode(c)) for c in name
    )
