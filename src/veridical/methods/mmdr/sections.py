"""Which of the preferred sections a report has, told by its headings alone.

The released code also takes a section for present where a synonym of its name stands anywhere
in the text, which is almost always so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from veridical.methods.mmdr.settings import Regime
from veridical.report.model import Report
from veridical.report.references import is_reference_heading


class Part(StrEnum):
    """A section that the report protocol prefers."""

    SUMMARY = "executive summary"
    BACKGROUND = "background"
    METHODOLOGY = "methodology"
    ANALYSIS = "analysis and evidence"
    VISUAL = "visual integration"
    CONCLUSION = "conclusion"


EXPECTED: Mapping[Regime, tuple[Part, ...]] = {
    Regime.RESEARCH: tuple(Part),
    Regime.DAILY: (Part.SUMMARY, Part.ANALYSIS, Part.CONCLUSION),
}
_NAMES = {
    Part.SUMMARY: r"\bsummary\b|\babstract\b|overview|takeaway|key (?:finding|point)|in brief"
    r"|tl;?dr|摘要|概要|概述|概览|要点|综述",
    Part.BACKGROUND: r"background|introduction|context|motivation|histor(?:y|ical)"
    r"|背景|引言|介绍|简介|前言|导言|历史",
    Part.METHODOLOGY: r"method|approach|procedure|scope|data (?:and )?sources?|how (?:we|this) "
    r"|方法|研究设计|研究思路|数据来源|步骤",
    Part.ANALYSIS: r"analys[ie]s|evidence|findings?|results?|discussion|comparison|evaluation"
    r"|assessment|分析|证据|结果|发现|讨论|比较|对比|评估|论证",
    Part.VISUAL: r"visual|\bimages?\b|figures?\b|charts?\b|diagrams?\b|photo|pictures?\b"
    r"|图|影像|视觉|照片",
    Part.CONCLUSION: r"conclu|recommendation|outlook|final|closing|implications?"
    r"|结论|总结|结语|小结|建议|展望|启示",
}
_PATTERNS = {part: re.compile(names, re.IGNORECASE) for part, names in _NAMES.items()}


def headings(report: Report) -> list[str]:
    """The headings of a report but its title and that of its reference list."""
    found = [s.heading for s in report.sections if s.level and not is_reference_heading(s.heading)]
    return found[1:] if found and found[0] == report.title else found


def parts_of(names: Iterable[str]) -> set[Part]:
    """The preferred sections that headings announce; one heading may announce several."""
    every = list(names)
    return {p for p, pattern in _PATTERNS.items() if any(pattern.search(n) for n in every)}


def covered(report: Report, regime: Regime) -> float:
    """The share of the expected sections that are there, in [0, 1]."""
    expected = EXPECTED[regime]
    return len(parts_of(headings(report)) & set(expected)) / len(expected)
