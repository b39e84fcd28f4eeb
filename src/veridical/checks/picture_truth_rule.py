"""Sentences of a report held against what pictures show, in words: the built-in rules' view.

Rules look at no picture here: they compare the report with what an expert wrote down of it, so
they are indicative. Only sentences that speak of the question's pictures are held against it: those
that point at one, that say its title and cite nothing, or that go on about its parts. Such a
sentence fails where it gives a label another number than the ground truth, or the truth's numbers
to none of its labels; where it clashes with the ground truth in another known way; or where it says
that something is drawn of which the ground truth has nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veridical.ask import NoVerdict
from veridical.checks.clash import ClashKind
from veridical.checks.labelled import Fact, Given, facts_of, given_in, numbers
from veridical.checks.support_rule import SAME_SUBJECT, Support, hold
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.quantities import comparable, same_value
from veridical.report.sentences import sentence_spans
from veridical.retrieval.passages import Passage
from veridical.score import Reason

WRONG_IDENTITY, FALSE_PRESENCE = "wrong_identity", "false_presence"
SWAPPED_LABELS, MISREAD = "swapped_labels", "misread"

CONFIDENCE = 0.3
"""Of every rule's verdict, alike: it has seen nothing."""
WITH_CRITICAL, WITH_MISREAD, NOTHING_READ = 2, 4, 3
"""Scores where the report has an identity-critical failure, another one, or reads nothing."""
LEAST_RIGHT, MOST_RIGHT = 6, 10
LEAST_NUMBERS = 2
"""Of the ground truth in one sentence, from which the sentence speaks of its picture."""
ENOUGH_NEW = 0.5
"""Weighted share of a sentence's words that the ground truth lacks, from which it is of
something else."""

_KINDS = {
    ClashKind.NUMBER: MISREAD,
    ClashKind.UNIT: MISREAD,
    ClashKind.SCALE: MISREAD,
    ClashKind.DATE: MISREAD,
    ClashKind.DIRECTION: MISREAD,
    ClashKind.NEGATION: MISREAD,
    ClashKind.NAME: WRONG_IDENTITY,
    ClashKind.TERM: WRONG_IDENTITY,
    ClashKind.ORDER: SWAPPED_LABELS,
    ClashKind.ROLE: SWAPPED_LABELS,
}
_POINTS = re.compile(
    r"\b(?:the|this|that|these|its|attached|given)\s(?:[a-z]+\s){0,2}?(?:picture|photo(?:graph)?"
    r"|image|figure|chart|graph|diagram|plot|drawing|screenshot)s?\b"
    r"|(?<![地企意版试])图[中里示上下内]|[该此本据由从按如]图|(?:示意|条形|折线|统计)图|照片[中里]",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\b(?:bar|curve|line|legend|axis|table|caption|label|area|photograph|chart|map)s?\b"
    r"|柱|曲线|虚线|图例|坐标|标[出注有]|画[出有]|附有|[上下]部|[左右]侧",
    re.IGNORECASE,
)
_OWN_FIGURE = re.compile(
    r"\b(?:fig(?:ure)?s?\.?|image|picture|chart)\s{0,3}\d|图\s{0,3}\d", re.IGNORECASE
)
_MARKER = re.compile(r"\[\d{1,3}(?:\s?[,，–-]\s?\d{1,3}){0,20}\]|\]\(http|https?://")
_TITLE = re.compile(r'"([^"\n]{3,120})"|“([^”\n]{2,80})”')
_NO_PROSE = ("#", "|", "[picture", "[")


@dataclass(frozen=True, slots=True)
class RuleFailure:
    """A sentence that says of the pictures what they do not show."""

    kind: str
    quote: str
    shown: str


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What the rules say: failures, a score from 0 to 10, how sure, and why."""

    failures: tuple[RuleFailure, ...]
    score: int
    confidence: float
    why: str


def seen_by_rule(truth: str, report: str) -> RuleVerdict | NoVerdict:
    """Hold a report against what its question's pictures show.

    Args:
        truth: what they show, in words.
        report: its words.
    """
    told, said = _sentences(truth), _sentences(report)
    if not told or not said:
        return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
    facts, titles = facts_of(truth), [a or b for a, b in _TITLE.findall(truth)]
    failures = tuple(_failures(truth, facts, _about(said, titles), titles))
    read, of = _read(facts, told, said, report)
    return _verdict(failures, read, of)


def _about(said: Sequence[str], titles: Sequence[str]) -> list[str]:
    """The sentences that speak of the question's pictures."""
    found: list[str] = []
    before = ""
    for sentence in said:
        goes_on = bool(found) and found[-1] is before and _PARTS.search(sentence)
        if _points(sentence) or _says_title(sentence, titles) or goes_on:
            found.append(sentence)
        before = sentence
    return found


def _points(sentence: str) -> bool:
    is_own = _OWN_FIGURE.search(sentence)
    return is_own is None and _POINTS.search(sentence) is not None


