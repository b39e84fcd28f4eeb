"""Builds a `Text`: what a reader sees, and where each character of it stands.

Knows nothing of any markup; the format's own parser says what to copy, what to decode and
what to mark.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace

from veridical.report.model import Inline, InlineKind, Span, Text

EMPTY = Text("", ())
_SPACES = (
    " \t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_SKIPPED_BY_LIBRARIES = frozenset("\\> \t\r\n")


class TextBuilder:
    """Gathers the plain characters of one piece of running text.

    Every run that it makes is either as long in the source as in the plain text, or one
    plain character that stands for any length of source.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._runs: list[tuple[int, int]] = []
        self._lengths: dict[int, int] = {}
        self._inlines: list[Inline] = []
        self._tail = -1
        self.length = 0

    def copy(self, start: int, end: int) -> None:
        """Append ``source[start:end]``, character by character."""
        if end <= start:
            return
        if start != self._tail:
            self._runs.append((self.length, start))
        self._parts.append(self._source[start:end])
        self._lengths[len(self._runs) - 1] = end - self._runs[-1][1]
        self.length += end - start
        self._tail = end

    def put(self, decoded: str, start: int, end: int) -> None:
        """Append characters that stand for the whole of ``source[start:end]``."""
        if end - start == 1 and decoded == self._source[start:end]:
            self.copy(start, end)
            return
        for character in decoded:
            self._lengths[len(self._runs)] = end - start
            self._runs.append((self.length, start))
            self._parts.append(character)
            self.length += 1
        self._tail = -1

    def align(self, wanted: str, start: int, end: int) -> None:
        """Append `wanted`, which a library made of ``source[start:end]``.

        What it left out (line prefixes, escapes, carriage returns) is passed over; white
        space that it made up is dropped, since it stands nowhere.
        """
        if wanted == self._source[start:end]:
            self.copy(start, end)
            return
        at = start
        for character in wanted:
            at = self._align_one(character, at, end)

    def _align_one(self, character: str, at: int, end: int) -> int:
        while at < end:
            here = self._source[at]
            if here == character:
                self.copy(at, at + 1)
                return at + 1
            if character.isspace() and (here in "\r\n" or not here.isspace()):
                if here in "\r\n":
                    self.put(character, at, at + 1)
                    return at + 1
                return at
            if here not in _SKIPPED_BY_LIBRARIES:
                self.put(character, at, at + 1)
                return at + 1
            at += 1
        return at

    def mark(self, inline: Inline) -> None:
        """Add a mark; its order does not matter."""
        self._inlines.append(inline)

    def ends_in_space(self) -> bool:
        """Whether what was appended last is white space, or nothing was."""
        return not self._parts or self._parts[-1][-1:].isspace()

    def ends_in_break(self) -> bool:
        """Whether what was appended last is a line break."""
        return bool(self._parts) and self._parts[-1][-1:] == "\n"

    def build(self) -> Text:
        """The text gathered so far."""
        runs = tuple((*run, self._lengths[index]) for index, run in enumerate(self._runs))
        plain = "".join(self._parts)
        inlines = (_with_bareness(mark, plain) for mark in self._inlines)
        return Text(plain, runs, tuple(sorted(inlines, key=_place)))


def _with_bareness(mark: Inline, plain: str) -> Inline:
    if mark.kind is not InlineKind.LINK or mark.is_bare:
        return mark
    return replace(mark, is_bare=plain[mark.start : mark.end].strip() == mark.target != "")


def _place(inline: Inline) -> tuple[int, int, int]:
    return inline.start, -inline.end, inline.span.start


def split(text: Text, places: list[tuple[int, int]]) -> list[Text]:
    """The texts ``plain[start:end]`` of several places, with their runs and marks.

    Args:
        text: any text.
        places: (start, end), in order and without overlap.
    """
    marks = _marks_by_place(text, places)
    return [
        Text(text.plain[start:end], _cut_runs(text, start, end), tuple(marks[index]))
        for index, (start, end) in enumerate(places)
    ]


def cut(text: Text, start: int, end: int) -> Text:
    """``text.plain[start:end]`` with its runs and the marks that touch it."""
    if start == 0 and end == len(text.plain):
        return text
    return split(text, [(start, end)])[0]


