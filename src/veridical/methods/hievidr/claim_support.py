"""How many claims of the gold graph hold in the report: what both later gates read.

Not a score of the paper (arXiv:2607.25151), which uses only whether any or all hold; ours,
so that a closed claim gate still shows which claim failed, and at which step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veridical.measure import Context, Law, Measure, Need, Paper, Scale
from veridical.methods.hievidr.chain import ClaimState, claim_states
from veridical.methods.hievidr.settings import DEFAULTS, Settings
from veridical.score import Missing, Reason, Score, ratio


@dataclass(frozen=True, slots=True)
class ChainTally:
    """What became of every claim."""

    states: tuple[ClaimState, ...]


def supported_claims(t: ChainTally) -> Score:
    """The share of claims that the report says and supports.

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of decided claims; the others are missing.

    Undefined:
        No claim was decided.

    Source:
        Ours, after HiEviDR-Bench, arXiv:2607.25151, Sec. 3.2, w_n of eq. 12.
    """
    counts = [s.counts for s in t.states]
    lost = Missing.of(s.missing or Reason.NOT_ASSESSED for s in t.states if s.counts is None)
    decided = len(counts) - counts.count(None)
    return ratio(counts.count(True), decided, of="decided claim", missing=lost)


async def collect(context: Context, *, settings: Settings) -> ChainTally:
    """Walk the graph from the evidence up."""
    return ChainTally(await claim_states(context, settings.claim_support))


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[ChainTally], ...]:
    """The share of claims that hold."""
    return (
        Measure(
            name="hievidr.claim.supported",
            title="Claims said and supported",
            aspect="claim",
            scale=Scale(0, 1),
            source=Paper("HiEviDR-Bench", "2607.25151", "w_n of eq. 12"),
            tally_type=ChainTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=frozenset({Law.ORDER_FREE}),
            collect=partial(collect, settings=settings),
            equation=supported_claims,
        ),
    )
