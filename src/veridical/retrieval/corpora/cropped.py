"""A paper's figures and tables as pieces, and the sections of its words."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from veridical.retrieval.corpora.papers import Paper, Shown, ShownKind
from veridical.retrieval.corpora.papers.lines import sections
from veridical.task import Item, Modality

BELOW = " / "
"""Between a section and the one below it."""


def sections_in(text: str, paper: Paper) -> list[tuple[int, str]]:
    """Where sections begin in a paper's words, and their names with those above them."""
    found, at = [], 0
    for heading, path in zip(paper.headings, sections(paper.headings), strict=True):
        place = text.find(heading.text, at)
        if place >= 0:
            found.append((place, BELOW.join(path)))
            at = place + len(heading.text)
    return found


def cropped(
    paper: Paper, begin: str, like: Callable[..., Item]
) -> tuple[list[Item], tuple[tuple[str, Path | bytes], ...], tuple[str, ...]]:
    """Figures and tables as pieces with pictures.

    Args:
        paper: what was read.
        begin: of their ids.
        like: makes a piece of the same document.

    Returns:
        The pieces; their pictures by place; what was left out.
    """
    items: list[Item] = []
    pictures: list[tuple[str, Path | bytes]] = []
    mute = 0
    for number, one in enumerate(paper.shown, start=1):
        words = _words(one)
        if not words:
            mute += 1
            continue
        place = f"pictures/{sha256(one.png).hexdigest()[:16]}.png"
        pictures.append((place, one.png))
        more = {"section": BELOW.join(one.section), "page": one.page}
        id_ = f"{begin}-{one.kind}-{number}"
        items.append(like(id_, words, Modality.IMAGE, image_path=place, **more))
    notes = [f"{mute} pictures with neither caption nor words are left out"] if mute else []
    return items, tuple(pictures), (*paper.notes, *notes)


def _words(one: Shown) -> str:
    """The caption; of a table its rows too, of what has no caption what is written in it."""
    if one.kind is ShownKind.TABLE:
        return "\n".join(filter(None, (one.caption, one.words)))
    return one.caption or one.words
