"""Numbers in English words: twenty-five, one hundred and three, two-thirds, half a million."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from veridical.report.quantities.quantity import Numeral, QuantityKind

_SMALL = {
    word: value
    for value, word in enumerate(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen
        """.split()  # noqa: SIM905
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),  # noqa: SIM905
        2,
    )
}
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_NUMBERS = {**_SMALL, **_TENS, "hundred": 100, **_SCALES}
_PARTS = {"half": 0.5, "halves": 0.5, "fourths": 0.25, "hundredth": 0.01, "hundredths": 0.01}
_PARTS |= {
    word + ending: 1 / value
    for value, word in enumerate(
        "third quarter fifth sixth seventh eighth ninth tenth".split(),  # noqa: SIM905
        3,
    )
    for ending in ("", "s")
}
_DOZEN = 12.0
_MULTIPLES = {
    word: value
    for value, words in {
        0.5: "halved",
        2.0: "twice doubled doubling",
        3.0: "thrice tripled tripling trebled",
        4.0: "quadrupled",
        5.0: "quintupled",
    }.items()
    for word in words.split()
}

_OPENERS = [*_SMALL, *_TENS, "hundred", *_SCALES, "dozen", *_MULTIPLES]
_OPENERS += ["half", "third", "quarter", "fifth", "tenth"]


def _by_first_letter(words: list[str]) -> str:
    """Write a pattern that `re` can search fast: it folds no case and branches early."""
    both = {*words, *(word.capitalize() for word in words)}
    branches = []
    for letter in sorted({word[0] for word in both}):
        rests = sorted((w[1:] for w in both if w[0] == letter), key=len, reverse=True)
        branches.append(f"{letter}(?:{'|'.join(rests)})")
    return "|".join(branches)


_FIRST = re.compile(_by_first_letter(_OPENERS))
_NEXT = re.compile(r"([ -])(?:(and)[ ])?([a-z]{3,11})(?![A-Za-z])")
_ARTICLE = re.compile(r"(?<![A-Za-z])([Aa]n?|[Oo]ne)[ -]$")
_VAGUE_BEFORE = ("few ", "several ", "many ", "some ", "couple of ", "of ")
_HALF_OF = re.compile(r"[ ](?:of|the|its|their|all|that|as)(?![A-Za-z])")
_HALF_A = re.compile(r"[ ]an?[ ](?:(hundred|thousand|million|billion|trillion|dozen)(?![A-Za-z]))?")
_NOT_HALF_BEFORE = ("first", "second", "other", "latter", "last", "this", "each", "either", "per")
_NO_NUMBER_BEFORE = ("no ", "any", "some", "every", "which ", "this ", "that ", "each ", "the ")


def english_numerals(surface: str) -> Iterator[Numeral]:
    """Find numbers in English words.

    "one" and "zero" are weak: they count only with a unit. "a third" needs "of", for a third
    party is no number; "hundreds" and "a few million" say no number and are left out.

    Args:
        surface: Folded and masked text.
    """
    done = 0
    for found in _FIRST.finditer(surface):
        if found.start() < done or not _is_whole(surface, found):
            continue
        numeral = _read(surface, found)
        if numeral:
            done = numeral.end
            yield numeral


def _is_whole(surface: str, found: re.Match[str]) -> bool:
    """Tell whether the word is not a piece of another one ("often", "tenant")."""
    before = surface[max(0, found.start() - 1) : found.start()]
    after = surface[found.end() : found.end() + 1]
    if before.isalnum() or before in ("-", "_", "'", "’", "/", ".", "#", "@"):
        return False
    return not (after.isalnum() or after == "_") or surface.startswith("fold", found.end())


def _read(surface: str, found: re.Match[str]) -> Numeral | None:
    word, start, end = found[0].lower(), found.start(), found.end()
    if word in _MULTIPLES:
        return Numeral(start, end, _MULTIPLES[word], 0.0, True, kind=QuantityKind.MULTIPLE)
    if word == "half":
        return _half(surface, start, end)
    if word in _PARTS:
        return _one_part(surface, start, end, _PARTS[word])
    if word == "dozen" or word in _SCALES or word == "hundred":
        return _with_article(surface, found, word)
    return _run(surface, start, end, _Sum(_NUMBERS[word], 0.0, word))


