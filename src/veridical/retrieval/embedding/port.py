"""What makes vectors of texts, and of pictures where it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from veridical.ask import Attachment

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors


@dataclass(frozen=True, slots=True)
class Content:
    """What a vector is of.

    Attributes:
        text: the words; of a picture its caption, and what is written in it.
        picture: for embedders that see.
    """

    text: str
    picture: Attachment | None = None

    def digest(self, *, sees: bool) -> str:
        """The hash of what an embedder is shown: equal ones have one vector."""
        seen = self.picture.sha256 if sees and self.picture is not None else ""
        return sha256(f"{seen}\n{self.text}".encode("utf-8", "surrogatepass")).hexdigest()


class Embedder(Protocol):
    """Makes vectors. Calls block: an event loop asks it from a thread."""

    @property
    def name(self) -> str:
        """Which model, with all that changes its vectors; vectors of two names do not compare."""
        ...

    @property
    def sees(self) -> bool:
        """Whether it takes pictures; if not, their words stand for them."""
        ...

    def embed(self, contents: Sequence[Content]) -> Vectors:
        """A row for each content, in their order.

        Raises:
            ConfigError: what it needs is not installed, or a key is missing.
            ModelError: an endpoint that does not answer, or not with vectors.
        """
        ...

    def query(self, text: str) -> Vectors:
        """The vector of what is looked for; the errors are those of `embed`."""
        ...
