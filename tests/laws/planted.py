"""Reports with citations planted in them, in any style, and what a parser must give back."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tools.rewrite_styles import STYLES

_ENGLISH = (
    "The share of item {n} rose in the north",
    "Prices of item {n} fell by 3.5 percent, e.g. in the U.S. market",
    "Item {n} grew, while the others stayed",
    "Dr. Roe of the agency (AGY) counts {n} of them",
)
_CHINESE = (
    "第{n}项在北方上升了",
    "第{n}项的价格下降了3.5%，其他持平",
    "“第{n}项”占全部的一半",
    "第{n}项由甲公司（AGY）统计",
)
MOST_SOURCES = 12


@dataclass(frozen=True)
class Planted:
    """A report that cites by ``[1]``.

    Attributes:
        text: the report with its list.
        style: the style to rewrite it into.
        cited: for each sentence in order, the numbers planted in it.
        sources: how many entries its list has.
    """

    text: str
    style: str
    cited: tuple[tuple[int, ...], ...]
    sources: int


@st.composite
def planted(draw: st.DrawFn) -> Planted:
    """A report of a few paragraphs and bullets, English or Chinese."""
    chinese = draw(st.booleans())
    style = draw(st.sampled_from(sorted(STYLES)))
    # "上升了。[世界银行](…)指出" and "上升了。[标题](…)下一句" cannot be told apart.
    can_follow = not (chinese and style == "link")
    sources = draw(st.integers(2, MOST_SOURCES))
    paragraphs, cited, number = [], [], 0
    for _ in range(draw(st.integers(1, 4))):
        is_bullet = draw(st.booleans())
        sentences = []
        for _ in range(1 if is_bullet else draw(st.integers(1, 4))):
            number += 1
            numbers = draw(st.lists(st.integers(1, sources), max_size=3, unique=True))
            cited.append(tuple(numbers))
            marked = _Markers(numbers, draw(st.booleans()) and can_follow)
            sentences.append(_sentence(draw, number, marked, chinese=chinese))
        joined = ("" if chinese else " ").join(sentences)
        paragraphs.append(f"- {joined}" if is_bullet else joined)
    heading = draw(st.sampled_from(["References:", "## Sources", "参考文献：", "**Quellen**"]))
    listed = "\n".join(f"[{n}] https://a{n}.example/p - Title {n}" for n in range(1, sources + 1))
    text = "\n\n".join(paragraphs) + f"\n\n{heading}\n\n{listed}\n"
    return Planted(text, style, tuple(cited), sources)


@dataclass(frozen=True)
class _Markers:
    """The numbers to plant in a sentence, before or after its stop."""

    numbers: list[int]
    follow_stop: bool


def _sentence(draw: st.DrawFn, number: int, marked: _Markers, *, chinese: bool) -> str:
    words = draw(st.sampled_from(_CHINESE if chinese else _ENGLISH)).format(n=number)
    stop = "。" if chinese else "."
    markers = "".join(f"[{n}]" for n in marked.numbers)
    gap = "" if chinese or not markers else draw(st.sampled_from(["", " "]))
    if marked.follow_stop:
        return f"{words}{stop}{gap}{markers}"
    return f"{words}{gap}{markers}{stop}"
