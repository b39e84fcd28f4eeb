"""The statement dates what the evidence dates otherwise."""

import re
from collections.abc import Iterator, Sequence

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence
from veridical.checks.words import words
from veridical.report.dates import DateMention, Granularity

_COMPARED = frozenset({Granularity.DAY, Granularity.MONTH, Granularity.YEAR})
_SOME_OF_THE_TOPIC = 0.4
_REACH = 4
# What happens to a thing once; what may happen again in another year is no clash.
_ONCE = frozenset(
    word.key
    for word in words(
        "founded established born died published released signed built launched opened completed "
        "created premiered invented discovered written incorporated merged acquired married "
        "graduated retired ratified adopted passed enacted introduced debuted began begin started "
        "ended finished formed inaugurated killed assassinated abolished discontinued approved "
        "novel film book album song paper study report scheduled inception"
    )
)
_ONCE_CHINESE = re.compile(
    "成立|建立|创立|创办|创建|出版|发布|上市|出生|生于|去世|逝世|签署|开业|开工|竣工|建成|诞生|发行|首映"
    "|当选|获批|施行|颁布|通过|启用|落成|投产|发明|发现|收购|合并"
)


def date_clashes(
    said: Sentence,
    found: Sentence,
    dates: Sequence[DateMention],
    rivals: Sequence[DateMention],
    *,
    is_repeated: bool = False,
) -> Iterator[Clash]:
    """Find dates of the statement that the evidence sentence gives otherwise.

    Args:
        said: The statement's sentence.
        found: A sentence of the evidence.
        dates: The sentence's dates that agree with none of the evidence.
        rivals: The evidence sentence's dates that agree with none of the statement.
        is_repeated: Whether the evidence says the same in the same words and
            figures: then a date that alone differs is a clash, whatever happened.
    """
    if not dates or not rivals or found.covers(said) < _SOME_OF_THE_TOPIC:
        return
    if is_denied(said) or is_denied(found):
        return
    firm = [rival for rival in rivals if _is_firm(rival)]
    for date in filter(_is_firm, dates):
        event = _events(said, date)
        alike = [rival for rival in firm if _alike(date, rival)]
        same = [rival for rival in alike if event & _events(found, rival)]
        if not same and is_repeated and len(firm) == 1:
            same = alike
        for rival in same[:1]:
            spans = (date.start, date.end), (rival.start, rival.end)
            yield clash(ClashKind.DATE, (said.text, spans[0]), (found.text, spans[1]))


# A date up to which or from which something holds is not the date when something else happened.
_LIMIT = re.compile(
    r"\b(since|by|before|after|until|till|prior to|as of|up to|through)\s+(?:the\s+)?"
    r"(?:early |late |mid-?)?$|([自截])[至从止]?$",
    re.IGNORECASE,
)
_LIMIT_AFTER = re.compile(r"\s?(?:年|月|日)?(以来|以前|之前|以后|之后|为止)")
_LIMIT_REACH = 24


def is_limit_alike(one: tuple[Sentence, DateMention], other: tuple[Sentence, DateMention]) -> bool:
    """Whether neither of two dates is a limit, or both are limits of one sort: "since", 以前."""
    return _limit(*one) == _limit(*other)


def _limit(sentence: Sentence, date: DateMention) -> str:
    first = max(sentence.start, date.start - _LIMIT_REACH)
    before = _LIMIT.search(sentence.text, first, date.start)
    after = _LIMIT_AFTER.match(sentence.text, date.end, sentence.end)
    if before is not None:
        return (before[1] or before[2]).lower()
    return after[1] if after is not None else ""


def _is_firm(date: DateMention) -> bool:
    is_plain = not date.relative and not date.ambiguous
    return is_plain and date.low is not None and date.granularity in _COMPARED


def _alike(date: DateMention, other: DateMention) -> bool:
    """A day clashes with another day; a year also with what is finer."""
    return Granularity.YEAR in (date.granularity, other.granularity) or (
        date.granularity is other.granularity
    )


def _events(sentence: Sentence, date: DateMention) -> set[str]:
    """What the date is the date of: the nearest telling word, if it happens once."""
    before = sentence.before(date.start, 1, _REACH)
    after = sentence.after(date.end, 1, _REACH) if _describes(sentence, date) else []
    near = {word.key for word in (*before, *after)} & _ONCE
    start, end = max(sentence.start, date.start - 6), min(sentence.end, date.end + 6)
    return near | set(_ONCE_CHINESE.findall(sentence.text, start, end))


def _describes(sentence: Sentence, date: DateMention) -> bool:
    """Whether the date describes what it precedes: "is a 1954 novel"."""
    return sentence.text[max(0, date.start - 3) : date.start].endswith((" a ", "an "))