def _says_title(sentence: str, titles: Sequence[str]) -> bool:
    if _MARKER.search(sentence) or _OWN_FIGURE.search(sentence):
        return False
    keys = {word.key for word in words(sentence)}
    return any(_telling(title) <= keys for title in titles)


def _telling(title: str) -> set[str]:
    return {word.key for word in words(title) if word.weight > STOP_WEIGHT}


def _verdict(failures: tuple[RuleFailure, ...], read: int, of: int) -> RuleVerdict:
    why = f"{read} of {of} things of the ground truth are told, {len(failures)} otherwise"
    if any(one.kind != MISREAD for one in failures):
        score = WITH_CRITICAL
    elif failures:
        score = WITH_MISREAD
    elif not read:
        score = NOTHING_READ
    else:
        score = LEAST_RIGHT + (MOST_RIGHT - LEAST_RIGHT) * read // of
    return RuleVerdict(failures, score, CONFIDENCE, why)


def _read(
    facts: Sequence[Fact], told: Sequence[str], said: Sequence[str], report: str
) -> tuple[int, int]:
    """How many labels with their numbers the report tells; without any, how many sentences."""
    if facts:
        pairs = [given for sentence in said for given in given_in(sentence, facts)]
        right = {given.fact.names for given in pairs if given.fact.has(given.quantity)}
        if right:
            return len(right), len(facts)
    return sum(_is_read(one, report) for one in told), len(told)


def _sentences(text: str) -> list[str]:
    pieces = [line for line in text.splitlines() if line.strip() and not line.startswith(_NO_PROSE)]
    spans = [(piece, span) for piece in pieces for span in sentence_spans(piece)]
    found = [piece[start:end].strip() for piece, (start, end) in spans]
    return [one for one in found if any(True for _ in words(one))]


def _is_read(told: str, report: str) -> bool:
    """Whether the report tells a sentence of the ground truth, or part of it."""
    held = hold(told, [Passage("report", 0, report)])
    return held is not None and held.verdict in (Support.SUPPORTED, Support.PARTLY)


def _failures(
    truth: str, facts: Sequence[Fact], said: Sequence[str], titles: Sequence[str]
) -> Iterator[RuleFailure]:
    passage = Passage("truth", 0, truth)
    for sentence in said:
        pairs = given_in(sentence, facts)
        if pairs:
            yield from _wrong(sentence, pairs, facts)
            continue
        found = _renamed(sentence, facts) or _clashing(sentence, passage, truth, titles)
        if found is not None:
            yield found


def _wrong(sentence: str, pairs: Sequence[Given], facts: Sequence[Fact]) -> Iterator[RuleFailure]:
    """The first number that a label has otherwise, of the same sort of thing."""
    for given in pairs:
        own = given.fact.values
        if given.fact.has(given.quantity) or not any(comparable(given.quantity, v) for v in own):
            continue
        taken = any(fact.has(given.quantity) for fact in facts)
        shown = ", ".join(value.text for value in own)
        kind = SWAPPED_LABELS if taken else MISREAD
        yield RuleFailure(kind, sentence, f"{given.fact.names[0]}: {shown}")
        return


def _renamed(sentence: str, facts: Sequence[Fact]) -> RuleFailure | None:
    """A sentence that tells numbers of the ground truth, and gives them to none of its labels."""
    said = numbers(sentence)
    known = [q for q in said if any(fact.has(q) for fact in facts)]
    folded = sentence.casefold()
    if len(known) < LEAST_NUMBERS or any(fact.place(folded) >= 0 for fact in facts):
        return None
    return RuleFailure(WRONG_IDENTITY, sentence, ", ".join(fact.names[0] for fact in facts))


def _clashing(
    sentence: str, passage: Passage, truth: str, titles: Sequence[str]
) -> RuleFailure | None:
    held = hold(sentence, [passage])
    if held is not None and held.clash is not None and held.share >= SAME_SUBJECT:
        kind = _KINDS[held.clash]
        if kind == MISREAD and _stands_elsewhere(held.against[0], truth):
            kind = SWAPPED_LABELS
        return RuleFailure(kind, sentence, held.against[1])
    if not _says_title(sentence, titles) and _new(sentence, truth) >= ENOUGH_NEW:
        return RuleFailure(FALSE_PRESENCE, sentence, "the ground truth has nothing of it")
    return None


def _stands_elsewhere(said: str, truth: str) -> bool:
    """Whether the figure that clashes is the ground truth's own, of another part."""
    there = numbers(truth)
    return any(same_value(q, one) for q in numbers(said) for one in there)


def _new(sentence: str, truth: str) -> float:
    """The weighted share of a sentence's telling words that the ground truth lacks."""
    known = {word.key for word in words(truth)}
    telling = {w.key: w.weight for w in words(sentence) if w.weight > STOP_WEIGHT}
    total = sum(telling.values())
    return sum(w for key, w in telling.items() if key not in known) / total if total else 0.0
