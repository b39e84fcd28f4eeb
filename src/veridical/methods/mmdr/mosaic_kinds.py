"""Of which kind is a picture, by the words that the report gives it?

Rules look at caption, alternative text, title and file name; where these say nothing, or say two
things, somebody who sees is asked.
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
        Kind.DIAGRAM,
        r"\b(?:diagrams?|flow[ -]?charts?|schematics?|architectures?|pipelines?|work[ -]?flows?"
        r"|mind[ -]?maps?|org(?:anization)?(?:al)?[ -]charts?|block[ -]diagrams?|circuits?"
        r"|blueprints?|frameworks?|cross[ -]sections?|decision trees?|family trees?"
        r"|sketch(?:es)?)\b"
        r"|示意图|流程图|结构图|架构图?|框图|原理图|思维导图|组织图|电路图|关系图|剖面图|路线图",
    ),
    (
        Kind.OCRCHART,
        r"\b(?:tables?|spread[ -]?sheets?|screen[ -]?shots?|screen[ -]?captures?|dash[ -]?boards?"
        r"|scan(?:s|ned)?|receipts?|invoices?|menus?|forms?|documents?|labels? of|posters?"
        r"|interface|web ?pages?|price lists?|sign(?:board)?s?)\b"
        r"|表格|截图|截屏|界面|屏幕|扫描件|发票|收据|菜单|清单|一览表|海报|招牌|文档",
    ),
    (
        Kind.DATACHART,
        r"\b(?:charts?|graphs?|plots?|histograms?|scatter|curves?|trends?|heat ?maps?|pie"
        r"|box ?plots?|distributions?|time series|bars?|ranges?|percentages?|statistics)\b|%"
        r"|柱状图|条形图|折线图|饼图|曲线|散点图|直方图|趋势|热力图|箱线图|分布图|统计图|占比|走势",
    ),
    (
        Kind.PHOTO,
        r"\b(?:photo(?:graph)?s?|portraits?|snapshots?|selfies?|(?:aerial|satellite|street|front"
        r"|side|rear) views?|satellite images?|close[ -]?ups?|micrographs?|pictured|paintings?)\b"
        r"|照片|摄影|拍摄|实拍|实物图|外观|特写|航拍|肖像|卫星图|油画",
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
