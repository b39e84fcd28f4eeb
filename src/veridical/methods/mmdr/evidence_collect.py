"""Looks at each page that a report's claims cite, and asks what it says of them.

A page is shown once with all claims that cite it, whole or in the stretches that speak of them;
each claim is an ask of its own. A page without text is shown to nobody.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veridical.ask import Answer, NoVerdict, ask_together
from veridical.checks.quotes import QuotableSource
from veridical.findings.page import page_of, unread
from veridical.measure import Context, Page
from veridical.methods.mmdr.asks.evidence import EvidenceWeightsAsk, PairAsk, PairVerdict
from veridical.methods.mmdr.asks.shares import together_one
from veridical.methods.mmdr.domains import Category
from veridical.methods.mmdr.evidence import found_of
from veridical.methods.mmdr.evidence_tally import EvidenceTally, Judged, Pair
from veridical.methods.mmdr.flae import language_for
from veridical.methods.mmdr.pairs import Claimed, claim_pairs
from veridical.methods.mmdr.settings import DEFAULTS, TAU, Settings, Weighing, regime_of
from veridical.methods.once import OncePerReport
from veridical.retrieval.passages import Passage, whole
from veridical.retrieval.stretches import stretches
from veridical.score import Reason
from veridical.sources import FetchState

NO_QUOTE = "no quote of it stands in the page"


@dataclass(frozen=True)
class _Read:
    """A pair with what is known of it once its page was looked at."""

    claimed: Claimed
    page: Page
    said: Answer[PairVerdict] | NoVerdict
    ask: str = ""


@dataclass(eq=False)
class Collector(OncePerReport[EvidenceTally]):
    """Judges the pairs of a report, and has the three measures weighed; once per report.

    Attributes:
        settings: what of a page is shown, and who weighs.
    """

    settings: Settings = DEFAULTS

    async def counted(self, context: Context) -> EvidenceTally:
        """The tally of one report."""
        every = claim_pairs(context)
        texts = [one for one in every if not one.is_image]
        pages: defaultdict[str, list[Claimed]] = defaultdict(list)
        for one in texts:
            pages[one.page].append(one)
        said = await asyncio.gather(
            *(self._on_page(context, key, claims) for key, claims in pages.items())
        )
        read = {(one.claimed.statement, one.claimed.page): one for own in said for one in own}
        pairs = tuple(_pair(read[one.statement, one.page]) for one in texts)
        tau = TAU[regime_of(context.task)]
        return await self._weighed(context, EvidenceTally(pairs, len(every) - len(texts), tau))

    async def _on_page(self, context: Context, key: str, claims: Sequence[Claimed]) -> list[_Read]:
        page = page_of(context, key)
        if page.state != FetchState.OK:
            absent = NoVerdict(unread(page), page.state)
            return [_Read(one, page, absent) for one in claims]
        shown = _shown(page, claims, self.settings.characters)
        asks = [PairAsk(one.text, shown, one.domain, one.language) for one in claims]
        answers = await ask_together(context.asker, asks)
        return [
            _Read(one, page, verified(answer, shown), ask.identity())
            for one, ask, answer in zip(claims, asks, answers, strict=True)
        ]

    async def _weighed(self, context: Context, tally: EvidenceTally) -> EvidenceTally:
        """The tally with the judge's weights, where they are asked for and there is reason to."""
        found = found_of(tally)
        if found is None or self.settings.weights is not Weighing.JUDGE:
            return tally
        ask = EvidenceWeightsAsk(context.task.query.text, found, language_for(context))
        said = await context.asker.ask(ask)
        if isinstance(said, NoVerdict):
            return replace(tally, weights_missing=said.reason)
        weights = together_one(said.value.all)
        if weights is None:
            return replace(tally, weights_missing=Reason.UNREADABLE)
        return replace(tally, weights=(weights[0], weights[1], weights[2]))


def _shown(page: Page, claims: Sequence[Claimed], characters: int) -> tuple[Passage, ...]:
    if not characters:
        return (whole(page.text, source=page.id),)
    texts = [one.text for one in claims]
    return stretches(page.text, texts, source=page.id, characters=characters)


def verified(
    said: Answer[PairVerdict] | NoVerdict, shown: Sequence[Passage]
) -> Answer[PairVerdict] | NoVerdict:
    """The answer, or no verdict where it claims support and no quote of it stands in the page."""
    if isinstance(said, NoVerdict) or said.value.support == 0:
        return said
    sources = [QuotableSource(passage.text) for passage in shown]
    held = tuple(q for q in said.quotes if any(s.locate(q.text) for s in sources))
    if not held:
        return NoVerdict(Reason.UNREADABLE, NO_QUOTE)
    return replace(said, quotes=held)


def _pair(read: _Read) -> Pair:
    one, said = read.claimed, read.said
    found = said.value if isinstance(said, Answer) else None
    is_told = found is not None and found.category is not Category.UNKNOWN
    return Pair(
        statement=one.statement,
        page=one.page,
        weight=one.weight,
        is_key=one.is_key,
        on_picture=one.on_picture,
        domain=one.domain,
        category=found.category if found is not None and is_told else one.category,
        state=read.page.state,
        judged=None if found is None else _judged(found),
        missing=said.reason if isinstance(said, NoVerdict) else None,
        why=said.detail if isinstance(said, NoVerdict) else said.why,
        quotes=said.quotes if isinstance(said, Answer) else (),
        ask=read.ask,
    )


def _judged(found: PairVerdict) -> Judged:
    return Judged(
        float(found.support),
        float(found.hallucination),
        float(found.inversion),
        float(found.chain_sound),
    )
