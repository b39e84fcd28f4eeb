"""The options of DeepResearchEval's scores, each with the default that we hold to be right.

Which reading is used is never silent: the settings are recorded with every score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from veridical.agents.spending import Limits
from veridical.checks.labels import CheckLabel
from veridical.methods.rubrics import file_sha256


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


class Part(StrEnum):
    """Which of the paper's two evaluations are made."""

    BOTH = "both"
    QUALITY = "quality"
    FACTUALITY = "factuality"


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        parts: whether quality is marked, facts are checked, or both.
        rubrics: a file of rubrics to mark by; "" = the examiner writes them.
        rubrics_sha256: of that file, worked out when it is named, so that a run never goes on
            with another one.
        conflict: the label of what sources disagree on.
        cited: whether sources that the report cites are read beside those that were found.
        turns: searches with new queries for one statement, at most. The authors allow 30.
        results: results of a query that are looked at.
        sources: sources of different sites that are read in a turn.
        tokens_each: estimated input tokens for one statement.
        tokens: estimated input tokens for a report.
        search: who searches the web (a provider's name); "" = the bench's corpus is searched.
    """

    parts: Part = Part.BOTH
    rubrics: str = ""
    rubrics_sha256: str = ""
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

    def frozen(self) -> Settings:
        """The same with the hash of the file of rubrics.

        Raises:
            InputError: the file cannot be read.
        """
        if not self.rubrics or self.rubrics_sha256:
            return self
        return replace(self, rubrics_sha256=file_sha256(self.rubrics))

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
