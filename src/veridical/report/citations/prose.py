"""Sources named in words: ``(Source: World Bank)``, ``（来源：国家统计局）``, ``[Source: Name]``.

Also the whole line ``Source: World Bank, IMF`` under a table or a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage

NAME = "prose"

LEAD = (
    r"(?:(?:data\s)?sources?|adapted from|via|according to source|quellen?|datenquelle|fuentes?"
    r"|fontes?|fonti?|bron(?:nen)?|källa|źródło|kaynak|источники?"
    r"|(?:数据|資料|资料|信息|图片|圖片|数据资料)?(?:来源|來源)(?:于|自)?|出处|出處|引自|出典|출처)"
)
"""The words that announce a source."""

_ENCLOSED = re.compile(
    rf"[(（\[［【]\s?(?:{LEAD})\s?[:：]\s?([^()（）\[\]［］【】\n]{{2,200}})[)）\]］】]", re.I
)
_LINE = re.compile(rf"\s?(?:{LEAD})\s?[:：]\s?(\S[^\n]{{1,300}}?)\s*", re.I)
_PLACEHOLDER = re.compile(
    r"[\[【［(（]\s?(?:source|sources|link|ref|reference|citation|cite|url|来源|來源|出处|引用)\s?[\]】］)）]"
    r"|\[(?:insert|add|todo:?)\s(?:a\s)?(?:citation|source|reference)[^\[\]\n]{0,40}\]",
    re.I,
)
_NEEDED = re.compile(
    r"\[(?:citation|source|reference)s?\sneeded\]|\[来源请求\]|\[來源請求\]|\[需要引用\]", re.I
)
_BETWEEN = re.compile(r"\s?[;；、]\s?")


def is_source_line(plain: str) -> bool:
    """Whether a whole text only names sources ("Source: World Bank")."""
    return _LINE.fullmatch(plain) is not None


def find(passage: Passage) -> Iterator[Mark]:
    """All sources named in words, and all placeholders that name none."""
    for found in _ENCLOSED.finditer(passage.plain):
        yield _named(passage, found)
    line = _LINE.fullmatch(passage.plain)
    if line is not None:
        yield _named(passage, line)
    for found in _PLACEHOLDER.finditer(passage.plain):
        label = Label(found[0].strip("[]()［］（）【】 "), passage.span(*found.span()))
        span = passage.span(*found.span())
        yield Mark(NAME, *found.span(), span, (label,), MarkState.PLACEHOLDER)
    for found in _NEEDED.finditer(passage.plain):
        yield Mark(NAME, *found.span(), passage.span(*found.span()), (), MarkState.SILENT)


def _named(passage: Passage, found: re.Match[str]) -> Mark:
    labels, at = [], found.start(1)
    for between in (*_BETWEEN.finditer(passage.plain, *found.span(1)), None):
        stop = between.start() if between else found.end(1)
        name = passage.plain[at:stop].strip(" .。")
        if name:
            labels.append(Label(name, passage.span(at, stop)))
        at = between.end() if between else stop
    span = passage.span(*found.span())
    return Mark(NAME, *found.span(), span, tuple(labels), MarkState.NAMED)


STYLE = Style(NAME, find, hints=(":", "：", "[", "［", "【", "(", "（"))
