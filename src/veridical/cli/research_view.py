"""A research run on a terminal while it goes: its plan as a tree, and its cost so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.tree import Tree

    from veridical.ask import Answer, Ask, NoVerdict
    from veridical.runs.bound import Spending

_DOING = {
    "research.plan": "planning",
    "research.rank": "ranking what was found",
    "research.gaps": "looking for what is missing",
    "research.write": "writing",
    "support": "judging what the evidence bears",
    "release.rewrite": "wording statements anew",
    "release.disagreement": "comparing what sources say",
}
_LONGEST = 100


@dataclass
class View:
    """What is known of a run so far.

    Attributes:
        question: that is being answered.
        plan: its questions, each with how many asks were put for it.
        asks: how many were put.
        tokens: their nominal cost, in estimated input tokens.
        doing: what is under way.
        spending: what models took so far; None = none is bound.
    """

    question: str = ""
    plan: dict[str, int] = field(default_factory=dict)
    asks: int = 0
    tokens: int = 0
    doing: str = ""
    spending: Callable[[], Spending] | None = None
    on_change: Callable[[], None] = lambda: None

    def begin(self, question: str, plan: tuple[str, ...]) -> None:
        """A question begins."""
        self.question, self.plan = question, dict.fromkeys(plan, 0)
        self.on_change()

    def bound(self, spending: Callable[[], Spending]) -> None:
        """Models are bound."""
        self.spending = spending

    def seen(self, ask: Ask[Any], said: Answer[Any] | NoVerdict | None) -> None:
        """An ask is put, or was answered."""
        from veridical.agents.research.asks.plan import PlanAsk
        from veridical.agents.spending import nominal_tokens
        from veridical.ask import Answer

        if said is None:
            self.asks += 1
            self.tokens += nominal_tokens(ask)
            self.doing = _DOING.get(ask.kind, ask.kind.rpartition(".")[2].replace("_", " "))
            self._count(ask)
        elif isinstance(ask, PlanAsk) and isinstance(said, Answer):
            self.plan = dict.fromkeys(said.value.sub_questions, 0)
        self.on_change()

    def _count(self, ask: Ask[Any]) -> None:
        for name in ("subtask", "query", "question"):
            said = getattr(ask, name, None)
            if isinstance(said, str) and said in self.plan:
                self.plan[said] += 1
                return

    def line(self) -> str:
        """The cost so far, in one line."""
        said = f"{self.asks} asks, about {self.tokens:,} tokens"
        if self.spending is not None:
            said += f"; {str(self.spending()).removesuffix('.')}"
        return said + (f"; {self.doing}" if self.doing else "")

    def tree(self) -> Tree:
        """The plan, with what is done of it."""
        from rich.text import Text
        from rich.tree import Tree

        tree = Tree(Text(_shown(self.question)))
        for question, asks in self.plan.items():
            mark = "✓" if asks else "·"
            tree.add(Text(f"{mark} {_shown(question)}"))
        tree.add(Text(self.line(), style="dim"))
        return tree


def _shown(text: str) -> str:
    """A question in one line that no terminal obeys."""
    from veridical.errors import printable

    line = printable(" ".join(text.split()))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


@contextmanager
def watching() -> Iterator[View | None]:
    """A view that is drawn on a terminal; None where the error stream is none."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    view = View()
    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
        view.on_change = lambda: live.update(view.tree())
        yield view
