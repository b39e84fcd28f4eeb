"""The pictures of a bench as attachments: what a respondent that sees can be shown.

A picture is looked for when it is wanted, and named by its content. Endpoints take no vector
drawing: an SVG is shown by the PNG of the same name beside it, and not at all without one.

Pictures of the rendered report are not made here: whoever renders pages adds them to the
mapping under keys of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from veridical.ask import Attachment
from veridical.measure import picture_of_query
from veridical.models.images import MOST_BYTES, media_type
from veridical.sources.inside import file_inside
from veridical.task import Bench

VECTOR = ".svg"
RASTER = ".png"


@dataclass(frozen=True)
class BenchPictures(Mapping[str, Attachment]):
    """What is at hand of a bench's pictures, by item id or `picture_of_query`.

    Attributes:
        bench: nothing outside its folder is read.
    """

    bench: Bench
    _known: dict[str, Attachment | None] = field(default_factory=dict, repr=False)

    def __getitem__(self, key: str) -> Attachment:
        """The picture.

        Raises:
            KeyError: there is none, or its file is none that endpoints take.
        """
        if key not in self._known:
            path = self._path(key)
            self._known[key] = attachment(self.bench.folder, path) if path else None
        found = self._known[key]
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        """The keys of those that are at hand."""
        items = (item.id for item in self.bench.corpus.values() if item.image_path)
        yield from (key for key in [*self._of_queries, *items] if self.get(key) is not None)

    def __len__(self) -> int:
        """How many are at hand."""
        return sum(1 for _ in self)

    def _path(self, key: str) -> str | None:
        item = self.bench.corpus.get(key)
        return item.image_path if item is not None else self._of_queries.get(key)

    @cached_property
    def _of_queries(self) -> Mapping[str, str]:
        return {
            picture_of_query(task.id, image.id): image.path
            for task in self.bench.tasks
            for image in task.query.images
        }


def attachment(folder: Path, path: str) -> Attachment | None:
    """A picture that endpoints take; None where there is none.

    Args:
        folder: nothing outside it is read.
        path: relative to it; untrusted.
    """
    if PurePosixPath(path).suffix.lower() == VECTOR:
        path = f"{path[: -len(VECTOR)]}{RASTER}"
    file = file_inside(folder, path)
    if file is None:
        return None
    try:
        content = file.read_bytes()
    except OSError:
        return None
    if len(content) > MOST_BYTES or not media_type(content):
        return None
    return Attachment(str(file), hashlib.sha256(content).hexdigest())
