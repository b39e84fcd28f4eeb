"""The progressive gates of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2).

Citation gate: at least one gold evidence node is cited. Claim gate: at least one claim
counts. Answer gate: all claims count. A gate is control flow: what follows a closed one is
not asked. A gate whose input is missing is undecided, unless what is known settles it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from veridical.measure import Context, Gate
from veridical.methods.hievidr.chain import all_hold, any_holds, claim_states
from veridical.methods.hievidr.citing import cites, item_of
from veridical.methods.hievidr.settings import DEFAULTS, Settings

CITATION = "citation"
CLAIM = "claim"
ANSWER = "answer"


def furthest(gates: Mapping[str, bool | None]) -> str:
    """The last gate that is open with all before it open; "" if the first is not."""
    passed = ""
    for name in (CITATION, CLAIM, ANSWER):
        if not gates.get(name):
            break
        passed = name
    return passed


async def citation_opens(context: Context) -> bool | None:
    """Whether the report cites at least one gold evidence node."""
    graph = context.task.gold.graph
    found = cites(context)
    cited = any(item_of(n) in found.places for n in (graph.evidence if graph else ()))
    return True if cited else False if found.is_known else None


async def claim_opens(context: Context, *, settings: Settings) -> bool | None:
    """Whether at least one claim is said and supported."""
    states = await claim_states(context, settings.claim_support)
    return any_holds([s.counts for s in states])


async def answer_opens(context: Context, *, settings: Settings) -> bool | None:
    """Whether every claim is said and supported."""
    states = await claim_states(context, settings.claim_support)
    return all_hold([s.counts for s in states])


CITATION_GATE = Gate(CITATION, citation_opens)


def claim_gate(settings: Settings = DEFAULTS) -> Gate:
    """The gate before the Claim Score."""
    return Gate(CLAIM, partial(claim_opens, settings=settings))


def answer_gate(settings: Settings = DEFAULTS) -> Gate:
    """The gate before the Answer Score."""
    return Gate(ANSWER, partial(answer_opens, settings=settings))
