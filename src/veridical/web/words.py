"""Numbers and absences in words: what a score looks like on a page."""

from __future__ import annotations

from veridical.score import Bounds, Gated, Measured, Missing, Score, Undefined

_REASONS = {
    "unreadable": "answer unreadable",
    "refused": "respondent refused",
    "rate_limited": "rate limited",
    "timeout": "timed out",
    "unavailable": "respondent unavailable",
    "budget": "budget spent",
    "offline": "offline",
    "pending": "still pending",
    "unreachable": "source unreachable",
    "not_assessed": "not assessed",
    "nothing_to_check": "nothing to check",
    "no_gold": "no gold",
    "gate_undecided": "gate undecided",
}


_STATES = {
    "retrieved": "the evidence was among what the writer was given",
    "cited": "the report cites the evidence",
    "instantiated": "the report says the claim, in its own words or the same",
    "supported": "what the report cites for it carries it",
}


def meaning(state: str) -> str:
    """What a state of a node means, "" where its name says it all."""
    return _STATES.get(state, "")


def reason(name: str) -> str:
    """A reason for absence, for a reader."""
    return _REASONS.get(name, name.replace("_", " "))


def readable(name: str) -> str:
    """An identifier as words: ``number_differs`` becomes ``number differs``."""
    return name.replace("_", " ")


def decimal(value: float) -> str:
    """A number with two places, and a true minus."""
    return f"{value:.2f}".replace("-", "−")


def number(score: Score) -> str:
    """The number, or one word for its absence."""
    if isinstance(score, Measured):
        return decimal(score.value)
    return "gated" if isinstance(score, Gated) else "undefined"


def ground(score: Score) -> str:
    """Why there is no number, "" if there is one."""
    if isinstance(score, Gated):
        return f"not asked: the gate “{score.by}” is closed"
    if isinstance(score, Undefined):
        return reason(score.reason) + (f": {score.detail}" if score.detail else "")
    return ""


def bounds(score: Score) -> str:
    """Worst and best case, where something is missing; "" where they are shown alike."""
    if isinstance(score, Gated):
        return ""
    if score.bounds is None:
        return "no bound" if score.missing.total or isinstance(score, Undefined) else ""
    worst, best = decimal(score.bounds.worst), decimal(score.bounds.best)
    return f"{worst}–{best}" if worst != best else ""


def missing(score: Score) -> str:
    """How many items had no verdict, and why; "" if all had one."""
    counts = absent(score)
    if not counts.total:
        return ""
    by_reason = ", ".join(f"{n} {reason(r)}" for r, n in counts.counts)
    return by_reason if len(counts.counts) == 1 else f"{counts.total} missing: {by_reason}"


def absent(score: Score) -> Missing:
    """The items that the score is missing."""
    return Missing() if isinstance(score, Gated) else score.missing


def sort_key(score: Score) -> str:
    """What a column is sorted by: the number in full, "" where there is none."""
    return repr(score.value) if isinstance(score, Measured) else ""


def span_of(score: Score) -> Bounds | None:
    """The bounds to draw, None where they say no more than the number."""
    if isinstance(score, Gated) or score.bounds is None:
        return None
    return score.bounds if score.bounds.worst != score.bounds.best else None


def count(n: int, noun: str, plural: str = "") -> str:
    """``1 task``, ``2 tasks``."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"
