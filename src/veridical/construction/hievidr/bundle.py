"""An anchor and what lies near it: the 10 to 25 items that one evidence graph is made from."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from veridical.construction.hievidr.settings import Settings
from veridical.construction.pipeline import Candidate, Dropped, Outcome
from veridical.retrieval.tfidf import TfIdf, Vector
from veridical.task import Item


@dataclass(frozen=True, slots=True)
class Bundle:
    """Items that speak of related things.

    Attributes:
        anchor: the id of the item that they were found from.
        items: the anchor first, then the nearest of those that were chosen.
        language: of most of them.
        domain: the first folder of the anchor's document; "" = it stands in none.
    """

    anchor: str
    items: tuple[Item, ...]
    language: str = "en"
    domain: str = ""


class Neighbours:
    """The items nearest to one, by the rare words that they share.

    The paper embeds text and images (Qwen3-VL-Embedding-2B); here images are found by their
    captions, and any other index may stand in its place.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        """Weigh the words of all items.

        Args:
            items: of a corpus.
        """
        self._texts = {one.id: f"{one.title}\n{one.text}" for one in items}
        self._weights = TfIdf.fit(self._texts.values())
        self._vectors: dict[str, Vector] = {}
        self._having: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for id_, text in self._texts.items():
            self._vectors[id_] = self._weights.vector(text)
            for token, weight in self._vectors[id_].items():
                self._having[token].append((id_, weight))

    def of(self, id_: str, k: int) -> tuple[str, ...]:
        """The ids of the `k` nearest, the nearest first; only what shares a word is near."""
        found: dict[str, float] = defaultdict(float)
        for token, weight in self._vectors[id_].items():
            for other, theirs in self._having[token]:
                found[other] += weight * theirs
        found.pop(id_, None)
        return tuple(nlargest(k, found, key=lambda other: (found[other], other)))


def anchors(items: Sequence[Item], settings: Settings) -> Iterator[Candidate[object]]:
    """Items as the beginnings of candidates, in an order drawn by the seed.

    An anchor is used again, with another draw of its neighbourhood, only after all others.
    """
    order = [one.id for one in items]
    random.Random(settings.seed).shuffle(order)
    for n in range(settings.candidates):
        turn, at = divmod(n, max(1, len(order)))
        if order:
            yield Candidate(f"{order[at]}#{turn}", order[at])


@dataclass(frozen=True)
class Gather:
    """Draws a neighbourhood for an anchor.

    Attributes:
        items: of the corpus by id.
        neighbours: among them.
        settings: how many are taken of how many.
    """

    items: Mapping[str, Item]
    neighbours: Neighbours
    settings: Settings
    name: str = "neighbourhood"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The bundle, or why the anchor has too little near it."""
        anchor = self.items[str(candidate.value)]
        near = [
            id_
            for id_ in self.neighbours.of(anchor.id, self.settings.nearest)
            if _speaks(self.items[id_], anchor.language)
        ]
        wanted = self.settings.fewest_items - 1
        if len(near) < wanted:
            told = f"{len(near)} items share words with it; {wanted} are needed"
            return Dropped("too_few_neighbours", told)
        chance = random.Random(f"{self.settings.seed} {candidate.id}")
        many = min(len(near), chance.randint(wanted, self.settings.most_items - 1))
        chosen = set(chance.sample(near, many))
        items = (anchor, *(self.items[id_] for id_ in near if id_ in chosen))
        domain = anchor.document.partition("/")[0] if "/" in anchor.document else ""
        bundle = Bundle(anchor.id, items, anchor.language or "en", domain)
        return (Candidate(candidate.id, bundle),)


def _speaks(item: Item, language: str) -> bool:
    """Whether an item has words in this language, or does not say in which."""
    return bool(item.text.strip()) and item.language in {language, ""}
