"""What became of a statement: its state over everything that it cites.

Only "supported" by one source is settled by that source alone. Every other verdict waits for
all of them: a source that cannot be read may be the one that says it, so a fault never turns
a statement into an unsupported one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from veridical.ask import Answer, NoVerdict
from veridical.checks.earlier import Earlier, has_changed
from veridical.checks.verdict import Support, Verdict
from veridical.score import Reason
from veridical.sources import Fetched

_GRAVEST_FIRST = (Support.CONTRADICTED, Support.PARTLY, Support.NOT_IN_SOURCE)
_DISAGREE = "its number stands for several entries, which do not say the same"


class State(StrEnum):
    """What became of a statement; the first four are verdicts, the rest absences."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"
    NO_VERDICT = "no_verdict"
    UNREACHABLE = "unreachable"
    MISSING_REFERENCE = "missing_reference"
    NOT_LOOKED_UP = "not_looked_up"
    UNCITED = "uncited"


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """What one cited source says of a statement.

    Attributes:
        citation: index into ``Report.citations``; several share one where its number stands
            for several entries.
        source: the source as it was found; None if none was looked for.
        answer: the verdict with its quotes, or why there is none.
        share_read: how much of the source was shown, in [0, 1].
        read: the stretches of the source that were shown: what "not in the source" rests on.
        earlier: what an older snapshot of it says, where that was asked: one that carries the
            statement, else why there is no verdict, else the oldest that was looked at.
    """

    citation: int
    source: Fetched | None
    answer: Answer[Verdict] | NoVerdict
    share_read: float = 0.0
    read: tuple[tuple[int, int], ...] = ()
    earlier: Earlier | None = None

    @property
    def is_changed(self) -> bool:
        """Whether it carried the statement once, and does not any more."""
        return has_changed(self.answer, self.earlier)


@dataclass(frozen=True, slots=True)
class StatementVerdict:
    """What all its sources say of a statement.

    Attributes:
        statement: index into ``Report.statements``.
        state: the verdict over all of them, or why there is none.
        why: the grounds in a sentence.
        sources: what each cited source says.
        joint: the verdict of all sources together, where it was asked.
    """

    statement: int
    state: State
    why: str = ""
    sources: tuple[SourceVerdict, ...] = ()
    joint: Answer[Verdict] | NoVerdict | None = None

    @property
    def absent(self) -> tuple[NoVerdict, ...]:
        """Every ask of this statement that has no answer."""
        before = (s.earlier.answer for s in self.sources if s.earlier)
        answers = [*(s.answer for s in self.sources), self.joint, *before]
        return tuple(a for a in answers if isinstance(a, NoVerdict))


def single(sources: Sequence[SourceVerdict]) -> tuple[SourceVerdict, ...]:
    """The sources that their citations certainly name: not those that share a number."""
    times = Counter(one.citation for one in sources)
    return tuple(one for one in sources if times[one.citation] == 1)


def over_all(
    sources: Sequence[SourceVerdict], joint: Answer[Verdict] | NoVerdict | None
) -> tuple[State, str]:
    """The state of a statement and its grounds.

    Args:
        sources: what each source says, those of one citation side by side.
        joint: what all of them together say, where it was asked.
    """
    said = [*by_citation(sources), *([joint] if joint else [])]
    answers = [a for a in said if isinstance(a, Answer)]
    absent = [a for a in said if isinstance(a, NoVerdict)]
    carried = next((a for a in answers if a.value.support is Support.SUPPORTED), None)
    if carried is not None:
        return State.SUPPORTED, carried.why
    if absent:
        return _without_verdict(absent, is_read=bool(answers))
    if isinstance(joint, Answer) and joint.value.support is not Support.NOT_IN_SOURCE:
        return State(joint.value.support.value), joint.why
    return _gravest(answers)


def by_citation(sources: Iterable[SourceVerdict]) -> list[Answer[Verdict] | NoVerdict]:
    """One answer per citation; where its number stands for several entries, what all say."""
    return [_of_one([s.answer for s in own]) for _, own in groupby(sources, lambda s: s.citation)]


def _of_one(answers: Sequence[Answer[Verdict] | NoVerdict]) -> Answer[Verdict] | NoVerdict:
    if len(answers) == 1:
        return answers[0]
    values = {a.value if isinstance(a, Answer) else a.reason for a in answers}
    return answers[0] if len(values) == 1 else NoVerdict(Reason.NOT_ASSESSED, _DISAGREE)


def _without_verdict(absent: Sequence[NoVerdict], *, is_read: bool) -> tuple[State, str]:
    reasons = {a.reason for a in absent}
    if Reason.UNREACHABLE in reasons:
        others = "A cited source was not found, and the others do not carry it."
        return State.UNREACHABLE, others if is_read else "Its source was not found."
    if reasons == {Reason.OFFLINE}:
        return State.NOT_LOOKED_UP, "Sources were not looked up."
    return State.NO_VERDICT, next((a.detail for a in absent if a.detail), "")


def _gravest(answers: Sequence[Answer[Verdict]]) -> tuple[State, str]:
    first = min(answers, key=lambda a: _GRAVEST_FIRST.index(a.value.support))
    return State(first.value.support.value), first.why
