"""Finds the reference lists of a report: under headings of many languages, or with none.

Under a heading, labelled lines, bullets and lines with addresses are entries; a line without a
label continues the entry before it. A list ends at the next heading of its level or at prose.
Without any headed list, lines are taken that can be nothing else: ``[1] https://… - Title`` at
the end of the text, or addresses alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import groupby, pairwise

from veridical.report.model import Block, BlockKind, ReferenceOrigin, Span, Table, Text
from veridical.report.references.entries import Entry
from veridical.report.references.lines import Line, lines_of
from veridical.report.references.unheaded import unheaded_groups
from veridical.report.running_text import cut, join, split

_MOST_INTRODUCTION = 2
_LONGEST_SUBHEAD = 60
_ENTRY_SHARE = 0.5


@dataclass(frozen=True)
class ReferenceLists:
    """The entries found, and what they leave of the blocks.

    Attributes:
        entries: in order of the source.
        taken: by block index, the parts of its plain text that are list or list heading.
        tables: block indices of tables that are reference lists.
    """

    entries: tuple[Entry, ...]
    taken: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    tables: frozenset[int] = frozenset()


class _Role(Enum):
    ENTRY = auto()
    MORE = auto()
    BESIDE = auto()
    STOP = auto()


def reference_lists(blocks: Sequence[Block], tables: Sequence[Table]) -> ReferenceLists:
    """All lists of references in a report, footnotes and definitions not among them."""
    lines = lines_of(blocks, tables)
    found = _headed(lines)
    if not found:
        groups = unheaded_groups(lines)
        found = [_List(groups, [line for group in groups for line in group])] if groups else []
    entries = [
        replace(entry, section=section, chapter=each.chapter)
        for section, each in enumerate(found)
        for entry in _renumbered(_entries(each.groups), each.groups)
    ]
    taken: dict[int, list[tuple[int, int]]] = {}
    tabled = set()
    for line in (line for each in found for line in each.lines):
        if line.block.kind is BlockKind.TABLE:
            tabled.add(line.block.index)
        else:
            taken.setdefault(line.block.index, []).append((line.start, line.end))
    return ReferenceLists(tuple(entries), taken, frozenset(tabled))


_Groups = list[list[Line]]


@dataclass(frozen=True)
class _List:
    """A list as it is found.

    Attributes:
        groups: the lines of each entry.
        lines: all lines that it takes, its heading among them.
        chapter: lists with no text between them are of one chapter.
    """

    groups: _Groups
    lines: list[Line]
    chapter: int = 0


def _headed(lines: list[Line]) -> list[_List]:
    """The lists under headings."""
    found: list[_List] = []
    at = end = 0
    while at < len(lines):
        if not lines[at].is_heading or not _can_head(lines, at):
            at += 1
            continue
        groups, stop = _region(lines, at)
        if not _is_list(groups):
            at += 1
            continue
        between = any(line.block.kind is not BlockKind.HEADING for line in lines[end:at])
        chapter = found[-1].chapter + between if found else 0
        found.append(_List(groups, lines[at:stop], chapter))
        at = end = stop
    return found


def _can_head(lines: list[Line], at: int) -> bool:
    """A list item is a heading only of what stands in it; else it is a table of contents."""
    line = lines[at]
    if at + 1 == len(lines) or line.block.kind is not BlockKind.LIST_ITEM:
        return at + 1 < len(lines)
    following = lines[at + 1]
    is_labelled = following.label is not None and following.label.is_bracketed
    return following.block is line.block or is_labelled


def _region(lines: list[Line], head: int) -> tuple[_Groups, int]:
    """The entries after the heading line, and where the last of them ends."""
    groups: _Groups = []
    stop = head + 1
    for at in range(head + 1, len(lines)):
        role = _role(lines[at], lines[head], groups, at - head)
        if role is _Role.STOP:
            break
        if role is _Role.ENTRY:
            groups.append([lines[at]])
        elif role is _Role.MORE:
            groups[-1].append(lines[at])
        stop = at + 1 if role is not _Role.BESIDE else stop
    return groups, stop


def _role(line: Line, head: Line, groups: _Groups, distance: int) -> _Role:
    if line.block.kind is BlockKind.HEADING:
        is_below = head.block.kind is BlockKind.HEADING and line.block.level > head.block.level
        return _Role.BESIDE if is_below and not line.is_heading else _Role.STOP
    if line.is_heading:
        return _Role.STOP
    if line.label is not None or line.block.kind is BlockKind.TABLE:
        return _Role.ENTRY
    if not groups:
        return _first_role(line, distance)
    return _continued(line, groups) if groups[0][0].label else _unlabelled(line, groups)


def _first_role(line: Line, distance: int) -> _Role:
    if line.block.kind is BlockKind.LIST_ITEM or line.has_address or line.has_author_and_year:
        return _Role.ENTRY
    return _Role.BESIDE if distance <= _MOST_INTRODUCTION else _Role.STOP


def _continued(line: Line, groups: _Groups) -> _Role:
    """What a line without label is in a list whose entries have labels."""
    group = groups[-1]
    if _is_within(line, group):
        return _Role.MORE
    if line.has_address and not line.words and not any(other.has_address for other in group):
        return _Role.MORE
    if line.block.kind is BlockKind.LIST_ITEM:
        return _Role.ENTRY if group[0].block.kind is BlockKind.LIST_ITEM else _Role.MORE
    return _Role.BESIDE if _is_subhead(line) else _Role.STOP


def _unlabelled(line: Line, groups: _Groups) -> _Role:
    """What a line is in a list whose entries have no labels."""
    group = groups[-1]
    if _is_within(line, group):
        starts = line.has_author_and_year or (
            line.has_address and any(other.has_address for other in group)
        )
        return _Role.ENTRY if starts and line.block.parent is None else _Role.MORE
    if line.block.kind is BlockKind.LIST_ITEM or line.has_address or line.has_author_and_year:
        return _Role.ENTRY
    return _Role.BESIDE if _is_subhead(line) else _Role.STOP


def _is_within(line: Line, group: list[Line]) -> bool:
    """Whether the line stands in the same block as the entry, or under its list item."""
    return line.block is group[-1].block or line.block.parent in {o.block.index for o in group}


def _is_subhead(line: Line) -> bool:
    is_short = len(line.plain) <= _LONGEST_SUBHEAD
    return is_short and (line.is_bold or line.plain.rstrip().endswith((":", "：")))


def _is_list(groups: _Groups) -> bool:
    """Whether most of what was gathered looks like references."""
    alike = sum(
        group[0].label is not None
        or any(line.has_address or line.has_author_and_year for line in group)
        for group in groups
    )
    return bool(groups) and alike >= _ENTRY_SHARE * len(groups)


def _entries(groups: _Groups) -> list[Entry]:
    """An entry for each group of lines."""
    texts = _texts(groups)
    entries = []
    for group, text in zip(groups, texts, strict=True):
        label = group[0].label
        links = group[0].links if label else ()
        target = next((i.target for i in links if label and i.end <= label.end), "")
        spans = [group[0].span(), group[-1].span()]
        span = Span(spans[0].start, max(place.end for place in spans))
        name = label.text if label else ""
        entries.append(Entry(name, text, span, ReferenceOrigin.LIST, target=target))
    return entries


def _texts(groups: _Groups) -> list[Text]:
    """The words of each entry, without its label; what stands in several blocks is joined."""
    pieces = [list(_pieces(group)) for group in groups]
    texts = _cut(piece for found in pieces for piece in found)
    joined = []
    for found in pieces:
        text = next(texts)
        for before, after in pairwise(found):
            text = join(text, next(texts), Span(before.source.end, after.source.start))
        joined.append(text)
    return joined


@dataclass(frozen=True)
class _Piece:
    """What an entry has in one block: the line it begins with, and where it ends there."""

    line: Line
    start: int
    end: int
    source: Span


def _pieces(group: list[Line]) -> Iterator[_Piece]:
    for _, members in groupby(group, key=lambda line: line.block.index):
        lines = list(members)
        label = lines[0].label if lines[0] is group[0] else None
        start = lines[0].start + min(label.end if label else 0, len(lines[0].plain))
        source = Span(lines[0].span().start, lines[-1].span().end)
        yield _Piece(lines[0], start, lines[-1].end, source)


def _cut(pieces: Iterable[_Piece]) -> Iterator[Text]:
    """The texts of pieces; all of one block at once, so that long lists take linear time."""
    for _, members in groupby(pieces, key=lambda piece: piece.line.block.index):
        found = list(members)
        whole = found[0].line.block.text
        if whole is None:
            yield from (cut(p.line.text, p.start, len(p.line.plain)) for p in found)
        else:
            yield from split(whole, [(piece.start, piece.end) for piece in found])


def _renumbered(entries: list[Entry], groups: _Groups) -> list[Entry]:
    """Entries of a list that writes "1." before each, counted as a reader sees them."""
    labels = {entry.label for entry in entries}
    is_written = any(group[0].label and group[0].label.is_bracketed for group in groups)
    repeats = len(labels) == 1 and len(entries) > 1 and not is_written
    if not repeats or not entries[0].label.isdecimal():
        return entries
    first = int(entries[0].label)
    return [replace(entry, label=str(first + n)) for n, entry in enumerate(entries)]
