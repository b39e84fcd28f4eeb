"""What stands beside the Traceability Score: how the retrieved gold was used.

Eq. 8 is a recall, and no equation of the paper sees a wrong citation. These measures are
ours, over the same tally; none of them enters a total.
"""

from __future__ import annotations

from veridical.methods.hievidr.trace_tally import (
    CITES_UNKNOWN,
    RETRIEVAL_UNKNOWN,
    Known,
    TraceTally,
    share,
    unknown,
)
from veridical.score import Measured


def conditional_use(t: TraceTally) -> Known:
    r"""The share of the retrieved gold evidence that is cited.

    .. math:: \frac{|E_{cite} \cap E_{ret} \cap E_{gold}|}{|E_{ret} \cap E_{gold}|}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of gold nodes retrieved.

    Undefined:
        No gold evidence was retrieved; nothing says what was retrieved or is cited.

    Source:
        Ours, after the words before HiEviDR-Bench, arXiv:2607.25151, eq. 8.
    """
    if t.retrieved is None or t.cited is None:
        return unknown(RETRIEVAL_UNKNOWN if t.retrieved is None else CITES_UNKNOWN)
    had = t.nodes(t.retrieved)
    return share(len(set(had) & set(t.nodes(t.cited))), len(had), "retrieved gold evidence")


def identify_f1(t: TraceTally) -> Known:
    r"""The harmonic mean of how much gold is cited and how much of what is cited is gold.

    .. math:: F_1 = \frac{2 TP}{2 TP + FP + FN}

    TP, FP and FN are gold items cited, other items cited, gold items not cited.

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of items that are gold or cited.

    Undefined:
        Nothing says which items the citations stand for.

    Source:
        Ours, after the site of HiEviDR-Bench, which names it and prints no formula.
    """
    if t.cited is None:
        return unknown(CITES_UNKNOWN)
    gold = {item for _, item in t.gold}
    either = gold | set(t.cited)
    tp = len(t.right)
    value = share(2 * tp, len(gold) + len(t.cited), "gold evidence")
    return Measured(value.value, len(either)) if isinstance(value, Measured) else value


def citation_precision(t: TraceTally) -> Known:
    r"""The share of what a report cites that is gold; wrong and dead markers count.

    .. math:: \frac{|E_{cite} \cap E_{gold}|}{|E_{cite}| + |outside| + |invalid|}

    Args:
        t: the tally.

    Returns:
        Measured in [0, 1], n = the number of distinct things cited.

    Undefined:
        The report cites nothing; nothing says which items its citations stand for.

    Source:
        Ours; the Citation Score (eq. 11) does not see wrong citations.
    """
    if t.cited is None:
        return unknown(CITES_UNKNOWN)
    whole = len(t.cited) + len(t.outside) + len(t.invalid)
    return share(len(t.right), whole, "citation")
