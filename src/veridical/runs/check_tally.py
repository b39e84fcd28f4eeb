"""How much of a report was decided, and how much of that its sources say.

Only statements that cite something count. *Decided* are those that are supported, partly
supported, contradicted or not in the source. What nobody could tell is in no denominator of the
share of supported ones; it lowers the coverage alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from veridical.ask import NoVerdict
from veridical.findings.verdict import State, StatementVerdict
from veridical.runs.check import CheckResult
from veridical.score import HARMLESS, Reason

DECIDED = frozenset({State.SUPPORTED, State.PARTLY, State.CONTRADICTED, State.NOT_IN_SOURCE})


@dataclass(frozen=True, slots=True)
class Share:
    """A share with what failed asks could make of it, all in [0, 1].

    Attributes:
        value: of what is known; None where nothing is.
        worst: if every failed ask had gone against the report.
        best: if every one had gone for it.
        lost: how many statements failed asks leave open.
        why: why there is no value, or "".
    """

    value: float | None
    worst: float = 0.0
    best: float = 1.0
    lost: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """The statements of one report, counted.

    Attributes:
        supported: by a source, or by all of theirs together.
        decided: with a verdict of any kind.
        citing: that cite something, whatever became of it.
        lost: without a verdict because an ask failed (a budget, a timeout), which may be mended.
        absent: those that cite something and are not decided, by their states.
        is_looked_up: whether there was anywhere to look.
    """

    supported: int
    decided: int
    citing: int
    lost: int
    absent: Mapping[State, int]
    is_looked_up: bool

    @property
    def supported_share(self) -> Share:
        """Supported ones among the decided ones."""
        if not self.decided:
            return Share(None, lost=self.lost, why=self._why_nothing())
        every = self.decided + self.lost
        worst, best = self.supported / every, (self.supported + self.lost) / every
        return Share(self.supported / self.decided, worst, best, self.lost)

    @property
    def coverage(self) -> Share:
        """Decided ones among those that cite something."""
        if not self.citing or not self.is_looked_up:
            return Share(None, lost=self.lost, why=self._why_nothing())
        worst, best = self.decided / self.citing, (self.decided + self.lost) / self.citing
        return Share(worst, worst, best, self.lost)

    def _why_nothing(self) -> str:
        if not self.citing:
            return "no statement cites anything"
        if not self.is_looked_up:
            return "sources were not looked up"
        states = (f"{n} {state.value.replace('_', ' ')}" for state, n in self.absent.items())
        return f"no statement was decided ({', '.join(states)})"


def tally_of(result: CheckResult) -> Tally:
    """The statements of a checked report, counted."""
    states = Counter(v.state for v in result.verdicts)
    citing = [v for v in result.verdicts if v.state is not State.UNCITED]
    open_ = [v for v in citing if v.state not in DECIDED]
    found = bool(result.sources)
    return Tally(
        supported=states[State.SUPPORTED],
        decided=sum(states[state] for state in DECIDED),
        citing=len(citing),
        lost=sum(bool(lost_asks([v], is_looked_up=found)) for v in open_),
        absent={state: states[state] for state in State if any(v.state is state for v in open_)},
        is_looked_up=found or not states[State.NOT_LOOKED_UP],
    )


def lost_asks(verdicts: Iterable[StatementVerdict], *, is_looked_up: bool) -> Mapping[Reason, int]:
    """How many asks failed, by reason: nobody answered, though somebody could have.

    A source that is not there fails no ask; nor does one that nobody looked up.

    Args:
        verdicts: of statements.
        is_looked_up: whether any source was looked up: then what is *offline* is a model.
    """
    world = {Reason.UNREACHABLE} if is_looked_up else {Reason.UNREACHABLE, Reason.OFFLINE}
    absent: Iterable[NoVerdict] = (a for v in verdicts for a in v.absent)
    return Counter(a.reason for a in absent if a.reason not in HARMLESS | world)
