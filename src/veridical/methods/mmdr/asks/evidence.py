"""What TRACE asks of a claim and a page that it cites, and how its three measures weigh."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from math import exp, log
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, Grounds, NoVerdict, Part, Quote
from veridical.checks.clash import ClashKind
from veridical.checks.dimension_weights import objection_to_weights
from veridical.checks.orders import ATTACKED, doubt
from veridical.checks.prompt import prompt_parts
from veridical.checks.support_rule import Held, Support, hold
from veridical.methods.mmdr.asks.shares import PROMPTS, Share
from veridical.methods.mmdr.domains import Category
from veridical.methods.mmdr.settings import PRIORS
from veridical.retrieval.passages import Passage
from veridical.score import Reason

HALF = 0.5
"""Support from which a page that gives orders to its judge has to say enough beside them."""


class PairVerdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page says of a claim that cites it.

    Attributes:
        support: how far it says the claim.
        hallucination: how likely the claim says what the page does not.
        inversion: how likely it turns cause and effect, or a direction, round.
        chain_sound: how likely the claim follows from what the page says.
        category: what kind of source the page is.
    """

    support: Share
    hallucination: Share
    inversion: Share
    chain_sound: Share
    category: Category = Category.UNKNOWN


class _WithoutSupport(Container[object]):
    """The verdicts that rest on no words of the page."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, PairVerdict) and value.support == 0


@dataclass(frozen=True)
class PairAsk(Ask[PairVerdict]):
    """What a page says of a claim.

    Attributes:
        claim: it, without markers.
        passages: what is shown of the page, each at its place there.
        address: of the page's site, "" if unknown.
        language: of the claim.
    """

    kind: ClassVar[str] = "mmdr.pair"
    version: ClassVar[str] = "1"
    answer_type: ClassVar[type] = PairVerdict

    claim: str
    passages: tuple[Passage, ...]
    address: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, passages, site, claim."""
        shown = "\n\n".join(f"<{p.source}>\n{p.text}" for p in self.passages)
        fields = {"passages": shown, "address": self.address, "claim": self.claim}
        return prompt_parts(PROMPTS, "pair", self.language, fields)

    def grounds(self) -> Grounds:
        """The passages; support has to quote them."""
        texts = tuple(Quote(p.source, p.start, p.end, p.text) for p in self.passages)
        return Grounds(texts, self.claim, _WithoutSupport())

    def objection(self, value: PairVerdict) -> str:
        """Support by passages that give orders to their judge, and hold too little beside them."""
        order = doubt(self.claim, self.grounds().texts) if value.support >= HALF else ""
        return f"{ATTACKED}: {order}" if order else ""

    def by_rule(self) -> Answer[PairVerdict] | NoVerdict:
        """The rules' verdict on support, in numbers; indicative."""
        held = hold(self.claim, self.passages)
        if held is None:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "no words to compare")
        return Answer(_by_rule(held), f"by rule: {held.why}", held.quotes)


_INVERTED = frozenset({ClashKind.DIRECTION, ClashKind.ROLE, ClashKind.ORDER})
_NUMBERS = {
    Support.SUPPORTED: (1.0, 0.0, 1.0),
    Support.PARTLY: (0.5, 0.4, 0.5),
    Support.NOT_IN_SOURCE: (0.0, 0.7, 0.2),
    Support.CONTRADICTED: (0.0, 1.0, 0.0),
}
"""Support, hallucination and soundness by the rules' verdict."""


def _by_rule(held: Held) -> PairVerdict:
    support, hallucination, sound = _NUMBERS[held.verdict]
    inversion = 1.0 if held.clash in _INVERTED else 0.0
    return PairVerdict(support, hallucination, inversion, sound)


class EvidenceWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Con., Cov. and Fid. count beside each other."""

    w_con: Share
    w_cov: Share
    w_fid: Share

    @property
    def all(self) -> tuple[float, float, float]:
        """In their order."""
        return self.w_con, self.w_cov, self.w_fid


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of a report's evidence, by which the three weights are moved.

    Attributes:
        pairs: how many were judged.
        key_claims: how many key claims cite a page.
        prohibited: the share of pairs from prohibited sources.
        coverage: E_cov; None where nothing was to be covered.
        hallucination: its mean.
        inversion: its mean.
    """

    pairs: int
    key_claims: int
    prohibited: float
    coverage: float | None
    hallucination: float
    inversion: float

    def told(self) -> str:
        """One a line."""
        rows = {
            "judged claims": str(self.pairs),
            "key claims": str(self.key_claims),
            "share of prohibited sources": f"{self.prohibited:.2f}",
            "coverage of key claims": "-" if self.coverage is None else f"{self.coverage:.2f}",
            "mean hallucination": f"{self.hallucination:.2f}",
            "mean inversion": f"{self.inversion:.2f}",
        }
        return "\n".join(f"{name}: {value}" for name, value in rows.items())


def adapted(found: Found) -> tuple[float, float, float]:
    r"""The priors of Con., Cov. and Fid., moved by what was found.

    .. math:: W = softmax(\log \pi + h)

    with h = 1.0 on Con. if more than .05 of the pairs are from prohibited sources, 0.8 on Cov. if
    three key claims or more are covered below .4, and 0.8 on Fid. if the mean hallucination is
    above .25 or the mean inversion above .15.

    Args:
        found: what was found of the report's evidence.

    Returns:
        Three weights, together 1.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, TRACE, the released code.

    Deviates:
        The fourth part of the code, diversity, is in no table of the paper: it is left out and
        the priors .40, .25, .25 are scaled to 1. Its controller's shift v is the judge's ask.
    """
    is_uncovered = found.key_claims >= _SEVERAL_KEY and (found.coverage or 0.0) < _LITTLE_COVERED
    is_unfaithful = found.hallucination > _MUCH_MADE_UP or found.inversion > _MUCH_INVERTED
    shifts = (
        _ON_CONSISTENCY if found.prohibited > _MANY_PROHIBITED else 0.0,
        _ON_OTHERS if is_uncovered else 0.0,
        _ON_OTHERS if is_unfaithful else 0.0,
    )
    raised = [exp(log(prior) + shift) for prior, shift in zip(PRIORS, shifts, strict=True)]
    first, second, third = (one / sum(raised) for one in raised)
    return first, second, third


_MANY_PROHIBITED, _SEVERAL_KEY, _LITTLE_COVERED = 0.05, 3, 0.4
_MUCH_MADE_UP, _MUCH_INVERTED = 0.25, 0.15
_ON_CONSISTENCY, _ON_OTHERS = 1.0, 0.8


@dataclass(frozen=True)
class EvidenceWeightsAsk(Ask[EvidenceWeights]):
    """How much Con., Cov. and Fid. count for this task and a report of this kind.

    Attributes:
        query: what the report answers.
        found: all that is shown of the report.
        language: of the query.
    """

    kind: ClassVar[str] = "mmdr.evidence_weights"
    version: ClassVar[str] = "2"
    answer_type: ClassVar[type] = EvidenceWeights

    query: str
    found: Found
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, what was found, query."""
        fields = {"found": self.found.told(), "query": self.query}
        return prompt_parts(PROMPTS, "evidence_weights", self.language, fields)

    def objection(self, value: EvidenceWeights) -> str:
        """No weight above 0."""
        return objection_to_weights(value.all)

    def by_rule(self) -> Answer[EvidenceWeights] | NoVerdict:
        """The priors, moved as in the released code."""
        return Answer(
            EvidenceWeights(*adapted(self.found)), "by rule: priors moved by what is found"
        )
