"""The verifier's and the baseline's scores of pairs, and how well they tell them apart."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.verifier.data import Pair
from veridical.checks.clash import ClashKind
from veridical.checks.support_rule import Support, hold
from veridical.retrieval.passages import passages
from veridical.stats.bootstrap import percentile_ends, resamples

WINDOW = 60
RESAMPLES = 600
LEVEL = 0.95
_WORD = re.compile(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair with what both say of it.

    Attributes:
        pair: the pair.
        score: the verifier's, in [0, 1].
        verdict: the verifier's.
        clash: in what it says that the evidence contradicts the claim, if it does.
        baseline: the baseline's score, in [0, 1].
    """

    pair: Pair
    score: float
    verdict: Support
    clash: ClashKind | None
    baseline: float

    @property
    def is_supported(self) -> bool:
        """Whether people, or the construction, call it supported."""
        return self.pair.label == "supported"


def rarity(pairs: Sequence[Pair]) -> dict[str, float]:
    """How rare each word is among the passages of a set: ln((N + 1) / (n + 1)) + 1."""
    texts = {text for pair in pairs for text in pair.evidence}
    count = Counter(word for text in texts for word in set(_words(text)))
    return {word: math.log((len(texts) + 1) / (n + 1)) + 1 for word, n in count.items()}


def _words(text: str) -> list[str]:
    """Words in lower case; of Chinese, pairs of characters."""
    found: list[str] = []
    for run in _WORD.findall(text.lower()):
        is_chinese = "\u4e00" <= run[0] <= "\u9fff" and len(run) > 1
        found += [run[i : i + 2] for i in range(len(run) - 1)] if is_chinese else [run]
    return found


def overlap(pair: Pair, rare: Mapping[str, float]) -> float:
    """The baseline: the idf-weighted share of the claim's words in the best 60 words."""
    most = max(rare.values(), default=1.0)
    weights = {word: rare.get(word, most) for word in _words(pair.claim)}
    total = sum(weights.values())
    text = _words(" \n ".join(pair.evidence))
    count: Counter[str] = Counter()
    best = covered = 0.0
    for at, word in enumerate(text):
        covered += weights.get(word, 0.0) if not count[word] else 0.0
        count[word] += 1
        if at >= WINDOW:
            gone = text[at - WINDOW]
            count[gone] -= 1
            covered -= weights.get(gone, 0.0) if not count[gone] else 0.0
        best = max(best, covered)
    return best / total if total else 0.0


def scored(pairs: Sequence[Pair]) -> list[Scored]:
    """What both say of each pair."""
    rare = rarity(pairs)
    return [_scored(pair, rare) for pair in pairs]


def _scored(pair: Pair, rare: Mapping[str, float]) -> Scored:
    held = hold(
        pair.claim,
        [p for at, text in enumerate(pair.evidence) for p in passages(text, source=f"s{at}")],
    )
    if held is None:
        return Scored(pair, 0.0, Support.NOT_IN_SOURCE, None, overlap(pair, rare))
    return Scored(pair, held.score, held.verdict, held.clash, overlap(pair, rare))


def auc(given: Iterable[tuple[float, bool]]) -> float:
    """The chance that a supported pair scores higher than another; ties count half.

    Returns:
        In [0, 1]; NaN never: 0.5 where one side is empty.
    """
    listed = list(given)
    yes = [score for score, is_yes in listed if is_yes]
    no = sorted(score for score, is_yes in listed if not is_yes)
    if not yes or not no:
        return 0.5
    won = sum(bisect_left(no, s) + bisect_right(no, s) for s in yes) / 2
    return won / (len(yes) * len(no))


def correct(given: Sequence[tuple[bool, bool]]) -> float:
    """The share of (said, is) that agree."""
    return sum(said == true for said, true in given) / len(given)


def macro_f1(given: Sequence[tuple[bool, bool]]) -> float:
    """The mean of the F1 of both classes."""
    return sum(_f1(given, side) for side in (True, False)) / 2


def _f1(given: Sequence[tuple[bool, bool]], side: bool) -> float:
    both = sum(said is side and true is side for said, true in given)
    either = sum(said is side for said, _ in given) + sum(true is side for _, true in given)
    return 2 * both / either if either else 0.0


def interval(
    rows: Sequence[Scored], figure: Callable[[Sequence[Scored]], float]
) -> tuple[float, float]:
    """The middle 95 % of a figure over draws of whole clusters."""
    clusters: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        clusters[row.pair.cluster].append(row)
    draws = resamples(list(clusters.values()), seed=1, count=RESAMPLES)
    return percentile_ends([figure([r for c in draw for r in c]) for draw in draws], LEVEL)


def best_cut(given: Sequence[tuple[float, bool]]) -> float:
    """The score from which a pair is called supported, by macro-F1; look at tuning halves only."""
    cuts = [at / 50 for at in range(1, 50)]
    return max(cuts, key=lambda cut: macro_f1([(score >= cut, true) for score, true in given]))
