"""How often two raters say the same, over all items and for each label.

Raw agreement says nothing about chance: two raters who nearly always say "supported" agree
nearly always. So the labels' base rates stand beside it; `kappa` and `alpha` correct for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from veridical.score import Reason, Score, ratio
from veridical.stats.readings import Label, complete_pairs


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """How two raters agree on one label.

    Attributes:
        first: how often the first rater gave it.
        second: how often the second rater gave it.
        both: how often both gave it to the same item.
    """

    first: int
    second: int
    both: int

    @property
    def specific(self) -> Score:
        """Given that one of them gives the label, how often the other does too.

        .. math:: 2 b / (f + s)

        Source:
            Fleiss, Levin & Paik, Statistical Methods for Rates and Proportions, 18.1.
        """
        return ratio(2 * self.both, self.first + self.second, of="item with this label")


@dataclass(frozen=True)
class Agreement(Generic[Label]):
    """Raw agreement of two raters.

    Attributes:
        rate: share of the items both rated that got the same label; its bounds take the
            missing items as all different and as all the same.
        labels: each label's own agreement and base rates, most frequent first.
    """

    rate: Score
    labels: Mapping[Label, LabelAgreement]


def raw_agreement(pairs: Iterable[tuple[Label | Reason, Label | Reason]]) -> Agreement[Label]:
    """Share of items to which two raters gave the same label, and the same for each label.

    Args:
        pairs: two readings of each item; items without either are missing.

    Undefined:
        `rate`, where no item has both readings.

    Source:
        Gwet, Handbook of Inter-Rater Reliability, 2 (percent agreement).
    """
    kept, missing = complete_pairs(pairs)
    first, second = Counter(x for x, _ in kept), Counter(y for _, y in kept)
    both = Counter(x for x, y in kept if x == y)
    ordered = sorted(first | second, key=lambda label: (-first[label] - second[label], str(label)))
    return Agreement(
        rate=ratio(both.total(), len(kept), of="item rated by both", missing=missing),
        labels={x: LabelAgreement(first[x], second[x], both[x]) for x in ordered},
    )
