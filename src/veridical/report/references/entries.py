"""What one entry of a reference list says: its source, its title, its authors and years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.report.citations.link import is_address
from veridical.report.identity import Kind, SourceIdentity, find_urls, identify
from veridical.report.model import InlineKind, ReferenceOrigin, Span, Text


@dataclass(frozen=True)
class Entry:
    """An entry as it was found: its label and its words.

    Attributes:
        label: its number or key, "" where the list has none.
        text: its words, without the label, pieces on several lines joined.
        span: its place in the source, label included.
        origin: a list, a footnote or a definition.
        section: which list of the report it belongs to, counted from 0.
        chapter: lists with no text between them are of one chapter, counted from 0.
        target: of a definition its address; of a label that is a link, where that leads.
        title: a title that its markup gives, else "".
    """

    label: str
    text: Text
    span: Span
    origin: ReferenceOrigin
    section: int = 0
    chapter: int = 0
    target: str = ""
    title: str = ""


_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s\"<>]{1,200}")
_ISBN = re.compile(r"\bISBN(?:-1[03])?:?\s?[\d-]{9,16}[\dXx]\b")
_YEAR = re.compile(r"(?<![\d/.-])(?:1[89]|20)\d\d(?![\d/])")
_DASH = re.compile(r"\s[-–—]\s")
_GAP = re.compile(r"[^\n]{1,80}?(?=\s[-–—]\s)")
_SPACES = re.compile(r"\s")
_QUOTED = re.compile(
    r"[“\"„]([^“”\"„\n]{6,300})[”\"“]|《([^《》\n]{2,200})》|«\s?([^«»\n]{6,300}?)\s?»"
)
# 张三. 题目[J]. 刊名, 2020: the code in brackets closes the title.
_TYPED = re.compile(
    r"(?:^|[.．。]\s*)([^.．。\n]{2,200}?)\s?\[(?:[JMDCRNSPGZA]|(?:EB|DB|CP|J|M|N|R)/OL)\]"
)
_AFTER_YEAR = re.compile(
    r"[(（](?:1[89]|20)\d\d[a-z]?(?:,[^()\n]{1,30})?[)）][.,:]?\s+([^\n]{3,300}?)(?:\.\s|\.?$)"
)
_TRAILER = re.compile(
    r"[\s(\[,;.]*(?:available (?:at|from)|retrieved (?:from|on)|accessed|online|last visited"
    r"|doi|url|link|访问日期|检索于|取自|网址|链接)\s?[:：]?\s*[^\n]{0,60}$",
    re.I,
)
_EDGES = " \t\n-–—|:：,，;；.·•<>()[]（）【】"
_INITIALS = re.compile(r"(?:\b[A-Z]\.[\s-]?){1,4}")
_NAME = re.compile(r"[^\W\d_][^\s,，;；&.:：()（）\d]{0,40}")
_LONGEST_LEAD = 160
_FEWEST_DASHED = 3
_SHARE_DASHED = 0.8


def entry_source(entry: Entry, *, dash_after_address: bool = False) -> SourceIdentity | None:
    """The place that an entry names: its first address, else a DOI or an ISBN.

    Args:
        entry: the entry.
        dash_after_address: whether its list writes "address - title"; then what stands
            between an address and the dash belongs to the address, blanks and all.
    """
    address = entry.target if is_address(entry.target) else _address(entry, dash_after_address)
    if address:
        return identify(address)
    for pattern in (_DOI, _ISBN):
        found = pattern.search(entry.text.plain)
        source = identify(found[0].rstrip(".,;)")) if found else None
        if source is not None and source.kind is not Kind.INVALID:
            return source
    return None


def _address(entry: Entry, dash_after_address: bool) -> str:
    plain = entry.text.plain
    places = list(_places(entry.text))
    if not places:
        return ""
    _, end, address = min(places)
    if dash_after_address and plain[:end].strip() == address and not _DASH.match(plain, end):
        gap = _GAP.match(plain, end)
        return address + _SPACES.sub("%20", gap[0]) if gap else address
    return address


def _places(text: Text) -> Iterator[tuple[int, int, str]]:
    links = [i for i in text.inlines if i.kind is InlineKind.LINK and is_address(i.target)]
    for inline in links:
        yield inline.start, inline.end, inline.target
    for mention in find_urls(text.plain, [(i.start, i.end) for i in links]):
        yield mention.start, mention.end, mention.url


def writes_dash_after_address(entries: list[Entry]) -> bool:
    """Whether nearly all entries of a list read "address - title"."""
    dashed = sum(_is_dashed(entry.text) for entry in entries)
    return dashed >= _FEWEST_DASHED and dashed >= _SHARE_DASHED * len(entries)


def _is_dashed(text: Text) -> bool:
    places = list(_places(text))
    if not places:
        return False
    _, end, address = min(places)
    return text.plain[:end].strip() == address and _DASH.match(text.plain, end) is not None


def entry_title(entry: Entry) -> str:
    """The entry's title as far as it can be told, else ""."""
    if entry.title:
        return entry.title
    linked = _linked_title(entry.text)
    if linked:
        return linked
    rest = _rest(entry.text)
    for pattern in (_QUOTED, _TYPED, _AFTER_YEAR):
        found = pattern.search(rest)
        if found is not None:
            return (found[found.lastindex or 1]).strip(_EDGES)
    return rest


def _linked_title(text: Text) -> str:
    for inline in text.inlines:
        if inline.kind is InlineKind.LINK and not inline.is_bare:
            shown = " ".join(text.plain[inline.start : inline.end].split())
            if len(shown) > 3 and not is_address(shown) and not find_urls(shown):
                return shown
    return ""


def _rest(text: Text) -> str:
    """The words without addresses and without "Available at"."""
    kept, at = [], 0
    for start, end, _ in sorted(_places(text)):
        kept.append(text.plain[at:start])
        at = max(at, end)
    kept.append(text.plain[at:])
    rest = " ".join(" ".join(kept).split())
    return _TRAILER.sub("", rest).strip(_EDGES)


def entry_authors(entry: Entry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The authors' names and the years of an entry.

    Returns:
        Names in order, case folded, the family name or the organization each; and the
        years that stand in the entry outside its addresses. Both empty if it has no year.
    """
    plain = _without_addresses(entry.text)
    years = tuple(dict.fromkeys(_YEAR.findall(plain)))
    if not years:
        return (), ()
    first = _YEAR.search(plain)
    lead = plain[: min(first.start() if first else len(plain), _LONGEST_LEAD)]
    return _names(lead), years


def _without_addresses(text: Text) -> str:
    kept, at = [], 0
    for mention in find_urls(text.plain):
        kept.append(text.plain[at : mention.start])
        at = mention.end
    return " ".join((*kept, text.plain[at:]))


def _names(lead: str) -> tuple[str, ...]:
    """The words before the first year that may be names, and the whole as an organization."""
    whole = lead.strip(_EDGES).casefold()
    words = (found[0].casefold() for found in _NAME.finditer(_INITIALS.sub(" ", lead)))
    organization = re.split(r"[.,，。(（]", whole, maxsplit=1)[0].strip()
    return tuple(dict.fromkeys((*words, organization, whole)))
