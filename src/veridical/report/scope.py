"""What each marker speaks for: a clause, its sentence, several sentences, a cell, a caption.

A marker inside a sentence or before its stop speaks for that sentence. One after the stop speaks
for the nearest sentence by default; where several sentences without markers lead up to it, all
of them are offered and the scope is uncertain. A marker that stands alone in a block speaks for
the block before, one that stands alone in a cell for its row, one in a header cell for its
column, one before a list ("The following grew [1]:") for the bullets as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from veridical.report.citations import Mark, MarkState
from veridical.report.model import Scope, ScopeKind, StatementKind
from veridical.report.passages import OUT, Reading
from veridical.report.statements import Sentence

_CLAUSE_END = re.compile(
    r"\s*(?:[,;:，；：、—–]|(?:and|but|while|whereas|or|yet|although)\b|而|但|并|且)", re.I
)
_CONTENT_RUN = re.compile(r"[^\W_]+")
_STOP = re.compile(r"[.!?。！？…｡।॥؟。][\"'”’»)）\]】」*_]{0,3}\Z")
_REACH = 80
_OPENING = " (（[［【"
_WHOLE = {
    StatementKind.SENTENCE: ScopeKind.SENTENCE,
    StatementKind.CAPTION: ScopeKind.CAPTION,
    StatementKind.CELL: ScopeKind.CELL,
    StatementKind.BULLET: ScopeKind.BULLET,
}


@dataclass(frozen=True, slots=True)
class Reach:
    """A scope, and the statement that is the marker's by default.

    Attributes:
        scope: what the marker may speak for.
        default: the index of the statement that names it; None if there is none.
    """

    scope: Scope
    default: int | None


NOTHING = Reach(Scope(ScopeKind.NONE, (), is_certain=True), None)
"""The reach of a marker in a heading, or one that nothing goes before."""


def reaches(readings: Sequence[Reading], sentences: Sequence[Sentence]) -> list[list[Reach]]:
    """The reach of each mark of each reading, in the readings' order."""
    rooms = _rooms(readings, sentences)
    tables = _TableIndex(rooms)
    return [
        [_reach(rooms, tables, at, mark) for mark in room.ends] for at, room in enumerate(rooms)
    ]


