"""Who did it to whom: the same two things, each in the other's part.

"Alpha acquired Beta" and "Beta acquired Alpha" share every word. Only a small closed set of
verbs is read, of which both can hardly be meant by one text; a passive is turned round first.
It is no contradiction, for both may have happened: it is shown only that the evidence does
not say what the statement says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence, is_telling, sentences

# Base or present, other active forms, participle: the last is passive after "be" and before "by".
_ENGLISH = (
    "acquire acquires acquired acquiring",
    "buy buys bought buying",
    "beat beats beat beaten beating",
    "defeat defeats defeated defeating",
    "sue sues sued suing",
    "overtake overtakes overtook overtaken overtaking",
    "surpass surpasses surpassed surpassing",
    "exceed exceeds exceeded exceeding",
    "outperform outperforms outperformed outperforming",
    "outnumber outnumbers outnumbered outnumbering",
    "outsell outsells outsold outselling",
    "precede precedes preceded preceding",
    "invade invades invaded invading",
    "conquer conquers conquered conquering",
)
_CHINESE = (
    "收购 并购",
    "击败 打败 战胜",
    "超过 超越 赶超 反超",
    "起诉 控告",
    "优于 领先于",
    "早于 先于",
    "入侵",
)
_VERBS = {
    form: number for number, line in enumerate((*_ENGLISH, *_CHINESE)) for form in line.split()
}
_VERB = re.compile(
    r"\b(?:" + "|".join(f for f in _VERBS if f.isascii()) + r")\b"
    "|" + "|".join(f for f in _VERBS if not f.isascii()),
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"[,;:.()\u2013\u2014\uff0c\uff1b\uff1a\u3002\uff08\uff09\n|]"
    r"|\b(?:and|but|while|whereas|because|which|who|that|when|after|before|although)\b",
    re.IGNORECASE,
)
_END = re.compile(
    _BREAK.pattern + r"|\b(?:from|for|in|on|at|with|to|as|by|over|under|during|since|through|until"
    r"|against|into)\b|[于在]|时|后|之前|以来",
    re.IGNORECASE,
)
_BE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)(?:\s+[a-z]+ly)?\s+$", re.IGNORECASE
)
_BY = re.compile(r"\s+(?:[^\s,;:()]+\s+){0,4}?by\s+", re.IGNORECASE)
_BY_AT_ONCE = re.compile(r"\s+by\s+", re.IGNORECASE)
_REACH = 200
"""Characters on either side of a verb that are read: a clause, and linear time."""
_OF_PASSIVE = re.compile(r"[被遭由]")
_KINDS = "company corporation corp inc ltd group firm team country state 公司 集团 企业 国家 球队"
_NO_NAMES = frozenset(_KINDS.split())


@dataclass(frozen=True, slots=True)
class _Act:
    """One thing done by one to another.

    Attributes:
        verb: the number of its line.
        doer: keys of the words that stand for who does it, those of the other apart.
        other: keys of the words that stand for whom it is done to, likewise.
        span: of the whole clause.
    """

    verb: int
    doer: frozenset[str]
    other: frozenset[str]
    span: tuple[int, int]


def turned_roles(statement: str, window: str) -> tuple[Clash, ...]:
    """Find acts of a statement in which the evidence has the two parts the other way round.

    Nothing is said where the evidence also has them as the statement does.

    Args:
        statement: What is said.
        window: The evidence.
    """
    said = [(s, act) for s in sentences(statement) if not is_denied(s) for act in _acts(s)]
    if not said:
        return ()
    told = [(s, act) for s in sentences(window) if not is_denied(s) for act in _acts(s)]
    return tuple(
        clash(ClashKind.ROLE, (one.text, act.span), (found.text, other.span))
        for one, act in said
        for found, other in _turned(act, told)
    )


def _turned(act: _Act, told: Sequence[tuple[Sentence, _Act]]) -> Sequence[tuple[Sentence, _Act]]:
    """The first act that turns this one round, unless another one is the same."""
    if any(_is_same(act, other) for _, other in told):
        return ()
    return [(found, other) for found, other in told if _is_turned(act, other)][:1]


def _is_same(one: _Act, other: _Act) -> bool:
    return one.verb == other.verb and bool(one.doer & other.doer and one.other & other.other)


def _is_turned(one: _Act, other: _Act) -> bool:
    """Whether each one's doer is whom the other does it to."""
    crossed = one.doer & other.other, one.other & other.doer
    return one.verb == other.verb and all(keys - _NO_NAMES for keys in crossed)


def _acts(sentence: Sentence) -> Iterator[_Act]:
    for verb in _VERB.finditer(sentence.text, sentence.start, sentence.end):
        spans = _parts(sentence, verb)
        if spans is None:
            continue
        doer, other = (_keys(sentence, span) for span in spans)
        if doer - other and other - doer:
            ends = [end for span in spans for end in span]
            yield _Act(
                _VERBS[verb[0].lower()], doer - other, other - doer, _trimmed(sentence, ends, verb)
            )


_Parts = tuple[tuple[int, int], tuple[int, int]]


def _parts(sentence: Sentence, verb: re.Match[str]) -> _Parts | None:
    """Where the doer stands, and where the other; None where one of them is not told."""
    if not verb[0].isascii():
        return _chinese_parts(sentence, verb)
    before = _before(sentence, verb.start()), verb.start()
    is_passive = _BE.search(sentence.text[before[0] : verb.start()]) is not None
    by = (_BY if is_passive else _BY_AT_ONCE).match(sentence.text, verb.end(), sentence.end)
    if by is not None:
        return (by.end(), _after(sentence, by.end())), before
    if is_passive and not verb[0].lower().endswith("ing"):
        return None
    return before, (verb.end(), _after(sentence, verb.end()))


def _chinese_parts(sentence: Sentence, verb: re.Match[str]) -> _Parts | None:
    first = _before(sentence, verb.start())
    marks = list(_OF_PASSIVE.finditer(sentence.text, first, verb.start()))
    if marks:
        return (marks[-1].end(), verb.start()), (first, marks[-1].start())
    return (first, verb.start()), (verb.end(), _after(sentence, verb.end()))


def _before(sentence: Sentence, at: int) -> int:
    """Where the clause begins that a place stands in."""
    first = max(sentence.start, at - _REACH)
    ends = [m.end() for m in _BREAK.finditer(sentence.text, first, at)]
    return ends[-1] if ends else first


def _after(sentence: Sentence, at: int) -> int:
    """Where what follows a place ends: at a preposition, or with the clause."""
    last = min(sentence.end, at + _REACH)
    end = _END.search(sentence.text, at, last)
    return end.start() if end else last


def _trimmed(sentence: Sentence, ends: list[int], verb: re.Match[str]) -> tuple[int, int]:
    """From the first of both parts and the verb to the last, without the space around."""
    first, last = min(*ends, verb.start()), max(*ends, verb.end())
    written = sentence.text[first:last]
    return first + len(written) - len(written.lstrip()), last - len(written) + len(written.rstrip())


def _keys(sentence: Sentence, span: tuple[int, int]) -> frozenset[str]:
    """Keys of the telling words that stand wholly inside."""
    first = sentence.index(span[0])
    last = sentence.index(span[1])
    inside = sentence.words[first:last]
    return frozenset(w.key for w in inside if w.end <= span[1] and is_telling(w))
