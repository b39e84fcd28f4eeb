"""The index of a corpus, kept beside it: made anew when the corpus is another, else only opened.

``index/words-…`` holds BM25 and where in ``corpus.jsonl`` each piece stands, under a name made of
that file's size, time and number; a corpus that was replaced has another. It is written beside
and renamed, so that a reader finds it whole or not at all, and two that make it at the same time
make the same. ```index/dense-…`` holds the vectors of one embedder, ``index/embedded.db`` whatever
was embedded before.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from os import fstat, getpid
from pathlib import Path
from typing import BinaryIO

import msgspec

from veridical.retrieval.index import Bm25
from veridical.task import Item, Modality

FOLDER = "index"
VERSION = 1
"""Of how words and places are kept."""
_LEFT_S = 3_600.0


class Places(msgspec.Struct, frozen=True):
    """Where pieces stand in ``corpus.jsonl``, in its order.

    Attributes:
        ids: of the pieces.
        kinds: their modalities.
        starts: the first byte of the line of each.
        lengths: of the lines, in bytes.
    """

    ids: list[str]
    kinds: list[str]
    starts: list[int]
    lengths: list[int]


@dataclass(frozen=True)
class Words:
    """The part of the index that knows words and places."""

    index: Bm25
    places: Places


def stamp_of(file: BinaryIO, *, has_ocr: bool) -> str:
    """What tells a corpus from the one that stood in its place before."""
    told = fstat(file.fileno())
    facts = (VERSION, told.st_size, told.st_mtime_ns, told.st_ino, has_ocr)
    return sha256(repr(facts).encode()).hexdigest()[:16]


def words_of(item: Item, read_picture: Callable[[Item], str] = lambda _item: "") -> str:
    """The words that a piece is found by; of a picture those too that are written in it."""
    seen = read_picture(item) if item.modality is Modality.IMAGE else ""
    return "\n".join(filter(None, (item.title, item.section, item.text, seen)))


def kept_words(
    folder: Path, stamp: str, read: Callable[[], Iterator[tuple[int, int, Item, str]]]
) -> Words:
    """The words of a corpus, opened, or made and kept where the disk allows it.

    Args:
        folder: of the corpus.
        stamp: of its file.
        read: gives each piece with the place and the length of its line, and its words.
    """
    place = folder / FOLDER / f"words-{stamp}"
    with suppress(OSError, ValueError, KeyError, msgspec.DecodeError):
        places = msgspec.json.decode((place / "places.json").read_bytes(), type=Places)
        return Words(Bm25.opened(place), places)
    places = Places([], [], [], [])
    pairs = []
    for start, length, item, words in read():
        pairs.append((item.id, words))
        places.ids.append(item.id)
        places.kinds.append(item.modality.value)
        places.starts.append(start)
        places.lengths.append(length)
    made = Words(Bm25(pairs), places)
    with suppress(OSError):  # a folder that nobody may write is searched all the same
        _keep(made, place)
    return made


def _left(folder: Path) -> Iterator[Path]:
    """What those who were killed have left: begun long ago, and not finished."""
    for begun in folder.glob(".words-*.tmp"):
        with suppress(OSError):
            if time.time() - begun.stat().st_mtime > _LEFT_S:
                yield begun


def _keep(words: Words, place: Path) -> None:
    beside = place.with_name(f".{place.name}.{getpid()}.tmp")
    beside.mkdir(parents=True, exist_ok=True)
    try:
        words.index.keep(beside)
        (beside / "places.json").write_bytes(msgspec.json.encode(words.places))
        for stale in [*place.parent.glob("words-*"), *_left(place.parent)]:
            if stale != place:
                shutil.rmtree(stale, ignore_errors=True)
        beside.rename(place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
