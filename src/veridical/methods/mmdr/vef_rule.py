"""The built-in rules' view of Vef.: sentences of a report held against the ground truth in words.

Rules look at no picture here: they compare the report with what an expert wrote down of it, so
they are indicative. A sentence fails where it clashes with the ground truth in a known way, or
where it names, as shown, what the ground truth does not name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veridical.ask import NoVerdict
from veridical.checks.clash import ClashKind
from veridical.checks.support_rule import SAME_SUBJECT, Held, Support, hold
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.quantities import quantities
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
_SHOWN = re.compile(
    r"\b(?:picture|photo(?:graph)?|image|figure|chart|graph|diagram|plot|drawing|map|screenshot)s?"
    r"\b|[图画]|照片",
    re.IGNORECASE,
)


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
    failures = tuple(_failures(truth, said))
    read = sum(_is_read(one, report) for one in told)
    return _verdict(failures, read, len(told))


def _verdict(failures: tuple[RuleFailure, ...], read: int, told: int) -> RuleVerdict:
    why = f"{read} of {told} sentences of the ground truth are told, {len(failures)} otherwise"
    if any(one.kind != MISREAD for one in failures):
        score = WITH_CRITICAL
    elif failures:
        score = WITH_MISREAD
    elif not read:
        score = NOTHING_READ
    else:
        score = LEAST_RIGHT + (MOST_RIGHT - LEAST_RIGHT) * read // told
    return RuleVerdict(failures, score, CONFIDENCE, why)


def _sentences(text: str) -> list[str]:
    pieces = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    spans = [(piece, span) for piece in pieces for span in sentence_spans(piece)]
    found = [piece[start:end].strip() for piece, (start, end) in spans]
    return [one for one in found if any(True for _ in words(one))]


def _is_read(told: str, report: str) -> bool:
    """Whether the report tells a sentence of the ground truth, or part of it."""
    held = hold(told, [Passage("report", 0, report)])
    return held is not None and held.verdict in (Support.SUPPORTED, Support.PARTLY)


def _failures(truth: str, said: Sequence[str]) -> Iterator[RuleFailure]:
    passage = Passage("truth", 0, truth)
    for sentence in said:
        held = hold(sentence, [passage])
        found = None if held is None else _failure(sentence, held, truth)
        if found is not None:
            yield found


def _failure(sentence: str, held: Held, truth: str) -> RuleFailure | None:
    if held.clash is not None and held.share >= SAME_SUBJECT:
        kind = _KINDS[held.clash]
        if kind == MISREAD and _stands_elsewhere(held.against[0], truth):
            kind = SWAPPED_LABELS
        return RuleFailure(kind, sentence, held.against[1])
    if _SHOWN.search(sentence) and _new(sentence, truth) >= ENOUGH_NEW:
        return RuleFailure(FALSE_PRESENCE, sentence, "the ground truth names nothing of it")
    return None


def _stands_elsewhere(said: str, truth: str) -> bool:
    """Whether the figure that clashes is the ground truth's own, of another part."""
    there = {q.value for q in quantities(truth)}
    return any(q.value in there for q in quantities(said))


def _new(sentence: str, truth: str) -> float:
    """The weighted share of a sentence's telling words that the ground truth lacks."""
    known = {word.key for word in words(truth)}
    telling = {w.key: w.weight for w in words(sentence) if w.weight > STOP_WEIGHT}
    total = sum(telling.values())
    return sum(w for key, w in telling.items() if key not in known) / total if total else 0.0
