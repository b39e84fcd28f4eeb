"""What was read off pictures, kept by their content: a picture is read once."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from veridical.ask import Attachment
from veridical.picture import PictureText
from veridical.sources.eyes.port import Eyes


@dataclass
class KeptEyes:
    """Eyes that remember.

    Attributes:
        inner: who reads what is not known yet.
        folder: where what was read is kept as JSON, by the picture's hash and the engine;
            None = in memory only. What cannot be written is read again another time.
    """

    inner: Eyes
    folder: Path | None = None
    _known: dict[str, PictureText | None] = field(default_factory=dict, repr=False)

    @property
    def identity(self) -> str:
        """The inner eyes'."""
        return self.inner.identity

    def read(self, picture: Attachment) -> PictureText | None:
        """What is written in a picture, now or when it was first read."""
        key = picture.sha256
        if key not in self._known:
            self._known[key] = self._kept(key) or self._read(picture)
        return self._known[key]

    def _read(self, picture: Attachment) -> PictureText | None:
        found = self.inner.read(picture)
        if found is not None and self.folder is not None:
            path = self._path(picture.sha256)
            beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                beside.write_bytes(msgspec.json.encode(found, order="sorted"))
                beside.replace(path)
        return found

    def _kept(self, key: str) -> PictureText | None:
        if self.folder is None:
            return None
        try:
            found = msgspec.json.decode(self._path(key).read_bytes(), type=PictureText)
        except (OSError, msgspec.DecodeError):
            return None
        return found if (found.sha256, found.engine) == (key, self.identity) else None

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{key}\n{self.identity}".encode()).hexdigest()[:32]
        return (self.folder or Path()) / f"{name}.json"
