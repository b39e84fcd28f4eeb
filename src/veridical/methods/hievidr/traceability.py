"""Evidence Traceability Score of HiEviDR-Bench (arXiv:2607.25151, Sec. 3.2, eqs. 7 to 10).

Was the gold evidence retrieved (s1), was it cited (s2), was irrelevant evidence left out
(s3)? Nothing is asked: all of it is counting and TF-IDF.

Deviations and choices, where the paper is silent:
s1 is over everything the writer was given (the evidence list, else the trajectory's retrieve
steps). The IDF is fitted on the whole corpus; images are compared by their captions; tau is
a setting. Where no retrieved item is irrelevant, s3 is 0/0: we call it Undefined, and only
the published total takes 1 (0 if nothing was retrieved). Identify accuracy (eq. 8) is a
recall; conditional use, F1 and citation precision are ours and stand beside it, and so does
a variant of eq. 10 in which a report that cites nothing earns nothing for avoiding.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.measure import Context, Law, Measure, Need, Paper, Scale
from veridical.methods.hievidr.citing import cites, given, item_of, searched
from veridical.methods.hievidr.grades import POINTS
from veridical.methods.hievidr.relevance import Similarity
from veridical.methods.hievidr.settings import DEFAULTS, Settings
from veridical.methods.hievidr.trace_tally import (
    ANY,
    CITES_UNKNOWN,
    NOTHING_IRRELEVANT,
    NOTHING_RETRIEVED,
    RETRIEVAL_UNKNOWN,
    Compared,
    Known,
    TraceTally,
    share,
    unknown,
)
from veridical.methods.hievidr.use_of_gold import (
    citation_precision,
    conditional_use,
    identify_f1,
)
from veridical.score import Bounds, Measured, Missing, Reason, Undefined


def recall(t: TraceTally) -> Known:
    r"""Evidence Recall: the share of gold evidence that the writer was given.

    .. math:: s_1 = \frac{|E_{key}^{pred} \cap E_{key}^{gold}|}{|E_{key}^{gold}|}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of gold evidence nodes.

    Undefined:
        Nothing says what the writer was given.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 7.

    Deviates:
        The paper calls the set "predicted key evidence"; its figure shows what was retrieved.
    """
    if t.retrieved is None:
        return unknown(RETRIEVAL_UNKNOWN)
    return share(len(t.nodes(t.retrieved)), len(t.gold), "gold evidence")


def identify(t: TraceTally) -> Known:
    r"""Evidence Node Identify Accuracy: the share of gold evidence that is cited.

    .. math:: s_2 = \frac{|E_{cite}^{pred} \cap E_{key}^{gold}|}{|E_{key}^{gold}|}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of gold evidence nodes.

    Undefined:
        The report cites, and nothing says which items its citations stand for.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 8.
    """
    if t.cited is None:
        return unknown(CITES_UNKNOWN)
    return share(len(t.nodes(t.cited)), len(t.gold), "gold evidence")


def avoid(t: TraceTally) -> Known:
    r"""Irrelevant Evidence Avoid Accuracy: the share of irrelevant evidence left out.

    .. math:: s_3 = \frac{|E_{avoid}^{pred} \cap E_{irr}^{gold}|}{|E_{irr}^{gold}|}

    Args:
        t: the tally; retrieved items whose text is unknown are missing.

    Returns:
        Measured in [0, 1], n = the number of irrelevant items.

    Undefined:
        Nothing says what was retrieved or what is cited; no retrieved item is irrelevant;
        nothing was retrieved.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 9.
    """
    if t.retrieved is None or t.cited is None:
        return unknown(RETRIEVAL_UNKNOWN if t.retrieved is None else CITES_UNKNOWN)
    lost = Missing.of(Reason.NOT_ASSESSED for _ in t.unread)
    if t.irrelevant:
        avoided = sum(not o.is_cited for o in t.irrelevant)
        return Measured(avoided / len(t.irrelevant), len(t.irrelevant), lost, _avoid_bounds(t))
    if t.unread:
        return Undefined(Reason.NOT_ASSESSED, "the text of retrieved items is unknown", lost, ANY)
    detail = NOTHING_IRRELEVANT if t.retrieved else NOTHING_RETRIEVED
    return Undefined(Reason.NOTHING_TO_CHECK, detail, bounds=ANY)


def _avoid_bounds(t: TraceTally) -> Bounds:
    """An unread item may be irrelevant or not: at worst the cited ones are, at best the rest."""
    avoided, whole = sum(not o.is_cited for o in t.irrelevant), len(t.irrelevant)
    cited = sum(o.is_cited for o in t.unread)
    left_out = len(t.unread) - cited
    return Bounds(avoided / (whole + cited), (avoided + left_out) / (whole + left_out))


def traceability(t: TraceTally) -> Known:
    r"""Evidence Traceability Score: recall counts twice, identifying and avoiding once.

    .. math:: S_{trace} = 20 \cdot \frac{2 s_1 + s_2 + s_3}{4}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 20], n = the number of gold evidence nodes.

    Undefined:
        One of its three parts is; most often nothing retrieved is irrelevant. The bounds
        put what is undefined at 0 and at 1.

    Source:
        HiEviDR-Bench, arXiv:2607.25151, eq. 10.
    """
    return weighed(recall(t), identify(t), avoid(t), n=len(t.gold))


def traceability_if_cited(t: TraceTally) -> Known:
    r"""Eq. 10 with s3 counted only for a report that cites something.

    .. math:: 20 \cdot \frac{2 s_1 + s_2 + s_3 \cdot [E_{cite}^{pred} \neq \emptyset]}{4}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 20], n = the number of gold evidence nodes.

    Undefined:
        As eq. 10, save that s3 is 0, not undefined, for a report that cites no item.

    Source:
        Ours, after HiEviDR-Bench, arXiv:2607.25151, eq. 10.

    Deviates:
        As printed, a report without any citation earns 5 points for citing nothing irrelevant.
    """
    s3 = Measured(0.0) if t.cited == () else avoid(t)
    return weighed(recall(t), identify(t), s3, n=len(t.gold))


def weighed(s1: Known, s2: Known, s3: Known, *, n: int) -> Known:
    """Eq. 10 over its three parts, with their bounds and missing items.

    Args:
        s1: evidence recall.
        s2: identify accuracy.
        s3: avoid accuracy.
        n: how many gold evidence nodes there are.

    Undefined:
        One of the parts is; the first such part gives the reason.
    """
    parts = (s1, s1, s2, s3)
    ends = [p.bounds or ANY for p in parts]
    bounds = Bounds(
        POINTS * sum(e.worst for e in ends) / 4,
        POINTS * sum(e.best for e in ends) / 4,
    )
    missing = s1.missing + s2.missing + s3.missing
    total = 0.0
    for part in parts:
        if isinstance(part, Undefined):
            return Undefined(part.reason, part.detail, missing, bounds)
        total += part.value
    return Measured(POINTS * total / 4, n, missing, bounds)


@dataclass(eq=False)
class Collector:
    """Counts what was retrieved and cited, once per report for all measures; asks nothing.

    Attributes:
        settings: for tau.
    """

    settings: Settings
    _similarity: Similarity = field(default_factory=Similarity, repr=False)
    _last: tuple[Context, TraceTally] | None = field(default=None, repr=False)

    async def __call__(self, context: Context) -> TraceTally:
        """The tally of one report."""
        if self._last is None or self._last[0] is not context:
            self._last = context, self._counted(context)
        return self._last[1]

    def _counted(self, context: Context) -> TraceTally:
        graph = context.task.gold.graph
        gold = tuple((n.id, item_of(n)) for n in graph.evidence) if graph else ()
        retrieved = given(context.submission)
        found = cites(context)
        others = tuple(sorted(set(retrieved or ()) - {item for _, item in gold}))
        alike = self._similarity.of(context.task.query.text, others, context.corpus)
        return TraceTally(
            gold=gold,
            retrieved=retrieved,
            searched=searched(context.submission),
            cited=tuple(found.places) if found.is_known else None,
            outside=found.outside,
            invalid=found.invalid,
            others=tuple(Compared(i, alike[i], i in found.places) for i in others),
            tau=self.settings.tau,
        )


def measures(settings: Settings = DEFAULTS) -> tuple[Measure[TraceTally], ...]:
    """The score, its three parts, its variant, and what stands beside them."""
    collect = Collector(settings)
    laws = frozenset({Law.ORDER_FREE})
    monotone = laws | {Law.SUPPORT_MONOTONE}
    part, points = Scale(0, 1), Scale(0, POINTS)
    rows = (
        ("", "Traceability", points, "eq. 10", traceability, monotone),
        (".recall", "Evidence Recall (s1)", part, "eq. 7", recall, laws),
        (".identify", "Identify Accuracy (s2)", part, "eq. 8", identify, monotone),
        (".avoid", "Avoid Accuracy (s3)", part, "eq. 9", avoid, laws),
        (".if_cited", "Traceability, s3 only if citing", points, "after eq. 10",
         traceability_if_cited, monotone),
        (".conditional_use", "Use of retrieved gold", part, "before eq. 8",
         conditional_use, monotone),
        (".identify_f1", "Identify F1", part, "site, no formula", identify_f1, monotone),
        (".citation_precision", "Citation precision", part, "not in the paper",
         citation_precision, monotone),
    )  # fmt: skip
    return tuple(
        Measure(
            name=f"hievidr.traceability{suffix}",
            title=title,
            aspect="citation",
            scale=scale,
            source=Paper("HiEviDR-Bench", "2607.25151", where),
            tally_type=TraceTally,
            needs=frozenset({Need.GOLD_GRAPH}),
            laws=held,
            collect=collect,
            equation=equation,
        )
        for suffix, title, scale, where, equation, held in rows
    )
