"""From what to what: the same two figures, told the other way round.

"Rose from 3.0 to 3.5 billion" and "from 3.5 to 3.0 billion" hold the same figures and cannot
both be true of one change. A range ("between 3 and 5", "prices from 3 to 5 euros") is no
change: it has two ends and no direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence
from veridical.report.dates import DateMention, same_date
from veridical.report.quantities import Quantity, same_value

_SOME_OF_THE_TOPIC = 0.4
_REACH = 60
_ABOUT = r"(?:(?:about|around|roughly|nearly|almost|just|only|over|under|some|a|an|the)\s+){0,3}"
_BEGINS = re.compile(
    rf"\bfrom\s+{_ABOUT}$|[从由自](?:[^，。；、从由自]{{0,12}}的)?(?:[约近大概]{{0,2}})$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"\b(?:to|towards?|into)\s+{_ABOUT}$"
    r"|[至到为成](?:了|[^，。；、至到为成]{1,12}的)?(?:[约近大概]{0,2})$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:rose|risen|ris(?:e|es|ing)|gr[eo]w(?:n|s|ing)?|growth|increas\w+|climb\w*|surg\w+|soar\w*"
    r"|expand\w*|jump\w*|rais(?:e|es|ed|ing)|up|doubl\w+|tripl\w+|fell|fall(?:s|en|ing)?|declin\w+"
    r"|decreas\w+|drop\w*|shr[aiu]nk\w*|reduc\w+|plung\w+|slump\w*|slid\w*|down|cut\w*|lower(?:ed|ing)"
    r"|chang\w+|went|mov(?:e|es|ed|ing)|improv\w+|worsen\w*|widen\w*|narrow\w*|revis\w+|shift\w*)\b"
    r"|[增升涨扩提跌降减缩]|下滑|回落|改善|变|调整",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|between|anywhere|interval)\b|范围|区间|不等|之间",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Change:
    """A change from one figure to another; the span holds both, as they are written."""

    first: Quantity
    last: Quantity

    @property
    def span(self) -> tuple[int, int]:
        ends = (self.first.start, self.first.end, self.last.start, self.last.end)
        return min(ends), max(ends)


Measured = tuple[Sentence, Sequence[Quantity], Sequence[DateMention]]
"""A sentence with its figures and its dates, in order."""


def order_clashes(said: Measured, evidence: Sequence[Measured]) -> Iterator[Clash]:
    """Find changes of a statement that the evidence tells in the other direction.

    Nothing is said where the evidence tells the same change too, of whatever, or where the
    dates of the two differ: what rises from 3 to 5 may fall from 5 to 3 the year after.

    Args:
        said: a sentence of the statement.
        evidence: the sentences of the evidence.
    """
    own = list(_changes(said))
    if not own or is_denied(said[0]):
        return
    told = [(one, change) for one in evidence for change in _changes(one)]
    for change in own:
        if any(_is_same(change, other) for _, other in told):
            continue
        for found, other in told:
            if _is_turned(change, other) and _is_of_one(said, found):
                yield clash(
                    ClashKind.ORDER, (said[0].text, change.span), (found[0].text, other.span)
                )
                break


def _is_of_one(said: Measured, found: Measured) -> bool:
    if found[0].covers(said[0]) < _SOME_OF_THE_TOPIC or is_denied(found[0]):
        return False
    fewer, more = sorted(([d for d in one[2] if d.low] for one in (said, found)), key=len)
    return all(any(same_date(date, other) for other in more) for date in fewer)


def _is_same(one: _Change, other: _Change) -> bool:
    return same_value(one.first, other.first) and same_value(one.last, other.last)


def _is_turned(one: _Change, other: _Change) -> bool:
    is_crossed = same_value(one.first, other.last) and same_value(one.last, other.first)
    return is_crossed and not same_value(one.first, one.last)


def _changes(of: Measured) -> Iterator[_Change]:
    """The changes of a sentence: "from A to B", "to B from A", "B, up from A", 从A增至B."""
    sentence, quantities, _ = of
    if _RANGE.search(sentence.text, sentence.start, sentence.end):
        return
    if not _CHANGE.search(sentence.text, sentence.start, sentence.end):
        return
    for one, other in pairwise(quantities):
        if _begins(sentence, one) and _ends(sentence, one, other):
            yield _Change(one, other)
        elif _begins(sentence, other) and _stands_first(sentence, one, other):
            yield _Change(other, one)


def _begins(sentence: Sentence, one: Quantity) -> bool:
    return _leads(_BEGINS, sentence, sentence.start, one)


def _ends(sentence: Sentence, one: Quantity, other: Quantity) -> bool:
    return _leads(_ENDS, sentence, one.end, other)


def _leads(pattern: re.Pattern[str], sentence: Sentence, start: int, one: Quantity) -> bool:
    """Whether the words right before a figure end as the pattern does."""
    first = max(sentence.start, start, one.start - _REACH)
    return pattern.search(sentence.text[first : one.start]) is not None


_UP_FROM = re.compile(
    rf"\b(?:up|down|increase|rise|decrease|fall|decline|growth)\s+from\s+{_ABOUT}$", re.IGNORECASE
)
_OF_ANOTHER = re.compile(r"\b(?:and|while|whereas|but)\b|[;；]|而", re.IGNORECASE)


def _stands_first(sentence: Sentence, one: Quantity, other: Quantity) -> bool:
    """Whether the end is told first: "to B from A", or "B, up from A"."""
    if _OF_ANOTHER.search(sentence.text, one.end, other.start):
        return False
    is_named = _leads(_UP_FROM, sentence, one.end, other)
    return is_named or _leads(_ENDS, sentence, sentence.start, one)
