"""What FLAE asks: three marks, how much each dimension counts, how much the formula counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part
from veridical.checks.dimension_weights import objection_to_weights
from veridical.checks.prompt import prompt_parts
from veridical.methods.mmdr.asks.shares import PROMPTS, Share
from veridical.methods.mmdr.features import Features, insight_share
from veridical.methods.mmdr.settings import Regime
from veridical.methods.mmdr.signals import Signals, deterministic_alpha
from veridical.score import Reason


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Readability, insightfulness, structural completeness."""

    read: Share
    insh: Share
    stru: Share


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each of the three counts beside the others."""

    w_read: Share
    w_insh: Share
    w_stru: Share

    @property
    def all(self) -> tuple[float, float, float]:
        """In their order."""
        return self.w_read, self.w_insh, self.w_stru


class Alpha(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much the formula channel counts."""

    alpha: Share


@dataclass(frozen=True)
class MarksAsk(Ask[Marks]):
    """Mark a report in three dimensions.

    Attributes:
        query: what it answers.
        report: all of its words.
        features: what the rules go by; no model is shown them.
        language: of the query.
    """

    kind: ClassVar[str] = "mmdr.marks"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Marks

    query: str
    report: str
    features: Features
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, report, query."""
        fields = {"report": self.report, "query": self.query}
        return prompt_parts(PROMPTS, "marks", self.language, fields)

    def by_rule(self) -> Answer[Marks] | NoVerdict:
        """Sums of what can be counted, without the formula's curve; indicative."""
        f = self.features
        if f.is_empty:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the report says nothing")
        read = f.variety * (1 - f.long / 2) * (1 - f.repeated)
        structure = 0.4 * f.sections + 0.2 * f.references + 0.2 * f.citing + 0.2 * f.pictures
        marks = Marks(*(round(one, 3) for one in (read, insight_share(f), structure)))
        return Answer(marks, "by rule: words, cues, citations and sections that can be counted")


@dataclass(frozen=True)
class WeightsAsk(Ask[Weights]):
    """How much each dimension counts for this task and a report of this kind.

    Attributes:
        query: what the report answers.
        signals: all that is shown of the report.
        language: of the query.
    """

    kind: ClassVar[str] = "mmdr.weights"
    version: ClassVar[str] = "2"
    answer_type: ClassVar[type] = Weights

    query: str
    signals: Signals
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, signals, query."""
        fields = {"signals": self.signals.told(), "query": self.query}
        return prompt_parts(PROMPTS, "weights", self.language, fields)

    def objection(self, value: Weights) -> str:
        """No weight above 0."""
        return objection_to_weights(value.all)

    def by_rule(self) -> Answer[Weights] | NoVerdict:
        """A third each; in research insight counts more, in daily tasks readability."""
        if not self.query.strip():
            return NoVerdict(Reason.NOTHING_TO_CHECK, "there is no query")
        if self.signals.regime == Regime.RESEARCH:
            return Answer(Weights(0.3, 0.4, 0.3), "by rule: a task of research")
        return Answer(Weights(0.4, 0.35, 0.25), "by rule: an everyday task")


@dataclass(frozen=True)
class AlphaAsk(Ask[Alpha]):
    """How much the formula counts beside the judge, by what is seen from outside alone.

    Attributes:
        signals: all that is shown of the report; nothing tells whose it is.
        language: of the query.
    """

    kind: ClassVar[str] = "mmdr.alpha"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = Alpha

    signals: Signals
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, signals."""
        return prompt_parts(PROMPTS, "alpha", self.language, {"signals": self.signals.told()})

    def by_rule(self) -> Answer[Alpha] | NoVerdict:
        """The printed α_det."""
        return Answer(Alpha(deterministic_alpha(self.signals)), "by rule: α_det of the paper")