def _cut_runs(text: Text, start: int, end: int) -> tuple[tuple[int, int, int], ...]:
    if start >= end:
        return ()
    runs = []
    first = bisect_right(text.runs, start, key=lambda run: run[0]) - 1
    for index in range(first, len(text.runs)):
        head, offset, length = text.runs[index]
        if head >= end:
            break
        stop = text.runs[index + 1][0] if index + 1 < len(text.runs) else len(text.plain)
        a, b = max(head, start), min(stop, end)
        is_whole = b - a == stop - head
        runs.append((a - start, offset + a - head, length if is_whole else b - a))
    return tuple(runs)


def _marks_by_place(text: Text, places: list[tuple[int, int]]) -> list[list[Inline]]:
    marks: list[list[Inline]] = [[] for _ in places]
    for mark in text.inlines:
        index = bisect_left(places, mark.start, key=lambda place: place[1])
        while index < len(places) and places[index][0] <= mark.end:
            if _touches(mark, *places[index]):
                marks[index].append(_moved(mark, *places[index]))
                if mark.start == mark.end:
                    break
            index += 1
    return marks


def _moved(mark: Inline, start: int, end: int) -> Inline:
    return replace(mark, start=max(mark.start, start) - start, end=min(mark.end, end) - start)


def _touches(mark: Inline, start: int, end: int) -> bool:
    if mark.start == mark.end:
        return start <= mark.start <= end
    return mark.start < end and start < mark.end


def trim(text: Text, *, keep_breaks: bool = False) -> Text:
    """The text without white space at its ends.

    Args:
        text: any text.
        keep_breaks: keep line breaks, which tell whether a picture has a line of its own.
    """
    plain = text.plain
    blank = _SPACES if keep_breaks else None
    head = len(plain) - len(plain.lstrip(blank))
    tail = max(head, len(plain.rstrip(blank)))
    if head == 0 and tail == len(plain):
        return text
    trimmed = split(text, [(head, tail)])[0]
    before = [mark for mark in text.inlines if mark.start == mark.end < head]
    after = [mark for mark in text.inlines if mark.start == mark.end > tail]
    # Pictures and tags in what is trimmed show nothing, but they are there.
    inlines = (
        *(replace(mark, start=0, end=0) for mark in before),
        *trimmed.inlines,
        *(replace(mark, start=tail - head, end=tail - head) for mark in after),
    )
    return replace(trimmed, inlines=inlines)


def join(first: Text, second: Text, gap: Span) -> Text:
    """Both texts, a line break between them standing for the source at `gap`."""
    if not first.plain:
        return replace(second, inlines=first.inlines + second.inlines)
    return join_all([first, second], [gap])


def join_all(texts: list[Text], gaps: list[Span]) -> Text:
    """All texts, a line break between two of them standing for the source at their gap.

    Args:
        texts: at least one text.
        gaps: the places between them, none of them empty.
    """
    plain: list[str] = []
    runs: list[tuple[int, int, int]] = []
    marks: list[Inline] = []
    shift = 0
    for index, text in enumerate(texts):
        if index:
            gap = gaps[index - 1]
            runs.append((shift - 1, gap.start, gap.end - gap.start))
        plain.append(text.plain)
        runs += [(head + shift, offset, length) for head, offset, length in text.runs]
        marks += [
            replace(mark, start=mark.start + shift, end=mark.end + shift) for mark in text.inlines
        ]
        shift += len(text.plain) + 1
    return Text("\n".join(plain), tuple(runs), tuple(marks))


def lines(text: Text) -> list[tuple[int, int]]:
    """Where each line of the plain text starts and ends, its line break left out."""
    places = []
    start = 0
    for line in text.plain.split("\n"):
        places.append((start, start + len(line)))
        start += len(line) + 1
    return places


def uncovered(text: Text, kind: InlineKind) -> str:
    """The plain text with white space wherever a mark of that kind lies."""
    parts = []
    at = 0
    for mark in text.inlines:
        if mark.kind is kind and mark.end > at:
            parts += [text.plain[at : mark.start], " " * (mark.end - max(at, mark.start))]
            at = mark.end
    return "".join([*parts, text.plain[at:]])


def is_covered(text: Text, kind: InlineKind) -> bool:
    """Whether marks of one kind cover every visible character."""
    return bool(text.plain.strip()) and not uncovered(text, kind).strip()
