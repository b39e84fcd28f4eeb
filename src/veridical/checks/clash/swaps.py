"""What two sentences that run in parallel show: a denial, an opposite, another figure or thing.

Each is told only of words that stand in one another's place between words that both
sentences have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from veridical.checks.clash.agreement import is_article, says_as_much
from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import DENIAL
from veridical.checks.clash.opposites import are_opposites
from veridical.checks.clash.parallel import PARALLEL, Alignment, Replacement, Token, aligned
from veridical.checks.clash.sentence import Sentence, sentences
from veridical.checks.words import STOP_WEIGHT
from veridical.report.quantities import Quantity

_NEAR = 0.4
_MOST_TOKENS = 4
_MOST_CHARACTERS = 6
_OFTEN = 3
_STEM = 4
_ALL_BUT_THE_SAME = 0.85
_UNIT_TOKENS = 1
_COPULAS = frozenset("是为")
_HELPING = """
do does did is are was were be been has have had can could will would may must should a an the any
会 能 有 就 都 了 也 还 将 曾 可
"""
_HELPERS = _COPULAS | frozenset(_HELPING.split())


def best_aligned(said: Sentence, evidence: Iterable[Sentence]) -> tuple[Sentence, Alignment] | None:
    """The sentence of the evidence that runs along a statement's most; None if none does."""
    near = [(found, aligned(said, found)) for found in evidence if found.covers(said) >= _NEAR]
    return max(near, key=lambda pair: pair[1].share, default=None)


def swap_clashes(said: Sentence, found: Sentence, laid: Alignment) -> Iterator[Clash]:
    """Find denials and opposites that stand on one side alone."""
    for one in laid.framed:
        kind = _kind(said, found, one)
        if kind is not None:
            yield clash(kind, _place(said, one.said), _place(found, one.found))


def swapped_figures(
    laid: Alignment,
    figures: tuple[Sequence[Quantity], Sequence[Quantity]],
    rivals: tuple[Sequence[Quantity], Sequence[Quantity]],
) -> Iterator[tuple[Quantity, Quantity]]:
    """Find figures that stand in each other's place, the words around being the same.

    In sentences that are all but the same the place decides, and a figure that stands at
    another place too is none the less another one here.

    Args:
        laid: the alignment of the two sentences.
        figures: those of the statement, and those of them that agree with none of the evidence.
        rivals: those of the evidence's sentence, and those that agree with none of the statement.
    """
    if laid.share < PARALLEL:
        return
    which = 0 if laid.share >= _ALL_BUT_THE_SAME else 1
    for one in laid.framed:
        here, there = _in(one.said, figures[which]), _in(one.found, rivals[which])
        is_bare = _is_bare(one.said) and _is_bare(one.found)
        if len(here) != 1 or len(there) != 1 or is_article(here[0]) or is_article(there[0]):
            continue
        if is_bare and not says_as_much(here[0], there[0]):
            yield here[0], there[0]


def _in(listed: Sequence[Token], quantities: Sequence[Quantity]) -> list[Quantity]:
    return [q for q in quantities if any(q.start <= t.start < q.end for t in listed)]


def _is_bare(listed: Sequence[Token]) -> bool:
    """Whether there is nothing but a number, with its unit or scale at most."""
    return sum(t.weight > STOP_WEIGHT and not t.is_number for t in listed) <= _UNIT_TOKENS


def _kind(said: Sentence, found: Sentence, one: Replacement) -> ClashKind | None:
    if _denies(said, one.said) != _denies(found, one.found):
        return ClashKind.NEGATION if _is_denial(said, found, one) else None
    return ClashKind.DIRECTION if _are_opposed(said, found, one) else None


def _is_denial(said: Sentence, found: Sentence, one: Replacement) -> bool:
    """Whether a denial, and nothing besides, was put in; or stands in a copula's place."""
    if not one.left or not one.right:
        return False
    plain, denied = (one.found, one.said) if _denies(said, one.said) else (one.said, one.found)
    if any(token.key not in _HELPERS for token in plain):
        return False
    if len(denied) <= _MOST_TOKENS and not _told(said if denied is one.said else found, denied):
        return True
    text = said.text if denied is one.said else found.text
    segment = text[denied[0].start : denied[-1].end]
    is_copula = len(plain) == 1 and plain[0].key in _COPULAS
    return is_copula and DENIAL.match(segment) is not None and "而" not in segment


def _denies(sentence: Sentence, listed: Sequence[Token]) -> bool:
    return bool(_denials(sentence, listed))


