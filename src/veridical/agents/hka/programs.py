"""A program that draws: asked for, run, mended until it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veridical.agents.hka.analysis import Analysis, analyses, others, program
from veridical.agents.hka.asks.code import CodeAsk
from veridical.agents.hka.drawing import Drawer
from veridical.agents.hka.rates import Tally
from veridical.agents.research.journal import Journal
from veridical.agents.sandbox import Outcome, State
from veridical.ask import Answer
from veridical.retrieval.tables import Table

_TRACEBACK = 2_000
"""Characters of a program's complaint that whoever mends it is shown; its end."""


@dataclass(frozen=True)
class Ran:
    """A program that ran to its end."""

    code: str
    outcome: Outcome


@dataclass
class Programs:
    """Programs for one question and one table.

    Attributes:
        question: what is asked of the table.
        table: whose rows only the program is given.
        shown: what the prompt shows of it.
        journal: where asks are put.
        drawer: where programs run.
        tally: where failures are counted.
        runs: of programs until one works, at most.
        language: of the report.
        drawn: analyses of the table that have a figure.
    """

    question: str
    table: Table
    shown: str
    journal: Journal
    drawer: Drawer
    tally: Tally
    runs: int
    language: str
    drawn: Sequence[Analysis] = ()
    _ruled: list[tuple[str, Analysis]] = field(init=False)
    _asked: int = 0

    def __post_init__(self) -> None:
        """The programs of the rules, the best first."""
        found = others(analyses(self.table, self.question), self.drawn)
        self._ruled = [(program(one, self.table), one) for one in found]

    @property
    def analysis_of(self) -> Mapping[str, Analysis]:
        """The typed analysis that a program was written from, for those of the rules."""
        return dict(self._ruled)

    async def working(self, code: str = "", error: str = "") -> Ran | None:
        """A program that runs; None where nobody writes one, or none of all runs works.

        Args:
            code: the last program; "" = none.
            error: what was wrong with its figure.

        Raises:
            ConfigError: the sandbox does not work here.
        """
        for failures in range(self.runs):
            ask = CodeAsk(self.question, self.shown, code, error, self._rule(), self.language)
            said = await self.journal.ask(ask)
            if not isinstance(said, Answer):
                if failures:
                    self.tally.ran(failures, worked=False)
                return None
            code = said.value.code
            outcome = await self.drawer.draw(code, {"rows": self.table.objects})
            if outcome.state is State.RAN:
                self.tally.ran(failures, worked=True)
                return Ran(code, outcome)
            error = complaint(outcome)
        self.tally.ran(self.runs, worked=False)
        return None

    def _rule(self) -> str:
        """The rules' best program; each time that one did not do, the next."""
        if self._asked >= len(self._ruled):
            return ""
        self._asked += 1
        return self._ruled[self._asked - 1][0]


def complaint(outcome: Outcome) -> str:
    """What is told of a program that failed: the end of its traceback, or how it ended."""
    if outcome.state is State.RAISED and outcome.stderr.strip():
        return outcome.stderr.strip()[-_TRACEBACK:]
    return outcome.state.value
