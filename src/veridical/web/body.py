"""The rendered report with its marks: statements and citations get tone, label and a way on.

The renderer writes ``<span class="statement" id="s12">`` and ``<a class="citation"
id="c7" …>``; the ids of the report's own HTML never survive it. Marks are put in by one
pass over its tags, so what is marked stays as well formed as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from veridical.web.marks import Mark, sign

_SPAN = re.compile(r'<span class="statement" id="s(\d+)"|<span\b|</span>')
_CITATION = re.compile(r'<a class="citation" id="c(\d+)"')


def marked(body: str, statements: Mapping[int, Mark], citations: Mapping[int, Mark]) -> Markup:
    """`body` with its marks.

    Args:
        body: sanitized HTML from `veridical.report.render`; trusted here as it is.
        statements: marks by index into ``Report.statements``.
        citations: marks by index into ``Report.citations``.
    """
    parts: list[str] = []
    waiting: list[Mark | None] = []
    done = 0
    for tag in _SPAN.finditer(body):
        parts.append(body[done : tag.start()])
        done = tag.end()
        if tag[0] == "</span>":
            mark = waiting.pop() if waiting else None
            parts += [_way_on(mark) if mark else "", tag[0]]
            continue
        mark = statements.get(int(tag[1])) if tag[1] else None
        waiting.append(mark)
        parts.append(_opened(int(tag[1]), mark) if mark else tag[0])
    parts.append(body[done:])
    return Markup(_with_citations("".join(parts), citations))  # noqa: S704


def _opened(index: int, mark: Mark) -> Markup:
    template = Markup(
        '<span class="statement {tone}" id="s{index}" data-place="{place}" '
        'data-verdict="{group}" title="{label}"'
    )
    return template.format(
        tone=mark.tone, index=index, place=mark.place, group=mark.group, label=mark.label
    )


def _way_on(mark: Mark) -> Markup:
    if not mark.place:
        return Markup("")
    # A word joiner keeps the sign on the line of the words that it belongs to.
    template = Markup('\u2060<a class="mark" href="#{place}" aria-label="{label}">{name}</a>')
    return template.format(place=mark.place, label=mark.label, name=mark.name or sign(mark.tone))


def _with_citations(body: str, citations: Mapping[int, Mark]) -> str:
    def toned(tag: re.Match[str]) -> str:
        mark = citations.get(int(tag[1]))
        if not mark:
            return tag[0]
        template = Markup('<a class="citation {}" id="c{}" title="{}"')
        return template.format(mark.tone, tag[1], mark.label)

    return _CITATION.sub(toned, body)
