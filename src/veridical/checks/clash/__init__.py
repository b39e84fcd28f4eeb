"""Where a statement and its evidence cannot both be true, shown by type and place.

Precision before recall: "contradicted" is only said where a clash can be shown,
and a clash is only shown between two sentences that speak of the same thing.
What agrees and what the evidence lacks is told apart by `agreement`.
"""

from veridical.checks.clash.agreement import Agreement, Detail, DetailKind, agreement
from veridical.checks.clash.finder import absences, clashes, other_terms
from veridical.checks.clash.kinds import Clash, ClashKind
from veridical.checks.clash.roles import turned_roles

__all__ = [
    "Agreement",
    "Clash",
    "ClashKind",
    "Detail",
    "DetailKind",
    "absences",
    "agreement",
    "clashes",
    "other_terms",
    "turned_roles",
]
