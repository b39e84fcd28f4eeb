"""Tallies, reports and a judge for MMDeepResearch-Bench's goldens, all said by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from veridical.ask import ONCE, Answer, Ask, Draw, NoVerdict
from veridical.measure import Context, Method, Page, Submission
from veridical.methods.evaluator import Evaluation, evaluate_submission
from veridical.methods.mmdr.asks.flae import Alpha, AlphaAsk, Marks, MarksAsk, Weights, WeightsAsk
from veridical.methods.mmdr.domains import Category
from veridical.methods.mmdr.evidence_collect import Collector
from veridical.methods.mmdr.evidence_tally import EvidenceTally, Judged, Pair
from veridical.methods.mmdr.features import Features, Three
from veridical.methods.mmdr.flae import FlaeTally
from veridical.methods.mmdr.flae import measures as flae_measures
from veridical.methods.mmdr.settings import DEFAULTS, Settings
from veridical.methods.mmdr.signals import Signals
from veridical.report import parse_report
from veridical.score import Missing, Reason
from veridical.task import Gold, Query, Task

A = TypeVar("A")
Given = tuple[float, float, float] | Reason

FULL = """# Ice

## Summary

Ice floats on water since its density is only 917 kg per cubic metre [1].

## Analysis

Water has a density of 999.84 kg per cubic metre at its freezing point [2]. It is therefore
about 8 % heavier than the ice that forms on top of it, as everybody knows who has skated [7].

## Conclusion

The difference between both densities lets the ice float all winter long, whatever happens.

## References

[1] https://a.org/ice
[2] https://b.org/water
"""


def shares(length: float, sections: float, citing: float, references: float) -> Signals:
    """Signals with these shares alone."""
    return Signals("daily", 0, 0, 0, 0, 0, 0, 0, 0, length, sections, citing, references)


NONE_SEEN = shares(0, 0, 0, 0)
NO_FEATURES = Features(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, False)


def lost(*reasons: Reason) -> Missing:
    """So many missing."""
    return Missing.of(reasons)


def flae_tally(
    *,
    form: tuple[float, float, float],
    judge: Given,
    weights: Given,
    alpha: float | Reason | None,
) -> FlaeTally:
    """A tally of these channels; a reason instead of what is missing."""
    given = {"judge": judge, "weights": weights, "alpha": alpha}
    return FlaeTally(
        NO_FEATURES,
        NONE_SEEN,
        Three(*form),
        None if isinstance(judge, Reason) else Three(*judge),
        None if isinstance(weights, Reason) else Three(*weights),
        None if isinstance(alpha, Reason) else alpha,
        tuple((name, one) for name, one in given.items() if isinstance(one, Reason)),
    )


@dataclass
class Panel:
    """A judge whose answers are written down.

    Attributes:
        marks: of a report.
        weights: of the dimensions.
        alpha: the formula's share.
        others: by kind, what is answered to other asks.
    """

    marks: Given = (0.5, 0.5, 0.5)
    weights: Given = (0.4, 0.3, 0.3)
    alpha: float | Reason = 0.5
    others: Mapping[str, Callable[[Ask[object]], object]] = field(default_factory=dict)
    asked: list[Ask[object]] = field(default_factory=list)

    def of(self, kind: type[A]) -> list[A]:
        """Those asks of a kind that were put."""
        return [ask for ask in self.asked if isinstance(ask, kind)]

    async def ask(self, ask: Ask[object], draw: Draw = ONCE) -> Answer[object] | NoVerdict:
        """As it is written."""
        del draw
        self.asked.append(ask)
        said = self._said(ask)
        if isinstance(said, Reason):
            return NoVerdict(said)
        return said if isinstance(said, Answer | NoVerdict) else Answer(said)

    def _said(self, ask: Ask[object]) -> object:
        if isinstance(ask, MarksAsk):
            return self.marks if isinstance(self.marks, Reason) else Marks(*self.marks)
        if isinstance(ask, WeightsAsk):
            return self.weights if isinstance(self.weights, Reason) else Weights(*self.weights)
        if isinstance(ask, AlphaAsk):
            return self.alpha if isinstance(self.alpha, Reason) else Alpha(self.alpha)
        known = self.others.get(ask.kind)
        return known(ask) if known else ask.by_rule()


def context(
    asker: Panel,
    text: str,
    *,
    language: str = "en",
    pages: Mapping[str, Page] | None = None,
    gold: Gold = Gold(),  # noqa: B008 - frozen
    tags: Mapping[str, str] | None = None,
) -> Context:
    """A report on a task."""
    task = Task("t", Query("Why does ice float?"), language, gold=gold, tags=tags or {})
    own = Submission("s", "t", parse_report(text.encode()), pages=pages)
    return Context(task, own, {}, asker)  # type: ignore[arg-type]


def evaluated(asker: Panel, text: str, settings: Settings = DEFAULTS) -> Evaluation:
    """The report scored."""
    method = Method(name="mmdr", version="0", stages=flae_measures(settings))
    return asyncio.run(evaluate_submission(method, context(asker, text)))


def said(support: float, made_up: float = 0.0, turned: float = 0.0, sound: float = 1.0) -> Judged:
    """What a page says of a claim."""
    return Judged(support, made_up, turned, sound)


def pair(
    judged: Judged | Reason,
    *,
    weight: float = 1.0,
    is_key: bool = False,
    on_picture: bool = False,
    domain: str = "a.org",
    category: Category = Category.ACCEPTABLE,
) -> Pair:
    """A pair, judged or missing for a reason."""
    lacks = judged if isinstance(judged, Reason) else None
    known = None if isinstance(judged, Reason) else judged
    return Pair(0, "p", weight, is_key, on_picture, domain, category, "ok", known, lacks)


def tally(
    *pairs: Pair, weights: tuple[float, float, float] | None = None, tau: float = 0.45
) -> EvidenceTally:
    """A tally of these pairs."""
    return EvidenceTally(pairs, 0, tau, weights)


def ok_page(text: str) -> Page:
    """A page with text."""
    return Page("p", "ok", text)


def traced(
    text: str,
    pages: Mapping[str, Page],
    asker: Panel | None = None,
    settings: Settings = DEFAULTS,
) -> tuple[EvidenceTally, Panel]:
    """The pairs of a report over these pages, and who was asked."""
    panel = asker or Panel()
    named = {key: Page(key, page.state, page.text) for key, page in pages.items()}
    tags = {"regime": "daily"}
    found = asyncio.run(Collector(settings)(context(panel, text, pages=named, tags=tags)))
    return found, panel
