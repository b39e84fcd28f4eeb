"""The pages of a PDF → one Markdown: headings by size, pages joined, running heads left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from veridical.runs.importers.escaping import link_end, picture
from veridical.runs.importers.pdf_heads import without_heads
from veridical.runs.importers.pdf_notes import Notes, without_notes
from veridical.runs.importers.pdf_pages import Line, Page
from veridical.runs.importers.running import Signs, with_marks
from veridical.sources.extract.pdf_lines import Glyph, lines_text

_LARGER = 1.12
_LONGEST_HEADING = 200
_DEEPEST = 6
_WIDE_GAP = 1.35
_FULL = 0.8
_PARAGRAPH, _HEAD, _HEAD_END = "\U0010fff0", "\U0010fff1", "\U0010fff2"
_OPEN, _CLOSE = "\U0010fff3", "\U0010fff4"
_HEADING = re.compile(f"{_HEAD}([1-6])([^{_HEAD_END}]*){_HEAD_END}")
_LINK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}(.)", re.DOTALL)
_LEFT = re.compile(f"[{_HEAD}{_HEAD_END}{_OPEN}{_CLOSE}]")
_ADDRESS_BEGINS = re.compile(r"\s*(?:https?:/|www\.|doi\.org|\S+://)", re.IGNORECASE)
_CUT_ADDRESS = re.compile(r"(?:https?://|www\.)\S*[\w/\-_.=?&%\x02\ufffe]\Z", re.IGNORECASE)
_ENTRY = re.compile(r"[\[(［]?(\d{1,3})[\]).］](?:\s|\Z)")
_ADDRESS_GOES_ON = re.compile(r"[\w\-./%?=&#~+:]*[/\-_.=?&%\d][\w\-./%?=&#~+:]*(?:\s|\Z)")
_BULLET = re.compile(r"[•●▪◦‣∙·]\s*")
_OPEN_ENDED = re.compile(r"[^\s.!?:;。！？：；\])）】”\"’]\Z")
_GOES_ON = re.compile(r"[a-z\u3400-\u9fff，、；]")
_HAN = re.compile(r"[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]")


@dataclass
class Document:
    """All pages that were read.

    Attributes:
        pages: in order.
        lost: what is left out, by kind.
    """

    pages: list[Page]
    lost: Counter[str] = field(default_factory=Counter)


def markdown_of(document: Document) -> str:
    """A document as Markdown; `Document.lost` counts what is left out."""
    pages = [page.lines for page in document.pages]
    lines, dropped = without_heads(pages)
    document.lost["line of running heads and page numbers"] += dropped
    document.lost["page without words"] += sum(not page for page in pages)
    body = _body_size(lines)
    levels = _levels(lines, body)
    notes = Notes(body)
    written: list[str] = []
    for page, left in zip(document.pages, lines, strict=True):
        kept, labels = without_notes(left, notes, levels)
        text = _page(kept, levels, labels)
        written += [text] if text else []
        document.lost["picture whose place in the text is not known"] += len(page.pictures)
    pictures = {name: None for page in document.pages for name in page.pictures}
    shown = [picture("", f"sha256:{name}") for name in pictures]
    return "\n\n".join([_pages_joined(written), *shown, *notes.written()]) + "\n"


def _body_size(pages: Sequence[Sequence[Line]]) -> float:
    """The size of most letters."""
    counted: Counter[float] = Counter()
    for line in (line for page in pages for line in page):
        counted[round(line.size, 1)] += len(line.glyphs)
    return counted.most_common(1)[0][0] if counted else 0.0


def _levels(pages: Sequence[Sequence[Line]], body: float) -> dict[float, int]:
    """The level of the headings of each size that is larger than the body's."""
    sizes = {round(line.size, 1) for page in pages for line in page if _is_heading(line, body)}
    ranked = sorted(sizes, reverse=True)
    return {size: min(rank, _DEEPEST) for rank, size in enumerate(ranked, start=1)}


def _is_heading(line: Line, body: float) -> bool:
    text = line.text.strip()
    has_words = sum(sign.isalpha() for sign in text) > 1
    return has_words and line.size > _LARGER * body and len(text) < _LONGEST_HEADING


def _page(lines: Sequence[Line], levels: dict[float, int], labels: dict[str, str]) -> str:
    """The words of a page as Markdown."""
    signs = Signs()
    whole = _whole_addresses(lines)
    cut = [_decorated(whole, index, levels, signs) for index in range(len(whole))]
    text, marks = lines_text(cut)
    text = with_marks(text, marks, signs)
    text = _LINK.sub(lambda found: _linked(found, signs), text)
    text = _HEADING.sub(lambda f: f"\n{signs.sign('#' * int(f[1]) + ' ')}{_flat(f[2])}\n", text)
    text = _LEFT.sub("", text.replace(_PARAGRAPH, "\n"))
    blocks = [" ".join(block.split()) for block in text.split("\n")]
    blocks = [_BULLET.sub(signs.sign("- "), b, count=1) if _BULLET.match(b) else b for b in blocks]
    written = "\n\n".join(signs.written(block) for block in blocks if block)
    for number, label in labels.items():
        written = re.sub(rf"\[{number}\](?!\()", f"[^{label}]", written)
    return written


def _flat(text: str) -> str:
    return " ".join(text.split())


