"""Claim Score of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2, eq. 12).

Every claim of the gold graph that the report says and supports is rated in three
dimensions. Reached only through the claim gate.

Choices, where the paper is silent: "instantiated and supported" is decided in
`veridical.methods.hievidr.chain`. A claim without a verdict on that is left out of the
score, and the bounds hold it uncounted and counted with 5; a claim whose rating is missing
is in no sum, and the bounds rate it 1 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veridical.ask import Answer, ask_together
from veridical.checks.ratings import Rated, ratings
from veridical.measure import Context, Law, Measure, Need, Paper, Scale
from veridical.methods.hievidr.asks.claim import DIMENSIONS, ClaimAsk
from veridical.methods.hievidr.chain import ClaimState, claim_states, paragraphs
from veridical.methods.hievidr.grades import POINTS, grade
from veridical.methods.hievidr.settings import DEFAULTS, Norm, Settings
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined


@dataclass(frozen=True, slots=True)
class RatedClaim:
    """A counting claim (w_n = 1) with its ratings r_n,k.

    Attributes:
        node: its id.
        ratings: in the paper's order.
        why: the judge's grounds.
        ask: the identity of the ask.
    """

    node: str
    ratings: tuple[Rated, ...]
    why: str = ""
    ask: str = ""


@dataclass(frozen=True, slots=True)
class ClaimTally:
    """Every claim with what became of it, and the ratings of those that count."""

    states: tuple[ClaimState, ...]
    rated: tuple[RatedClaim, ...] = ()

    @property
    def undecided(self) -> tuple[ClaimState, ...]:
        """The claims of which nobody could say whether they count."""
        return tuple(s for s in self.states if s.counts is None)


def claim(t: ClaimTally, norm: Norm = DEFAULTS.rating_norm) -> Score:
    r"""Claim Score: how good the supported claims are; what does not count earns nothing.

    .. math::
        S_{claim} = 20 \cdot \frac{1}{5 |N_c| |K_c|}
        \sum_{n \in N_c} w_n \sum_{k \in K_c} r_{n,k}

    The gate of the printed formula is control flow: a closed one is never computed.

    Args:
        t: the tally; w_n = 1 for the claims in `rated`.
        norm: ``ratio`` as printed, or ``minmax`` with (r - 1) / 4 in place of r / 5.

    Returns:
        Measured in [0, 20], n = the number of decided claims; |N_c| when all are decided.
        Undecided claims and missing ratings are missing.

    Undefined:
        No claim was decided; claims count and none was rated.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 12.
    """
    if not t.states:
        return Undefined(Reason.NOTHING_TO_CHECK, "no claim node")
    decided = len(t.states) - len(t.undecided)
    lost = Missing.of(s.missing or Reason.NOT_ASSESSED for s in t.undecided)
    best_open = len(t.undecided) / len(t.states)
    if not t.rated:
        bounds = Bounds(0.0, POINTS * best_open)
        if decided:
            return Measured(0.0, decided, lost, bounds)
        return Undefined(lost.counts[0][0], "no claim was decided", lost, bounds)
    g = grade([r for c in t.rated for r in c.ratings], norm)
    share = len(t.rated) / len(t.states)
    bounds = Bounds(POINTS * share * g.worst, POINTS * (share * g.best + best_open))
    missing = lost + g.missing
    if g.mean is None:
        return Undefined(missing.counts[0][0], "no counting claim was rated", missing, bounds)
    return Measured(POINTS * len(t.rated) / decided * g.mean, decided, missing, bounds)


async def collect(context: Context, *, settings: Settings) -> ClaimTally:
    """Walk the graph, then rate each claim that counts."""
    states = await claim_states(context, settings.claim_support)
    counting = [s for s in states if s.counts]
    asks = [_ask(s, context) for s in counting]
    answers = await ask_together(context.asker, asks)
    return ClaimTally(
        states,
        tuple(
            RatedClaim(
                node=state.node,
                ratings=ratings(answer, DIMENSIONS),
                why=answer.why if isinstance(answer, Answer) else answer.detail,
                ask=ask.identity(),
            )
            for state, ask, answer in zip(counting, asks, answers, strict=True)
        ),
    )


def _ask(state: ClaimState, context: Context) -> ClaimAsk:
    graph = context.task.gold.graph
    written = " ".join(context.report.statements[i].text for i in state.statements)
    return ClaimAsk(
        question=context.task.query.text,
        claim=graph.by_id[state.node].text if graph else "",
        written=written,
        around=paragraphs(state, context),
        language=context.report.language,
    )


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[ClaimTally], ...]:
    """The Claim Score under the chosen reading."""
    return (
        Measure(
            name="hievidr.claim",
            title="Claim",
            aspect="claim",
            scale=Scale(0, POINTS),
            source=Paper("HiEviDR-Bench", "2607.25151", "eq. 12"),
            tally_type=ClaimTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=frozenset({Law.ORDER_FREE}),
            collect=partial(collect, settings=settings),
            equation=partial(claim, norm=settings.rating_norm),
        ),
    )
