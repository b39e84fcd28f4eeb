"""Where on a page figures and tables stand: drawings that lie together, at their captions.

Ours. A figure is what is drawn between its caption and the next prose, a table what lies between
its rules, or the rows that follow its caption; the writing beside a drawing belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from veridical.retrieval.corpora.papers.lines import Caption, Line
from veridical.retrieval.corpora.papers.model import Box, ShownKind

_CELL = 4.0
"""Points of the grid on which drawings are joined."""
_TOGETHER = 6.0
_LEAST = 400.0
"""Square points of a drawing that may be a figure."""
_THIN, _LONG = 2.5, 40.0
_NEAR = 12.0
_FAR = 60.0
"""Points between a caption and what it is of, at most."""
_PROSE = 0.6
_RULES_APART = 320.0
_WHOLE, _SCANNED = 0.85, 0.5
"""Share of a page from which a drawing is the page itself; where nothing is written there."""
_UNCAPTIONED = 0.03
"""Share of a page above which a drawing without a caption is shown."""


@dataclass
class Page:
    """What stands on a page.

    Attributes:
        box: all of it.
        lines: its words.
        captions: among its lines.
        drawn: the boxes of whatever is drawn.
        body: the size of the document's letters.
        headings: places of lines that are headings.
    """

    box: Box
    lines: Sequence[Line]
    captions: Sequence[Caption]
    drawn: Sequence[Box]
    body: float
    headings: frozenset[int] = frozenset()
    _rules: list[Box] = field(init=False)
    _drawings: list[Box] = field(init=False)
    _prose: list[Box] = field(init=False)

    def __post_init__(self) -> None:
        """Part rules from drawings, and prose from other writing."""
        most = (_WHOLE if self.lines else _SCANNED) * self.box.area
        shown = [one for one in self.drawn if one.area < most]
        self._rules = [one for one in shown if one.height <= _THIN and one.width >= _LONG]
        thick = [one for one in shown if one.height > _THIN or one.width < _LONG]
        # the axes of a chart are rules too, but nothing that consists of rules alone is one
        self._drawings = [
            one
            for one in joined(shown, self.box)
            if one.area >= _LEAST and any(_lies_in(part, one) for part in thick)
        ]
        said = {n for one in self.captions for n in one.lines} | self.headings
        self._prose = [
            line.box
            for n, line in enumerate(self.lines)
            if n not in said
            and len(line.text) > 25
            and line.size >= 0.92 * self.body
            and line.box.width > 0.25 * self.box.width
            and not any(line.box.meets(one) for one in self._drawings)
        ]

    def regions(self) -> Iterator[tuple[Caption | None, Box]]:
        """Each figure and table with its caption, from top to bottom; then those without one."""
        left = list(self._drawings)
        found: list[tuple[Caption | None, Box]] = []
        for caption in sorted(self.captions, key=lambda one: -one.box.top):
            find = self._table if caption.kind is ShownKind.TABLE else self._figure
            region = find(caption, left)
            if region is not None:
                left = [one for one in left if not _lies_in(one, region)]
                found.append((caption, self._with_writing(region, caption)))
        for one in left:
            is_large = one.area > _UNCAPTIONED * self.box.area and one.height > 4 * _NEAR
            if is_large and not any(one.meets(region) for _, region in found):
                found.append((None, self._with_writing(one, None)))
        yield from found

    def words_in(self, region: Box) -> str:
        """What is written in a region: a line each row, what stands apart parted by bars."""
        inside = [line for line in self.lines if _lies_in(line.box, region)]
        rows: list[list[Line]] = []
        for line in sorted(inside, key=lambda one: -_middle(one.box)):
            if rows and abs(_middle(rows[-1][0].box) - _middle(line.box)) < 0.5 * line.size:
                rows[-1].append(line)
            else:
                rows.append([line])
        return "\n".join(
            " | ".join(line.text for line in sorted(row, key=lambda one: one.box.left))
            for row in rows
        )

    def _figure(self, caption: Caption, drawings: Sequence[Box]) -> Box | None:
        """The drawings above a caption; where there are none, those below."""
        column = self._column(caption)
        beside = [one for one in drawings if one.beside(column) > 0]
        above = [one for one in beside if _middle(one) > caption.box.top]
        below = [one for one in beside if _middle(one) < caption.box.bottom]
        return self._reached(caption, above) or self._reached(caption, below)

    def _column(self, caption: Caption) -> Box:
        """The column of a caption, which may be shorter: as wide as the prose above and below."""
        column = caption.box
        for one in self._prose:
            if one.beside(caption.box) > 0.5 * caption.box.width:
                column = Box(
                    min(column.left, one.left),
                    column.bottom,
                    max(column.right, one.right),
                    column.top,
                )
        return column

    def _reached(self, caption: Caption, drawings: Sequence[Box]) -> Box | None:
        """Those of the drawings that no prose parts from the caption, as one."""
        region: Box | None = None
        for one in sorted(drawings, key=lambda box: abs(_middle(box) - _middle(caption.box))):
            start = region or caption.box
            gap = max(one.bottom - start.top, start.bottom - one.top)
            if gap > _FAR or self._is_parted(one, start):
                break
            region = one if region is None else region.joined(one)
        return region

    def _is_parted(self, one: Box, other: Box) -> bool:
        """Whether prose or another caption stands between two boxes."""
        low, high = sorted((one, other), key=_middle)
        between = Box(max(low.left, high.left), low.top, min(low.right, high.right), high.bottom)
        if between.height <= 0:
            return False
        parts = [*self._prose, *(caption.box for caption in self.captions)]
        return any(
            between.bottom < _middle(part) < between.top and part.beside(between) > 0
            for part in parts
        )

    def _table(self, caption: Caption, drawings: Sequence[Box]) -> Box | None:
        """Between rules, in a drawn grid, or the rows that follow; below the caption, or above."""
        column = self._column(caption)
        rules = [rule for rule in self._rules if rule.beside(column) > 0]
        below = sorted((r for r in rules if r.top <= caption.box.top), key=lambda r: -r.top)
        above = sorted((r for r in rules if r.bottom >= caption.box.top), key=lambda r: r.bottom)
        is_below = [one for one in drawings if _middle(one) < caption.box.bottom]
        return (
            self._ruled(caption, below)
            or self._reached(caption, [one for one in is_below if one.beside(column) > 0])
            or self._rows(caption)
            or self._ruled(caption, above)
        )

    def _ruled(self, caption: Caption, rules: Sequence[Box]) -> Box | None:
        region: Box | None = None
        count = 0
        for rule in rules:
            start = region or caption.box
            gap = max(rule.bottom - start.top, start.bottom - rule.top)
            if gap > (_RULES_APART if region else _FAR) or self._is_broken(rule, start):
                break
            region = rule if region is None else region.joined(rule)
            count += 1
        return region if count > 1 else None

    def _is_broken(self, one: Box, other: Box) -> bool:
        """Whether another caption, or prose as wide as both, stands between two rules."""
        low, high = sorted((one, other), key=_middle)
        width = min(low.width, high.width)
        parts = [part for part in self._prose if part.width > 0.9 * width]
        parts += [caption.box for caption in self.captions]
        return any(low.top < _middle(part) < high.bottom for part in parts if part.beside(low) > 0)

    def _rows(self, caption: Caption) -> Box | None:
        """Rows of cells that stand apart, right below a caption."""
        said = {n for one in self.captions for n in one.lines} | self.headings
        lines = [
            line
            for n, line in enumerate(self.lines)
            if n not in said and line.box.top < caption.box.bottom + 2
        ]
        lines.sort(key=lambda line: -line.box.top)
        region: Box | None = None
        rows = 0
        last = caption.box.bottom
        for line in lines:
            is_new = last - line.box.top > -0.5 * line.size
            if last - line.box.top > 2.2 * line.size or line.box in self._prose:
                break
            beside = [o for o in lines if abs(_middle(o.box) - _middle(line.box)) < 2]
            if len(beside) < 2:
                break
            region = line.box if region is None else region.joined(line.box)
            rows += is_new
            last = min(last, line.box.bottom)
        return region if rows > 1 else None

    def _with_writing(self, region: Box, caption: Caption | None) -> Box:
        """A region with the writing at its edges, as at the axes of a chart."""
        said = set(caption.lines) if caption is not None else set()
        said |= {n for one in self.captions for n in one.lines} | self.headings
        for _ in range(2):
            near = region.grown(_NEAR)
            for n, line in enumerate(self.lines):
                is_prose = line.box in self._prose or line.box.width > region.width
                if n not in said and not is_prose and line.box.meets(near):
                    region = region.joined(line.box)
        return region.grown(2).within(self.box)


def _middle(box: Box) -> float:
    return (box.bottom + box.top) / 2


def _lies_in(box: Box, region: Box) -> bool:
    x, y = (box.left + box.right) / 2, _middle(box)
    return region.left <= x <= region.right and region.bottom <= y <= region.top


def joined(boxes: Iterable[Box], page: Box) -> list[Box]:
    """Boxes that lie together as one each; the time is that of the boxes and the page's cells."""
    wide, high = int(page.width / _CELL) + 2, int(page.height / _CELL) + 2
    grid = [bytearray(wide) for _ in range(high)]
    inside = [one.within(page) for one in boxes if one.meets(page)]
    cells = [_cells(one, page, wide, high) for one in inside]
    for left, bottom, right, top in cells:
        for row in range(bottom, top + 1):
            grid[row][left : right + 1] = b"\x01" * (right + 1 - left)
    names = _named(grid, wide, high)
    found: dict[int, Box] = {}
    for one, (left, bottom, _, _) in zip(inside, cells, strict=True):
        name = names[bottom][left]
        found[name] = found[name].joined(one) if name in found else one
    return list(found.values())


def _cells(box: Box, page: Box, wide: int, high: int) -> tuple[int, int, int, int]:
    near = box.grown(_TOGETHER / 2)
    return (
        max(0, int((near.left - page.left) / _CELL)),
        max(0, int((near.bottom - page.bottom) / _CELL)),
        min(wide - 1, int((near.right - page.left) / _CELL)),
        min(high - 1, int((near.top - page.bottom) / _CELL)),
    )


def _named(grid: Sequence[bytearray], wide: int, high: int) -> list[list[int]]:
    """A number for each marked cell, the same for those that are joined."""
    names = [[0] * wide for _ in range(high)]
    count = 0
    for row in range(high):
        for column in range(wide):
            if not grid[row][column] or names[row][column]:
                continue
            count += 1
            waiting = [(row, column)]
            names[row][column] = count
            while waiting:
                y, x = waiting.pop()
                for at, to in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                    is_there = 0 <= at < high and 0 <= to < wide
                    if is_there and grid[at][to] and not names[at][to]:
                        names[at][to] = count
                        waiting.append((at, to))
    return names
