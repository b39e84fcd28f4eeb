"""The port behind which pictures are read."""

from __future__ import annotations

from typing import Protocol

from veridical.ask import Attachment
from veridical.picture import PictureText


class Eyes(Protocol):
    """Reads what is written in pictures; may be asked from several threads."""

    @property
    def identity(self) -> str:
        """Engine and version; another identity reads otherwise."""
        ...

    def read(self, picture: Attachment) -> PictureText | None:
        """What is written in a picture; the same for the same bytes.

        Args:
            picture: its file, and the hash of the bytes that are meant.

        Returns:
            The words; None where the file is gone, is another one, or is no picture that can
            be read.
        """
        ...
