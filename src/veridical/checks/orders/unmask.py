"""A text as a model reads it: without what hides its words from a program.

Full-width and mathematical letters, Cyrillic and Greek look-alikes, traditional characters of
the words we look for, digits in the place of letters, letters set apart by blanks, marks of
emphasis, and characters that show nothing. Every character keeps its way back to the source.
"""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize
from urllib.parse import unquote

from veridical.checks.orders.bare import (
    MARKS,
    has_long_run,
    in_bytes,
    kinds_of,
    may_be_mixed,
    may_be_set_apart,
    runs_of,
)

_CYRILLIC = "аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw кk мm тt вb нh"
_GREEK = "αa βb γy εe ιi κk νv οo ρp τt υu χx ωw ηn ςs"
_TRADITIONAL = (
    "請请 評评 視视 為为 將将 標标 記记 輸输 無无 須须 應应 當当 認认 實实 證证 決决 "
    "斷断 結结 論论 說说 語语 統统 審审 級级 題题 數数 頁页 從从 過过 確确 "
    "滿满 準准 規规 則则 關关 對对 來来 與与 項项 見见 "
    "給给 選选 擇择 復复 務务 據据 質质 經经 獲获 員员 機机 體体 閱阅 讀读 檢检 驗验"
)
"""Each letter beside the one that it is read as."""
_TAGS = 0xE0000
"""Characters that show nothing and stand for ASCII."""

_DROPPED = re.compile(
    rf"[{MARKS} .\-_](?:(?<=[{MARKS}])[{MARKS}]*"
    r"|(?=[^\W\d_](?![^\W_])[ .\-_]?)(?<=(?<![^\W_])[^\W\d_][ .\-_]))"
)
_MIXED = re.compile(r"(?<![^\W_])(?=[a-z]*[0-9@$!])(?=[0-9@$]*[a-z])[a-z0-9@$]{3,30}(?![^\W_])")
_MIXES = re.compile(r"[0-9@$](?:(?=[a-z])|(?<=[a-z][0-9@$]))")
_LEET = str.maketrans("013457@$", "oieastas")
_BASE64 = r"[A-Za-z0-9+/_-]{24,}={0,2}"
_CODED = re.compile(rf"{_BASE64}|[^\s%]{{0,40}}(?:%[0-9A-Fa-f]{{2}}[^\s%]{{0,40}}){{3,}}")
_ONLY_BASE64 = re.compile(_BASE64)
_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_MOST_CODED = 200
_PROSE = 0.8
"""Share of letters and common marks in words."""


class _Letters(dict[int, int]):
    """Each character as the letter that it is read as: one for one."""

    def __missing__(self, code: int) -> int:
        if _TAGS + 0x20 <= code < _TAGS + 0x7F:
            found = chr(code - _TAGS)
        else:
            plain = normalize("NFKC", chr(code)).lower()
            found = plain if len(plain) == 1 else chr(code)
        self[code] = ord(_SAME.get(found, found))
        return self[code]


_SAME = {
    **{pair[0]: pair[1] for pair in f"{_CYRILLIC} {_GREEK} {_TRADITIONAL}".split()},
    **dict.fromkeys("\u2018\u2019\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
}
_LETTERS = _Letters()


def letter_of(character: str) -> str:
    """The letter that a character is read as."""
    return chr(_LETTERS[ord(character)])


@dataclass(frozen=True, slots=True)
class Unmasked:
    """A text as it is read.

    Attributes:
        text: its words, in lower case.
    """

    text: str
    _starts: tuple[int, ...]
    _shifts: tuple[int, ...]

    def place(self, at: int) -> int:
        """Where a character stands in the source."""
        return at + self._shifts[bisect_right(self._starts, at) - 1]


def unmasked(text: str) -> Unmasked:
    """The text as it is read; takes time linear in its length."""
    runs = _lettered(text)
    letters = "".join(runs)
    kinds = kinds_of(runs)
    if may_be_mixed(kinds):
        letters = unmixed(letters)
        kinds = kinds_of(runs_of(letters))
    return _closed_up(letters) if may_be_set_apart(kinds) else Unmasked(letters, (0,), (0,))


def _closed_up(letters: str) -> Unmasked:
    """Without marks, and without the blanks that set the letters of a word apart."""
    kept: list[str] = []
    starts, shifts = [0], [0]
    at = length = 0
    for found in _DROPPED.finditer(letters):
        kept.append(letters[at : found.start()])
        length += found.start() - at
        at = found.end()
        starts.append(length)
        shifts.append(at - length)
    kept.append(letters[at:])
    return Unmasked("".join(kept), tuple(starts), tuple(shifts))


def _lettered(text: str) -> list[str]:
    """Each character as its letter; runs of ASCII, which are most of a text, at once."""
    return [run.lower() if run.isascii() else run.translate(_LETTERS) for run in runs_of(text)]


def unmixed(text: str) -> str:
    """Without digits in the place of letters; only words that hold both are looked at."""
    kept: list[str] = []
    at = 0
    for found in _MIXES.finditer(text):
        if found.start() < at:
            continue
        first = max(text.rfind(" ", at, found.start()), at)
        after = text.find(" ", found.end())
        last = len(text) if after < 0 else after
        kept += [text[at:first], _MIXED.sub(lambda m: m[0].translate(_LEET), text[first:last])]
        at = last
    return "".join([*kept, text[at:]])


def has_escape(text: str) -> bool:
    """Whether a character is written as an address writes it."""
    return "%" in text and _ESCAPE.search(text) is not None


def decoded(text: str) -> Iterator[tuple[int, int, str]]:
    """Stretches that hold words in base64 or as an address writes them, with these words."""
    is_escaped = has_escape(text)
    if not is_escaped and not has_long_run(in_bytes(text)):
        return
    coded = _CODED if is_escaped else _ONLY_BASE64
    for count, found in enumerate(coded.finditer(text)):
        if count >= _MOST_CODED:
            return
        words = unquote(found[0]) if "%" in found[0] else _from_base64(found[0])
        if words and _is_prose(words):
            yield found.start(), found.end(), words


def _from_base64(coded: str) -> str:
    plain = coded.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _is_prose(words: str) -> bool:
    shown = sum(c.isalnum() or c in " ,.:;!?\"'\n，。：；" for c in words)
    return shown >= _PROSE * len(words)
