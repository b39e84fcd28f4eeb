"""An object that is nearly JSON, as a careful person would read it.

Read are comments, superfluous and missing commas, raw line breaks in strings, quotation marks
that were not escaped, single and typographic quotation marks, bare keys and words, Python's
True, False and None, full-width punctuation, and a tail that broke off: what was complete
before it stays, what was not is dropped. One pass from left to right, without going back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from veridical.respondents.reading.json_values import CutList, CutObject, Object, put

DEEPEST = 32
"""Levels of nesting; no answer has more."""

_SPACE = re.compile(r"\s*")
_COMMAS = ",，;"
_COLONS = ":：="
_ENDS = "}]"
_CLOSING = {'"': '"', "'": "'", "“": '”"', "‘": "’'"}
"""What may close a string, by what opened it."""
_STOP = {opening: re.compile(f"[{closing}\\\\]") for opening, closing in _CLOSING.items()}
_BARE_KEY = re.compile(r"[^\W\d][\w-]{0,63}")
_NEXT_KEY = re.compile(r"\"[\w -]{1,64}\"\s{0,64}[:：]")
_LETTER = r"(?!//|/\*)[^\s,，;{}\[\]\"“”#]"
_BARE = re.compile(rf"(?:{_LETTER})+(?:[ \t](?:{_LETTER})+)*")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
_WORDS = {
    "true": True,
    "false": False,
    "null": None,
    "none": None,
    "undefined": None,
    "nan": float("nan"),
    "infinity": float("inf"),
    "-infinity": float("-inf"),
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_LONGEST_NUMBER = 40


class BrokenJson(ValueError):  # noqa: N818 - named after the fact
    """What stands there is no object, not even nearly."""


class _CutOff(Exception):  # noqa: N818 - named after the fact
    """The text ends inside a value."""


@dataclass(slots=True)
class NearJson:
    """Reads one object from a place in a text.

    Attributes:
        text: all of it.
        at: the next character; after a failure, how far was looked.
    """

    text: str
    at: int

    def read(self) -> Object:
        """The object that begins at `at`; a `CutObject` where the text ends inside it.

        Raises:
            BrokenJson: none begins there.
        """
        try:
            return self._object(0)
        except _CutOff:
            return CutObject()

    def _object(self, depth: int) -> Object:
        self._enter(depth)
        found: Object = {}
        try:
            while not self._ends("}"):
                key = self._key()
                value = self._value(depth)
                put(found, key, value)
                if self._is_over() and isinstance(value, CutList | CutObject):
                    return CutObject(found)
        except _CutOff:
            return CutObject(found)
        return found

    def _list(self, depth: int) -> list[object]:
        self._enter(depth)
        found: list[object] = []
        try:
            while not self._ends("]"):
                value = self._value(depth)
                if isinstance(value, CutList | CutObject):
                    return CutList(found)
                found.append(value)
        except _CutOff:
            return CutList(found)
        return found

    def _enter(self, depth: int) -> None:
        if depth >= DEEPEST:
            raise BrokenJson
        self.at += 1

    def _ends(self, bracket: str) -> bool:
        """Whether the container ends here; steps over commas and its end.

        Raises:
            _CutOff: the text ends.
            BrokenJson: another container ends.
        """
        self._skip(_COMMAS)
        if self._is_over():
            raise _CutOff
        here = self.text[self.at]
        if here not in _ENDS:
            return False
        if here != bracket:
            raise BrokenJson
        self.at += 1
        return True

    def _key(self) -> str:
        if self.text[self.at] in _CLOSING:
            key = self._string(_COLONS)
        else:
            bare = _BARE_KEY.match(self.text, self.at)
            if bare is None:
                raise BrokenJson
            key, self.at = bare[0], bare.end()
        self._skip("")
        if self._is_over():
            raise _CutOff
        if self.text[self.at] not in _COLONS:
            raise BrokenJson
        self.at += 1
        return key

    def _value(self, depth: int) -> object:
        self._skip("")
        if self._is_over():
            raise _CutOff
        here = self.text[self.at]
        if here == "{":
            return self._object(depth + 1)
        if here == "[":
            return self._list(depth + 1)
        if here in _CLOSING:
            return self._string(_COMMAS + _ENDS)
        return self._bare()

    def _bare(self) -> object:
        bare = _BARE.match(self.text, self.at)
        if bare is None:
            raise BrokenJson
        self.at = bare.end()
        if self._is_over():
            # more of it may have been to come
            raise _CutOff
        return _plain(bare[0])

    def _string(self, follows: str) -> str:
        """The string that begins here; a mark inside it that nothing of `follows` follows is text.

        Raises:
            _CutOff: the text ends inside it.
        """
        stop = _STOP[self.text[self.at]]
        pieces: list[str] = []
        start = self.at + 1
        while (found := stop.search(self.text, start)) is not None:
            pieces.append(self.text[start : found.start()])
            if found[0] == "\\":
                piece, start = _escaped(self.text, found.end())
                pieces.append(piece)
            elif self._closes(found.end(), follows):
                self.at = found.end()
                return "".join(pieces)
            else:
                pieces.append(found[0])
                start = found.end()
        self.at = len(self.text)
        raise _CutOff

    def _closes(self, end: int, follows: str) -> bool:
        """Whether a quotation mark ends its string, by what comes after it."""
        space = _SPACE.match(self.text, end)
        at = space.end() if space else end
        if at >= len(self.text) or self.text[at] in follows:
            return True
        if _COLONS[0] in follows:
            return False
        is_comment = self.text.startswith(("//", "/*", "#"), at)
        is_next_line = "\n" in self.text[end:at] and _NEXT_KEY.match(self.text, at) is not None
        return is_comment or is_next_line

    def _skip(self, also: str) -> None:
        """Step over white space, comments and whatever stands in `also`."""
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            if self._is_over():
                return
            if self.text.startswith(("//", "#"), self.at):
                self._step_to("\n")
            elif self.text.startswith("/*", self.at):
                self._step_to("*/")
            elif self.text[self.at] in also:
                self.at += 1
            else:
                return

    def _step_to(self, mark: str) -> None:
        found = self.text.find(mark, self.at)
        self.at = found + len(mark) if found >= 0 else len(self.text)

    def _is_over(self) -> bool:
        return self.at >= len(self.text)


def _plain(bare: str) -> object:
    """A number or a known word; else the word itself."""
    known = bare.casefold()
    if known in _WORDS:
        return _WORDS[known]
    if len(bare) <= _LONGEST_NUMBER and _NUMBER.fullmatch(bare):
        return int(bare) if bare.lstrip("+-").isdigit() else float(bare)
    return bare


def _escaped(text: str, at: int) -> tuple[str, int]:
    """What an escape stands for, and where the text goes on."""
    if at >= len(text):
        return "", at
    code = _HEX.match(text, at + 1) if text[at] == "u" else None
    if code is None:
        return _ESCAPES.get(text[at], text[at]), at + 1
    second = _HEX.match(text, code.end() + 2) if text.startswith("\\u", code.end()) else None
    units = bytes.fromhex(code[0] + (second[0] if second else ""))
    try:
        return units.decode("utf-16-be"), second.end() if second else code.end()
    except UnicodeDecodeError:
        return units[:2].decode("utf-16-be", "replace"), code.end()
