"""The options of DeepResearchEval's scores, each with the default that we hold to be right.

Which reading is used is never silent: the settings are recorded with every score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from veridical.agents.spending import Limits
from veridical.checks.labels import CheckLabel


class Conflict(StrEnum):
    """What a statement is called that one source supports and another contradicts.

    The paper calls Wrong what reliable sources contradict and Unknown what cannot be settled,
    and is silent on sources that disagree.
    """

    UNKNOWN = "unknown"
    WRONG = "wrong"

    @property
    def label(self) -> CheckLabel:
        """The paper's label."""
        return CheckLabel(self.value)


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        conflict: the label of what sources disagree on.
        cited: whether sources that the report cites are read beside those that were found.
        turns: searches with new queries for one statement, at most. The authors allow 30.
        results: results of a query that are looked at.
        sources: sources of different sites that are read in a turn.
        tokens_each: estimated input tokens for one statement.
        tokens: estimated input tokens for a report.
        search: who searches the web (a provider's name); "" = the bench's corpus is searched.
    """

    conflict: Conflict = Conflict.UNKNOWN
    cited: bool = True
    turns: int = 3
    results: int = 6
    sources: int = 3
    tokens_each: int = 20_000
    tokens: int = 1_000_000
    search: str = ""

    def __post_init__(self) -> None:
        """Refuse limits that allow nothing."""
        self.limits()

    def limits(self) -> Limits:
        """How far the search may go.

        Raises:
            ConfigError: a limit below 1.
        """
        return Limits(
            turns=self.turns,
            results=self.results,
            sources=self.sources,
            tokens_each=self.tokens_each,
            tokens=self.tokens,
        )

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded; who searches only where somebody does."""
        shown = {f.name: _shown(getattr(self, f.name)) for f in fields(self)}
        return {name: value for name, value in shown.items() if name != "search" or value}


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


DEFAULTS = Settings()
