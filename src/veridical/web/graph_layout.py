"""Where the nodes of an evidence graph are drawn: columns from evidence to conclusion.

Layered drawing: evidence in the first column, every other node one column right of the
last thing it rests on; rows ordered by the mean of their neighbors so that few edges
cross; an edge over several columns bends through empty places in between.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from veridical.graph import EvidenceGraph

HEIGHT = 50.0
ROW_GAP = 20.0
MARGIN = 14.0
_SHEET = 652.0
_WIDEST = 176.0
_NARROWEST = 104.0
_WIDEST_GAP = 56.0
_NARROWEST_GAP = 30.0
_SWEEPS = 6
_MOST_BENDS = 2000
"""A graph whose edges would bend more often is too large to follow by eye; they run straight."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node's box: its left upper corner, in pixels; its column and row from 0."""

    x: float
    y: float
    column: int
    row: int


@dataclass(frozen=True)
class Drawing:
    """A graph with a place for everything.

    Attributes:
        places: the box of each node, by id.
        routes: per edge the points that it runs through, first and last on the boxes.
        box: the width of a box, in pixels.
        width: of the whole, in pixels.
        height: of the whole, in pixels.
    """

    places: Mapping[str, Place]
    routes: Mapping[tuple[str, str], tuple[tuple[float, float], ...]]
    box: float
    width: float
    height: float

    @cached_property
    def _columns(self) -> Mapping[int, list[tuple[float, str]]]:
        """The nodes of each column from top to bottom, each with its upper edge."""
        columns: dict[int, list[tuple[float, str]]] = defaultdict(list)
        for node_id, place in sorted(self.places.items(), key=lambda one: one[1].row):
            columns[place.column].append((place.y, node_id))
        return columns

    def neighbors(self, node_id: str) -> dict[str, str]:
        """The nodes that the arrow keys lead to, by direction; none past the edge."""
        own = self.places[node_id]
        column = self._columns[own.column]
        at = column.index((own.y, node_id))
        found = {
            "left": self._nearest(own, own.column - 1),
            "right": self._nearest(own, own.column + 1),
            "up": column[at - 1][1] if at else "",
            "down": column[at + 1][1] if at + 1 < len(column) else "",
        }
        return {direction: near for direction, near in found.items() if near}

    def _nearest(self, own: Place, column: int) -> str:
        """The node of a column that is nearest in height, the upper one of two."""
        there = self._columns.get(column, [])
        below = bisect_left(there, own.y, key=lambda one: one[0])
        near = there[max(0, below - 1) : below + 1]
        return min(near, key=lambda one: abs(one[0] - own.y))[1] if near else ""


def lay_out(graph: EvidenceGraph) -> Drawing:
    """Place every node and edge of `graph`."""
    columns, chains = _columns(graph)
    for sweep in range(_SWEEPS):
        _untangle(columns, chains, forward=sweep % 2 == 0)
    heights = _heights(columns, chains)
    box, gap = _widths(len(columns))
    places = {
        slot: Place(MARGIN + index * (box + gap), heights[slot], index, row)
        for index, column in enumerate(columns)
        for row, slot in enumerate(column)
    }
    own = {slot: place for slot, place in places.items() if isinstance(slot, str)}
    bottom = max(place.y for place in places.values()) + HEIGHT + MARGIN
    right = MARGIN * 2 + len(columns) * (box + gap) - gap
    return Drawing(own, _routes(chains, places, box), box, right, bottom)


def _widths(columns: int) -> tuple[float, float]:
    """Box and gap such that up to five columns fit beside a report."""
    gap = max(_NARROWEST_GAP, _WIDEST_GAP - 12 * max(0, columns - 3))
    box = (_SHEET - 2 * MARGIN - (columns - 1) * gap) / columns
    return min(_WIDEST, max(_NARROWEST, box)), gap


Bend = tuple[str, str, int]
Slot = str | Bend
Chains = dict[tuple[str, str], list[Slot]]


def _columns(graph: EvidenceGraph) -> tuple[list[list[Slot]], Chains]:
    """Slots by column, and the slots that each edge passes, bends included."""
    columns: list[list[Slot]] = [[] for _ in range(graph.depth + 1)]
    for node in graph.topological:
        columns[graph.layers[node.id]].append(node.id)
    layers = graph.layers
    is_huge = sum(layers[b] - layers[a] - 1 for a, b in graph.edges) > _MOST_BENDS
    chains: Chains = {}
    for supporter, supported in graph.edges:
        between = () if is_huge else range(layers[supporter] + 1, layers[supported])
        bends: list[Slot] = [(supporter, supported, column) for column in between]
        for column, bend in zip(between, bends, strict=True):
            columns[column].append(bend)
        chains[supporter, supported] = [supporter, *bends, supported]
    return columns, chains


def _steps(chains: Chains) -> Iterable[tuple[Slot, Slot]]:
    for chain in chains.values():
        yield from pairwise(chain)


def _untangle(columns: list[list[Slot]], chains: Chains, *, forward: bool) -> None:
    near: dict[Slot, list[Slot]] = defaultdict(list)
    for left, right in _steps(chains):
        near[right if forward else left].append(left if forward else right)
    row = {slot: index for column in columns for index, slot in enumerate(column)}
    for column in columns if forward else reversed(columns):
        means = {slot: _mean([row[n] for n in near[slot]], row[slot]) for slot in column}
        column.sort(key=lambda slot: means[slot])
        row.update({slot: index for index, slot in enumerate(column)})


def _mean(values: list[float] | list[int], default: float) -> float:
    return sum(values) / len(values) if values else default


def _heights(columns: list[list[Slot]], chains: Chains) -> dict[Slot, float]:
    """The upper edge of each slot: level with what it rests on, never overlapping."""
    rests_on: dict[Slot, list[Slot]] = defaultdict(list)
    for left, right in _steps(chains):
        rests_on[right].append(left)
    heights: dict[Slot, float] = {}
    for column in columns:
        wished = [_mean([heights[s] for s in rests_on[slot]], MARGIN) for slot in column]
        heights.update(zip(column, _spread(wished), strict=True))
    lowest = min(heights.values(), default=0.0)
    return {slot: y - lowest + MARGIN for slot, y in heights.items()}


def _spread(wished: list[float]) -> list[float]:
    """The nearest tops to those wished for that keep their order and their distance."""
    pitch = HEIGHT + ROW_GAP
    # Groups that touch settle at the mean of their wishes (pool adjacent violators).
    groups: list[tuple[float, int]] = []
    for index, wish in enumerate(wished):
        total, size = wish - index * pitch, 1
        while groups and groups[-1][0] / groups[-1][1] > total / size:
            before, n = groups.pop()
            total, size = total + before, size + n
        groups.append((total, size))
    tops = [total / size for total, size in groups for _ in range(size)]
    return [top + index * pitch for index, top in enumerate(tops)]


def _routes(
    chains: Chains, places: Mapping[Slot, Place], box: float
) -> dict[tuple[str, str], tuple[tuple[float, float], ...]]:
    routes = {}
    for edge, chain in chains.items():
        points: list[tuple[float, float]] = []
        for slot in chain:
            left, middle = places[slot].x, places[slot].y + HEIGHT / 2
            points += ((left, middle), (left + box, middle))
        # An edge leaves its first box on the right and meets its last one on the left.
        routes[edge] = tuple(points[1:-1])
    return routes
