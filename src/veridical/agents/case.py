"""One statement while it is searched for: what was tried, read and said, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from veridical.agents.assertions import Assertion
from veridical.agents.reading_room import Shelf
from veridical.agents.standing import Outcome, SourceRead, Standing
from veridical.ask import Answer, NoVerdict
from veridical.checks.verdict import Verdict
from veridical.score import Reason
from veridical.sources import FetchState, Hits, SearchState, Snapshot
from veridical.trajectory import Step, StepKind

_REASONS = {
    SearchState.RATE_LIMITED: Reason.RATE_LIMITED,
    SearchState.REFUSED: Reason.REFUSED,
    SearchState.TIMEOUT: Reason.TIMEOUT,
    SearchState.UNAVAILABLE: Reason.UNAVAILABLE,
    SearchState.UNREADABLE: Reason.UNREADABLE,
    SearchState.OFFLINE: Reason.OFFLINE,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement with what became of it.

    Attributes:
        assertion: what was checked: the first of those that say the same.
        places: ids of all assertions that say the same, in the order of the report.
        outcome: its standing, or why there is none.
        reads: what was read for it, in the order of reading.
        joint: what sources that carry parts of it say together, where that was asked.
        queries: what was searched for.
        turns: how many turns it took.
        tokens: its nominal cost, in estimated input tokens.
        steps: all that was done for it.
    """

    assertion: Assertion
    places: tuple[int, ...]
    outcome: Outcome
    reads: tuple[SourceRead, ...] = ()
    joint: Answer[Verdict] | NoVerdict | None = None
    queries: tuple[str, ...] = ()
    turns: int = 0
    tokens: int = 0
    steps: tuple[Step, ...] = ()

    @property
    def standing(self) -> Standing | None:
        """Its standing; None where something failed."""
        return self.outcome.standing


@dataclass
class Case:
    """A statement that is being searched for.

    Attributes:
        number: its place among the cases.
        assertion: what is checked.
        places: ids of the assertions that say it.
        cited: addresses that the report cites for it.
    """

    number: int
    assertion: Assertion
    places: tuple[int, ...]
    cited: tuple[str, ...]
    shelf: Shelf
    turn: int = 0
    waiting: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    reads: list[SourceRead] = field(default_factory=list)
    joint: Answer[Verdict] | NoVerdict | None = None
    outcome: Outcome | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether it is neither settled nor failed."""
        return self.outcome is None

    def fail(self, absence: NoVerdict) -> None:
        """End without a standing."""
        self.outcome = Outcome(None, absence.detail, absence)
        self.note(StepKind.ANALYZE, note=f"no verdict: {absence.reason}. {absence.detail}")

    def note(
        self, kind: StepKind, *, url: str | None = None, query: str | None = None, note: str = ""
    ) -> None:
        """Write down a step."""
        self.steps.append(Step(self.turn, kind, url=url, query=query, note=note or None))

    def found(self, every: Sequence[Hits]) -> None:
        """Take in what searches gave, the first results of all before the second ones."""
        for hits in every:
            shown = ", ".join(hit.url for hit in hits.results)
            self.note(StepKind.SEARCH, query=hits.query, note=f"{hits.state}: {shown}")
        failed = [h for h in every if h.state in _REASONS]
        if failed:
            detail = f'search for "{failed[0].query}": {failed[0].state} {failed[0].detail}'
            self.fail(NoVerdict(_REASONS[failed[0].state], detail.strip()))
            return
        longest = max((len(h.results) for h in every), default=0)
        ranked = [h.results[k].url for k in range(longest) for h in every if k < len(h.results)]
        cited = self.cited if self.turn == 1 else ()
        self.waiting = [*cited, *self.waiting, *ranked]

    def look(self, snapshot: Snapshot, *, is_taken: bool) -> None:
        """Write down a look at a source; one that has no text is on record as unread."""
        left = "" if is_taken else ", left out: another source of this turn stands for it"
        self.note(StepKind.FETCH, url=snapshot.url, note=f"{snapshot.state}{left}")
        if snapshot.state is not FetchState.OK:
            cited = snapshot.url in self.cited
            title = snapshot.title
            self.reads.append(SourceRead(snapshot.url, title, self.turn, snapshot.state, cited))
