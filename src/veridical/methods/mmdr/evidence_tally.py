"""What became of each claim and the page it cites; what the equations of TRACE count."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.ask import Quote
from veridical.methods.mmdr.domains import Category
from veridical.score import Missing, Reason


@dataclass(frozen=True, slots=True)
class Judged:
    """What a page says of a claim, each in [0, 1].

    Attributes:
        support: how far the page says it.
        hallucination: how likely it says what the page does not.
        inversion: how likely it turns a relation round.
        chain_sound: how likely it follows from the page.
    """

    support: float
    hallucination: float
    inversion: float
    chain_sound: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and a page that it cites, with what became of both.

    Attributes:
        statement: index into ``Report.statements``.
        page: the page's key.
        weight: w, how much the claim counts.
        is_key: whether it is a key claim.
        on_picture: whether it speaks of a picture or table.
        domain: the site's registered name, "" if the page has no address.
        category: the judge's, or that of the site's name where the judge does not say.
        state: what became of the page: ``ok``, or why it has no text.
        judged: what the page says; None without a verdict.
        missing: why there is none; None if there is one.
        why: the grounds, or more on what is missing.
        quotes: the page's words that it rests on.
        ask: the ask's identity, "" if none was put.
    """

    statement: int
    page: str
    weight: float
    is_key: bool
    on_picture: bool
    domain: str
    category: Category
    state: str
    judged: Judged | None
    missing: Reason | None = None
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    ask: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceTally:
    """The pairs of one report, and what its three measures count.

    Attributes:
        pairs: those of claims and texts, each once, in the report's order.
        on_images: how many pairs cite a picture itself and are left to MOSAIC.
        tau: from which support on a key claim counts as covered.
        weights: of Con., Cov. and Fid., together 1; None if missing or not asked for.
        weights_missing: why they are; None where they are not, or were not asked for.
    """

    pairs: tuple[Pair, ...]
    on_images: int
    tau: float
    weights: tuple[float, float, float] | None = None
    weights_missing: Reason | None = None

    @property
    def known(self) -> tuple[Pair, ...]:
        """The pairs with a verdict."""
        return tuple(p for p in self.pairs if p.judged is not None)

    @property
    def key(self) -> tuple[Pair, ...]:
        """The pairs of key claims that do not speak of a picture."""
        return tuple(p for p in self.pairs if p.is_key and not p.on_picture)


def missing_of(pairs: tuple[Pair, ...]) -> Missing:
    """The pairs without a verdict, by reason."""
    return Missing.of(p.missing for p in pairs if p.missing is not None)
