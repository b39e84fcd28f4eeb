"""How many candidates came to each stage, and why the others did not: the funnel of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from veridical.construction.pipeline import Became, Fate
from veridical.score import Measured, Missing, Reason, Score, Undefined, ratio


@dataclass
class StageCount:
    """What became of the candidates that came to one stage.

    Attributes:
        stage: its name.
        dropped: how many fell, by reason.
        unsettled: how many could not be decided, by reason.
        passed: how many came through.
        successors: how many went on from them.
        example: of each reason the first detail, for a reader.
    """

    stage: str
    dropped: Counter[str] = field(default_factory=Counter)
    unsettled: Counter[str] = field(default_factory=Counter)
    passed: int = 0
    successors: int = 0
    example: dict[str, str] = field(default_factory=dict)

    @property
    def came(self) -> int:
        """How many came to it."""
        return self.passed + self.dropped.total() + self.unsettled.total()

    @property
    def yielded(self) -> Score:
        """The share of the decided that came through, the unsettled at both ends as bounds."""
        missing = Missing.of(Reason(r) for r, n in self.unsettled.items() for _ in range(n))
        decided = self.passed + self.dropped.total()
        return ratio(self.passed, decided, of="candidates", missing=missing)

    def add(self, fate: Fate) -> None:
        """Count one more."""
        if fate.became is Became.KEPT:
            self.passed += 1
            self.successors += fate.successors
            return
        counts = self.dropped if fate.became is Became.DROPPED else self.unsettled
        counts[fate.reason] += 1
        self.example.setdefault(fate.reason, fate.detail)


class Funnel:
    """Counts of fates by stage, in the order of the stages; memory does not grow with fates."""

    def __init__(self, stages: Sequence[str]) -> None:
        """Begin with nothing.

        Args:
            stages: all names in order, so that one to which nobody came shows as such.
        """
        self._counts = {name: StageCount(name) for name in stages}

    def add(self, fate: Fate) -> None:
        """Count one more."""
        self._counts[fate.stage].add(fate)

    def add_each(self, fates: Iterable[Fate]) -> None:
        """Count all of them."""
        for fate in fates:
            self.add(fate)

    @property
    def stages(self) -> tuple[StageCount, ...]:
        """In their order."""
        return tuple(self._counts.values())

    @property
    def unsettled(self) -> int:
        """How many candidates wait for another run."""
        return sum(one.unsettled.total() for one in self.stages)


def share(score: Score) -> str:
    """A yield for a reader: ``42.8 %``, with its bounds where something is unsettled."""
    if isinstance(score, Measured):
        told = f"{100 * score.value:.1f} %"
        ends = score.bounds
        if ends is None or not score.missing.total:
            return told
        return f"{told} ({100 * ends.worst:.1f}–{100 * ends.best:.1f})"
    return score.reason.value if isinstance(score, Undefined) else ""
