"""A respondent whose answers are written down: for tests, demos and given verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar, cast

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.score import Reason

V = TypeVar("V")

Line = Answer[object] | NoVerdict
Script = Mapping[str, Line] | Callable[[Ask[object]], Line]
"""Answers by the ask's identity, or a function of the ask."""


@dataclass(frozen=True)
class Scripted:
    """Answers as its script says; what the script does not know has no verdict.

    Attributes:
        script: answers by the ask's identity, or a function of the ask.
        identity: name and version. Another script under the same identity would be
            answered from the ledger of the first.
        is_indicative: whether its answers cannot be compared with a model judge's.
    """

    script: Script
    identity: str = "scripted/1"
    is_indicative: bool = False

    async def answer(self, ask: Ask[V], draw: Draw = ONCE) -> Answer[V] | NoVerdict:
        """What the script says, the same for every draw."""
        del draw
        line = self._line(cast("Ask[object]", ask))
        return cast("Answer[V] | NoVerdict", line)

    def _line(self, ask: Ask[object]) -> Line:
        if callable(self.script):
            return self.script(ask)
        unknown = NoVerdict(Reason.UNAVAILABLE, f'the script has no answer to this "{ask.kind}"')
        return self.script.get(ask.identity(), unknown)
