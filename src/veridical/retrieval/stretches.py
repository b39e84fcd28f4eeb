"""The stretches of a long text that speak of statements, no longer than need be.

How much a sentence speaks of a statement is `veridical.retrieval.weighed`. Ours: how much is taken
depends on the text. Where a place says much of the statement, all sentences are taken that weigh
three tenths of the best one: where one place stands out that is little. Where no place says much,
what carries the statement may stand anywhere, and more of the best guesses finds little more of
it: half as much is taken at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from veridical.retrieval.passages import Passage, whole
from veridical.retrieval.tfidf import unspaced
from veridical.retrieval.weighed import Weighed, features

ENOUGH = 0.3
"""The share of the best sentence's weight that another needs."""
MUCH = 0.6
"""What the best sentence weighs with those around it, as a share of what the statement does."""
SHORTEST, LONGEST = 40, 500
"""Code points of a sentence: shorter ones go with the next, longer ones are cut."""
GAP = 60
"""What stands between two stretches and is no longer is taken too, rather than cut out."""
WIDE = 3
"""What a character of an unspaced script counts for: about so many letters say as much."""
OF_ITS_KIND = 0.1
"""The share of a text's letters in a statement's kind of script that makes them comparable."""

_LETTERS = re.compile(r"[^\W\d_]+")
_END = re.compile(r"\n[ \t]*\n|[.!?](?=\s)|[。！？；]|\n")


def stretches(
    text: str, statements: Iterable[str], *, source: str, characters: int
) -> tuple[Passage, ...]:
    """The stretches of a text that speak of statements, with its beginning, in its order.

    Words cannot tell where a statement is in another kind of script than the text, or shares
    nothing with it: then, as where the text is short, it is one stretch.

    Args:
        text: all of it.
        statements: what is asked of it.
        source: its id.
        characters: code points that are taken for one statement at most, beginning apart; one
            of an unspaced script counts for `WIDE`.
    """
    if size(text) <= characters:
        return (whole(text, source=source),)
    asked = [(statement, features(statement)) for statement in statements]
    places = list(_sentences(text))
    weighed = Weighed.of(
        (text[start:end] for start, end in places),
        frozenset().union(*(own for _, own in asked)),
    )
    share = _unspaced_share(text)
    found = {0}
    for statement, own in asked:
        weights = weighed.weights(own)
        if not any(weights) or not _is_comparable(_unspaced_share(statement), share):
            return (whole(text, source=source),)
        says_much = max(weights) >= MUCH * weighed.full(own)
        found |= _heaviest(weights, text, places, characters if says_much else characters // 2)
    return tuple(_joined(text, [places[n] for n in sorted(found)], source))


def _unspaced_share(text: str) -> float:
    """Of a text's letters."""
    return unspaced(text) / max(1, sum(map(len, _LETTERS.findall(text))))


def _is_comparable(statement: float, text: float) -> bool:
    """Whether a text is in part in the script of a statement, by shares of unspaced scripts."""
    return text >= OF_ITS_KIND if statement >= 1 / 2 else 1 - text >= OF_ITS_KIND


def size(text: str) -> int:
    """How much a text says, in letters: a character of an unspaced script counts for `WIDE`."""
    return len(text) + (WIDE - 1) * unspaced(text)


def _heaviest(
    weights: Sequence[float], text: str, places: Sequence[tuple[int, int]], left: int
) -> set[int]:
    """The best sentence, and those near it in weight, as long as there is room."""
    ranked = sorted(range(len(weights)), key=lambda n: (-weights[n], n))
    found: set[int] = set()
    for number in ranked:
        left -= size(text[slice(*places[number])])
        if found and (left < 0 or weights[number] < ENOUGH * weights[ranked[0]]):
            break
        found.add(number)
    return found


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each; together they are the text."""
    cuts = [m.end() for m in _END.finditer(text)]
    start = 0
    for cut in [*cuts, len(text)]:
        if cut - start < SHORTEST and cut != len(text):
            continue
        while cut - start > LONGEST:
            yield start, start + LONGEST
            start += LONGEST
        if cut > start:
            yield start, cut
        start = cut


def _joined(text: str, places: Sequence[tuple[int, int]], source: str) -> Iterator[Passage]:
    """Places that follow each other closely, as one; without blanks at its ends."""
    runs: list[tuple[int, int]] = []
    for start, end in places:
        if runs and size(text[runs[-1][1] : start]) <= GAP:
            start = runs.pop()[0]
        runs.append((start, end))
    for start, end in runs:
        words = text[start:end]
        if words.strip():
            yield Passage(source, start + len(words) - len(words.lstrip()), words.strip())