def _half(surface: str, start: int, end: int) -> Numeral | None:
    """Read "half of", "half a million"; "the first half" is no number."""
    before = surface[max(0, start - 8) : start].split()
    if before and before[-1].lower() in _NOT_HALF_BEFORE:
        return None
    if found := _HALF_A.match(surface, end):
        if not found[1]:
            return Numeral(start, found.end() - 1, 0.5, 0.0, True, is_weak=True)
        size = _DOZEN if found[1] == "dozen" else float(_NUMBERS[found[1]])
        return Numeral(start, found.end(), size / 2, 0.0, True)
    if _HALF_OF.match(surface, end):
        return Numeral(start, end, 0.5, 0.0, True, kind=QuantityKind.FRACTION)
    return None


def _one_part(surface: str, start: int, end: int, part: float) -> Numeral | None:
    """Read "a third of"."""
    article = _ARTICLE.search(surface, max(0, start - 5), start)
    if not article or not surface.startswith(" of", end):
        return None
    return Numeral(article.start(), end, part, 0.0, True, kind=QuantityKind.FRACTION)


def _with_article(surface: str, found: re.Match[str], word: str) -> Numeral | None:
    """Read "a hundred", "a dozen", "a million"; without an article they are vague."""
    start, end = found.start(), found.end()
    article = _ARTICLE.search(surface, max(0, start - 5), start)
    if not article or surface[max(0, article.start() - 4) : article.start()].lower() == "per ":
        return None
    if word == "dozen":
        return Numeral(article.start(), end, _DOZEN, 1.0, True)
    return _run(surface, article.start(), end, _Sum(1.0, 0.0, "one").plus(word) or _Sum(0, 0, ""))


class _Sum(NamedTuple):
    """A number on its way: what is below the next scale word, what is above, the last word."""

    current: float
    total: float
    last: str

    def plus(self, word: str) -> "_Sum | None":
        """Add a word, or None when it cannot follow."""
        if word == "hundred":
            return (
                self._replace(current=self.current * 100, last=word) if self._is_small() else None
            )
        if word in _SCALES:
            size = _SCALES[word]
            if not self.current or (self.total and self.total < size):
                return None
            return _Sum(0.0, self.total + self.current * size, word)
        fits = self.last in _SCALES or self.last == "hundred"
        fits = fits or (self.last in _TENS and 0 < _SMALL.get(word, 0) < 10)
        if not fits or word == "zero":
            return None
        return self._replace(current=self.current + _NUMBERS[word], last=word)

    def _is_small(self) -> bool:
        return 0 < self.current < 100

    @property
    def value(self) -> float:
        """The number so far."""
        return self.total + self.current


def _run(surface: str, start: int, end: int, so_far: _Sum) -> Numeral | None:
    """Read on as long as the words make one number."""
    while found := _NEXT.match(surface, end):
        word = found[3]
        if word in _PARTS:
            return _parts(found, start, so_far)
        if word == "dozen" and found[1] == " ":
            return Numeral(start, found.end(), so_far.value * _DOZEN, 1.0, True)
        if found[2] and word == "a":
            break
        after = so_far.plus(word) if word in _NUMBERS else None
        if after is None or (found[2] and so_far.last not in ("hundred", *_SCALES)):
            break
        so_far, end = after, found.end()
    return _ended(surface, start, end, so_far)


_AND_A_PART = re.compile(r"[ ]and[ ](?:a|one)[ -](half|quarter|third)(?![A-Za-z])")


def _ended(surface: str, start: int, end: int, so_far: _Sum) -> Numeral | None:
    if not so_far.last:
        return None
    if found := _AND_A_PART.match(surface, end):
        return Numeral(start, found.end(), so_far.value + _PARTS[found[1]], 0.0, True)
    is_weak = so_far.value <= 1
    step = 1.0 if so_far.last in _SMALL or so_far.last in _TENS else _step_of(so_far)
    return Numeral(start, end, so_far.value, step, True, is_weak=is_weak)


def _step_of(so_far: _Sum) -> float:
    """A number that ends in a scale word is as exact as that word: "three million"."""
    return 1.0 if so_far.last == "hundred" else _SCALES.get(so_far.last, 1.0)


def _parts(found: re.Match[str], start: int, so_far: _Sum) -> Numeral | None:
    """Read "two thirds"; "twenty-fifth" and "two quarters" are no fractions."""
    part, value = _PARTS[found[3]], so_far.value
    is_plural = found[3].endswith("s")
    if not 0 < value * part < 1 or is_plural != (value > 1) or found[2]:
        return None
    if "quarter" in found[3] and value not in (1, 3):
        return None
    return Numeral(start, found.end(), value * part, 0.0, True, kind=QuantityKind.FRACTION)
