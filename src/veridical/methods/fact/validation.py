"""What a cited page says of the statements that cite it.

FACT (arXiv:2506.11763, Sec. 4.2) sends a page once, with all of its statements. So do we, where
the asker can put several asks in one call; each statement is an ask of its own all the same,
with an answer of its own, so that one lost answer loses no other, and no answer is matched by
its place in a list. A page without text is never shown to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veridical.ask import Answer, NoVerdict, Quote, ask_together
from veridical.checks.labels import FactLabel, fact_label
from veridical.checks.support import SupportAsk, Verdict, verified
from veridical.findings.page import page_of, unread
from veridical.measure import Context, Page
from veridical.methods.fact.pairs import Cited
from veridical.methods.fact.sent import sent
from veridical.methods.fact.settings import Settings
from veridical.score import Reason
from veridical.sources import FetchState

UNKNOWN = "no page was looked up"


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with what its page says, or why that is unknown; the fields are those of `Pair`."""

    cited: Cited
    verdict: Verdict | None
    label: FactLabel | None
    missing: Reason | None
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    read: tuple[tuple[int, int], ...] = ()
    ask: str = ""


async def on_page(
    context: Context, key: str, pairs: Sequence[Cited], settings: Settings
) -> list[Judged]:
    """What one page says of each statement that cites it.

    Args:
        context: the report.
        key: the page's key.
        pairs: those of that page, in the report's order.
        settings: what of the page is sent.
    """
    page = page_of(context, key)
    if page.state != FetchState.OK:
        return [_unread(pair, page) for pair in pairs]
    shown = sent(page.text, [pair.text for pair in pairs], settings, source=page.id)
    asks = [SupportAsk(pair.text, shown, language=pair.language) for pair in pairs]
    answers = await ask_together(context.asker, asks)
    read = tuple((p.start, p.end) for p in shown)
    return [
        _judged(pair, ask, verified(answer, shown), read)
        for pair, ask, answer in zip(pairs, asks, answers, strict=True)
    ]


def _judged(
    pair: Cited,
    ask: SupportAsk,
    answer: Answer[Verdict] | NoVerdict,
    read: tuple[tuple[int, int], ...],
) -> Judged:
    if isinstance(answer, NoVerdict):
        return Judged(pair, None, None, answer.reason, answer.detail, read=read, ask=ask.identity())
    label = fact_label(answer)
    return Judged(pair, answer.value, label, None, answer.why, answer.quotes, read, ask.identity())


def _unread(pair: Cited, page: Page) -> Judged:
    """A page without text: the paper's "unknown", and missing; nothing looked up is no label."""
    reason = unread(page)
    if reason is Reason.OFFLINE:
        return Judged(pair, None, None, reason, UNKNOWN)
    return Judged(pair, None, FactLabel.UNKNOWN, reason, page.state)
