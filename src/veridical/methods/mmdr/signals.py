r"""What can be seen of a report without reading it, and :math:`\alpha_{det}` made of it.

MMDeepResearch-Bench (MMDR-Bench) names length completeness L, heading coverage H, citation
compliance C and reference-block validity R, and defines none of them: the definitions are ours.
They also stand in the asks for weights and for α, which are to see only such signals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from veridical.methods.mmdr.sections import covered, headings
from veridical.methods.mmdr.settings import Regime
from veridical.methods.mmdr.text import paragraphs, running, sources_of, tokens
from veridical.report.model import Citation, Report, Resolution
from veridical.retrieval.stretches import size

ENOUGH_WORDS = {Regime.RESEARCH: 1500, Regime.DAILY: 700}
FACTUAL_LETTERS = 50
WORDS_TO_A_PICTURE = {Regime.RESEARCH: 350, Regime.DAILY: 700}
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Signals:
    """What is seen of a report; shares are in [0, 1], larger is better.

    Attributes:
        regime: ``research`` or ``daily``.
        words: of the report; one character of an unspaced script is a word.
        headings: title and reference list left out.
        paragraphs: what stands between blank lines.
        citations: markers that lead to a source.
        sources: different ones.
        tables: in the report.
        pictures: different ones in the report.
        query_pictures: that the query shows.
        length: L, words over what is enough for the regime.
        sections: H, the share of the expected sections.
        citing: C, the share of factual sentences that carry a marker of the reference block.
        references: R, the share of markers' labels that lead to one address.
    """

    regime: str
    words: int
    headings: int
    paragraphs: int
    citations: int
    sources: int
    tables: int
    pictures: int
    query_pictures: int
    length: float
    sections: float
    citing: float
    references: float

    def told(self) -> str:
        """The signals, one a line."""
        return "\n".join(f"{f.name}: {_written(getattr(self, f.name))}" for f in fields(self))


def _written(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def signals(report: Report, regime: Regime, query_pictures: int = 0) -> Signals:
    """What is seen of a report.

    Args:
        report: the report.
        regime: of its task.
        query_pictures: how many pictures the query shows.
    """
    words = sum(len(tokens(s.text)) for s in report.statements)
    cited = [c for c in report.citations if c.resolution in (Resolution.RESOLVED, Resolution.LINK)]
    return Signals(
        regime=regime.value,
        words=words,
        headings=len(headings(report)),
        paragraphs=len(paragraphs(report)),
        citations=len(cited),
        sources=len(sources_of(report, report.statements)),
        tables=len(report.tables),
        pictures=len(_pictures(report)),
        query_pictures=query_pictures,
        length=min(1.0, words / ENOUGH_WORDS[regime]),
        sections=covered(report, regime),
        citing=citing(report),
        references=valid_references(report),
    )


def _pictures(report: Report) -> set[str]:
    return {f.target or f"{f.kind} {f.number or f.index}" for f in report.figures}


def citing(report: Report) -> float:
    """C: of the factual sentences, the share with a marker that the reference block resolves.

    A sentence is factual if it holds a digit or says as much as 50 letters do, as 17
    characters of an unspaced script.
    """
    factual = [
        s for s in running(report) if _DIGIT.search(s.text) or size(s.text) >= FACTUAL_LETTERS
    ]
    held = [any(_is_listed(report.citations[c]) for c in s.citations) for s in factual]
    return sum(held) / len(held) if held else 0.0


def valid_references(report: Report) -> float:
    """R: of the labels in the text, the share that lead to exactly one well-formed address.

    What the writer was given counts as an address too. Without a marker or a list it is 0.
    """
    labels: dict[str, bool] = {}
    for one in report.citations:
        if one.resolution is not Resolution.LINK:
            labels[one.label] = labels.get(one.label, True) and _has_address(report, one)
    return sum(labels.values()) / len(labels) if labels else 0.0


def _is_listed(citation: Citation) -> bool:
    return citation.resolution is Resolution.RESOLVED


def _has_address(report: Report, citation: Citation) -> bool:
    # a label that several entries bear is ambiguous, and is not listed
    if not _is_listed(citation):
        return False
    entry = report.references[citation.references[0]]
    return entry.item is not None or (entry.source is not None and bool(entry.source.url))


def deterministic_alpha(s: Signals) -> float:
    r"""The share of the formula channel, without a judge: the worse a report looks, the larger.

    .. math:: \alpha_{det}(R) = clip(1 - (0.35 L + 0.35 H + 0.20 C + 0.10 R_{ref}), 0, 1)

    Args:
        s: L `length`, H `sections`, C `citing`, R_ref `references`.

    Returns:
        In [0, 1].

    Source:
        MMDeepResearch-Bench, arXiv:2601.12346, App. A.2, fusion ablation.

    Deviates:
        L, H, C and R_ref are named in the paper and not defined; the definitions are ours.
    """
    seen = 0.35 * s.length + 0.35 * s.sections + 0.20 * s.citing + 0.10 * s.references
    return min(1.0, max(0.0, 1.0 - seen))
