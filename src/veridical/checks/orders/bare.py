"""Is there nothing in a text to unmask or decode? Told in a few passes over its bytes.

Most texts hide nothing. Looking for each disguise at each of their characters takes ten times as
long as proving that none stands there: every character is replaced by the letter of its kind,
and what all disguises have in common is looked for among these.
"""

from __future__ import annotations

import re

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef"
)
"""Characters that show nothing, as a regular expression lists them."""
MARKS = rf"{UNSEEN}*`~\u0300-\u036f"
"""The same, with the marks that a text of letters does without."""
SHORTEST_RUN = 24
"""Characters of base64 that may hold words."""

_RUN = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
_END_OF_ASCII = 0x80
_MARK = re.compile(f"[{MARKS}]")
_APART = re.compile(rb"(?<!a)a a(?!a)")
_LONG = b"a" * SHORTEST_RUN
_LOW = bytes(range(0xE3))
"""What characters up to U+2FFF are written with in UTF-8."""
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = _LOWER + _LOWER.upper()
_DIGITS = "0123456789"


def _table(kinds: dict[str, str], other: str) -> bytes:
    kind_of = {c: kind for kind, members in kinds.items() for c in members}
    return bytes(ord(kind_of.get(chr(code), other)) for code in range(256))


_KINDS = _table({"a": _LETTERS, "0": f"{_DIGITS}@$", " ": " .-_", "*": "*`~"}, "!")
_BLANKED = _table({"a": "a"}, " ")
_IN_BASE64 = _table({"a": f"{_LETTERS}{_DIGITS}+/_-"}, " ")
_WORDS = _table({c: c for c in _LOWER}, " ")


class _Stands(dict[int, int]):
    """What stands for a character outside of ASCII: a letter, a mark, or something else."""

    def __missing__(self, code: int) -> int:
        self[code] = code if code < _END_OF_ASCII else ord(self._kind(chr(code)))
        return self[code]

    def _kind(self, character: str) -> str:
        if _MARK.match(character):
            return "*"
        return "z" if character.isalnum() else "!"


_STANDS = _Stands()


def runs_of(text: str) -> list[str]:
    """The text cut where ASCII begins or ends."""
    return [text] if text.isascii() else _RUN.findall(text)


def kinds_of(runs: list[str]) -> bytes:
    """The kind of each character: letter, digit or its like, blank between letters, mark, else."""
    plain = "".join([run if run.isascii() else run.translate(_STANDS) for run in runs])
    return plain.encode("ascii").translate(_KINDS)


def may_be_mixed(kinds: bytes) -> bool:
    """Whether a digit may stand in the place of a letter: it stands beside one."""
    return b"a0" in kinds or b"0a" in kinds


def may_be_set_apart(kinds: bytes) -> bool:
    """Whether a mark may stand in a word, or a blank between its letters."""
    if b"*" in kinds:
        return True
    # the quick look takes all that is no letter for a blank
    is_near = b" a a " in b" %b " % kinds.translate(_BLANKED)
    return is_near and _APART.search(kinds) is not None


def has_long_run(coded: bytes) -> bool:
    """Whether so many characters of base64 follow each other that they may hold words."""
    return _LONG in coded.translate(_IN_BASE64)


def letters_in(coded: bytes) -> list[bytes]:
    """The runs of the letters a to z."""
    return coded.translate(_WORDS).split()


def may_be_chinese(text: str) -> bool:
    """Whether some character lies beyond U+2FFF; false of most texts in Latin letters."""
    return not text.isascii() and bool(in_bytes(text).translate(None, _LOW))


def in_bytes(text: str) -> bytes:
    """The text in UTF-8, halves of pairs as they are."""
    return text.encode("utf-8", "surrogatepass")
