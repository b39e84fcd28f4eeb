"""Eyes for drawings and eyes for photographs of them, as one."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.ask import Attachment
from veridical.picture import PictureText
from veridical.sources.eyes.port import Eyes


@dataclass(frozen=True)
class EitherEyes:
    """Several eyes, each of another kind of picture: the first that can read one does.

    Attributes:
        each: in the order in which they are asked.
    """

    each: tuple[Eyes, ...]

    @property
    def identity(self) -> str:
        """All of them."""
        return "+".join(eyes.identity for eyes in self.each)

    def read(self, picture: Attachment) -> PictureText | None:
        """What is written in a picture, by the first that can read it."""
        found = (eyes.read(picture) for eyes in self.each)
        return next((text for text in found if text is not None), None)
