"""Vectors by an endpoint that speaks the embeddings format (``POST …/embeddings``).

Needs the extra ``models`` (aiohttp). Keys are read from the environment at each call. The format
knows texts only; where a model takes pictures, endpoints ask for them in one of two ways, and
`Sight` says which.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from veridical.errors import ModelError, Rejected, Unavailable
from veridical.models.connection import Came, Connection
from veridical.models.endpoint import Endpoint
from veridical.models.failures import failure, failure_in
from veridical.models.images import data_url
from veridical.models.limited import Patience
from veridical.retrieval.embedding.port import Content
from veridical.retrieval.loops import run_apart
from veridical.retrieval.parts import in_parts

if TYPE_CHECKING:
    from veridical.retrieval.stores.port import Vectors

BATCH = 64
MOST_CHARACTERS = 24_000
"""Of one text; what is behind is cut off, since models read some 8,000 tokens."""


class Sight(StrEnum):
    """How an endpoint is shown a picture."""

    NONE = "none"
    """Not at all."""
    OBJECTS = "objects"
    """``input`` is a list of objects with ``text`` or ``image``."""
    MESSAGES = "messages"
    """One item a call, as the ``messages`` of a chat."""


class _Vector(msgspec.Struct, frozen=True):
    index: int
    embedding: list[float]


class _Said(msgspec.Struct, frozen=True):
    data: list[_Vector]


@dataclass(frozen=True)
class EndpointEmbedder:
    """An `Embedder` at an endpoint.

    Attributes:
        place: the endpoint.
        model: as it is asked for.
        sight: how it is shown pictures.
        batch: contents in one call, at most.
        patience: how long and how often to try.
    """

    place: Endpoint
    model: str
    sight: Sight = Sight.NONE
    batch: int = BATCH
    patience: Patience = field(default_factory=Patience)

    @property
    def name(self) -> str:
        """Endpoint, model and sight."""
        seen = "" if self.sight is Sight.NONE else f", pictures as {self.sight}"
        return f"{self.place.name}:{self.model}{seen}"

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        return self.sight is not Sight.NONE

    def embed(self, contents: Sequence[Content]) -> Vectors:
        """A row for each content, in their order."""
        return run_apart(self._all(contents))

    def query(self, text: str) -> Vectors:
        """The vector of what is looked for."""
        row: Vectors = self.embed([Content(text)])[0]
        return row

    @property
    def _where(self) -> str:
        return f'embedder "{self.model}" at "{self.place.name}"'

    async def _all(self, contents: Sequence[Content]) -> Vectors:
        import numpy as np

        size = 1 if self.sight is Sight.MESSAGES else self.batch
        connection = Connection(self.place, self._where, url=self.place.embeddings_url)
        rows: list[list[float]] = []
        try:
            for some in in_parts(contents, size):
                rows += await self._again(connection, some)
        finally:
            await connection.aclose()
        lengths = {len(row) for row in rows}
        if len(lengths) > 1:
            raise self._no_vectors(f"vectors of {min(lengths)} and of {max(lengths)} numbers")
        return np.asarray(rows, np.float32).reshape(len(rows), max(lengths, default=0))

    async def _again(self, connection: Connection, some: Sequence[Content]) -> list[list[float]]:
        """One call, again where that may help, after what the endpoint asks or a growing pause."""
        attempt = 1
        while True:
            try:
                return await self._once(connection, some)
            except ModelError as e:
                if attempt >= self.patience.attempts_after(e):
                    raise
                pause = e.wait_s
                if pause is not None and pause > self.patience.longest_wait_s:
                    raise
            if pause is None:
                grown = self.patience.first_pause_s * 2 ** min(attempt - 1, 20)
                pause = min(grown, self.patience.longest_pause_s) * random.uniform(0.5, 1)
            await asyncio.sleep(pause)
            attempt += 1

    async def _once(self, connection: Connection, some: Sequence[Content]) -> list[list[float]]:
        key = self.place.key()
        came = await connection.post(msgspec.json.encode(self._sent(some)), key)
        status = failure_in(came.body) if came.is_success else came.status
        if status is not None and not (came.is_success and b'"data"' in came.body):
            variable = self.place.key_variable
            raise failure(self._where, came.failed(status, key), key_variable=variable)
        return self._rows(came, len(some))

    def _rows(self, came: Came, many: int) -> list[list[float]]:
        if not came.body.strip():
            raise Unavailable(self._where, "the endpoint answers with nothing")
        try:
            said = msgspec.json.decode(came.body, type=_Said).data
        except (msgspec.DecodeError, UnicodeDecodeError) as e:
            raise Unavailable(
                self._where, "the endpoint answers with no vectors", got=_first(came.body)
            ) from e
        if sorted(one.index for one in said) != list(range(many)):
            raise self._no_vectors(f"{len(said)} vectors for {many} texts")
        if any(not one.embedding for one in said):
            raise self._no_vectors("a vector of no numbers")
        return [one.embedding for one in sorted(said, key=lambda one: one.index)]

    def _no_vectors(self, got: str) -> Rejected:
        return Rejected(
            self._where,
            "the endpoint does not answer as asked",
            got=got,
            expected="one vector a text, all of one length",
            fix="Name another model or endpoint.",
        )

    def _sent(self, some: Sequence[Content]) -> dict[str, Any]:
        sent: dict[str, Any] = {"model": self.model, "encoding_format": "float"}
        if self.sight is Sight.MESSAGES:
            return {**sent, "messages": [{"role": "user", "content": _parts(some[0])}]}
        if self.sight is Sight.OBJECTS:
            return {**sent, "input": [_object(one) for one in some]}
        return {**sent, "input": [_text(one) for one in some]}


def _text(content: Content) -> str:
    # endpoints refuse an empty text
    return content.text[:MOST_CHARACTERS] or " "


def _object(content: Content) -> dict[str, str]:
    if content.picture is None:
        return {"text": _text(content)}
    return {"image": data_url(content.picture)}


def _parts(content: Content) -> list[dict[str, Any]]:
    words = {"type": "text", "text": _text(content)}
    if content.picture is None:
        return [words]
    return [{"type": "image_url", "image_url": {"url": data_url(content.picture)}}, words]


def _first(body: bytes) -> str:
    return body[:80].decode("utf-8", "replace")
