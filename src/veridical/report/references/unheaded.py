"""Reference lists without a heading: lines that can be nothing else.

Taken are, at the end of the text, lines with a label and an address, bracketed labels in
sequence, and addresses standing alone; elsewhere, only bracketed labels in sequence from 1, a
whole block of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from veridical.report.model import BlockKind
from veridical.report.references.lines import Line

_MOST_AFTER = 2
_LONGEST_AFTER = 400
_LONGEST_TITLE = 160
_LONGEST_MORE = 300
_SENTENCE = re.compile(r"[.!?](?:\s|$|[\[［【(（])|[。！？]")
_MARKER = re.compile(r"[\s\[【［(（]*\d{1,4}[\s\]】］)）]*")
_STOPS = (".", "!", "?", "。", "！", "？")
_CITED = re.compile(r"[\[［【(（](\d{1,3})[\]］】)）]|(?<=\S)[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")


def unheaded_groups(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each entry of a list that no heading announces; empty if there is none."""
    for skipped in range(min(_MOST_AFTER, max(len(lines) - 1, 0)) + 1):
        after = lines[len(lines) - skipped :]
        if sum(len(line.plain) for line in after) > _LONGEST_AFTER:
            break
        groups = _tail(lines[: len(lines) - skipped])
        if _is_tail_list(groups, lines) and (not skipped or _is_plain_list(groups)):
            return groups
    return _block_of_labels(lines)


def _tail(lines: Sequence[Line]) -> list[list[Line]]:
    """The longest run of entries that ends with the last line."""
    groups: list[list[Line]] = []
    pending: list[Line] = []
    for line in reversed(lines):
        if _is_entry(line):
            groups.append([line, *reversed(pending)])
            pending = []
        elif _is_more(line, pending):
            pending.append(line)
        else:
            break
    return groups[::-1]


def _is_entry(line: Line) -> bool:
    if line.block.kind in (BlockKind.HEADING, BlockKind.TABLE, BlockKind.CODE):
        return False
    if line.label is not None:
        return line.label.is_bracketed or line.has_address
    return line.has_address and _is_address_alone(line)


def _is_more(line: Line, pending: list[Line]) -> bool:
    """Whether a line can continue the entry above it: same block, short, not too many."""
    is_short = len(line.plain) <= _LONGEST_MORE and len(pending) < 3
    is_line = not line.is_first and line.block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
    return is_line and is_short and (not pending or pending[0].block is line.block)


def _is_address_alone(line: Line) -> bool:
    """Whether a line is an address with, at most, a title before or after it."""
    words = line.words
    if any(_MARKER.fullmatch(line.plain, link.start, link.end) for link in line.links):
        return False
    if not words:
        return True
    if line.links:
        shown = sum(link.end - link.start for link in line.links if not link.is_bare)
        words = words if shown < 0.5 * len(words) else ""
    is_edge = not words or line.plain.startswith(words[:20]) or line.plain.endswith(words[-20:])
    is_sentence = _SENTENCE.search(words) or any(p.endswith(_STOPS) for p in line.parts)
    return len(words) <= _LONGEST_TITLE and is_edge and not is_sentence


def _is_tail_list(groups: list[list[Line]], lines: Sequence[Line]) -> bool:
    if not groups:
        return False
    addressed = sum(any(line.has_address for line in group) for group in groups)
    if all(group[0].label and group[0].label.is_bracketed for group in groups):
        return addressed >= 0.5 * len(groups) or (len(groups) > 1 and _is_sequence(groups))
    if any(group[0].label for group in groups):
        first = groups[0][0]
        return addressed == len(groups) and _is_cited(groups, lines[: lines.index(first)])
    alone = sum(not group[0].words for group in groups)
    return len(groups) > 1 and addressed == len(groups) and (alone > 0 or len(groups) > 2)


def _is_plain_list(groups: list[list[Line]]) -> bool:
    """Whether a run is a list beyond doubt, so that closing words may follow it."""
    return len(groups) > 1 and all(g[0].label and g[0].label.is_bracketed for g in groups)


def _is_sequence(groups: list[list[Line]]) -> bool:
    labels = [group[0].label.text for group in groups if group[0].label]
    return labels == [str(number) for number in range(1, len(labels) + 1)]


def _is_cited(groups: list[list[Line]], before: Sequence[Line]) -> bool:
    labels = {group[0].label.text for group in groups if group[0].label}
    for line in before:
        for found in _CITED.finditer(line.plain):
            if found[1] in labels or found[1] is None:
                return True
    return False


def _block_of_labels(lines: Sequence[Line]) -> list[list[Line]]:
    """A whole block of bracketed labels in sequence from 1, wherever it stands."""
    for _, members in groupby(lines, key=lambda line: line.block.index):
        groups = [[line] for line in members]
        is_labelled = all(g[0].label and g[0].label.is_bracketed for g in groups)
        if len(groups) > 1 and is_labelled and _is_sequence(groups):
            return groups
    return []
