"""Which of the candidates that are good become the set: none twice, and every cell its share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from veridical.construction.pipeline import Candidate, Dropped, T
from veridical.retrieval.tfidf import tokens


@dataclass(frozen=True)
class Distinct:
    """Drops a candidate that asks what an earlier one asks.

    Attributes:
        question: of a candidate's value.
        evidence: what it rests on; two with the same ask the same. Empty = not looked at.
        alike: the share of words (Jaccard) from which two questions are one.
    """

    question: Callable[[object], str]
    evidence: Callable[[object], frozenset[str]]
    alike: float
    name: str = "duplicates"

    def __call__(self, candidates: Sequence[Candidate[T]], /) -> dict[str, Dropped]:
        """The later of two, named with the earlier."""
        fallen: dict[str, Dropped] = {}
        having: dict[str, list[int]] = defaultdict(list)
        kept: list[tuple[str, frozenset[str]]] = []
        resting: dict[frozenset[str], str] = {}
        for one in candidates:
            words = frozenset(tokens(self.question(one.value)))
            rests = self.evidence(one.value)
            same = resting.get(rests) if rests else None
            twin = same or self._twin(words, having, kept)
            if twin:
                fallen[one.id] = Dropped("duplicate", f"asks what {twin} asks")
                continue
            for word in words:
                having[word].append(len(kept))
            kept.append((one.id, words))
            resting[rests] = one.id
        return fallen

    def _twin(
        self,
        words: frozenset[str],
        having: dict[str, list[int]],
        kept: list[tuple[str, frozenset[str]]],
    ) -> str:
        """The first kept one that is as alike as that, by the words that both have."""
        shared: dict[int, int] = defaultdict(int)
        for word in words:
            for at in having[word]:
                shared[at] += 1
        for at in sorted(shared):
            id_, theirs = kept[at]
            if shared[at] / len(words | theirs) >= self.alike:
                return id_
        return ""


@dataclass(frozen=True)
class Balanced:
    """Takes as many as are wanted, from each cell in turn.

    Attributes:
        wanted: how many.
        cell: of a candidate's value, such as domain and modality.
        within: what is mixed inside a cell, such as the difficulty.
    """

    wanted: int
    cell: Callable[[object], Hashable]
    within: Callable[[object], Hashable]
    name: str = "balanced selection"

    def __call__(self, candidates: Sequence[Candidate[T]], /) -> dict[str, Dropped]:
        """Those for which there is no room."""
        cells = _grouped(candidates, self.cell)
        lines = [_turns(_grouped(some, self.within)) for some in cells]
        taken = {one.id for one in _turns(lines)[: self.wanted]}
        room = Dropped("no_room", f"{self.wanted} are wanted, and its cell has its share")
        return {one.id: room for one in candidates if one.id not in taken}


def _grouped(
    candidates: Sequence[Candidate[T]], key: Callable[[object], Hashable]
) -> list[list[Candidate[T]]]:
    groups: dict[Hashable, list[Candidate[T]]] = defaultdict(list)
    for one in candidates:
        groups[key(one.value)].append(one)
    return [groups[name] for name in sorted(groups, key=repr)]


def _turns(lines: Sequence[Sequence[Candidate[T]]]) -> list[Candidate[T]]:
    """The first of each line, then the second of each, and so on."""
    longest = max(map(len, lines), default=0)
    return [line[n] for n in range(longest) for line in lines if n < len(line)]
