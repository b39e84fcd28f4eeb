"""Citation Score of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2, eq. 11).

Every gold evidence node that the report cites is rated in four dimensions, given the item
and the places where it is cited. Reached only through the citation gate.

Choices, where the paper is silent: the places are the statements in the scope of the item's
citations, as written; of a picture, its caption and the statements beside it. A node whose
rating is missing is in no sum, and the bounds rate it 1 and 5. With r / 5, as printed, the
worst rating still earns a fifth: any citation of gold evidence is rewarded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veridical.ask import Answer, Quote, ask_together
from veridical.checks.ratings import Rated, ratings
from veridical.graph import Node
from veridical.measure import Context, Law, Measure, Need, Paper, Scale
from veridical.methods.hievidr.asks.citation import (
    DIMENSIONS,
    CitationAsk,
    PictureCitationAsk,
)
from veridical.methods.hievidr.citing import (
    Cites,
    cites,
    citing_statements,
    evidence_text,
    item_of,
    quotes_of,
)
from veridical.methods.hievidr.grades import POINTS, grade
from veridical.methods.hievidr.settings import DEFAULTS, Norm, Settings
from veridical.score import Bounds, Measured, Reason, Score, Undefined


@dataclass(frozen=True, slots=True)
class CitedNode:
    """A gold evidence node that the report cites (w_n = 1).

    Attributes:
        node: its id.
        item: its corpus item.
        places: the citing statements in the report.
        ratings: r_n,k in the paper's order.
        why: the judge's grounds.
        quotes: the item's words that they rest on.
        ask: the identity of the ask.
    """

    node: str
    item: str
    places: tuple[Quote, ...]
    ratings: tuple[Rated, ...]
    why: str = ""
    quotes: tuple[Quote, ...] = ()
    ask: str = ""


@dataclass(frozen=True, slots=True)
class CitationTally:
    """The cited gold nodes of |N_e| in all."""

    nodes: int
    cited: tuple[CitedNode, ...]


def citation(t: CitationTally, norm: Norm = DEFAULTS.rating_norm) -> Score:
    r"""Citation Score: how well gold evidence is cited; what is not cited earns nothing.

    .. math::
        S_{citation} = 20 \cdot \frac{1}{5 |N_e| |K_e|}
        \sum_{n \in N_e} w_n \sum_{k \in K_e} r_{n,k}

    The gate of the printed formula is control flow: a closed one is never computed.

    Args:
        t: the tally; w_n = 1 for the nodes in `cited`.
        norm: ``ratio`` as printed, or ``minmax`` with (r - 1) / 4 in place of r / 5.

    Returns:
        Measured in [0, 20], n = |N_e|. With missing ratings, the mean of those rated stands
        for all cited nodes, and the bounds rate them 1 and 5.

    Undefined:
        Nodes are cited and none was rated.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 11.
    """
    if not t.nodes:
        return Undefined(Reason.NOTHING_TO_CHECK, "no evidence node")
    if not t.cited:
        return Measured(0.0, t.nodes)
    share = len(t.cited) / t.nodes
    g = grade([r for node in t.cited for r in node.ratings], norm)
    bounds = Bounds(POINTS * share * g.worst, POINTS * share * g.best)
    if g.mean is None:
        return Undefined(g.missing.counts[0][0], "no cited node was rated", g.missing, bounds)
    return Measured(POINTS * share * g.mean, t.nodes, g.missing, bounds)


async def collect(context: Context) -> CitationTally:
    """Rate each gold evidence node that the report cites."""
    graph = context.task.gold.graph
    if graph is None:
        return CitationTally(0, ())
    found = cites(context)
    cited = [n for n in graph.evidence if item_of(n) in found.places]
    asks = [_ask(n, found, context) for n in cited]
    answers = await ask_together(context.asker, asks)
    rated = [
        CitedNode(
            node=node.id,
            item=item_of(node),
            places=quotes_of(item_of(node), found, context.report),
            ratings=ratings(answer, DIMENSIONS),
            why=answer.why if isinstance(answer, Answer) else answer.detail,
            quotes=answer.quotes if isinstance(answer, Answer) else (),
            ask=ask.identity(),
        )
        for node, ask, answer in zip(cited, asks, answers, strict=True)
    ]
    return CitationTally(len(graph.evidence), tuple(rated))


def _ask(node: Node, found: Cites, context: Context) -> CitationAsk:
    item = item_of(node)
    words = evidence_text(node, context.corpus)
    contexts = citing_statements(item, found, context.report)
    picture = context.pictures.get(item)
    if picture is not None:
        return PictureCitationAsk(item, words, contexts, context.report.language, picture)
    return CitationAsk(item, words, contexts, context.report.language)


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[CitationTally], ...]:
    """The Citation Score under the chosen reading."""
    return (
        Measure(
            name="hievidr.citation",
            title="Citation",
            aspect="citation",
            scale=Scale(0, POINTS),
            source=Paper("HiEviDR-Bench", "2607.25151", "eq. 11"),
            tally_type=CitationTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=frozenset({Law.ORDER_FREE, Law.SUPPORT_MONOTONE}),
            collect=collect,
            equation=partial(citation, norm=settings.rating_norm),
        ),
    )
