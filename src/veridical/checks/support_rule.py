"""The built-in rules' verdict on support: shared words, all numbers, typed clashes.

Indicative: rules do not understand. They say "supported" only with the words of the source
that carry the statement, all of its numbers among them, and "contradicted" only on a clash
of a known type. What they cannot tell is "not in the source", with the share they saw.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.clash import (
    Clash,
    ClashKind,
    DetailKind,
    absences,
    agreement,
    clashes,
    other_terms,
    turned_roles,
)
from veridical.checks.overlap import Window, passage_index
from veridical.checks.words import STOP_WEIGHT, Word, words
from veridical.report.quantities import measurements
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import Passage
from veridical.score import Reason

ENOUGH = 0.6
"""Weighted share of a statement's words, numbers apart, from which passages carry it."""
ENOUGH_PAIRS = 0.54
"""The same for scripts read as pairs of characters, where one word put in parts two pairs."""
SOME = 0.45
"""Weighted share from which passages carry part of it."""
SOME_SUBJECT = 0.2
"""The same, of a figure that stands nowhere in the source."""
SCANT_SUBJECT = 0.1
"""The same, where the source has its digits with another unit or scale."""
SAME_SUBJECT = 0.35
"""Weighted share from which a clash is one about the same thing."""
IF_LACKING = 0.6
"""What is left of a score where a number or date of the statement is not in the passages."""
IF_CONTRADICTED = 0.3
"""What is left of it where they contradict the statement."""
_NEAR = 5
_SHORT_COUNT = 2
_IN_WORDS = re.compile(
    r"\b(?:once|twice|thrice|half|halves|third|quarter|double|triple|dozens?|hundreds?|thousands?"
    r"|[mbtr]+illions?)\b|[〇零一二三四五六七八九十百千万亿兩两萬億]{3}|[倍半]",
    re.IGNORECASE,
)
_OF_SAME_DIGITS = frozenset({ClashKind.UNIT, ClashKind.SCALE})
_MEASURED = frozenset({DetailKind.QUANTITY, DetailKind.DATE})


_measured = lru_cache(maxsize=128)(measurements)


class Support(StrEnum):
    """What a source says of a statement."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A passage with its window for the statement."""

    passage: Passage
    window: Window

    @property
    def text(self) -> str:
        return self.passage.text[self.window.start : self.window.end]

    @property
    def quote(self) -> Quote:
        start = self.passage.start + self.window.start
        return Quote(self.passage.source, start, start + len(self.text), self.text)


@dataclass(frozen=True, slots=True)
class Held:
    """A statement held against passages by the rules.

    Attributes:
        verdict: what the passages say of it.
        why: the grounds.
        quotes: the words that it rests on.
        share: the weighted share of the statement's words, numbers apart, in the passages.
        lacking: numbers and dates of the statement that stand nowhere in them.
        clash: in what they contradict it, `TERM` where they say it of something else, or `ROLE`
            where they say it the other way round; None where they do none of these.
        score: how well they carry it, in [0, 1]: for ranking, no probability.
        against: of the clash, the statement's words and the passages' words; "" without one.
    """

    verdict: Support
    why: str
    quotes: tuple[Quote, ...]
    share: float
    lacking: tuple[str, ...]
    clash: ClashKind | None = None
    score: float = 0.0
    against: tuple[str, str] = ("", "")


def support_by_rule(statement: str, passages: Sequence[Passage]) -> Answer[Support] | NoVerdict:
    """What the rules say of a statement, given passages.

    Args:
        statement: what is said, without citation markers.
        passages: what the source says.

    Returns:
        A verdict with quotes from the passages; none where the statement has no words or
        there is no passage.
    """
    held = hold(statement, passages)
    if held is None:
        return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
    return Answer(held.verdict, held.why, held.quotes)


def hold(statement: str, passages: Sequence[Passage], around: str = "") -> Held | None:
    """Hold a statement against passages; None where either has no words.

    Args:
        statement: what is said.
        passages: what the source says.
        around: more texts on the same subject, which show what are different things.
    """
    said = list(words(statement))
    if not said or not passages:
        return None
    seen = [_Seen(p, passage_index(p.text).window(statement)) for p in passages]
    best = max(seen, key=lambda s: s.window.score)
    joined = _joined(statement, said, seen, best)
    held = _held(statement, passages, joined, around)
    return replace(held, score=_score(held, best.window.score, _in_order(said, _text(joined))))