def _linked(found: re.Match[str], signs: Signs) -> str:
    """A link; where its words are an address, which lines may have cut, the address itself."""
    words, end = _flat(found[1]), found[2]
    address = signs.written(end)[3:-2]
    if _ADDRESS_BEGINS.match(words) and " " not in words.strip():
        return signs.sign(address)
    return f"{signs.sign('[')}{words}{end}" if words else ""


def _decorated(
    lines: Sequence[Line], index: int, levels: dict[float, int], signs: Signs
) -> list[Glyph]:
    """A line's signs, with signs of ours where links, headings and paragraphs begin and end."""
    line = lines[index]
    before = lines[index - 1] if index else None
    after = lines[index + 1] if index + 1 < len(lines) else None
    glyphs = list(_with_links(line, before, after, signs))
    level = levels.get(round(line.size, 1), 0)
    first = glyphs[0]._replace(is_hyphen=False)
    if level:
        if before is None or levels.get(round(before.size, 1), 0) != level:
            glyphs = [*(first._replace(sign=s) for s in (_HEAD, str(level))), *glyphs]
        if after is None or levels.get(round(after.size, 1), 0) != level:
            glyphs.append(glyphs[-1]._replace(sign=_HEAD_END, is_hyphen=False))
    elif before is not None and (_is_apart(before, line, lines) or _is_entry(line, lines)):
        glyphs = [first._replace(sign=_PARAGRAPH), *glyphs]
    return glyphs


def _with_links(
    line: Line, before: Line | None, after: Line | None, signs: Signs
) -> Iterator[Glyph]:
    """A link that goes on in the next line is one link."""
    current = _last_link(before)
    if current and line.links[0] != current:
        current = ""
    for glyph, address in zip(line.glyphs, line.links, strict=True):
        if address != current:
            if current:
                yield from _ended(glyph, current, signs)
            if address:
                yield glyph._replace(sign=_OPEN, is_hyphen=False)
            current = address
        yield glyph
    if current and (after is None or not after.links or after.links[0] != current):
        yield from _ended(line.glyphs[-1], current, signs)


def _ended(glyph: Glyph, address: str, signs: Signs) -> Iterator[Glyph]:
    for sign in (_CLOSE, signs.sign(link_end(address))):
        yield glyph._replace(sign=sign, is_hyphen=False)


def _last_link(line: Line | None) -> str:
    return line.links[-1] if line is not None and line.links else ""


def _is_apart(before: Line, line: Line, lines: Sequence[Line]) -> bool:
    """Whether more than the usual space stands between two lines."""
    gaps = sorted(a.bottom - b.bottom for a, b in pairwise(lines) if a.bottom - b.bottom > 0)
    usual = max(gaps[len(gaps) // 4], line.size) if gaps else 0.0
    return bool(gaps) and before.bottom - line.bottom > _WIDE_GAP * usual


def _is_entry(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line begins a numbered entry, since one with the next number is there too."""
    found = _ENTRY.match(line.text.lstrip())
    if found is None:
        return False
    numbers = {other[1] for one in lines if (other := _ENTRY.match(one.text.lstrip()))}
    number = int(found[1])
    return number == 1 or not numbers.isdisjoint({str(number - 1), str(number + 1)})


def _whole_addresses(lines: Sequence[Line]) -> list[Line]:
    """The lines, an address that runs over the end of one in one piece."""
    whole: list[Line] = []
    edge = max((line.right for line in lines), default=0.0)
    for line in lines:
        last = whole[-1] if whole else None
        is_full = last is not None and last.right >= _FULL * edge
        if last and is_full and not any(last.links[-1:]) and _is_cut(last.text, line.text):
            whole[-1] = Line(
                [_plain(glyph) for glyph in _trimmed(last.glyphs)] + line.glyphs,
                last.size,
                line.bottom,
                last.links[: len(_trimmed(last.glyphs))] + line.links,
            )
        else:
            whole.append(line)
    return whole


def _plain(glyph: Glyph) -> Glyph:
    """A hyphen that stays."""
    return glyph._replace(sign="-", is_hyphen=False) if glyph.is_hyphen else glyph


def _trimmed(glyphs: Sequence[Glyph]) -> list[Glyph]:
    kept = list(glyphs)
    while kept and not kept[-1].sign.strip():
        kept.pop()
    return kept


def _is_cut(text: str, following: str) -> bool:
    goes_on = following.lstrip()
    is_entry = bool(_ENTRY.match(goes_on))
    return bool(_CUT_ADDRESS.search(text.rstrip()) and _ADDRESS_GOES_ON.match(goes_on)) and (
        not is_entry
    )


def _pages_joined(pages: Sequence[str]) -> str:
    """The pages, a paragraph that runs over the end of one in one piece."""
    joined = ""
    for page in pages:
        if joined and _OPEN_ENDED.search(joined) and _GOES_ON.match(page) and _is_prose(joined):
            is_parted = joined.endswith("-") and len(joined) > 1 and joined[-2].isalpha()
            gap = "" if _HAN.match(joined[-1]) or is_parted else " "
            joined = joined[: -1 if is_parted else len(joined)] + gap + page
        else:
            joined = f"{joined}\n\n{page}" if joined else page
    return joined


def _is_prose(text: str) -> bool:
    """Whether the last block of a text is neither a heading nor an address."""
    last = text.rpartition("\n")[2]
    return not last.startswith("#") and not _CUT_ADDRESS.search(last)
