"""Character references: which characters of the source stand for which other ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5

_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{0,31};?)")
_AMBIGUOUS = re.compile(r"[=A-Za-z0-9]")


def references(source: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The decoded references in ``source[start:end]``: (characters, start, end)."""
    if source.find("&", start, end) < 0:
        return
    for found in _REFERENCE.finditer(source, start, end):
        characters, length = _decode(found[0])
        if length:
            yield characters, found.start(), found.start() + length


def decode_attribute(value: str) -> str:
    """An attribute's value; ``&copy=1`` in an address stays as it is, as in browsers."""
    if "&" not in value:
        return value
    return _REFERENCE.sub(lambda found: _in_attribute(found, value), value)


def _decode(reference: str) -> tuple[str, int]:
    """The characters of a reference and how much of it they take; 0 if it is none."""
    if reference[1] == "#":
        return unescape(reference), len(reference)
    name = reference[1:]
    for length in range(len(name), 1, -1):
        characters = html5.get(name[:length])
        if characters is not None:
            return characters, length + 1
    return "", 0


def _in_attribute(found: re.Match[str], value: str) -> str:
    reference = found[0]
    characters, length = _decode(reference)
    is_open = not reference[:length].endswith(";")
    follower = reference[length : length + 1] or value[found.end() : found.end() + 1]
    if not length or (is_open and _AMBIGUOUS.match(follower)):
        return reference
    return characters + reference[length:]
