"""The rendered report with its marks: statements and citations get tone, label and a way on.

`veridical.report.render` writes ``<span class="statement" id="s12" data-statement="12">``
(without the id where a statement goes on in another element), ``<a class="citation" id="c7">``
and ``<img src="…" alt="…">``; no tag of the report's own HTML survives it. Marks are put in by
one pass over its tags, so what is marked stays as well formed as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape

from markupsafe import Markup, escape

from veridical.web.marks import Mark, sign

_STATEMENT = r'<span class="statement"(?P<id> id="s\d+")? data-statement="(?P<index>\d+)"'
_SPAN = re.compile(rf"{_STATEMENT}|<span\b|</span>")
_CITATION = re.compile(r'<a class="citation" id="c(\d+)"')
_BLOCK_END = re.compile(r"</(?:p|li|tr|h\d|figure)>\n")
_PIECE = 1 << 16
_PICTURE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*>')


def pieces(body: str) -> Iterator[str]:
    """`body` cut after blocks, so that a long one can be marked and written bit by bit.

    No statement goes on beyond its block, so each piece can be marked alone.
    """
    start = 0
    while start < len(body):
        end = _BLOCK_END.search(body, start + _PIECE)
        stop = end.end() if end else len(body)
        yield body[start:stop]
        start = stop


def marked(body: str, statements: Mapping[int, Mark], citations: Mapping[int, Mark]) -> Markup:
    """`body` with its marks.

    Args:
        body: sanitized HTML from `veridical.report.render`; trusted here as it is.
        statements: marks by index into ``Report.statements``.
        citations: marks by index into ``Report.citations``.
    """
    parts: list[str] = []
    waiting: list[int | None] = []
    ends: dict[int, int] = {}
    done = 0
    for tag in _SPAN.finditer(body):
        parts.append(body[done : tag.start()])
        done = tag.end()
        if tag[0] == "</span>":
            index = waiting.pop() if waiting else None
            if index is not None:
                ends[index] = len(parts)
            parts.append(tag[0])
            continue
        index = int(tag["index"]) if tag["index"] else None
        waiting.append(index if index in statements else None)
        mark = statements.get(index) if index is not None else None
        parts.append(_opened(tag, mark) if mark else tag[0])
    parts.append(body[done:])
    for index, at in ends.items():
        # A statement in several pieces is explained once, after its last one.
        parts[at] = f"{_way_on(statements[index])}{parts[at]}"
    return Markup(_with_citations("".join(parts), citations))  # noqa: S704


def with_pictures(body: Markup, address: Callable[[str], str]) -> Markup:
    """`body` with each picture's path replaced by its address.

    Args:
        body: HTML whose pictures are named by their path, as every picture of a page is.
        address: of a path, "" where there is no such picture; its words stand for it then.
    """

    def found(tag: re.Match[str]) -> str:
        source, alt = address(unescape(tag[1])), Markup(tag[2])  # noqa: S704
        if not source:
            return Markup('<span class="picture">{}</span>').format(alt)
        return Markup('<img src="{}" alt="{}" loading="lazy">').format(source, alt)

    return Markup(_PICTURE.sub(found, body))  # noqa: S704


def _opened(tag: re.Match[str], mark: Mark) -> str:
    identity = tag["id"] or ""
    begun = f'<span class="statement {mark.tone}"{identity} data-statement="{tag["index"]}"'
    if mark.group:  # its card is named by its number, and says more than a title could
        facts = " ".join(dict.fromkeys(one.group for one in mark.facts))
        known = f' data-facts="{escape(facts)}"' if facts else ""
        return f'{begun} data-verdict="{escape(mark.group)}"{known}'
    return f'{begun} data-place="{escape(mark.place)}" title="{escape(mark.label)}"'


def _way_on(mark: Mark) -> str:
    ways = [(mark, "mark"), *((one, f"mark {one.tone}") for one in mark.facts)]
    # A word joiner keeps the sign on the line of the words that it belongs to.
    return "".join(
        f'\u2060<a class="{kind}" href="#{escape(one.place)}" '
        f'aria-label="{escape(one.label)}">{escape(one.name or sign(one.tone))}</a>'
        for one, kind in ways
        if one.place
    )


def _with_citations(body: str, citations: Mapping[int, Mark]) -> str:
    def toned(tag: re.Match[str]) -> str:
        mark = citations.get(int(tag[1]))
        if not mark:
            return tag[0]
        return f'<a class="citation {mark.tone}" id="c{tag[1]}" title="{escape(mark.label)}"'

    return _CITATION.sub(toned, body)
