"""Which numbers of a figure are the ticks of its axes, and say nothing of what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from veridical.checks.figure_reading.pieces import Piece

FEWEST = 3
_ALIGNED = 0.7
"""How far edges may be apart, in heights of a line."""
_UNEVEN = 0.02
"""By how much of a step the steps may differ."""
_MOST_TABLE_ROWS = 0.5


def ticks(pieces: Sequence[Piece]) -> set[int]:
    """The places, in `pieces`, of those that are ticks.

    Ticks stand in a row or a column, and rise or fall by equal steps. A row of a table or its
    column may do so too: there more than half of them have a label of their own beside or above.

    Args:
        pieces: of one picture.
    """
    found: set[int] = set()
    edges: tuple[tuple[Callable[[Piece], float], Callable[[Piece], float]], ...] = (
        (lambda p: p.box.right, lambda p: p.down),
        (lambda p: p.box.left, lambda p: p.down),
        (lambda p: p.across, lambda p: p.down),
        (lambda p: p.down, lambda p: p.across),
    )
    for number, (edge, along) in enumerate(edges):
        for line in _lines(pieces, edge):
            ordered = sorted(line, key=lambda i: along(pieces[i]))
            is_row = number == len(edges) - 1
            if _is_even([pieces[i] for i in ordered]) and not _is_of_table(ordered, pieces, is_row):
                found |= set(ordered)
    return found


def _lines(pieces: Sequence[Piece], edge: Callable[[Piece], float]) -> list[list[int]]:
    """The values whose edges lie on one line, three at least."""
    values = sorted((i for i, p in enumerate(pieces) if p.value), key=lambda i: edge(pieces[i]))
    lines: list[list[int]] = []
    for i in values:
        near = _ALIGNED * pieces[i].height
        if lines and edge(pieces[i]) - edge(pieces[lines[-1][-1]]) <= near:
            lines[-1].append(i)
        else:
            lines.append([i])
    return [line for line in lines if len(line) >= FEWEST]


def _is_even(line: Sequence[Piece]) -> bool:
    numbers = [piece.value.value for piece in line if piece.value]
    steps = [b - a for a, b in pairwise(numbers)]
    first = steps[0]
    return first != 0 and all(abs(step - first) <= _UNEVEN * abs(first) for step in steps)


def _is_of_table(line: Sequence[int], pieces: Sequence[Piece], is_row: bool) -> bool:
    own = [pieces[i] for i in line]
    stands = _is_above if is_row else _is_before
    named = set[int]()
    for label in (piece for piece in pieces if piece.is_label):
        beside = [piece for piece in own if stands(label, piece)]
        if beside:  # a title over two numbers names one of them at most
            named.add(id(min(beside, key=lambda piece: _apart(label, piece))))
    return len(named) > _MOST_TABLE_ROWS * len(own)


def _apart(one: Piece, other: Piece) -> float:
    return abs(one.across - other.across) + abs(one.down - other.down)


def _is_before(label: Piece, piece: Piece) -> bool:
    is_left = label.box.right <= piece.box.left + piece.height / 2
    return is_left and abs(label.down - piece.down) <= piece.height / 2


def _is_above(label: Piece, piece: Piece) -> bool:
    is_higher = label.box.bottom <= piece.box.top + piece.height / 2
    is_over = label.box.left < piece.box.right and piece.box.left < label.box.right
    return is_higher and is_over and label.width < 3 * max(piece.width, piece.height * 3)
