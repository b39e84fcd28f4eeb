"""An evidence graph by rules: sentences of the items themselves, so that each claim holds.

Modest on purpose. A claim is two sentences from different items that share rare words; the
conclusion is the claims' first sentences. Nothing is inferred, so nothing is wrong that was not
wrong in the items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from veridical.report.sentences import sentence_spans
from veridical.retrieval.tfidf import TfIdf, cosine, tokens, unspaced
from veridical.task import Item, Modality

FEWEST_TOKENS, MOST_CHARACTERS = 6, 320
"""A sentence that is shorter says little by itself; one that is longer says too much."""
CLAIMS = (2, 5)
"""At least and at most."""
_POINTS_BACK = re.compile(
    r"(?:it|its|he|his|she|her|they|their|this|that|these|those|both|the two|such|there)\b"
    r"|[它他她其这该此两]|换句话说|因此|所以",
    re.IGNORECASE,
)
"""A sentence that begins so is about what stands before it."""
RELATED = 0.16
"""The cosine from which two sentences speak of one thing; ours."""
RELATED_UNSPACED = 0.06
"""The same where tokens are pairs of characters, of which fewer are shared."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the rules found.

    Attributes:
        evidence: (number of the evidence, (number of its item, sentence)).
        claims: (text, numbers of its evidence).
        conclusion: the text.
    """

    evidence: tuple[tuple[int, tuple[int, str]], ...]
    claims: tuple[tuple[str, tuple[int, ...]], ...]
    conclusion: str


def drafted(items: Sequence[Item], most: int, language: str) -> Drafted | None:
    """Pairs of sentences as claims; None where fewer than two pairs belong together.

    Args:
        items: as they are numbered from 1.
        most: how many nodes the graph may have.
        language: of the conclusion.
    """
    pairs = _pairs(items, min(CLAIMS[1], (most - 1) // 3))
    if len(pairs) < CLAIMS[0]:
        return None
    evidence = [side for pair in pairs for side in pair]
    gap = "" if language.startswith("zh") else " "
    claims = tuple(
        (f"{first[1]}{gap}{second[1]}", (2 * n + 1, 2 * n + 2))
        for n, (first, second) in enumerate(pairs)
    )
    conclusion = gap.join(first[1] for first, _ in pairs)
    return Drafted(tuple(enumerate(evidence, start=1)), claims, conclusion)


_Side = tuple[int, str]


def _pairs(items: Sequence[Item], most: int) -> list[tuple[_Side, _Side]]:
    """The closest pairs of sentences of different items about the anchor's subject, no item twice.

    The anchor is the first item; what shares too few rare words with it is about something else.
    """
    weights = TfIdf.fit(f"{one.title} {one.text}" for one in items)
    related = RELATED_UNSPACED if items and unspaced(items[0].text) else RELATED
    anchor = weights.vector(f"{items[0].title} {items[0].text}") if items else {}
    said = [
        (n, text, vector)
        for n, one in enumerate(items, start=1)
        for text in _said(one)
        if cosine(vector := weights.vector(text), anchor) >= related
    ]
    close = sorted(
        (
            (-cosine(first[2], second[2]), first[:2], second[:2])
            for first, second in combinations(said, 2)
            if first[0] != second[0]
        ),
    )
    found: list[tuple[_Side, _Side]] = []
    used: set[int] = set()
    for unlike, one, other in close:
        if -unlike < related or len(found) == most:
            break
        if not used & {one[0], other[0]} and one[1] != other[1]:
            found.append((one, other))
            used |= {one[0], other[0]}
    return found


def _said(item: Item) -> Iterator[str]:
    """The sentences of an item that say something by themselves; a table's rows are none."""
    if item.modality is Modality.TABLE:
        return
    for start, end in sentence_spans(item.text, item.language or None):
        plain = " ".join(item.text[start:end].split())
        if len(plain) > MOST_CHARACTERS or _POINTS_BACK.match(plain):
            continue
        if len(tokens(plain)) >= FEWEST_TOKENS:
            yield plain
