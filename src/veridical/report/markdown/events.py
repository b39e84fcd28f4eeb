"""pyromark's events as flat tuples whose offsets count code points.

The library counts UTF-8 bytes; its parser and options are set here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple, cast

import pyromark

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    | pyromark.Options.ENABLE_GFM
)
_PARSER = pyromark.Markdown(options=_OPTIONS)
_LEAD_BYTES = bytes(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


class Event(NamedTuple):
    """One event.

    Attributes:
        name: ``+Paragraph`` starts one, ``-Paragraph`` ends it; the rest (``Text``,
            ``Code``, ``SoftBreak`` …) stand alone.
        start: offset of its first character.
        end: offset after its last.
        text: what it shows; of a link or image the address, of a footnote its label, of
            a fence its info string.
        title: of a link or image its title.
        variant: of a link how it is written, of a heading its level, of a code block
            ``Indented`` or ``Fenced``, of an ordered list ``Ordered``.
    """

    name: str
    start: int
    end: int
    text: str = ""
    title: str = ""
    variant: str = ""


def events(source: str) -> Iterator[Event]:
    """The events of a Markdown text, in order.

    Args:
        source: a text without surrogates, which have no UTF-8 form.
    """
    points = _code_points(source)
    for event, place in _PARSER.events_with_range(source):
        start, end = points[place["start"]], points[place["end"]]
        if isinstance(event, str):
            yield Event(event, start, end)
            continue
        name, value = next(iter(event.items()))
        if name == "Start":
            yield _start(value, start, end)
        elif name == "End":
            yield Event("-" + (value if isinstance(value, str) else _key(value)), start, end)
        else:
            yield Event(name, start, end, value if isinstance(value, str) else "")


def definitions(source: str) -> list[tuple[int, int]]:
    """Where the link reference definitions that the library takes stand."""
    if "]:" not in source:
        return []
    points = _code_points(source)
    found = _PARSER.reference_definitions(source).values()
    return [(points[each["span"]["start"]], points[each["span"]["end"]]) for each in found]


def _code_points(source: str) -> list[int] | range:
    data = source.encode()
    if len(data) == len(source):
        return range(len(source) + 1)
    # The offset of a byte is the number of characters that begin before it.
    return [0, *accumulate(data.translate(_LEAD_BYTES))]


def _key(value: object) -> str:
    return next(iter(cast("dict[str, object]", value)))


def _start(value: object, start: int, end: int) -> Event:
    if isinstance(value, str):
        return Event("+" + value, start, end)
    name = _key(value)
    detail = cast("dict[str, object]", value)[name]
    if name in ("Link", "Image"):
        link = cast("dict[str, str]", detail)
        variant = link["link_type"] if isinstance(link["link_type"], str) else "WikiLink"
        return Event("+" + name, start, end, link["dest_url"], link["title"], variant)
    if name == "Heading":
        return Event("+Heading", start, end, variant=cast("dict[str, str]", detail)["level"][1:])
    if name == "CodeBlock":
        info = "" if isinstance(detail, str) else cast("dict[str, str]", detail)["Fenced"]
        return Event("+CodeBlock", start, end, info, variant=_fence(detail))
    if name == "List":
        return Event("+List", start, end, variant="" if detail is None else "Ordered")
    return Event("+" + name, start, end, detail if isinstance(detail, str) else "")


def _fence(detail: object) -> str:
    return "Indented" if isinstance(detail, str) else "Fenced"
