"""One text denies what the other says, in the same words.

A negator denies its head, the first telling word after it in the same clause.
The other text must say that head of the same subject and without any negator.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.sentence import Sentence, is_telling

_ENGLISH = (
    r"\b(?:non(?=-)|not|no|never|without|neither|nor|cannot|[a-z]{2,6}n['\u2019]t)\b"
    # what follows makes it a comparison, a connective or a limit in time, or takes it back
    r"(?!\s+(?:only|just|merely|simply|necessarily|until|till|doubt|longer|more|less|fewer|later"
    r"|matter|least|other|sooner|wonder)\b|(?:\s+[\w-]+){1,4}\s+(?:other\s+than|but|except)\b)"
)
_CHINESE = (
    r"并非|并不|没有|尚未|从未|未能"
    r"|未(?![来必婚知尝])|没(?![落收有])|无(?![论数疑不非限线形比需所])"
    r"|(?<![无莫不])不(?![仅但只断过同少久得管止论错足单光特"
    r"到超低高多宜等若如禁时动良幸平安及])"
)
DENIAL = re.compile(f"{_ENGLISH}|{_CHINESE}", re.IGNORECASE)
"""Words that deny; "not only", "no sooner", "none but", 不仅 and 无不 do not."""
# A part or a ground alone is denied, which another sentence need not name.
_OF_A_PART = re.compile(
    r"\s+(?:exactly|so|as|too|all|every|always|one|because|due|\d)\b", re.IGNORECASE
)
_UNTIL = re.compile(r"\b(?:until|till|before|unless|except|if|whether)\b", re.I)
# What is set against something else is denied of it alone: "because of its air and not of light".
_CONTRAST = re.compile(r"(?:\b(?:and|but|or)|[,;])\s+$|[，；、而]$", re.I)
_JOINED = re.compile(r"\b(?:and|because|when|while|although|which|who)\b|而且|并且|因为", re.I)
"""What begins another clause, which a denial does not reach."""
_MOST_OF_THE_TOPIC = 0.5
_HEAD_REACH = 4
_UNTIL_REACH = 60


@dataclass(frozen=True, slots=True)
class _Denial:
    start: int
    end: int
    head: str


def negation_clashes(said: Sentence, found: Sentence) -> Iterator[Clash]:
    """Find what one of two sentences denies and the other says."""
    denied, told = list(_denials(said)), list(_denials(found))
    if bool(denied) == bool(told):
        return
    denier, other = (said, found) if denied else (found, said)
    for denial in denied or told:
        place = _asserted(denial, denier, other)
        if place is not None and found.covers(said, but=(denial.head,)) >= _MOST_OF_THE_TOPIC:
            here = (denial.start, denial.end)
            spans = (here, place) if denied else (place, here)
            yield clash(ClashKind.NEGATION, (said.text, spans[0]), (found.text, spans[1]))


def is_denied(sentence: Sentence, place: int | None = None) -> bool:
    """Whether a sentence denies anything; given a place, whether in the clause that holds it."""
    return any(place is None or _is_near(sentence, one, place) for one in _denials(sentence))


def _is_near(sentence: Sentence, denial: _Denial, place: int) -> bool:
    between = min(denial.end, place), max(denial.start, place)
    is_apart = sentence.breaks(*between) or _JOINED.search(sentence.text, *between)
    return not is_apart


def _denials(sentence: Sentence) -> Iterator[_Denial]:
    for found in DENIAL.finditer(sentence.text, sentence.start, sentence.end):
        if _OF_A_PART.match(sentence.text, found.end(), sentence.end):
            continue
        heads = sentence.after(found.end(), 1, _HEAD_REACH)
        if heads:
            yield _Denial(found.start(), heads[0].end, heads[0].key)


def _asserted(denial: _Denial, denier: Sentence, other: Sentence) -> tuple[int, int] | None:
    """Where the other sentence says the head of a subject that the denier names before it."""
    if _UNTIL.search(denier.text, denial.end, min(denier.end, denial.end + _UNTIL_REACH)):
        return None
    if _CONTRAST.search(denier.text, max(denier.start, denial.start - 12), denial.start):
        return None
    subject = {word.key for word in denier.before(denial.start, 3, reach=8)}
    for word in other.words:
        if word.key == denial.head and is_telling(word):
            named = {before.key for before in other.before(word.start, 4, reach=10)}
            if subject and subject <= named | {denial.head}:
                return (word.start, word.end)
    return None