@dataclass(eq=False)
class _Room:
    """A reading with its sentences, and what is asked of them more than once.

    Attributes:
        reading: the reading.
        sentences: its sentences in order.
        says: the statements among them.
        ends: for each mark, where it stands.
    """

    reading: Reading
    sentences: list[Sentence]
    says: list[int]
    ends: list[_Place] = field(default_factory=list)
    groups: dict[tuple[int, int], Reach] = field(default_factory=dict)
    bullets: tuple[int, ...] | None = None
    before: Reach | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a mark stands in its reading.

    Attributes:
        mark: the mark.
        sentence: which of the reading's sentences holds it.
        opening: the sentence where a mark such as ``[cite_start]`` opened its reach, else -1.
        is_last: whether nothing but markers and signs follows in its sentence.
        follows_stop: whether the words before it end in a full stop.
    """

    mark: Mark
    sentence: int
    opening: int
    is_last: bool
    follows_stop: bool


def _rooms(readings: Sequence[Reading], sentences: Sequence[Sentence]) -> list[_Room]:
    by_reading: list[list[Sentence]] = [[] for _ in readings]
    for sentence in sentences:
        by_reading[sentence.reading].append(sentence)
    rooms = []
    for reading, found in zip(readings, by_reading, strict=True):
        says = [s.statement for s in found if s.statement is not None]
        room = _Room(reading, found, says)
        room.ends = _places(reading, found) if reading.marks else []
        rooms.append(room)
    return rooms


def _places(reading: Reading, sentences: list[Sentence]) -> list[_Place]:
    starts = [sentence.start for sentence in sentences]
    content = [found.span() for found in _CONTENT_RUN.finditer(reading.bare)]
    stops = [stop for _, stop in content]
    places = []
    opening, before, at = -1, "", 0
    for mark in reading.marks:
        between = reading.bare[at : mark.start].replace(OUT, "").rstrip()
        before, at = between[-_REACH:].rstrip(_OPENING) or before, max(at, mark.start)
        place = max(bisect_left(starts, mark.start + (mark.end > mark.start)) - 1, 0)
        if mark.state is MarkState.OPENING:
            opening = _opened(starts, mark)
        end = sentences[place].end if sentences else mark.end
        following = bisect_right(stops, mark.end)
        is_last = following == len(content) or content[following][0] >= end
        places.append(_Place(mark, place, opening, is_last, bool(_STOP.search(before))))
        opening = -1 if mark.state.cites else opening
    return places


def _opened(starts: list[int], mark: Mark) -> int:
    """The sentence that begins at or after an opening mark."""
    return max(bisect_left(starts, mark.end + 2) - 1, 0)


def _reach(rooms: list[_Room], tables: _TableIndex, at: int, place: _Place) -> Reach:
    room = rooms[at]
    cell = room.reading.cell
    if cell is not None and (cell.is_header or not room.says):
        return tables.reach(at)
    if not room.says:
        return NOTHING if room.reading.kind is None else _of_block_before(rooms, at)
    statement = room.sentences[place.sentence].statement
    is_cell = room.reading.kind is StatementKind.CELL
    if statement is None or (place.is_last and place.follows_stop and not is_cell):
        return _after_stop(room, place)
    if place.is_last and not is_cell and room.reading.announces:
        return _with_bullets(rooms, at, statement)
    return Reach(Scope(_kind_inside(room, place), (statement,), is_certain=True), statement)


def _after_stop(room: _Room, place: _Place) -> Reach:
    """The run of sentences without markers that leads up to a mark."""
    key = (place.sentence, place.opening)
    if key not in room.groups:
        room.groups[key] = _group(room, place)
    return room.groups[key]


def _group(room: _Room, place: _Place) -> Reach:
    first = place.sentence
    while first > 0 and not _has_marks(room, first - 1):
        first -= 1
    is_opened = place.opening >= 0
    first = max(first, place.opening)
    members = room.sentences[first : place.sentence + 1]
    group = tuple(s.statement for s in members if s.statement is not None)
    if not group:
        before = [s.statement for s in room.sentences[:first] if s.statement is not None]
        group = (before[-1] if before else room.says[0],)
    if len(group) == 1:
        return Reach(Scope(_kind_of_all(room), group, is_certain=True), group[0])
    return Reach(Scope(ScopeKind.GROUP, group, is_certain=is_opened), group[-1])


def _has_marks(room: _Room, index: int) -> bool:
    sentence = room.sentences[index]
    starts = room.reading.starts
    at = bisect_left(starts, sentence.start + (index > 0))
    return at < len(starts) and starts[at] <= sentence.end


def _kind_of_all(room: _Room) -> ScopeKind:
    """The kind of scope of a mark that closes a sentence of the reading."""
    kind = room.reading.kind
    if kind is None or (kind is StatementKind.BULLET and len(room.says) > 1):
        return ScopeKind.SENTENCE
    return _WHOLE[kind]


def _kind_inside(room: _Room, place: _Place) -> ScopeKind:
    kind = _kind_of_all(room)
    if place.is_last or kind is ScopeKind.CELL:
        return kind
    end = place.mark.end
    after = room.reading.bare[end : end + _REACH].replace(OUT, "")
    return ScopeKind.CLAUSE if _CLAUSE_END.match(after) else kind


def _with_bullets(rooms: list[_Room], at: int, statement: int) -> Reach:
    if rooms[at].bullets is None:
        rooms[at].bullets = _bullets(rooms, at)
    bullets = rooms[at].bullets or ()
    if not bullets:
        kind = _kind_of_all(rooms[at])
        return Reach(Scope(kind, (statement,), is_certain=True), statement)
    return Reach(Scope(ScopeKind.GROUP, (statement, *bullets), is_certain=False), statement)


def _bullets(rooms: list[_Room], at: int) -> tuple[int, ...]:
    """The statements of the bullets right below that have no markers of their own."""
    found: list[int] = []
    for below in range(at + 1, len(rooms)):
        room = rooms[below]
        is_bullet = room.reading.kind is StatementKind.BULLET
        if not is_bullet or room.reading.block.section != rooms[at].reading.block.section:
            break
        if not room.reading.starts:
            found.extend(room.says)
    return tuple(found)


def _of_block_before(rooms: list[_Room], at: int) -> Reach:
    """All statements of the block (or the table) before a block of markers alone."""
    if rooms[at].before is None:
        rooms[at].before = _found_before(rooms, at)
    return rooms[at].before or NOTHING


def _found_before(rooms: list[_Room], at: int) -> Reach:
    if at == 0:
        return NOTHING
    above = rooms[at - 1]
    is_heading = above.reading.kind is None and above.reading.cell is None
    if is_heading or above.reading.block.section != rooms[at].reading.block.section:
        return NOTHING
    if not above.says and above.before is not None:
        return above.before
    above_at = at - 1
    while above_at > 0 and not rooms[above_at].says and rooms[above_at].reading.cell is not None:
        above_at -= 1
    group = _of_block(rooms, above_at)
    if not group:
        return NOTHING
    return Reach(Scope(ScopeKind.GROUP, group, is_certain=False), group[-1])


def _of_block(rooms: list[_Room], at: int) -> tuple[int, ...]:
    block = rooms[at].reading.block.index
    first = at
    while first > 0 and rooms[first - 1].reading.block.index == block:
        first -= 1
    if rooms[at].reading.kind is StatementKind.BULLET:
        first = _first_bullet(rooms, first)
    return tuple(statement for room in rooms[first : at + 1] for statement in room.says)


def _first_bullet(rooms: list[_Room], at: int) -> int:
    """Where the run of bullets without markers begins that ends here."""
    section = rooms[at].reading.block.section
    while at > 0 and not rooms[at].reading.starts:
        above = rooms[at - 1].reading
        is_same = above.kind is StatementKind.BULLET and above.block.section == section
        if not is_same or above.starts:
            break
        at -= 1
    return at


class _TableIndex:
    """The statements of each row and column of each table, with where they stand."""

    def __init__(self, rooms: list[_Room]) -> None:
        self._rooms = rooms
        self._rows: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._columns: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for at, room in enumerate(rooms):
            cell, block = room.reading.cell, room.reading.block.index
            if cell is None or cell.is_header or not room.says:
                continue
            said = [(at, statement) for statement in room.says]
            for row in range(cell.row, cell.row + cell.rows):
                self._rows.setdefault((block, row), []).extend(said)
            for column in range(cell.column, cell.column + cell.columns):
                self._columns.setdefault((block, column), []).extend(said)

    def reach(self, at: int) -> Reach:
        """The row of a cell that holds markers alone, or the column of a header cell."""
        reading = self._rooms[at].reading
        cell = reading.cell
        if cell is None:
            return NOTHING
        block = reading.block.index
        is_column = cell.is_header and cell.row == 0
        found = self._columns.get((block, cell.column)) if is_column else None
        found = found or self._rows.get((block, cell.row)) or []
        if not found:
            return NOTHING
        before = bisect_left(found, (at, -1))
        group = tuple(statement for _, statement in found)
        default = group[max(before - 1, 0)]
        return Reach(Scope(ScopeKind.GROUP, group, is_certain=False), default)
