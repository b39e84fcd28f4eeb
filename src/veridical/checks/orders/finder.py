"""Where a text gives orders to its judge.

Cues are counted by sentence and by three sentences that follow each other and are short, since
an order may be cut into pieces. Each kind counts once, with the weight of its strongest word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from veridical.checks.orders.cues import FORGED, HINT, OPENING, WORDS, Cue
from veridical.checks.orders.proof import was_bare
from veridical.checks.orders.stems import stretches
from veridical.checks.orders.unmask import Unmasked, decoded, unmasked

ENOUGH = 8
"""Weight of the cues of one sentence that make it an order."""
ENOUGH_TOGETHER = 9
"""The same of three sentences together."""
LONGEST_TOGETHER = 260
"""Characters of three sentences that are read as one."""
LONGEST_SENTENCE = 240
"""Characters; a longer sentence is read in pieces."""
LONGEST_OPENED = 600
"""Characters that are read as belonging to a forged speech."""
_KINDS = 3
_NAMED = 3
"""Weight of a cue that is of judging and little else."""
_SHOWN = 100
_END = re.compile(r"[.!?](?=[\s\"')\]])|[。！？\n]")
_DIRECTING = frozenset({Cue.DIRECTIVE, Cue.OVERRIDE, Cue.ACT})
_JUDGING = frozenset({Cue.VERDICT, Cue.ABOUT})


@dataclass(frozen=True, slots=True)
class Order:
    """An order, at its place.

    Attributes:
        start: first code point in the text.
        end: one past the last.
        words: the text's own words, on one line, cut at 100 characters.
    """

    start: int
    end: int
    words: str


@lru_cache(maxsize=256)
def orders_in(text: str) -> tuple[Order, ...]:
    """The orders to a judge in `text`, in their order; takes time linear in its length.

    One source is shown with many statements, so the last texts are remembered.
    """
    if was_bare(text):
        return ()
    found = sorted([*_plain(text), *_coded(text)])
    return tuple(Order(a, b, " ".join(text[a:b].split())[:_SHOWN]) for a, b in _merged(found))


def has_order(text: str) -> bool:
    """Whether `text` gives an order to its judge."""
    return bool(orders_in(text))


def resembles_order(words: str) -> bool:
    """Whether words that somebody repeats look like an order, or like a part of one."""
    read = unmasked(words)
    cues = _Cues(read.text, [(0, len(read.text))]).of(0)
    telling = {cue: weight for cue, weight in cues.items() if weight >= _NAMED}
    return Cue.FORGERY in cues or len(telling) > 1


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _plain(text: str) -> Iterator[tuple[int, int]]:
    read = unmasked(text)
    for first, last in _spans(read):
        if first < last:
            yield read.place(first), read.place(last - 1) + 1


def _coded(text: str) -> Iterator[tuple[int, int]]:
    for start, end, words in decoded(text):
        if any(True for _ in _spans(unmasked(words))):
            yield start, end


def _spans(read: Unmasked) -> Iterator[tuple[int, int]]:
    """The sentences that are orders, alone or together with their neighbors."""
    hints = [m.end() - 1 for span in stretches(read.text) for m in HINT.finditer(read.text, *span)]
    if not hints:
        return
    sentences = list(_sentences(read.text))
    cues = _Cues(read.text, sentences)
    starts = [start for start, _ in sentences]
    hits = {bisect_right(starts, hint) - 1 for hint in hints}
    alone = {n for n in hits if _is_order(cues.of(n), ENOUGH)}
    yield from (sentences[n] for n in sorted(alone))
    yield from _opened(read.text)
    for number in sorted({n for hit in hits for n in range(max(hit - 2, 0), hit + 1)}):
        group = [n for n in range(number, min(number + 3, len(sentences))) if cues.of(n)]
        if not group or not alone.isdisjoint(group):
            continue
        span = sentences[group[0]][0], sentences[group[-1]][1]
        together = _union([cues.of(n) for n in group])
        if span[1] - span[0] <= LONGEST_TOGETHER and _is_order(together, ENOUGH_TOGETHER):
            yield span


def _opened(text: str) -> Iterator[tuple[int, int]]:
    """What a forged speech or list of fields goes on to, up to the next blank line."""
    for found in OPENING.finditer(text):
        furthest = min(found.end() + LONGEST_OPENED, len(text))
        blank = text.find("\n\n", found.end(), furthest)
        yield found.start(), furthest if blank < 0 else blank


def _union(parts: list[Mapping[Cue, int]]) -> dict[Cue, int]:
    found: dict[Cue, int] = {}
    for part in parts:
        for cue, weight in part.items():
            found[cue] = max(found.get(cue, 0), weight)
    return found


def _is_order(cues: Mapping[Cue, int], enough: int) -> bool:
    if Cue.FORGERY in cues:
        return True
    kinds = cues.keys()
    is_directed = kinds & _DIRECTING or cues.get(Cue.ADDRESSEE, 0) >= _NAMED
    is_strong = any(weight >= _NAMED for cue, weight in cues.items() if cue is not Cue.ACT)
    is_telling = len(kinds) >= _KINDS and is_directed and is_strong and kinds & _JUDGING
    return bool(is_telling) and sum(cues.values()) >= enough


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in [*(m.end() for m in _END.finditer(text)), len(text)]:
        while end - start > LONGEST_SENTENCE:
            yield start, start + LONGEST_SENTENCE
            start += LONGEST_SENTENCE // 3
        if text[start:end].strip():
            yield start, end
        start = end


@dataclass
class _Cues:
    """The cues of sentences, looked for when they are wanted."""

    text: str
    sentences: list[tuple[int, int]]
    _known: dict[int, Mapping[Cue, int]] = field(default_factory=dict)

    def of(self, number: int) -> Mapping[Cue, int]:
        """Weights of the cues of one sentence."""
        if number not in self._known:
            self._known[number] = _union([{c: w} for c, w in self._found(*self.sentences[number])])
        return self._known[number]

    def _found(self, start: int, end: int) -> Iterator[tuple[Cue, int]]:
        # the mark before a sentence tells that it begins there
        first = max(start - 1, 0)
        for words in WORDS:
            if words.pattern.search(self.text, first, end):
                yield words.cue, words.weight
        if FORGED.search(self.text, first, end):
            yield Cue.FORGERY, 1
