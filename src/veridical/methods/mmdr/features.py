r"""The formula channel of FLAE: three scores from the report's text alone, no judge asked.

MMDeepResearch-Bench prints :math:`s_d = clip(\sigma(\beta_d \cdot \varphi_d(R)), 0, 1)`, says what
kinds of features :math:`\varphi` has, and gives neither their list nor any number of
:math:`\beta`. Both are ours (`veridical.methods.mmdr.settings.Beta`). The released code's formula
channel is fed by a judge's marks; this one is not. An empty report has 0 in all three.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import exp

from veridical.methods.mmdr.settings import BETA, Beta, Regime
from veridical.methods.mmdr.signals import WORDS_TO_A_PICTURE, Signals
from veridical.methods.mmdr.text import (
    is_long,
    paragraphs,
    repeated,
    running,
    share,
    sources_of,
    tokens,
    variety,
)
from veridical.report.model import Report

MOST_HEADINGS = 0.5
ENOUGH_CUES, ENOUGH_NUMBERS, ENOUGH_JOINED = 0.30, 0.20, 0.30
"""Shares from which more does not count: sentences with a cue, those with a number and a
citation, paragraphs with two sources."""
SEVERAL = 2
_CUE = re.compile(
    r"\b(?:because|therefore|thus|hence|consequently|due to|owing to|as a result|leads? to|led to"
    r"|results? in|drives?|driven by|impl(?:y|ies)|which means|explains?|depends? on|whereas"
    r"|however|although|though|despite|in contrast|by contrast|on the other hand|conversely|unlike"
    r"|compared (?:with|to)|relative to|(?:more|less|fewer|higher|lower|larger|smaller|faster"
    r"|slower|greater|better|worse) than|versus|outperforms?|exceeds?)\b"
    r"|因为|因此|所以|由于|从而|导致|使得|意味着|说明|取决于|然而|但是|不过|尽管|虽然|相反|相比|相较"
    r"|与之相比|对比|高于|低于|优于|多于|少于|大于|小于|超过|反之|因為|由於|從而|導致|說明|雖然|儘管|相較",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Features:
    """What the formulas are fed with; shares are in [0, 1].

    Attributes:
        variety: the mean type–token ratio of windows of 200 tokens.
        headings: headings over paragraphs.
        long: the share of long sentences.
        repeated: the share of repeated quadruples of tokens.
        cues: the share of sentences with a cue of cause, contrast or comparison.
        numbers: the share of sentences with a number and a citation.
        joined: the share of paragraphs that cite two sources or more.
        sections: the share of the expected sections that are there.
        references: the share of markers' labels with one address.
        citing: the share of factual sentences that cite.
        pictures: pictures over what is wanted; 1 where the query shows none.
        is_empty: whether the report says nothing.
    """

    variety: float
    headings: float
    long: float
    repeated: float
    cues: float
    numbers: float
    joined: float
    sections: float
    references: float
    citing: float
    pictures: float
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Three:
    """A share in [0, 1] for each dimension, in the paper's order."""

    readability: float
    insightfulness: float
    structure: float

    @property
    def all(self) -> tuple[float, float, float]:
        """In their order."""
        return self.readability, self.insightfulness, self.structure


def features(report: Report, seen: Signals) -> Features:
    """The features of a report; linear in its length.

    Args:
        report: the report.
        seen: its signals.
    """
    said = running(report)
    words = [token for s in report.statements for token in tokens(s.text)]
    groups = paragraphs(report)
    return Features(
        variety=variety(words),
        headings=seen.headings / len(groups) if groups else 0.0,
        long=share(is_long(s.text) for s in said),
        repeated=repeated(words),
        cues=share(_CUE.search(s.text) is not None for s in said),
        numbers=share(
            _DIGIT.search(s.text) is not None and bool(sources_of(report, [s])) for s in said
        ),
        joined=share(len(sources_of(report, group)) >= SEVERAL for group in groups),
        sections=seen.sections,
        references=seen.references,
        citing=seen.citing,
        pictures=_wanted_pictures(seen),
        is_empty=not words,
    )


def _wanted_pictures(seen: Signals) -> float:
    if not seen.query_pictures:
        return 1.0
    wanted = max(1.0, seen.words / WORDS_TO_A_PICTURE[Regime(seen.regime)])
    return min(1.0, seen.pictures / wanted)


def logistic(x: float) -> float:
    """σ, in (0, 1)."""
    return 1.0 / (1.0 + exp(-x))


def formula(f: Features, beta: Beta = BETA) -> Three:
    r"""The formula channel: a score for each dimension.

    .. math::
        s^{form}_d = clip(\sigma(\beta_d \cdot \varphi_d(R)), 0, 1)

        \beta \cdot \varphi_{read} = 2 V + 1.2 \min(H, 0.5) - 2 Lng - 3 Rep

        \beta \cdot \varphi_{insh} = -2 + 4 \frac{a + q + m}{3}

        \beta \cdot \varphi_{stru} = -2 + 1.6 H_{cov} + 1.0 R_{ref} + 0.8 C + 0.6 P

    Args:
        f: V `variety`, H `headings`, Lng `long`, Rep `repeated`; a, q, m are `cues`, `numbers`
            and `joined` over 0.30, 0.20 and 0.30, at most 1; H_cov `sections`, R_ref
            `references`, C `citing`, P `pictures`.
        beta: the constants.

    Returns:
        Each in [0, 1]; all 0 for a report that says nothing.

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, FLAE, formula channel.

    Deviates:
        The paper prints neither the features nor β; both are ours, versioned. The released
        code takes part of its features from a judge and calls a sentence long from 35
        characters; here nothing is asked, and 35 words or 80 Chinese characters are long.
    """
    if f.is_empty:
        return Three(0.0, 0.0, 0.0)
    read = (
        beta.variety * f.variety
        + beta.headings * min(f.headings, MOST_HEADINGS)
        + beta.long * f.long
        + beta.repeated * f.repeated
    )
    structure = (
        beta.base
        + beta.sections * f.sections
        + beta.references * f.references
        + beta.citing * f.citing
        + beta.pictures * f.pictures
    )
    insight = beta.base + beta.insight * insight_share(f)
    return Three(logistic(read), logistic(insight), logistic(structure))


def insight_share(f: Features) -> float:
    """The mean of a, q and m, in [0, 1]."""
    a = min(1.0, f.cues / ENOUGH_CUES)
    q = min(1.0, f.numbers / ENOUGH_NUMBERS)
    m = min(1.0, f.joined / ENOUGH_JOINED)
    return (a + q + m) / 3
