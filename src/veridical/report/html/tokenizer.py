"""HTML → tokens with exact offsets, in linear time.

Follows the WHATWG tokenizer where it decides what a reader sees. Any text gives tokens; the
tokens cover it without gaps. Nothing is decoded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from veridical.report.html.entities import decode_attribute


class TokenKind(Enum):
    """What a token is; RAW is the content of scripts, styles and the like."""

    TEXT = 1
    START = 2
    END = 3
    COMMENT = 4
    DECLARATION = 5
    CDATA = 6
    RAW = 7


class Token(NamedTuple):
    """A token and its place; `name` is lower case, `is_void` says that no end tag follows."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    is_void: bool = False

    def get(self, attribute: str) -> str | None:
        """An attribute's decoded value; "" if it has none, None if it is not there."""
        return next((value for name, value in self.attributes if name == attribute), None)


_VOID_NAMES = "area base br col embed hr img input keygen link meta param source track wbr"
_RAW_NAMES = "script style xmp iframe noembed noframes title textarea"
_CDATA_START, _CDATA_END = "<![CDATA[", "]]>"
VOID = frozenset(_VOID_NAMES.split())
_RAW = frozenset(_RAW_NAMES.split())
_TAG = re.compile(r"</?([A-Za-z][^\s/>]*)")
_ATTRIBUTE_NAME = re.compile(r"[\s/]*([^\s/>=][^\s/>=]*)?[ \t\r\n\f]*(=[ \t\r\n\f]*)?")
_UNQUOTED = re.compile(r"[^\s>]*")
_FOREIGN = frozenset(["svg", "math"])


def tokens(source: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of ``source[start:end]``, their offsets counted in `source`."""
    return _Tokenizer(source, start, len(source) if end is None else end).run()


def content_of(source: str, cdata: Token) -> tuple[int, int]:
    """Where the characters inside a CDATA section stand."""
    start = min(cdata.start + len(_CDATA_START), cdata.end)
    is_closed = source.startswith(_CDATA_END, max(start, cdata.end - len(_CDATA_END)))
    return start, cdata.end - len(_CDATA_END) if is_closed else cdata.end


class _Tokenizer:
    """One pass; remembers what no longer occurs, so that nothing is searched twice."""

    def __init__(self, source: str, start: int, end: int) -> None:
        self.source = source
        self.at = start
        self.end = end
        self.last_close = source.rfind(">", start, end)
        self.without = set[str]()
        self.foreign = 0

    def run(self) -> Iterator[Token]:
        text_from = self.at
        while (here := self.source.find("<", self.at, self.end)) >= 0:
            token = self._markup(here)
            if token is None:
                self.at = here + 1
                continue
            if text_from < here:
                yield Token(TokenKind.TEXT, text_from, here)
            yield token
            self.at = text_from = token.end
            if token.kind is TokenKind.START and token.name in _RAW and not self.foreign:
                yield from self._raw(token.name)
                text_from = self.at
        if text_from < self.end:
            yield Token(TokenKind.TEXT, text_from, self.end)

    def _find(self, wanted: str, at: int) -> int:
        """Where `wanted` comes next, -1 if nowhere; searches in vain only once."""
        if wanted in self.without:
            return -1
        found = self.source.find(wanted, at, self.end)
        if found < 0:
            self.without.add(wanted)
        return found

    def _markup(self, here: int) -> Token | None:
        follower = self.source[here + 1 : here + 2]
        if follower == "!":
            return self._declaration(here)
        if follower == "?":
            return self._until(TokenKind.DECLARATION, here, ">")
        return self._tag(here) if here < self.last_close else None

    def _declaration(self, here: int) -> Token:
        if self.source.startswith("<!--", here):
            return self._comment(here)
        if self.source.startswith(_CDATA_START, here):
            return self._until(TokenKind.CDATA, here, _CDATA_END)
        return self._until(TokenKind.DECLARATION, here, ">")

    def _comment(self, here: int) -> Token:
        for empty in ("<!-->", "<!--->"):
            if self.source.startswith(empty, here):
                return Token(TokenKind.COMMENT, here, min(here + len(empty), self.end))
        return self._until(TokenKind.COMMENT, here, "-->", skip=4)

    def _until(self, kind: TokenKind, here: int, closer: str, skip: int = 2) -> Token:
        found = self._find(closer, min(here + skip, self.end))
        return Token(kind, here, self.end if found < 0 else found + len(closer))

    def _tag(self, here: int) -> Token | None:
        name = _TAG.match(self.source, here, self.end)
        if name is None:
            return self._bogus(here)
        attributes, end = self._attributes(name.end())
        if end < 0:
            # Nothing after this tag closes any more; what follows is text.
            self.last_close = -1
            return None
        kind = TokenKind.END if self.source[here + 1] == "/" else TokenKind.START
        tag = name[1].lower()
        self._count_foreign(tag, kind)
        is_void = tag in VOID or (self.source[end - 2] == "/" and bool(self.foreign))
        if is_void and tag in _FOREIGN and kind is TokenKind.START:
            self.foreign -= 1
        return Token(kind, here, end, tag, tuple(attributes), is_void)

    def _bogus(self, here: int) -> Token | None:
        if self.source.startswith("</", here) and here + 2 < self.end:
            return self._until(TokenKind.DECLARATION, here, ">")
        return None

    def _count_foreign(self, tag: str, kind: TokenKind) -> None:
        # Inside SVG and MathML <title> and <style> hold ordinary text.
        if tag in _FOREIGN:
            self.foreign = max(0, self.foreign + (1 if kind is TokenKind.START else -1))

    def _attributes(self, at: int) -> tuple[list[tuple[str, str]], int]:
        """The attributes from `at`, and the offset after the tag (-1: it never ends)."""
        found: list[tuple[str, str]] = []
        while at < self.end and self.source[at] != ">":
            match = _ATTRIBUTE_NAME.match(self.source, at, self.end)
            if match is None or match.end() == at:
                at += 1
                continue
            at = match.end()
            value = ""
            if match[2]:
                value, at = self._value(at)
            if match[1]:
                found.append((match[1].lower(), value))
        return found, at + 1 if at < self.end else -1

    def _value(self, at: int) -> tuple[str, int]:
        quote = self.source[at : at + 1]
        if quote in ("'", '"') and at < self.end:
            close = self._find(quote, at + 1)
            if close >= 0:
                return decode_attribute(self.source[at + 1 : close]), close + 1
        match = _UNQUOTED.match(self.source, at, self.end)
        value = match[0] if match else ""
        return decode_attribute(value), at + len(value)

    def _raw(self, name: str) -> Iterator[Token]:
        closer = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
        found = closer.search(self.source, self.at, self.end)
        end = found.start() if found else self.end
        if self.at < end:
            yield Token(TokenKind.RAW, self.at, end, name)
        self.at = end
