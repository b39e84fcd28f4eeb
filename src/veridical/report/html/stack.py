"""The block elements that are open, and what they mean for the text inside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.report.draft import Draft
from veridical.report.html.elements import HEADINGS, IMPLIED_ENDS
from veridical.report.html.tokenizer import Token
from veridical.report.html.visibility import has_background, is_hidden, is_unseen_name

# Browsers allow some 500; what a report nests deeper than this is no longer structure.
_MAX_DEPTH = 100
_ROLES = frozenset([*HEADINGS, "pre", "figcaption", "li"])
_LISTS = frozenset(["ul", "ol", "menu"])
_P: tuple[tuple[str, frozenset[str]], ...] = (("p", frozenset()),)


@dataclass(slots=True)
class Element:
    """An open block element.

    Attributes:
        tag: its start tag.
        role: the element that decides what the text in it is: itself or one around it.
        level: how many lists surround its text.
        item: the list item around its text.
        hides: it keeps its content from readers.
        is_on_color: a background is set in it or around it.
        is_quoted: it is or stands in a quote.
        count: of a list, the number of its latest item.
        first: how many drafts there were when it began.
    """

    tag: Token
    role: str = ""
    level: int = 0
    item: Draft | None = None
    hides: bool = False
    is_on_color: bool = False
    is_quoted: bool = False
    count: int = 0
    first: int = 0

    @property
    def is_trick(self) -> bool:
        """Whether it hides what a browser would show but for an attribute."""
        return self.hides and not is_unseen_name(self.tag.name)


class Stack:
    """The open elements, innermost last; nesting beyond sense is flattened.

    Attributes:
        is_cut: whether an element has been left out.
    """

    def __init__(self) -> None:
        self._open: list[Element] = []
        self._names = Counter[str]()
        self._ignored = Counter[str]()
        self._hiding = 0
        self.is_cut = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def top(self) -> Element | None:
        """The innermost element."""
        return self._open[-1] if self._open else None

    @property
    def is_hiding(self) -> bool:
        """Whether an open element hides its content."""
        return self._hiding > 0

    @property
    def is_on_color(self) -> bool:
        """Whether a background is set where we are."""
        return bool(self._open) and self._open[-1].is_on_color

    def is_top(self, name: str) -> bool:
        """Whether the innermost element has that name."""
        return bool(self._open) and self._open[-1].tag.name == name

    def push(self, tag: Token, outer_item: Draft | None, first: int) -> Element | None:
        """Open an element; None if it is nested so deep that it is left out."""
        hides = is_unseen_name(tag.name) or is_hidden(tag, is_on_color=self.is_on_color)
        if len(self._open) >= _MAX_DEPTH and not (hides and not self._hiding):
            self._ignored[tag.name] += 1
            self.is_cut = True
            return None
        element = self._element(tag, self.top or Element(tag, item=outer_item))
        element.hides, element.first = hides, first
        self._open.append(element)
        self._names[tag.name] += 1
        self._hiding += hides
        return element

    def _element(self, tag: Token, outer: Element) -> Element:
        is_list = tag.name in _LISTS
        return Element(
            tag,
            role=tag.name if tag.name in _ROLES else outer.role,
            level=outer.level + is_list,
            item=outer.item,
            is_on_color=outer.is_on_color or has_background(tag),
            is_quoted=outer.is_quoted or tag.name == "blockquote",
            count=number(tag.get("start"), 1) - 1 if is_list else 0,
        )

    def pop(self) -> Element:
        """Close the innermost element."""
        element = self._open.pop()
        self._names[element.tag.name] -= 1
        self._hiding -= element.hides
        return element

    def ended_by(self, tag: Token) -> int:
        """How many elements stay open after an end tag."""
        if self._ignored[tag.name]:
            self._ignored[tag.name] -= 1
            return len(self._open)
        if not self._names[tag.name]:
            return len(self._open)
        index = len(self._open) - 1
        while self._open[index].tag.name != tag.name:
            index -= 1
        return index

    def ended_before(self, tag: Token) -> Iterator[int]:
        """How many elements stay open before a start tag that HTML lets end others."""
        for name, barriers in IMPLIED_ENDS.get(tag.name, _P):
            if self._names[name]:
                yield self._reach(name, barriers)

    def _reach(self, name: str, barriers: frozenset[str]) -> int:
        for index in range(len(self._open) - 1, -1, -1):
            here = self._open[index].tag.name
            if here == name:
                return index
            # A paragraph is ended only where it is innermost: it holds no blocks.
            if here in barriers or name == "p":
                break
        return len(self._open)

    def ordinal(self, tag: Token) -> str:
        """The number that a browser writes before the list item just opened."""
        if len(self._open) < 2 or self._open[-2].tag.name != "ol":
            return ""
        around = self._open[-2]
        around.count = number(tag.get("value"), around.count + 1)
        return str(around.count)


def number(written: str | None, otherwise: int) -> int:
    """A number in an attribute."""
    digits = (written or "").strip()
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else otherwise
