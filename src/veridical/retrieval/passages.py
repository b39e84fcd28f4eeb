"""Which pieces of a long source speak of a statement?

A source is cut at its own paragraphs and sentence ends into passages that know their place;
the few most alike to a statement are what a respondent is shown. How much of the source
was left out is part of the answer, never silent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veridical.retrieval.tfidf import TfIdf, cosine

PASSAGE_CHARACTERS = 1200
SHOWN_PASSAGES = 8

_END = re.compile(r"\n[ \t]*\n|[.!?](?=\s)|[。！？；]|\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a stored text.

    Attributes:
        source: the id of the text.
        start: its first code point in the stored text.
        text: its words; ``stored[start : start + len(text)]``.
    """

    source: str
    start: int
    text: str

    @property
    def end(self) -> int:
        """One past its last code point in the stored text."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The passages of a source that are shown, and how much of it they are.

    Attributes:
        passages: in the order of the source.
        characters: how long the source is, in code points.
    """

    passages: tuple[Passage, ...]
    characters: int

    @property
    def share(self) -> float:
        """How much of the source is shown, in [0, 1]; 1 for an empty source."""
        shown = sum(len(p.text) for p in self.passages)
        return min(1.0, shown / self.characters) if self.characters else 1.0


def whole(text: str, *, source: str) -> Passage:
    """A text as one passage."""
    return Passage(source, 0, text)


def passages(
    text: str, *, source: str, characters: int = PASSAGE_CHARACTERS
) -> tuple[Passage, ...]:
    """Cut `text` at sentence and paragraph ends into pieces of at most `characters`.

    A sentence longer than that is cut where it has to be. The pieces do not overlap, and
    together they are the text but for blank space at their ends.
    """
    cuts = [m.end() for m in _END.finditer(text)]
    if not cuts or cuts[-1] != len(text):
        cuts.append(len(text))
    found: list[Passage] = []
    start = last = 0
    for cut in cuts:
        if cut - start > characters and last > start:
            found.append(Passage(source, start, text[start:last]))
            start = last
        while cut - start > characters:
            found.append(Passage(source, start, text[start : start + characters]))
            start += characters
        last = cut
    found.append(Passage(source, start, text[start:]))
    return tuple(trimmed for p in found if (trimmed := _trimmed(p)).text)


def _trimmed(passage: Passage) -> Passage:
    left = len(passage.text) - len(passage.text.lstrip())
    return Passage(passage.source, passage.start + left, passage.text.strip())


def excerpt(
    statement: str,
    text: str,
    *,
    source: str,
    limit: int = SHOWN_PASSAGES,
) -> Excerpt:
    """The `limit` passages of `text` most alike to `statement`, in the source's order.

    Args:
        statement: what they should speak of.
        text: the whole source.
        source: its id.
        limit: how many passages are shown at most.
    """
    cut = passages(text, source=source)
    return Excerpt(_most_alike(statement, cut, limit), len(text))


def _most_alike(statement: str, cut: Sequence[Passage], limit: int) -> tuple[Passage, ...]:
    if len(cut) <= limit:
        return tuple(cut)
    model = TfIdf.fit(p.text for p in cut)
    asked = model.vector(statement)
    alike = {p.start: cosine(asked, model.vector(p.text)) for p in cut}
    best = sorted(cut, key=lambda p: (-alike[p.start], p.start))[:limit]
    return tuple(sorted(best, key=lambda p: p.start))
