"""Is a drawing only a drawing? Opened by itself, an SVG file runs what is in it.

A page never runs its pictures' scripts; yet a copy that lies beside the page can be opened
alone, and would run them with the rights of whoever serves the pages.
"""

from __future__ import annotations

import re
from xml.parsers import expat

_ACTIVE = frozenset(
    {
        *("script", "foreignobject", "handler", "listener"),
        *("iframe", "embed", "object", "audio", "video"),
        *("set", "animate", "animatemotion", "animatetransform"),
    }
)
_ADDRESSES = frozenset({"href", "src"})
_OWN = re.compile(r"\s*(?:#|data:image/(?:png|jpeg|gif|webp)[;,]|\Z)", re.IGNORECASE)
# A backslash could spell any of the others.
_ELSEWHERE = re.compile(r"@import|url\((?!\s*[\"']?\s*#)|\\|expression\(", re.IGNORECASE)


def is_still(data: bytes) -> bool:
    """Whether an SVG file runs nothing and loads nothing, by elements, attributes and styles.

    What is no XML, or declares entities or a style sheet of its own, counts as active.
    """
    scan = _Scan()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = scan.opened
    parser.EndElementHandler = scan.closed
    parser.CharacterDataHandler = scan.said
    parser.StartDoctypeDeclHandler = scan.declared
    parser.ProcessingInstructionHandler = scan.instructed
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        return False
    return scan.is_still


class _Scan:
    """What has been met so far."""

    def __init__(self) -> None:
        self.is_still = True
        self._styles = 0

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rsplit(" ", 1)[-1].lower()
        self._styles += local == "style"
        if local in _ACTIVE or any(_is_active(*attribute) for attribute in attributes.items()):
            self.is_still = False

    def closed(self, name: str) -> None:
        self._styles -= name.rsplit(" ", 1)[-1].lower() == "style"

    def said(self, text: str) -> None:
        if self._styles and _ELSEWHERE.search(text):
            self.is_still = False

    def declared(self, _name: str, _system: str | None, _public: str | None, has_own: bool) -> None:
        if has_own:
            self.is_still = False

    def instructed(self, _target: str, _data: str) -> None:
        self.is_still = False


def _is_active(key: str, value: str) -> bool:
    name = key.rsplit(" ", 1)[-1].lower()
    if name.startswith("on"):
        return True
    if name in _ADDRESSES:
        return _OWN.match(value) is None
    return _ELSEWHERE.search(value) is not None
