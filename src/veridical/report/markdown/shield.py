"""What must not reach the Markdown library, and the text that it gets instead.

The library knows no mathematics of all the kinds in use, takes ``|image1|`` for table
pipes and reasoning blocks for prose. Such pieces are replaced, character for character, by
letters or line breaks that mean nothing to it; so its offsets stay true.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from veridical.report.draft import Draft, Drafts
from veridical.report.figures import PLACEHOLDER
from veridical.report.identity import find_urls
from veridical.report.markdown.emphasis import has_misread_stars, marks_beside_stars
from veridical.report.markdown.events import definitions, events
from veridical.report.markdown.formulas import Formula, formulas
from veridical.report.markdown.ground import Ground, ground_of
from veridical.report.model import BlockKind, NoteKind
from veridical.report.running_text import TextBuilder
from veridical.report.wrapping import unwrapped

_FRONT_MATTER = re.compile(
    r"\n*+(?P<fence>---|\+\+\+)[ \t]*\r?\n(?=[ \t]*(?:#|[\w\"'-]{1,60}[ \t]*[:=]))"
)
_THINK = re.compile(
    r"<(?P<close>/?)(?P<name>think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE_HTML = re.compile(r"<(?P<close>/?)(?P<name>table|svg|figure)(?=[\s>/])", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)[^\s<>]+")
_OWN_NAMES = frozenset(["markdown", "md", "mdx"])
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_MAX_FRONT_MATTER = 20_000
_DECORATION = frozenset("*_~")
_INERT = "x"


@dataclass(slots=True)
class Piece:
    """A piece of running text that the library saw as letters.

    Attributes:
        formula: what it is, if it is a formula.
        number: k of a placeholder ``|imagek|``, else None.
    """

    start: int
    end: int
    formula: Formula | None = None
    number: int | None = None


@dataclass(slots=True)
class Shielded:
    """The text for the library.

    Attributes:
        text: as long as the source, code point by code point.
        pieces: formulas and placeholders, in order.
        starts: the pieces' starts, for searching.
    """

    text: str
    pieces: list[Piece] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def first(self, at: int) -> int:
        """Index of the first piece that ends after `at`."""
        index = bisect_right(self.starts, at)
        return index - 1 if index and self.pieces[index - 1].end > at else index


def shield(source: str, drafts: Drafts) -> Shielded:
    """Replace what the library must not see; what is wholly handled becomes a draft."""
    text = _SURROGATE.sub("\ufffd", source)
    if text.startswith("\ufeff"):
        text = "\n" + text[1:]
    start, end = unwrapped(text, _OWN_NAMES)
    if (start, end) != (0, len(text)):
        text = "\n" * start + text[start:end] + "\n" * (len(text) - end)
    text = _without_front_matter(source, text, drafts)
    text = _without_leading_thoughts(source, text, drafts)
    if not _needs_ground(text):
        return Shielded(text)
    ground = ground_of(events(text), definitions(text))
    told = _without_thoughts(source, text, ground, drafts)
    if told != text:
        text, ground = told, ground_of(events(told), definitions(told))
    text = _with_whole_html(text, ground)
    pieces = _pieces(text, ground)
    spans = [(piece.start, piece.end) for piece in pieces] + _urls(text, ground, pieces)
    spans += marks_beside_stars(text, ground)
    return Shielded(_inert(text, spans), pieces, [piece.start for piece in pieces])


def _needs_ground(text: str) -> bool:
    return (
        "$" in text
        or "\\(" in text
        or "\\[" in text
        or PLACEHOLDER.search(text) is not None
        or _THINK.search(text) is not None
        or _WHOLE_HTML.search(text) is not None
        or has_misread_stars(text)
        or _has_decorated_url(text)
    )


def _has_decorated_url(text: str) -> bool:
    """Whether a bare address may hold stars or underscores that the library would take."""
    return any(not _DECORATION.isdisjoint(found[0]) for found in _URL.finditer(text))


def _inert(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts = []
    at = 0
    for start, end in sorted(spans):
        start = max(start, at)
        if start < end:
            parts += [text[at:start], _letters(text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def _letters(part: str) -> str:
    """Letters in place of a part; its lines stay lines, with their indents and quote marks."""
    if "\n" not in part and "\r" not in part:
        return _INERT * len(part)
    return _LINE.sub(lambda line: line["indent"] + _INERT * len(line["rest"]), part)


_LINE = re.compile(r"(?P<indent>(?:^|(?<=[\r\n]))[ \t>]*)(?P<rest>[^\r\n]+)")


def _hide(source: str, place: tuple[int, int], kind: BlockKind, drafts: Drafts) -> None:
    builder = TextBuilder(source)
    builder.copy(*place)
    drafts.blocks.append(Draft(kind, *place, builder.build()))


def _without_front_matter(source: str, text: str, drafts: Drafts) -> str:
    opening = _FRONT_MATTER.match(text)
    if opening is None:
        return text
    fence = opening["fence"]
    closing = re.compile(rf"^(?:{re.escape(fence)}|\.\.\.)[ \t]*\r?$", re.MULTILINE)
    found = closing.search(text, opening.end(), opening.end() + _MAX_FRONT_MATTER)
    if found is None or "\n\n" in text[opening.end() : found.start()]:
        return text
    start = opening.start("fence")
    _hide(source, (start, found.end()), BlockKind.FRONT_MATTER, drafts)
    return text[:start] + "\n" * (found.end() - start) + text[found.end() :]


def _without_leading_thoughts(source: str, text: str, drafts: Drafts) -> str:
    """Reasoning before the report; its fences may be unbalanced, so it goes first."""
    start = len(text) - len(text.lstrip())
    opening = _THINK.match(text, start)
    if opening is None or opening["close"]:
        return text
    closing = re.compile(rf"</{opening['name']}>", re.IGNORECASE).search(text, opening.end())
    end = len(text.rstrip()) if closing is None else closing.end()
    return _hidden(source, text, [(start, end)], drafts)


def _hidden(source: str, text: str, places: list[tuple[int, int]], drafts: Drafts) -> str:
    parts = []
    at = 0
    for start, end in places:
        _hide(source, (start, end), BlockKind.HIDDEN, drafts)
        drafts.note(NoteKind.HIDDEN_TEXT, start, end, "reasoning")
        # Blank lines mean nothing, and interrupt what goes on.
        parts += [text[at:start], "\n" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _without_thoughts(source: str, text: str, ground: Ground, drafts: Drafts) -> str:
    """Reasoning in the middle, or one whose opening tag was lost."""
    places: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for tag in _THINK.finditer(text):
        if ground.is_code(tag.start()):
            continue
        if not tag["close"]:
            opened = opened or tag
        elif opened is not None and opened["name"].lower() == tag["name"].lower():
            places.append((opened.start(), tag.end()))
            opened = None
        elif opened is None and not places and _ends_or_begins_line(text, tag):
            places.append((len(text) - len(text.lstrip()), tag.end()))
    return _hidden(source, text, places, drafts)


def _ends_or_begins_line(text: str, tag: re.Match[str]) -> bool:
    before, after = text[tag.start() - 1 : tag.start()], text[tag.end() : tag.end() + 1]
    return tag.start() == 0 or before in ("", "\n", "\r") or after in ("", "\n", "\r")


def _with_whole_html(text: str, ground: Ground) -> str:
    """Keep blank lines inside a table or a figure from ending its HTML block."""
    depth = 0
    name = ""
    start = 0
    spans = []
    for tag in _WHOLE_HTML.finditer(text):
        if depth == 0 and (tag["close"] or not ground.is_html(tag.start())):
            continue
        if depth == 0:
            name, start = tag["name"].lower(), tag.end()
        if tag["name"].lower() == name:
            depth += -1 if tag["close"] else 1
            if depth == 0 and _BLANK_LINE.search(text, start, tag.start()):
                spans.append((start, tag.start()))
    parts = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], _one_line(text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _one_line(part: str) -> str:
    return part[:1] + _INERT * (len(part) - 1)


def _pieces(source: str, ground: Ground) -> list[Piece]:
    pieces = [Piece(found.start, found.end, formula=found) for found in formulas(source, ground)]
    taken = [piece.start for piece in pieces]
    for found in PLACEHOLDER.finditer(source):
        index = bisect_right(taken, found.start()) - 1
        is_inside = index >= 0 and pieces[index].end > found.start()
        if is_inside or not ground.is_prose(found.start()):
            continue
        group = "word" if _is_cell(source, found, ground) else 0
        start, end = found.span(group)
        pieces.append(Piece(start, end, number=int(found["number"])))
    return sorted(pieces, key=lambda piece: piece.start)


def _is_cell(source: str, found: re.Match[str], ground: Ground) -> bool:
    """Whether the pipes around a placeholder are the ones that part a table's cells."""
    row = ground.row(found.start())
    if row is None or "｜" in found[0]:
        return False
    line = source[row.start : row.end].strip().replace("\\|", "  ")
    return line.strip("|").count("|") + 1 == row.columns


def _urls(source: str, ground: Ground, pieces: list[Piece]) -> list[tuple[int, int]]:
    """Bare addresses whose underscores and stars are no emphasis."""
    if not _has_decorated_url(source):
        return []
    taken = [(piece.start, piece.end) for piece in pieces]
    return [
        (url.start, url.end)
        for url in find_urls(source, [*ground.opaque, *taken])
        if not _DECORATION.isdisjoint(url.url) and ground.is_prose(url.start)
    ]
