r"""Con., Cov. and Fid. of TRACE (arXiv:2601.12346, App. A.2), and EVI made of them.

The paper prints no closed formula of the three; these are the released code's. Let
:math:`s_i`, :math:`h_i`, :math:`v_i`, :math:`c_i` be the support, hallucination, inversion and
soundness of pair i, :math:`w_i` its weight, v the share of pairs from prohibited sources.

Deviations: a page out of reach, or a verdict that did not come, is missing, with bounds; the code
gives such a pair a support of .18 at least and the judge's failures fixed numbers. The code
multiplies the support of a claim on a picture by how far down the page the picture stands; what
pictures a page shows is not read here, so that factor is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, log

from veridical.methods.mmdr.asks.evidence import Found, adapted
from veridical.methods.mmdr.domains import Category
from veridical.methods.mmdr.evidence_tally import EvidenceTally, Judged, Pair, missing_of
from veridical.methods.mmdr.settings import PRIORS, Weighing
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Score, Undefined

POINTS = 100.0
NOTHING_CITED = "no claim of the report cites a page"
NO_KEY_CLAIM = "no key claim of the report cites a page"
NOTHING_JUDGED = "no cited page could be judged"
NO_WEIGHTS = "nobody weighed the three measures"
ENOUGH_DOMAINS = 3
HALF = 0.5


def consistency(t: EvidenceTally) -> Score:
    r"""Con.: how far pages support the claims that cite them, less prohibited sources.

    .. math:: E_{con} = \frac{\sum_i w_i s_i}{\sum_i w_i} (1 - v)

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged pairs; v is the share of all pairs, by the site's name
        where the judge did not say.

    Undefined:
        No claim cites a page, or none of its pages was judged.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, TRACE, Consistency, the released code.
    """
    known = t.known
    if not t.pairs:
        return Undefined(Reason.NOTHING_TO_CHECK, NOTHING_CITED)
    barred = sum(p.category is Category.PROHIBITED for p in known)
    weight = fsum(p.weight for p in t.pairs)
    supported = fsum(p.weight * p.judged.support for p in t.pairs if p.judged)
    open_weight = fsum(p.weight for p in t.pairs if p.judged is None)
    open_pairs = len(t.pairs) - len(known)
    bounds = Bounds(
        supported / weight * (1 - (barred + open_pairs) / len(t.pairs)),
        (supported + open_weight) / weight * (1 - barred / len(t.pairs)),
    )
    if not known:
        return _unjudged(t.pairs, bounds)
    value = supported / fsum(p.weight for p in known) * (1 - _prohibited(t.pairs))
    return Measured(value, len(known), missing_of(t.pairs), bounds)


def coverage(t: EvidenceTally) -> Score:
    r"""Cov.: how far the key claims are carried by pages, full from τ on.

    .. math:: E_{cov} = \operatorname{mean}_{i \in key} \min(1, s_i / \tau)

    A prohibited source carries nothing.

    Args:
        t: the tally; τ is .45 for everyday tasks, .55 for research.

    Returns:
        Measured in [0, 1], n = the judged pairs of key claims that speak of no picture.

    Undefined:
        No key claim cites a page, or none of their pages was judged.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, TRACE, Coverage, the released code.

    Deviates:
        The code gives 0 where no key claim cites a page; that is the published reading alone.
    """
    if not t.key:
        return Undefined(Reason.NOTHING_TO_CHECK, NO_KEY_CLAIM)
    known = [_covered(p, p.judged.support, t.tau) for p in t.key if p.judged]
    return _mean(known, t.key)


def _covered(pair: Pair, support: float, tau: float) -> float:
    return 0.0 if pair.category is Category.PROHIBITED else min(1.0, support / tau)


def fidelity(t: EvidenceTally) -> Score:
    r"""Fid.: how faithfully claims say what their pages say.

    .. math:: E_{fid} = HM(1 - \bar h, 1 - \bar v, \bar c)

    HM is the harmonic mean, 0 where one of the three is.

    Args:
        t: the tally of one report.

    Returns:
        Measured in [0, 1], n = the judged pairs.

    Undefined:
        No claim cites a page, or none of its pages was judged.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, TRACE, Textual Fidelity, the released code.

    Deviates:
        The code gives 1 where all that is cited are pictures.
    """
    if not t.pairs:
        return Undefined(Reason.NOTHING_TO_CHECK, NOTHING_CITED)
    judged = [p.judged for p in t.pairs if p.judged]
    open_pairs = len(t.pairs) - len(judged)
    worst, best = (_faithful([*judged, *[end] * open_pairs]) for end in (_WORST, _BEST))
    if not judged:
        return _unjudged(t.pairs, Bounds(worst, best))
    return Measured(_faithful(judged), len(judged), missing_of(t.pairs), Bounds(worst, best))


_WORST, _BEST = Judged(0.0, 1.0, 1.0, 0.0), Judged(1.0, 0.0, 0.0, 1.0)


def _faithful(judged: Sequence[Judged]) -> float:
    n = len(judged)
    return _harmonic(
        (
            1 - fsum(j.hallucination for j in judged) / n,
            1 - fsum(j.inversion for j in judged) / n,
            fsum(j.chain_sound for j in judged) / n,
        )
    )


def _harmonic(values: Sequence[float]) -> float:
    if min(values) <= 0:
        return 0.0
    return len(values) / fsum(1 / v for v in values)


def diversity(t: EvidenceTally) -> Score:
    r"""How many different, good sites are cited; beside TRACE, not in it.

    .. math::
        E_{div} = \frac{H(domains)}{\ln m} \cdot
        \min\left(1, \frac{m_{auth} + (m_{ok} - m_{auth})/2}{3}\right)

    H is the entropy of the pairs over m sites, m_auth are authoritative, m_ok not prohibited.

    Args:
        t: the tally; a site is what its best pair is.

    Returns:
        Measured in [0, 1], n = the number of sites; 0 for a single one.

    Undefined:
        No pair's page has an address.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, the released code; in no table of the paper.
    """
    cited = [p for p in t.pairs if p.domain]
    if not cited:
        return Undefined(Reason.NOTHING_TO_CHECK, "no cited page has an address")
    missing = missing_of(tuple(cited))
    value = _diverse(cited, None)
    bounds = Bounds(_diverse(cited, Category.PROHIBITED), _diverse(cited, Category.AUTHORITATIVE))
    return Measured(value, len({p.domain for p in cited}), missing, bounds)


_ORDER = (Category.PROHIBITED, Category.UNKNOWN, Category.ACCEPTABLE, Category.AUTHORITATIVE)


def _diverse(pairs: Sequence[Pair], instead: Category | None) -> float:
    """Of pairs, those without a verdict taken for `instead`, if it is given."""
    counts = Counter(p.domain for p in pairs)
    if len(counts) < 2:
        return 0.0
    best: dict[str, int] = {}
    for pair in pairs:
        category = pair.category if instead is None or pair.judged else instead
        best[pair.domain] = max(best.get(pair.domain, 0), _ORDER.index(category))
    good = sum(c == _ORDER.index(Category.AUTHORITATIVE) for c in best.values())
    fair = sum(c > _ORDER.index(Category.PROHIBITED) for c in best.values())
    entropy = -fsum(n / len(pairs) * log(n / len(pairs)) for n in counts.values())
    return entropy / log(len(counts)) * min(1.0, (good + HALF * (fair - good)) / ENOUGH_DOMAINS)


def found_of(t: EvidenceTally) -> Found | None:
    """What was found, by which the weights are moved; None where nothing was judged."""
    judged = [p.judged for p in t.pairs if p.judged]
    if not judged:
        return None
    covered = coverage(t)
    return Found(
        pairs=len(judged),
        key_claims=len(t.key),
        prohibited=_rounded(_prohibited(t.pairs)),
        coverage=_rounded(covered.value) if isinstance(covered, Measured) else None,
        hallucination=_rounded(fsum(j.hallucination for j in judged) / len(judged)),
        inversion=_rounded(fsum(j.inversion for j in judged) / len(judged)),
    )


def _rounded(share: float) -> float:
    return round(share, 4)


def _prohibited(pairs: Sequence[Pair]) -> float:
    return sum(p.category is Category.PROHIBITED for p in pairs) / len(pairs)


def evidence(
    t: EvidenceTally, *, weights: Weighing = Weighing.JUDGE, as_published: bool = False
) -> Score:
    r"""EVI: Con., Cov. and Fid., weighed for the task.

    .. math:: EVI = 100 \sum_{k \in \{con, cov, fid\}} W_k E_k

    Args:
        t: the tally of one report.
        weights: who weighs.
        as_published: whether a part without anything to measure counts 0, as does a report
            without a pair; otherwise it is left out and the others weigh the more.

    Returns:
        Measured in [0, 100], n = the judged pairs.

    Undefined:
        A part that counts was not judged, no claim cites a page (unless as published), or nobody
        weighed.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, TRACE.

    Deviates:
        The released code weighs a fourth part, diversity. No judge's failure is a number here.
    """
    if not t.pairs:
        nothing = Undefined(Reason.NOTHING_TO_CHECK, NOTHING_CITED)
        return Measured(0.0, 0) if as_published else nothing
    parts = _parts(t, as_published=as_published)
    missing = missing_of(t.pairs)
    if t.weights_missing is not None:
        missing += Missing.of([t.weights_missing])
    ends = [_ends(p) for p in parts if p is not None]
    loose = Bounds(POINTS * min(e.worst for e in ends), POINTS * max(e.best for e in ends))
    scores = [p.value if isinstance(p, Measured) else None for p in parts]
    chosen = _chosen(t, weights)
    if chosen is None or any(isinstance(p, Undefined) for p in parts):
        why = NO_WEIGHTS if chosen is None and t.known else NOTHING_JUDGED
        return Undefined(_reason(missing), why, missing, loose)
    value = _weighed(chosen, scores)
    if value is None:
        return Undefined(Reason.UNREADABLE, NO_WEIGHTS, missing, loose)
    # what moves the weights is itself missing in part: any weights are possible then
    return Measured(POINTS * value, len(t.known), missing, loose if missing.total else None)


def _parts(t: EvidenceTally, *, as_published: bool) -> list[Score | None]:
    """The three scores; None for one that has nothing to measure and is left out."""
    zero: Score | None = Measured(0.0) if as_published else None
    return [consistency(t), coverage(t) if t.key else zero, fidelity(t)]


def _ends(score: Score) -> Bounds:
    """Of a part; each has them where a claim cites a page."""
    assert not isinstance(score, Gated)
    assert score.bounds is not None
    return score.bounds


def _chosen(t: EvidenceTally, weights: Weighing) -> tuple[float, float, float] | None:
    if weights is Weighing.JUDGE:
        return t.weights
    found = found_of(t)
    return adapted(found) if weights is Weighing.ADAPTIVE and found else PRIORS


def _weighed(weights: Sequence[float], scores: Sequence[float | None]) -> float | None:
    """The weighed mean of what is there; None where that weighs nothing."""
    there = [(w, s) for w, s in zip(weights, scores, strict=True) if s is not None]
    total = fsum(w for w, _ in there)
    return fsum(w * s for w, s in there) / total if total > 0 else None


def _mean(known: Sequence[float], pairs: tuple[Pair, ...]) -> Score:
    """The mean of shares, each pair without a verdict at both ends as bounds."""
    open_pairs = len(pairs) - len(known)
    total = fsum(known)
    bounds = Bounds(total / len(pairs), (total + open_pairs) / len(pairs))
    if not known:
        return _unjudged(pairs, bounds)
    return Measured(total / len(known), len(known), missing_of(pairs), bounds)


def _unjudged(pairs: tuple[Pair, ...], bounds: Bounds) -> Undefined:
    missing = missing_of(pairs)
    return Undefined(_reason(missing), NOTHING_JUDGED, missing, bounds)


def _reason(missing: Missing) -> Reason:
    """What failed, before what had nothing to check: the first says that it may yet come."""
    reasons: Iterable[Reason] = (reason for reason, _ in missing.counts)
    every = list(reasons) or [Reason.NOTHING_TO_CHECK]
    return next((r for r in every if r is not Reason.NOTHING_TO_CHECK), every[0])
