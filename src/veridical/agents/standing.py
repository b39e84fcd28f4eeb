"""How a statement stands over everything that was read for it.

What one source says is a verdict with quotes. Over several, a contradiction beside support is
a conflict and named so, never settled by counting. A verdict that failed is never "unknown".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import Answer, NoVerdict, Quote
from veridical.checks.earlier import Earlier, has_changed
from veridical.checks.labels import CheckLabel, check_label
from veridical.checks.verdict import Rest, Support, Verdict
from veridical.retrieval.passages import Passage
from veridical.score import Reason
from veridical.sources import PASSING, FetchState


class Standing(StrEnum):
    """What became of a statement that was searched for."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    """A source says otherwise of all of it, or of a part."""
    CONFLICT = "conflict"
    """One source supports it, another says otherwise."""
    CHANGED = "changed_since"
    """A source said it once; it says otherwise, or nothing of it, since. None says it now."""
    PARTLY = "partly"
    """Sources carry a part of it; nobody speaks of the rest."""
    SILENT = "silent"
    """Sources were read, and none speaks of it."""
    NOTHING_FOUND = "nothing_found"
    """The searches brought no source."""


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A source that was read for a statement, or could not be.

    Attributes:
        source: its id: its address, or the item's.
        title: what it calls itself.
        turn: the turn in which it was read, from 1.
        state: what became of the look-up.
        is_cited: whether the report cites it for the statement.
        passages: those that were shown.
        answer: the verdict with its quotes, or why there is none; None where it was not read.
        earlier: what an older snapshot of it says, where that was asked.
    """

    source: str
    title: str
    turn: int
    state: FetchState
    is_cited: bool = False
    passages: tuple[Passage, ...] = ()
    answer: Answer[Verdict] | NoVerdict | None = None
    earlier: Earlier | None = None

    @property
    def label(self) -> CheckLabel | None:
        """What it says of the statement; None where that is not known."""
        return None if self.answer is None else check_label(self.answer)

    @property
    def is_changed(self) -> bool:
        """Whether it carried the statement once, and does not any more."""
        return has_changed(self.answer, self.earlier)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The words that its verdict rests on."""
        return self.answer.quotes if isinstance(self.answer, Answer) else ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The standing of a statement, or why there is none.

    Attributes:
        standing: None where something failed on the way.
        why: the grounds in a sentence.
        absence: what failed, where there is no standing.
    """

    standing: Standing | None
    why: str
    absence: NoVerdict | None = None


SETTLED = frozenset({Standing.SUPPORTED, Standing.CONTRADICTED, Standing.CONFLICT})
"""What ends the search."""

UNTOLD = NoVerdict(Reason.UNREADABLE, "a part is supported, and nothing is said of the rest")


def absences(reads: Sequence[SourceRead]) -> tuple[NoVerdict, ...]:
    """Verdicts that were asked for and did not come."""
    found = []
    for one in reads:
        if isinstance(one.answer, NoVerdict):
            found.append(one.answer)
        elif one.answer is not None and one.label is None:
            found.append(UNTOLD)
    return tuple(found)


def outcome(reads: Sequence[SourceRead], joint: Answer[Verdict] | NoVerdict | None) -> Outcome:
    """How a statement stands.

    Args:
        reads: everything that was read, in the order of reading.
        joint: what the sources that carry parts of it say together, where that was asked.

    Returns:
        No standing where a verdict failed: what it would have said could turn the others
        round. A source that could not be reached is passed over by what others settle; where
        nothing settles it, the source may be the one that does, and there is no standing.
    """
    labels = {r.label for r in reads if r.label is not None}
    if {CheckLabel.RIGHT, CheckLabel.WRONG} <= labels:
        return Outcome(Standing.CONFLICT, _conflict(reads))
    lost = absences(reads)
    if lost:
        return Outcome(None, lost[0].detail, lost[0])
    if CheckLabel.WRONG in labels:
        return _contradicted([r for r in reads if r.label is CheckLabel.WRONG])
    if CheckLabel.RIGHT in labels:
        return Outcome(Standing.SUPPORTED, _first(reads, CheckLabel.RIGHT))
    if isinstance(joint, NoVerdict):
        return Outcome(None, joint.detail, joint)
    if joint is not None and check_label(joint) is CheckLabel.RIGHT:
        return Outcome(Standing.SUPPORTED, f"several sources together: {joint.why}")
    if joint is not None and check_label(joint) is CheckLabel.WRONG:
        return Outcome(Standing.CONTRADICTED, f"several sources together: {joint.why}")
    return _open(reads)


def _contradicted(against: Sequence[SourceRead]) -> Outcome:
    """Wrong, unless each source that says otherwise now said it once."""
    unmoved = [r for r in against if not r.is_changed]
    if not unmoved:
        return _changed(against[0])
    if all(r.earlier is not None and isinstance(r.earlier.answer, NoVerdict) for r in unmoved):
        assert unmoved[0].earlier is not None
        lost = unmoved[0].earlier.answer
        assert isinstance(lost, NoVerdict)
        return Outcome(None, f"{unmoved[0].source} before: {lost.detail}", lost)
    return Outcome(Standing.CONTRADICTED, _first(unmoved, CheckLabel.WRONG))


def _changed(one: SourceRead) -> Outcome:
    assert one.earlier is not None
    now = "says otherwise since" if one.label is CheckLabel.WRONG else "does not say it any more"
    return Outcome(Standing.CHANGED, f"{one.source} said this on {one.earlier.day} and {now}")


def _open(reads: Sequence[SourceRead]) -> Outcome:
    unreached = [r for r in reads if r.state in PASSING]
    if unreached:
        detail = f"{unreached[0].source}: {unreached[0].state}"
        return Outcome(None, detail, NoVerdict(Reason.UNREACHABLE, detail))
    changed = next((r for r in reads if r.is_changed), None)
    if changed is not None:
        return _changed(changed)
    if any(_is(r, Support.PARTLY) for r in reads):
        return Outcome(Standing.PARTLY, "sources carry a part of it, and say nothing of the rest")
    read = sum(r.answer is not None for r in reads)
    if read:
        return Outcome(Standing.SILENT, f"none of the sources read speaks of it: {read}")
    return Outcome(Standing.NOTHING_FOUND, "the searches brought no source")


def partly(reads: Sequence[SourceRead]) -> tuple[SourceRead, ...]:
    """Sources that carry a part of the statement."""
    return tuple(r for r in reads if _is(r, Support.PARTLY) and r.label is CheckLabel.UNKNOWN)


def _is(one: SourceRead, support: Support) -> bool:
    return isinstance(one.answer, Answer) and one.answer.value.support is support


def _first(reads: Sequence[SourceRead], label: CheckLabel) -> str:
    one = next(r for r in reads if r.label is label)
    assert isinstance(one.answer, Answer)
    mixed = " (a part of it only)" if one.answer.value.rest is Rest.CONTRADICTED else ""
    return f"{one.source}{mixed}: {one.answer.why}"


def _conflict(reads: Sequence[SourceRead]) -> str:
    sides = [
        next(r for r in reads if r.label is label).source
        for label in (CheckLabel.RIGHT, CheckLabel.WRONG)
    ]
    return f"{sides[0]} supports it, {sides[1]} says otherwise"
