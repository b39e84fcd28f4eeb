"""Pictures for pages: copied beside them, or written into them; never from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from veridical.runs.files import refused
from veridical.sources.inside import file_inside
from veridical.web.svg import is_still

MEDIA_TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".png": "image/png",
        ".jpg": "image/jpeg",
        ".jpeg": "image/jpeg",
        ".gif": "image/gif",
        ".webp": "image/webp",
        ".svg": "image/svg+xml",
    }
)


_KEPT = "../kept/"
"""Begins the paths of pictures that are kept with a run: no path of a bench leads outside it."""


def kept_picture(name: str) -> str:
    """The path of a picture among those that were kept with a run, for `CopiedPictures`."""
    return _KEPT + name


class Pictures(Protocol):
    """Where a page finds a picture of the bench."""

    def address(self, path: str) -> str:
        """The address of a picture, from the top of the site; "" if there is none."""
        ...


class NoPictures:
    """A page without pictures."""

    def address(self, path: str) -> str:
        """Always none."""
        del path
        return ""


@dataclass(frozen=True)
class InlinePictures:
    """Pictures written into the page itself.

    Attributes:
        folder: what the paths are relative to; nothing outside it is read.
    """

    folder: Path

    def address(self, path: str) -> str:
        """The picture as a data URI."""
        file = picture_file(self.folder, path)
        return data_uri(file) if file else ""


@dataclass
class CopiedPictures:
    """Pictures copied once each into ``images/``, named by their content.

    A drawing that would run or load something when it is opened by itself is left out.

    Attributes:
        folder: what the paths are relative to; nothing outside it is read.
        site: the folder of the pages.
        kept: the folder of the pictures that were kept with the run; None = there is none.
    """

    folder: Path
    site: Path
    kept: Path | None = None
    _known: dict[str, str] = field(default_factory=dict)

    def address(self, path: str) -> str:
        """The copy's address from the top of the site."""
        if path not in self._known:
            file = self._file(path)
            self._known[path] = self._copy(file) if file else ""
        return self._known[path]

    def _file(self, path: str) -> Path | None:
        name = path.removeprefix(_KEPT)
        if name == path:
            return picture_file(self.folder, path)
        return picture_file(self.kept, name) if self.kept else None

    def _copy(self, file: Path) -> str:
        try:
            data = file.read_bytes()
        except OSError:
            return ""
        if file.suffix.lower() == ".svg" and not is_still(data):
            return ""
        name = hashlib.sha256(data).hexdigest()[:16] + file.suffix.lower()
        target = self.site / "images" / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as e:
            raise refused(target, e) from e
        return f"images/{name}"


def picture_file(folder: Path, path: str) -> Path | None:
    """The file of a picture, None if it is no picture inside `folder`."""
    file = file_inside(folder, path)
    return file if file and file.suffix.lower() in MEDIA_TYPES else None


def data_uri(file: Path) -> str:
    """A picture as an address that holds it; "" if its file cannot be read."""
    try:
        encoded = base64.b64encode(file.read_bytes()).decode("ascii")
    except OSError:
        return ""
    return f"data:{MEDIA_TYPES[file.suffix.lower()]};base64,{encoded}"
