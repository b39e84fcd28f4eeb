"""Of which kind is a picture, by the words that the report gives it?

Who sees decides. The built-in rules alone go by caption, alternative text, title and file name,
and by such words only as name a kind wherever they stand: a pie chart, and no pie.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Kind(StrEnum):
    """What a picture is read as; a set of pictures is of a kind of its own."""

    PHOTO = "photo"
    DATACHART = "datachart"
    OCRCHART = "ocrchart"
    DIAGRAM = "diagram"
    TOGETHER = "together"


ROUTED = (Kind.PHOTO, Kind.DATACHART, Kind.OCRCHART, Kind.DIAGRAM)
"""The four kinds of the paper; in its order of columns."""

_CUES: tuple[tuple[Kind, str], ...] = (
    # longer names first: a flow chart is no chart of data, a screenshot no shot
    (
        Kind.DATACHART,
        r"\b(?:bar|column|line|pie|area|bubble|radar|do(?:ugh)?nut|waterfall|scatter|box|candlestick"
        r"|violin|time[ -]series)[ -]?(?:charts?|graphs?|plots?|diagrams?)\b"
        r"|\b(?:histograms?|heat[ -]?maps?)\b"
        r"|柱状图|条形图|折线图|饼状?图|曲线图|散点图|直方图|趋势图|走势图|热力图|箱线图|统计图|雷达图"
        r"|气泡图|面积图",
    ),
    (
        Kind.DIAGRAM,
        r"\b(?:diagrams?|flow[ -]?charts?|schematics?|mind[ -]?maps?|decision trees?|family trees?"
        r"|org(?:ani[sz]ation)?(?:al)?[ -]charts?)\b"
        r"|示意图|流程图|结构图|架构图|框图|原理图|思维导图|组织图|电路图|关系图|剖面图",
    ),
    (
        Kind.OCRCHART,
        r"\b(?:screen[ -]?shots?|screen[ -]?captures?|spread[ -]?sheets?|tables? \d{1,3}"
        r"|price lists?|(?:data|comparison|summary) tables?"
        r"|scanned (?:documents?|forms?|pages?|receipts?))\b"
        r"|表格|截图|截屏|扫描件|一览表|数据表|对照表",
    ),
    (
        Kind.PHOTO,
        r"\b(?:photo(?:graph)?s?|selfies?|(?:aerial|satellite) (?:views?|images?)|micrographs?)\b"
        r"|照片|实拍|实物图|航拍|卫星图",
    ),
)
_PATTERNS = tuple((kind, re.compile(cue, re.IGNORECASE)) for kind, cue in _CUES)


def kind_by_words(hints: str) -> Kind | None:
    """The kind that words name; None where they name none, or more than one.

    A name counts once its longer forms are taken out: "flow chart" names a diagram alone.
    """
    left, named = hints, set()
    for kind, pattern in _PATTERNS:
        left, found = pattern.subn(" ", left)
        if found:
            named.add(kind)
    return named.pop() if len(named) == 1 else None