def _denials(sentence: Sentence, listed: Sequence[Token]) -> list[tuple[int, int]]:
    if not listed:
        return []
    first, last = listed[0].start, listed[-1].end
    found = DENIAL.finditer(sentence.text, first, sentence.end)
    return [match.span() for match in found if match.start() < last]


def _told(sentence: Sentence, listed: Sequence[Token]) -> list[Token]:
    """The telling tokens, those of a denial apart."""
    spans = _denials(sentence, listed)
    return [
        token
        for token in listed
        if token.weight > STOP_WEIGHT and not any(a <= token.start < b for a, b in spans)
    ]


def _are_opposed(said: Sentence, found: Sentence, one: Replacement) -> bool:
    if not one.said or not one.found:
        return False
    if len(one.said) == len(one.found) == 1 or not one.said[0].key.isascii():
        return are_opposites(_keys(one.said), _keys(one.found))
    here, there = _told(said, one.said), _told(found, one.found)
    return len(here) == len(there) == 1 and are_opposites(here[0].key, there[0].key)


def _keys(listed: Sequence[Token]) -> str:
    return "".join(token.key for token in listed)


def swapped_terms(said: Sentence, found: Sentence, laid: Alignment, around: str) -> Iterator[Clash]:
    """Find a thing of the statement in whose place the evidence has another thing.

    Two words name different things where one sentence of the texts around uses both.

    Args:
        said: the statement's sentence.
        found: the evidence's sentence that runs along it.
        laid: their alignment.
        around: texts on the same subject.
    """
    for one in laid.framed:
        here, there = _told(said, one.said), _told(found, one.found)
        pairs = list(_terms(said, found, one)) if _are_terms(here, there) else []
        if any(_are_two(a, b, said, found) and _are_used(a, b, around) for a, b in pairs):
            yield clash(ClashKind.TERM, _place(said, here), _place(found, there))


def _are_terms(here: Sequence[Token], there: Sequence[Token]) -> bool:
    if not here or not there or any(token.is_number for token in (*here, *there)):
        return False
    if here[0].key.isascii() or there[0].key.isascii():
        return len(here) == len(there) == 1 and here[0].key[:_STEM] != there[0].key[:_STEM]
    return max(len(here), len(there)) <= _MOST_CHARACTERS


def _terms(said: Sentence, found: Sentence, one: Replacement) -> Iterator[tuple[str, str]]:
    """Both terms as written; a single character is no word, so it takes a neighbor along."""
    here, there = _told(said, one.said), _told(found, one.found)
    size = min(len(here), len(there))
    yield _written(said, here), _written(found, there)
    if len(here) != len(there):
        yield _written(said, here[:size]), _written(found, there[:size])
        yield _written(said, here[-size:]), _written(found, there[-size:])
    if size == 1 and not here[0].key.isascii():
        a, b, c, d = here[0].start, here[-1].end, there[0].start, there[-1].end
        yield said.text[a : b + 1], found.text[c : d + 1]
        yield said.text[max(0, a - 1) : b], found.text[max(0, c - 1) : d]


def _written(sentence: Sentence, listed: Sequence[Token]) -> str:
    return sentence.text[listed[0].start : listed[-1].end]


def _are_two(one: str, other: str, said: Sentence, found: Sentence) -> bool:
    """Whether each term stands in its own sentence alone."""
    in_found = _pattern(one).search(found.text, found.start, found.end)
    in_said = _pattern(other).search(said.text, said.start, said.end)
    is_word = one.isascii() or min(len(one), len(other)) > 1
    return is_word and not in_found and not in_said


def _are_used(one: str, other: str, around: str) -> bool:
    """Whether the texts around use both: in one sentence, or each again and again."""
    a, b = _pattern(one), _pattern(other)
    if min(len(a.findall(around)), len(b.findall(around))) >= _OFTEN:
        return True
    return any(
        a.search(around, s.start, s.end) and b.search(around, s.start, s.end)
        for s in sentences(around)
    )


@lru_cache(maxsize=256)
def _pattern(term: str) -> re.Pattern[str]:
    edge = r"\b" if term.isascii() else ""
    return re.compile(edge + re.escape(term) + edge, re.IGNORECASE)


def _place(sentence: Sentence, listed: Sequence[Token]) -> tuple[str, tuple[int, int]]:
    """Where the tokens stand; where there are none, the whole sentence."""
    span = (listed[0].start, listed[-1].end) if listed else (sentence.start, sentence.end)
    return sentence.text, span
