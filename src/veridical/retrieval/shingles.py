"""Is one text a copy of another? By the runs of words that they share.

A shingle is eight words in a row (of scripts without spaces, twelve characters) without case
and marks. Texts of fewer than thirty shingles are too short to tell.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from unicodedata import normalize

WORDS = 8
CHARACTERS = 12
LEAST = 30
COPY = 0.6
"""Share of the shorter text's shingles from which it is a copy."""
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(f"[{_UNSPACED}]+|[^\\W_{_UNSPACED}]+")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")

Shingles = frozenset[int]


def shingles(text: str) -> Shingles:
    """The hashes of a text's shingles; equal in one process for equal words."""
    return frozenset(_shingles(text))


def _shingles(text: str) -> Iterator[int]:
    words: list[str] = []
    for run in _TOKEN.findall(normalize("NFKC", text).casefold()):
        if _IS_UNSPACED.match(run):
            yield from (hash(run[i : i + CHARACTERS]) for i in range(len(run) - CHARACTERS + 1))
        else:
            words.append(run)
    yield from (hash(tuple(words[i : i + WORDS])) for i in range(len(words) - WORDS + 1))


def copies(texts: Mapping[str, Shingles]) -> tuple[tuple[str, ...], ...]:
    """The texts in groups of copies of one text; a text that has no copy is a group of one.

    Args:
        texts: by their names.

    Returns:
        Groups and members in the order of `texts`.
    """
    together: dict[str, str] = {name: name for name in texts}

    def first(name: str) -> str:
        while together[name] != name:
            name = together[name]
        return name

    order = {name: place for place, name in enumerate(texts)}
    for one, other in _copied(texts):
        low, high = sorted((first(one), first(other)), key=order.__getitem__)
        together[high] = low
    groups: dict[str, list[str]] = defaultdict(list)
    for name in texts:
        groups[first(name)].append(name)
    return tuple(tuple(group) for group in groups.values())


def _copied(texts: Mapping[str, Shingles]) -> Iterator[tuple[str, str]]:
    """The pairs of texts of which one copies the other; only those that share a shingle cost."""
    holders: dict[int, list[str]] = defaultdict(list)
    for name, own in texts.items():
        shared: Counter[str] = Counter()
        for shingle in own:
            shared.update(holders[shingle])
            holders[shingle].append(name)
        for other, count in sorted(shared.items()):
            smaller = min(len(own), len(texts[other]))
            if smaller >= LEAST and count >= COPY * smaller:
                yield other, name
