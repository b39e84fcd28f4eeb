"""The rule's criteria: what a query's parts ask for, and what can be seen of each dimension."""

from __future__ import annotations

import re
from collections.abc import Mapping

from veridical.checks.dimensions import Dimension
from veridical.checks.prompt import prompt_language

MOST_PARTS = 4
"""Parts of a query that make a criterion each."""
_PARTING = re.compile(r"[,;:.?!，。；：？！、\n]+|\s(?:and|or)\s")
_FEWEST = {"en": 8, "zh": 4}

Written = tuple[str, str]
"""A criterion and its explanation."""

_SEEN: Mapping[Dimension, Mapping[str, tuple[Written, ...]]] = {
    Dimension.INSIGHT: {
        "en": (
            ("Gives reasons", "because, therefore, since, due to, leads to, explains"),
            ("Weighs one thing against another", "whereas, although, however, compared, contrast"),
            ("Draws conclusions", "conclusion, overall, suggests, implies, means, should"),
        ),
        "zh": (
            ("说明原因", "因为、因此、由于、从而、导致、说明"),
            ("权衡比较", "相比、然而、但是、尽管、不同、差异"),
            ("得出结论", "结论、总体、意味着、表明、建议、应当"),
        ),
    },
    Dimension.READABILITY: {
        "en": (
            ("Leads its reader", "introduction, summary, overview, first, next, finally, section"),
            ("Explains its terms", "that is, means, called, defined, for example, such as"),
        ),
        "zh": (
            ("引导读者", "概述、摘要、首先、其次、最后、综上"),
            ("解释术语", "即、是指、称为、定义、例如、比如"),
        ),
    },
}
_NAMED = {
    Dimension.COMPREHENSIVENESS: {"en": "Covers what belongs to it", "zh": "内容覆盖"},
    Dimension.INSTRUCTION_FOLLOWING: {"en": "Does as it is told", "zh": "按要求作答"},
}


def criteria_by_rule(query: str, dimension: Dimension, language: str) -> list[Written]:
    """Criteria whose words can be looked for in a report.

    Args:
        query: what reports answer; blank = nothing can be asked of them.
        dimension: the side of quality.
        language: of the query.
    """
    written = prompt_language(language)
    if not query.strip():
        return []
    if dimension in _SEEN:
        return list(_SEEN[dimension][written])
    name = _NAMED[dimension][written]
    return [(f"{name}: {part}", part) for part in parts_of(query, written)]


def parts_of(query: str, language: str) -> list[str]:
    """The parts that a query names, each once, in its order; itself where it has none."""
    cut = (" ".join(part.split()) for part in _PARTING.split(query))
    long = [part for part in cut if len(part) >= _FEWEST[language]]
    return list(dict.fromkeys(long))[:MOST_PARTS] or [" ".join(query.split())]
