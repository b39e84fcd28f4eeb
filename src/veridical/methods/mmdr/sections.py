"""Which of the preferred sections a report has, told by its headings alone.

The released code also takes a section for present where a synonym of its name stands anywhere
in the text, which is almost always so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from veridical.methods.mmdr.picture_words import CHINESE_PICTURE_WORDS, PICTURE_WORDS
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
_VISUAL = rf"visuals?|visuali[sz]ations?|{PICTURE_WORDS}"
_CLOSE = "remarks|thoughts|words?|notes?|considerations?|summary|assessment|verdict"
_NAMES: Mapping[Part, tuple[str, str]] = {
    Part.SUMMARY: (
        "summary|summaries|abstract|overviews?|takeaways?|key (?:findings?|points?)|in brief"
        "|tl;?dr",
        "摘要|概要|概述|概览|要点|综述",
    ),
    Part.BACKGROUND: (
        "backgrounds?|introduction|introductory|contexts?|motivations?|history|historical",
        "背景|引言|介绍|简介|前言|导言|历史",
    ),
    Part.METHODOLOGY: (
        "methods?|methodolog(?:y|ies|ical)|approach(?:es)?|procedures?|scope"
        "|data (?:and )?sources?|how we|how this (?:report|study|review|research|analysis)",
        "方法|研究设计|研究思路|数据来源|步骤",
    ),
    Part.ANALYSIS: (
        "analys[ie]s|evidence|findings?|results?|discussions?|comparisons?|evaluations?"
        "|assessments?",
        "分析|证据|结果|发现|讨论|比较|对比|评估|论证",
    ),
    Part.VISUAL: (_VISUAL, rf"{CHINESE_PICTURE_WORDS}|视觉|可视化"),
    Part.CONCLUSION: (
        rf"conclusions?|concluding|recommendations?|outlook|(?:final|closing) (?:{_CLOSE})"
        "|implications?",
        "结论|总结|结语|小结|建议|展望|启示",
    ),
}
# no letter beside them; a word boundary would want none of Chinese either
_PATTERNS = {
    part: re.compile(rf"(?<![a-z])(?:{spaced})(?![a-z])|{unspaced}", re.IGNORECASE)
    for part, (spaced, unspaced) in _NAMES.items()
}


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
