"""What a DOCX file says about its paragraphs: headings, lists and their numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace

from veridical.runs.importers.docx_package import (
    Element,
    Package,
    attribute,
    child,
    name_of,
    value,
)

_HEADING = re.compile(r"(?:heading|标题|標題)\s?([1-9])\b", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|目录|目錄)\s?(?:[1-9]|heading)\b", re.IGNORECASE)
_TITLE = frozenset({"title", "标题", "標題"})
_DEEPEST_HEADING = 6
_MOST_BASES = 20


@dataclass(frozen=True, slots=True)
class Style:
    """A style of paragraphs, with what it takes from those it is based on.

    Attributes:
        name: as it is called.
        level: of the heading that it makes, 0 = none.
        list: the id of the list whose items it makes, "" = none.
        depth: how deep in that list, from 0.
    """

    name: str = ""
    level: int = 0
    list: str = ""
    depth: int = 0

    @property
    def is_contents(self) -> bool:
        """Whether it makes lines of a table of contents."""
        return bool(_CONTENTS.match(self.name))


@dataclass(frozen=True, slots=True)
class Item:
    """Where a paragraph stands in a list.

    Attributes:
        depth: from 0.
        is_bullet: whether it has no number.
        number: its own.
        is_bracketed: whether its number stands between square brackets.
    """

    depth: int
    is_bullet: bool
    number: int
    is_bracketed: bool


def read_styles(package: Package, folder: str) -> dict[str, Style]:
    """The styles of paragraphs by their ids."""
    root = package.xml(f"{folder}styles.xml")
    written = {
        attribute(one, "styleId") or "": one
        for one in (root if root is not None else ())
        if name_of(one) == "style"
    }
    return {name: _style(name, written) for name in written}


def _style(name: str, written: dict[str, Element]) -> Style:
    called, level, number, depth = "", 0, "", 0
    at: str | None = name
    for _ in range(_MOST_BASES):
        element = written.get(at or "")
        if element is None:
            break
        own = value(element, "name") or ""
        called = called or own
        level = level or _heading_level(own) or outline_level(child(element, "pPr"))
        number = number or value(element, "pPr", "numPr", "numId") or ""
        depth = depth or _number(value(element, "pPr", "numPr", "ilvl"))
        at = value(element, "basedOn")
    return Style(called, level, number, depth)


def _heading_level(name: str) -> int:
    if name.strip().lower() in _TITLE:
        return 1
    found = _HEADING.match(name.strip())
    return min(int(found[1]), _DEEPEST_HEADING) if found else 0


def outline_level(properties: Element | None) -> int:
    """The level of the heading that a paragraph's properties make, 0 = none (9 = body)."""
    told = value(properties, "outlineLvl")
    level = _number(told) + 1 if told is not None else 0
    return min(level, _DEEPEST_HEADING) if 1 <= level <= 9 else 0


@dataclass(frozen=True, slots=True)
class _Level:
    format: str = "decimal"
    pattern: str = "%1."
    start: int = 1


@dataclass
class Lists:
    """The lists of a document; counts their items as they come."""

    levels: dict[str, dict[int, _Level]]
    kinds: dict[str, str]
    _counted: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def item(self, number: str, depth: int) -> Item | None:
        """The next item of a list; None where there is no such list, or its items show nothing."""
        levels = self.levels.get(number)
        if levels is None or number == "0":
            return None
        level = levels.get(depth, _Level())
        if level.format == "none":
            return None
        if level.format == "bullet":
            return Item(depth, is_bullet=True, number=0, is_bracketed=False)
        counted = self._counted[self.kinds[number]]
        counted[depth] = counted.get(depth, level.start - 1) + 1
        for deeper in [d for d in counted if d > depth]:
            del counted[deeper]
        is_bracketed = bool(re.match(r"[\[［【]%\d[\]］】]", level.pattern.strip()))
        return Item(depth, is_bullet=False, number=counted[depth], is_bracketed=is_bracketed)


def read_lists(package: Package, folder: str) -> Lists:
    """The lists of a document."""
    root = package.xml(f"{folder}numbering.xml")
    kinds: dict[str, dict[int, _Level]] = {}
    levels: dict[str, dict[int, _Level]] = {}
    names: dict[str, str] = {}
    for one in root if root is not None else ():
        if name_of(one) == "abstractNum":
            kinds[attribute(one, "abstractNumId") or ""] = _levels(one)
        elif name_of(one) == "num":
            number = attribute(one, "numId") or ""
            kind = value(one, "abstractNumId") or ""
            own = _restarts(one, kinds.get(kind, {}))
            levels[number] = kinds.get(kind, {}) | own
            names[number] = number if own else kind
    return Lists(levels, names)


def _levels(abstract: Element) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for one in abstract:
        if name_of(one) == "lvl":
            found[_number(attribute(one, "ilvl"))] = _Level(
                value(one, "numFmt") or "decimal",
                value(one, "lvlText") or "",
                _number(value(one, "start") or "1"),
            )
    return found


def _restarts(number: Element, kind: dict[int, _Level]) -> dict[int, _Level]:
    """The levels of a kind that a list begins anew for itself."""
    found: dict[int, _Level] = {}
    for one in number:
        if name_of(one) == "lvlOverride":
            found |= _levels(one)
            start = value(one, "startOverride")
            depth = _number(attribute(one, "ilvl"))
            if start is not None and depth not in found:
                found[depth] = replace(kind.get(depth, _Level()), start=_number(start))
    return found


def _number(told: str | None) -> int:
    return int(told) if told is not None and told.isascii() and told.isdecimal() else 0
