"""Why pictures have no score, in the paper's four buckets, and how much that says of a run.

A bucket with a great weight is nobody's fault but the world's; one of weight 0 is the report's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from math import fsum
from types import MappingProxyType

from veridical.methods.mmdr.mosaic import NO_ITEMS, WHOLE
from veridical.methods.mmdr.mosaic_tally import MosaicTally
from veridical.score import Bounds, Measured, Missing, Reason, Score, Undefined


class Bucket(StrEnum):
    """Where the fault lies that something has no score."""

    PROVIDER = "provider failure"
    ACCESS = "data accessibility"
    PIPELINE = "pipeline failure"
    MODEL = "model failure"


VALIDITY: Mapping[Bucket, float] = MappingProxyType(
    {Bucket.MODEL: 0.0, Bucket.PIPELINE: 0.5, Bucket.PROVIDER: 0.8, Bucket.ACCESS: 0.9}
)
"""w(r): what an absence of that kind leaves of a run's validity."""

_BUCKETS = {
    Reason.RATE_LIMITED: Bucket.PROVIDER,
    Reason.TIMEOUT: Bucket.PROVIDER,
    Reason.UNAVAILABLE: Bucket.PROVIDER,
    Reason.REFUSED: Bucket.PROVIDER,
    Reason.BUDGET: Bucket.PROVIDER,
    Reason.PENDING: Bucket.PROVIDER,
    Reason.UNREACHABLE: Bucket.ACCESS,
    Reason.OFFLINE: Bucket.ACCESS,
    Reason.UNREADABLE: Bucket.PIPELINE,
    Reason.NOT_ASSESSED: Bucket.PIPELINE,
    Reason.NO_GOLD: Bucket.PIPELINE,
    Reason.GATE_UNDECIDED: Bucket.PIPELINE,
    Reason.NOTHING_TO_CHECK: Bucket.MODEL,
}


def bucket_of(reason: Reason) -> Bucket:
    """The bucket of an absence."""
    return _BUCKETS[reason]


def buckets(t: MosaicTally) -> Mapping[Bucket, int]:
    """How many items of a report are missing, by bucket; those that are empty are left out."""
    found = Counter(bucket_of(i.missing) for i in t.items if i.missing is not None)
    return {bucket: found[bucket] for bucket in Bucket if found[bucket]}


def validity(t: MosaicTally) -> Score:
    r"""How far what is missing is nobody's fault, over all items that were tried.

    .. math:: p = \frac{1}{|I|} \sum_{i \in I} w(r_i), \quad w = 1 \text{ of a scored item}

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 100]; n = the items that were tried. It stands beside the score and is in
        none.

    Undefined:
        The report shows and cites no picture.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, appendix on reliability, N/A reasons.

    Deviates:
        The released code takes the mean over the absent items alone, so that one of them among
        140 scales the whole run. Here scored items count 1.
    """
    if not t.items:
        return Undefined(Reason.NOTHING_TO_CHECK, NO_ITEMS)
    lost = [item.missing for item in t.items if item.missing is not None]
    scored = len(t.items) - len(lost)
    weights = [VALIDITY[bucket_of(reason)] for reason in lost]
    found = WHOLE * (scored + fsum(weights)) / len(t.items)
    ends = Bounds(WHOLE * scored / len(t.items), WHOLE)
    return Measured(found, len(t.items), Missing.of(lost), ends)