def _held(
    statement: str, passages: Sequence[Passage], joined: Sequence[_Seen], around: str
) -> Held:
    said = list(words(statement))
    share, lacking = _share(said, joined), tuple(_lacking(statement, _text(joined)))
    clash = _likeliest(statement, passages, joined, share)
    if clash is not None:
        quote, what = clash
        why = f'{what.kind}: "{what.said_text}" against "{what.found_text}"'
        return _clashing(Held(Support.CONTRADICTED, why, (quote,), share, lacking), what)
    quotes = tuple(s.quote for s in joined if s.text)
    turned = _turned(statement, passages, joined)
    if turned is not None:
        why = f'other way round: "{turned.said_text}" against "{turned.found_text}"'
        return _clashing(Held(Support.NOT_IN_SOURCE, why, (), share, lacking), turned)
    other = other_terms(statement, _text(joined), "\n".join([*(p.text for p in passages), around]))
    if other and share >= SOME and quotes:
        why = f'the quoted words say "{other[0].found_text}" where it says "{other[0].said_text}"'
        return _clashing(Held(Support.PARTLY, why, quotes, share, lacking), other[0])
    verdict, why = _without_clash(share, _enough(said), lacking, has_quotes=bool(quotes))
    is_quoted = verdict is not Support.NOT_IN_SOURCE
    return Held(verdict, why, quotes if is_quoted else (), share, lacking)


def _likeliest(
    statement: str, passages: Sequence[Passage], joined: Sequence[_Seen], share: float
) -> tuple[Quote, Clash] | None:
    """The clash nearby, unless the source has the same digits with another unit or scale."""
    near = _clash(statement, joined)
    if near is not None and near[1].kind is not ClashKind.NUMBER:
        return near
    absent = _absence(statement, passages, share)
    if near is None or absent is None:
        return near or absent
    is_same = near[1].said == absent[1].said and absent[1].kind in _OF_SAME_DIGITS
    return absent if is_same else near


def _clashing(held: Held, clash: Clash) -> Held:
    return replace(held, clash=clash.kind, against=(clash.said_text, clash.found_text))


def _turned(statement: str, passages: Sequence[Passage], joined: Sequence[_Seen]) -> Clash | None:
    """Where the best windows turn its two parts round, and no passage has them as it has."""
    if not turned_roles(statement, _text(joined)):
        return None
    return next(iter(turned_roles(statement, "\n".join(p.text for p in passages))), None)


def _score(held: Held, window: float, order: float) -> float:
    """The mean of three shares: words with numbers, words alone, neighbors; less for a flaw."""
    mean = (window + held.share + order) / 3
    if held.verdict is Support.CONTRADICTED or held.clash is ClashKind.ROLE:
        return mean * IF_CONTRADICTED
    return mean * IF_LACKING if held.lacking else mean


def _in_order(said: Sequence[Word], text: str) -> float:
    """The share of neighboring telling words that stand near each other in a text, in order."""
    telling = [w.key for w in said if w.weight > STOP_WEIGHT]
    wanted = set(pairwise(telling))
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words(text)):
        if word.key in telling:
            places[word.key].append(at)
    near = [p for p in wanted if _is_near(places.get(p[0], ()), places.get(p[1], ()))]
    return len(near) / len(wanted) if wanted else 0.0


