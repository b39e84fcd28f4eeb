"""Where does each sentence of a text begin and end?

The splitter is our own: `sentencex` (1.0) takes time quadratic in the length of a Chinese
paragraph (9 s for 200,000 characters), hands Thai back whole, makes a sentence of a lone stop and
cuts after "vs." and "approx.". One pass over the stops decides each from the word before it and
the word after it; abbreviations of all languages are one table, because a report mixes languages.
Texts are running text: markup is taken away before, yet stray `*` and `_` after a stop are borne.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veridical.report.abbreviations import (
    BEFORE_NAME,
    BEFORE_NUMBER,
    MAY_END,
    NEVER_END,
    ORDINAL_DOT_LANGUAGES,
    STARTERS,
)
from veridical.report.language import language_of

Span = tuple[int, int]

_HARD_STOPS = frozenset("。！？｡।॥؟۔։።။។")
_CLOSERS = "\"'”’»›)\\]」』】）〉》*_`"
# A numbered marker that touches the stop belongs to it even when the caller names no markers.
_TOUCHING_MARKER = r"[\[［【]\^?\d[\d ,;，、–—-]{0,20}[\]］】]|\[\^[\w-]{1,30}\]|[¹²³⁰⁴-⁹]{1,4}"
_BREAK = re.compile(
    rf"(?P<stop>[.!?…。！？｡．।॥؟۔։።။។‼⁇⁈⁉]+)[{_CLOSERS}]*(?:{_TOUCHING_MARKER}){{0,9}}"
    r"|(?P<line>\n(?:[ \t\r]*\n|[ \t]{0,20}(?:[-*+•‣▪]|\d{1,3}[.)])[ \t]))"
)
_LONE_STOP = re.compile(rf"[.!?…。！？]+[{_CLOSERS}]*(?=\s|$)")
_BLANK = re.compile(r"[^\S\n]*(?:\n[^\S\n]*)?")
_NEXT_WORD = re.compile(r"[\"'“‘«‹(\[{*_¿¡「『（【《]{0,8}([^\W_]{0,40})")
_CONTINUES = frozenset(",;:，、；：–—")
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,3}")
_LIST_NUMBER = re.compile(r"(?:\d{1,3}|[ivxIVX]{1,5}|[A-Za-z])")
_OPENERS = "\"'“‘«‹([{*_¿¡「『（【《"
_LONGEST_WORD = 24
_BRACKET_REACH = 60
_CONTENT = re.compile(r"[^\W_]")

_SPACED_LETTER = "\u0e01-\u0e45\u0e47-\u0e4e\u0e81-\u0ecd"
_CLAUSE_SPACE = re.compile(rf"(?<=[{_SPACED_LETTER}\u0e46])[ \u00a0]+(?=[{_SPACED_LETTER}])")
_SHORTEST_CLAUSE = 12
"""Characters; Thai and Lao space out names and lists too, and those are shorter."""


def sentence_spans(text: str, language: str | None = None, glue: Sequence[Span] = ()) -> list[Span]:
    """Split a text into sentences.

    Every character that is not white space lies in exactly one span, unless the text holds no
    letter and no digit: then there is no sentence and the list is empty. A piece without a letter
    or digit never stands alone; it joins the sentence before it, or the first one.

    Args:
        text: Running text; a blank line or a bullet at the start of a line always splits.
        language: A BCP-47 primary tag; found from the text when absent. It only decides whether
            "3." is an ordinal.
        glue: Spans of citation markers. A marker after a sentence's end with nothing but white
            space between goes to that sentence, with a stop that follows the marker; no marker
            is ever split.

    Returns:
        Half-open code-point spans in order, without overlap, without white space at their ends.

    Example:
        >>> text = "First thing. [1] Second thing. [2]. Third."
        >>> [text[a:b] for a, b in sentence_spans(text, "en", [(13, 16), (31, 34)])]
        ['First thing. [1]', 'Second thing. [2].', 'Third.']
    """
    splitter = _Splitter(text, language or language_of(text), _Glue.of(glue, len(text)))
    return _joined(text, splitter.pieces())


@dataclass(frozen=True, slots=True)
class _Glue:
    """Citation markers, sorted and free of overlap."""

    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, spans: Sequence[Span], length: int) -> "_Glue":
        kept: list[Span] = []
        for start, end in sorted(spans):
            if 0 <= start < end <= length and (not kept or start >= kept[-1][1]):
                kept.append((start, end))
        return cls([start for start, _ in kept], [end for _, end in kept])

    def end_at(self, position: int) -> int | None:
        """Return the end of the marker that starts exactly here."""
        place = bisect_left(self.starts, position)
        if place < len(self.starts) and self.starts[place] == position:
            return self.ends[place]
        return None

    def covers(self, position: int) -> bool:
        """Tell whether cutting before this position would cut a marker."""
        place = bisect_left(self.starts, position) - 1
        return place >= 0 and position < self.ends[place]

    def holds(self, position: int) -> bool:
        """Tell whether the character at this position is part of a marker."""
        place = bisect_right(self.starts, position) - 1
        return place >= 0 and position < self.ends[place]


@dataclass(slots=True)
class _Splitter:
    """One text on its way to pieces.

    `start` is where the present sentence began; stops before `decided` are settled, so a long run
    of lone stops is looked at once.
    """

    text: str
    language: str
    glue: _Glue
    start: int = 0
    decided: int = 0

    def pieces(self) -> Iterator[Span]:
        """Yield spans that cover the text, white space and stray signs included."""
        for found in _BREAK.finditer(self.text):
            if found.start() < self.decided or self.glue.holds(found.start()):
                continue
            end = found.start() + 1 if found["line"] else self._end_of_sentence(found)
            if end is not None and end > self.start and not self.glue.covers(end):
                yield from self._clauses(self.start, end)
                self.start = end
        yield from self._clauses(self.start, len(self.text))

    def _end_of_sentence(self, found: re.Match[str]) -> int | None:
        """Return where the sentence ends that this stop may close, or None if it goes on."""
        self.decided = end = self._after_markers(found.end())
        following = _past_blank(self.text, end)
        if following >= len(self.text) or self.text[following] == "\n":
            return end
        return None if self._goes_on(found, following) else end

    def _after_markers(self, end: int) -> int:
        """Pass over markers and lone stops that only white space parts from the end."""
        while True:
            following = _past_blank(self.text, end)
            marker = self.glue.end_at(following)
            if marker is None:
                lone = _LONE_STOP.match(self.text, following)
                marker = lone.end() if lone and not self.glue.covers(lone.end()) else None
            if marker is None:
                return end
            end = marker

    def _goes_on(self, found: re.Match[str], following: int) -> bool:
        """Tell whether the text after a stop still belongs to the same sentence."""
        stop, next_letter = found["stop"], self.text[following]
        if next_letter in _CONTINUES:
            return True
        if not _HARD_STOPS.isdisjoint(stop):
            if self._is_bracketed(found.start(), found.end()):
                return True
            return next_letter in "とっ" and found.end() > found.end("stop")
        if following == found.end():
            return self._touches(stop, next_letter, found)
        word = _word_at(self.text, following)
        if stop in (".", "．"):
            return self._period_goes_on(found, word)
        return _is_lower(word)

    def _is_bracketed(self, stop: int, end: int) -> bool:
        """Tell whether a stop stands in a bracket inside the sentence, as in 他高兴（丙。丁）."""
        from_ = max(self.start, stop - _BRACKET_REACH)
        opened = self.text.rfind("（", from_, stop)
        is_inside = opened > self.start and self.text.find("）", opened, end) < 0
        closed = self.text.find("）", end, end + _BRACKET_REACH) if is_inside else -1
        return closed > 0 and "\n" not in self.text[opened:closed]

    def _touches(self, stop: str, next_letter: str, found: re.Match[str]) -> bool:
        """Tell whether a stop without white space after it is none: "3.5", "a.b", "他……说"."""
        is_pause = stop.startswith(("…", "..")) and found.end() == found.end("stop")
        return is_pause or not _is_unspaced(next_letter) or self._before(found)[-1:].isdigit()

    def _period_goes_on(self, found: re.Match[str], word: str) -> bool:
        """Decide on a single "." between two words."""
        before = self._before(found)
        if self._opens_list_item(found, before):
            return True
        if "." in before and "/" not in before and _INITIALS.fullmatch(before):
            return before.lower() in NEVER_END or word not in STARTERS
        if len(before) == 1 and before.upper() != before.lower():
            return word not in STARTERS
        if before.isdigit() and len(before) <= 2 and self.language in ORDINAL_DOT_LANGUAGES:
            return word not in STARTERS
        return _is_abbreviation(before, word) or _is_lower(word)

    def _before(self, found: re.Match[str]) -> str:
        """Return the word that the stop ends, without what opens before it."""
        from_ = max(self.start, found.start() - _LONGEST_WORD)
        words = self.text[from_ : found.start()].split()
        return words[-1].lstrip(_OPENERS) if words else ""

    def _opens_list_item(self, found: re.Match[str], before: str) -> bool:
        """Tell whether all there is of the sentence is its list number."""
        if not _LIST_NUMBER.fullmatch(before):
            return False
        from_ = max(self.start, found.start() - _LONGEST_WORD)
        return self.text[from_ : found.start()].strip(" \n#*-+•") == before

    def _clauses(self, start: int, end: int) -> Iterator[Span]:
        """Cut what Thai and Lao write without stops at the spaces between clauses."""
        for found in _CLAUSE_SPACE.finditer(self.text, start, end):
            cut = found.end()
            long_enough = min(cut - start, end - cut) >= _SHORTEST_CLAUSE
            if long_enough and not self.glue.covers(cut):
                yield start, cut
                start = cut
        yield start, end


def _is_abbreviation(before: str, word: str) -> bool:
    """Tell whether the word before a period is short for another and the sentence goes on."""
    low = before.lower()
    if low in NEVER_END or before in BEFORE_NAME:
        return True
    is_label = word[:1].isdigit() or (len(word) == 1 and word not in STARTERS)
    if low in BEFORE_NUMBER and is_label:
        return True
    return low in MAY_END and word not in STARTERS


def _past_blank(text: str, position: int) -> int:
    """Return where the white space here ends, or its second line break."""
    found = _BLANK.match(text, position)
    return found.end() if found else position


def _word_at(text: str, position: int) -> str:
    """Return the word that starts here, behind opening quotes and brackets."""
    found = _NEXT_WORD.match(text, position)
    return found[1] if found else ""


def _is_lower(word: str) -> bool:
    """Tell whether a word is in lower case; "iPhone" and "mRNA" may open a sentence."""
    return word[:1].islower() and not any(letter.isupper() for letter in word[1:3])


def _is_unspaced(letter: str) -> bool:
    """Tell whether a letter belongs to a script that puts no space after a stop."""
    return "\u3040" <= letter <= "\u9fff" or letter in "「『“（《【"


def _joined(text: str, pieces: Iterator[Span]) -> list[Span]:
    """Trim the pieces and join those without a letter or digit to a neighbor."""
    spans: list[Span] = []
    waiting: int | None = None
    for start, end in pieces:
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip())
        first, last = start + lead, start + len(piece.rstrip())
        if first >= last:
            continue
        if _CONTENT.search(piece):
            spans.append((first if waiting is None else waiting, last))
            waiting = None
        elif spans:
            spans[-1] = (spans[-1][0], last)
        elif waiting is None:
            waiting = first
    return spans