def _is_near(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether one of the second places follows one of the first closely; both ascend."""
    at = (bisect_right(second, place) for place in first)
    return any(k < len(second) and second[k] - p <= _NEAR for k, p in zip(at, first, strict=True))


def _without_clash(
    share: float, enough: float, lacking: Sequence[str], *, has_quotes: bool
) -> tuple[Support, str]:
    if share >= enough and not lacking:
        return (
            Support.SUPPORTED,
            f"the quoted words carry {share:.0%} of it and all of its numbers and dates",
        )
    if share >= SOME and has_quotes:
        missing = f"; they lack {lacking[0]}" if lacking else ""
        return Support.PARTLY, f"the quoted words carry {share:.0%} of it{missing}"
    return Support.NOT_IN_SOURCE, f"at most {share:.0%} of its words stand together"


def _lacking(statement: str, text: str) -> list[str]:
    """The numbers and dates of a statement that stand nowhere in `text`, not even bare.

    A table gives its values without their units; a count in words of a character or two
    ("both", "one year" in Chinese) is no figure to look for.
    """
    bare = {word.key for word in words(text) if word.is_number}
    written = {word.key for word in words(statement) if word.is_number}
    if written <= bare and not _IN_WORDS.search(statement):
        return []
    return [
        d.text
        for d in agreement(statement, text).missing
        if d.kind in _MEASURED
        and (len(d.text) > _SHORT_COUNT or any(map(str.isdigit, d.text)))
        and not _numbers(d.text) <= bare
    ]


def _numbers(text: str) -> set[str]:
    """The numbers written in `text`; what has none stands for itself."""
    return {word.key for word in words(text) if word.is_number} or {text}


def _clash(statement: str, joined: Sequence[_Seen]) -> tuple[Quote, Clash] | None:
    """The first clash with a passage on the same subject, unless another passage agrees there.

    What one source rounds or words otherwise is no clash where the other says just that.
    """
    near = [s for s in joined if s.window.score >= SAME_SUBJECT]
    for one in near:
        for found in clashes(statement, one.text):
            others = _text([o for o in near if o is not one])
            if found.kind is ClashKind.ORDER:
                agrees = _has_order(statement, found, joined)
            else:
                agrees = bool(others) and _agrees(statement, found, others)
            if not agrees:
                return one.quote, found
    return None


def _has_order(statement: str, clash: Clash, joined: Sequence[_Seen]) -> bool:
    """Whether a passage, read whole, tells the same figures in the statement's order too."""
    whole = clashes(statement, "\n".join(s.passage.text for s in joined))
    return not any(c.kind is ClashKind.ORDER and c.said == clash.said for c in whole)


def _absence(
    statement: str, passages: Sequence[Passage], share: float
) -> tuple[Quote, Clash] | None:
    """The first figure or date that no passage has, where one gives another in its place."""
    if share < SCANT_SUBJECT:
        return None
    source = "\n".join(p.text for p in passages)
    start = 0
    listed = absences(statement, source, _measured(source))
    is_near = share >= SOME_SUBJECT
    for found in [one for one in listed if is_near or one.kind in _OF_SAME_DIGITS][:1]:
        for passage in passages:
            if start <= found.found[0] < start + len(passage.text):
                return _sentence_quote(passage, found.found[0] - start), found
            start += len(passage.text) + 1
    return None


def _sentence_quote(passage: Passage, at: int) -> Quote:
    """The sentence of a passage that holds a place."""
    spans = sentence_spans(passage.text)
    start, end = next((s for s in spans if s[0] <= at < s[1]), (0, len(passage.text)))
    first = passage.start + start
    return Quote(passage.source, first, passage.start + end, passage.text[start:end])


def _agrees(statement: str, clash: Clash, text: str) -> bool:
    """Whether `text` has just the detail that the clash is about."""
    return any(
        d.start < clash.said[1] and clash.said[0] < d.end for d in agreement(statement, text).found
    )


def _joined(
    statement: str, said: Sequence[Word], seen: Sequence[_Seen], best: _Seen
) -> list[_Seen]:
    """The best passage alone if it carries the statement; else with those that add to it."""
    chosen = [best]
    for other in sorted(seen, key=lambda s: -s.window.score):
        have, lacking = _share(said, chosen), _lacking(statement, _text(chosen))
        if have >= _enough(said) and not lacking:
            break
        more = [*chosen, other]
        is_other = other.passage.source != best.passage.source
        fills = len(_lacking(statement, _text(more))) < len(lacking)
        if is_other and (fills or _share(said, more) > have):
            chosen = more
    return chosen


def _text(seen: Sequence[_Seen]) -> str:
    return "\n".join(s.text for s in seen)


def _share(said: Iterable[Word], seen: Sequence[_Seen]) -> float:
    """The weighted share of a statement's words that the windows hold.

    Of a pair of characters that stands in none of them, half counts where both characters
    stand there: a word put in between splits two pairs, and says the same.
    """
    matched = {key for s in seen for key in s.window.matched}
    characters = frozenset("".join(s.text for s in seen))
    weights = {word.key: word for word in said if not word.is_number}
    total = sum(word.weight for word in weights.values())
    there = sum(w.weight * _there(w, matched, characters) for w in weights.values())
    return there / total if total else 0.0


def _enough(said: Sequence[Word]) -> float:
    """The share that carries a statement of these words."""
    is_paired = 2 * sum(word.is_pair for word in said) > len(said)
    return ENOUGH_PAIRS if is_paired else ENOUGH


def _there(word: Word, matched: set[str], characters: frozenset[str]) -> float:
    if word.key in matched:
        return 1.0
    return 0.5 if word.is_pair and characters.issuperset(word.key) else 0.0
