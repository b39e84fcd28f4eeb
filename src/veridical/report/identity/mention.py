"""Finds the addresses that stand bare in prose, and where each of them ends.

The end is the hard part: an address in a sentence is followed by that
sentence's own marks. The rules, for an address that begins with a host:

1. White space, quotes, angle brackets, `|`, `{`, `}`, `^`, a backtick and the
   entities of angle brackets end it; so does the start of another address.
2. A closing parenthesis ends it unless the address opened it; an opening one
   that is never closed ends it too. Square brackets belong to it only as an
   indexed parameter (`filter[a]=`) or as the pages in an old DOI.
3. Trailing `. , ; : ! ? ' * ~ & _`-like marks are the sentence's.
4. Letters of scripts that write spaces between words (Greek, Cyrillic, Arabic,
   accented Latin) belong to it. Letters of scripts that do not (Chinese,
   Japanese, Thai; Korean adds its particles without space) belong to it only
   inside a path that is written in them: after `/ = _ - + ( %`, or in a segment
   that already holds such a letter. After an ASCII letter they are the
   sentence going on: `https://a.example/x是`. A run after a slash that starts
   as a sentence goes on (的, 显示, 网站 …) is the sentence too.
5. All other marks outside ASCII end it, save a dash, a middle dot or an
   apostrophe between two letters.

All of it is one pass over the text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from veridical.report.identity.mention_end import end_of_url
from veridical.report.identity.script import is_dense, is_invisible, is_spaced

_ASCII_LABEL = re.compile(r"[A-Za-z0-9_-]{1,63}")
_MAX_LABEL = 80
_MAX_LABELS = 20
_IPV6 = re.compile(r"\[[0-9A-Fa-f:.]{2,45}\]")
_PORT = re.compile(r":\d{1,5}(?!\d)")
# Spelled out in both cases: ignoring case makes this pattern ten times slower to build.
_STARTS = re.compile(
    r"(?P<web>[hH][tT][tT][pP][sS]?:[/\\]{2}(?:[^\s/?#@<>\"()]{1,64}@)?(?=[^\s/?#]))"
    r"|(?<![A-Za-z0-9_.@/-])(?:(?P<www>[wW]{3}\.(?=[A-Za-z0-9]|[^\x00-\x7f]))"
    r"|(?P<doi>(?:dx\.)?doi\.org/(?=10\.)|[dD][oO][iI](?:\s?:\s?|\s)(?=10\.))"
    r"|(?P<arxiv>[aA][rR][xX][iI][vV]\s?:\s?"
    r"(?:\d{4}\.\d{4,5}|[A-Za-z-]{2,17}(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,3})?\b))"
)
_DOI_PREFIX = re.compile(r"10\.\d{4,9}(?:\.\d{1,9})*/(?=[^\s])")


@dataclass(frozen=True, slots=True)
class UrlMention:
    """An address that stands bare in a text.

    Attributes:
        start: Offset of its first code point.
        end: Offset after its last code point.
        url: The text between them, as written.
    """

    start: int
    end: int
    url: str


def find_urls(text: str, skip: Iterable[tuple[int, int]] = ()) -> list[UrlMention]:
    """Find the bare addresses of a text, in order.

    Finds `http://` and `https://` addresses, `www.` names, `doi:10.…`,
    `doi.org/10.…` and `arXiv:2101.00001`.

    Args:
        text: Any text.
        skip: Spans (start, end) where nothing is to be found, such as code or
            links that a parser has read; an address never runs into one.

    Returns:
        The mentions, each without the marks of the sentence around it; they
        do not overlap.
    """
    mentions: list[UrlMention] = []
    for start, stop in _free(skip, len(text)):
        mentions.extend(_mentions(text, start, stop))
    return mentions


def _mentions(text: str, start: int, stop: int) -> Iterator[UrlMention]:
    at = start
    while (found := _STARTS.search(text, at, stop)) is not None:
        end = _end(text, found, stop)
        at = found.end() if end is None else end
        if end is not None:
            yield UrlMention(found.start(), end, text[found.start() : end])


def _end(text: str, found: re.Match[str], stop: int) -> int | None:
    if found.lastgroup == "arxiv":
        return found.end()
    opener = text[found.start() - 1 : found.start()]
    if found.lastgroup == "doi":
        prefix = _DOI_PREFIX.match(text, found.end(), stop)
        end = end_of_url(text, prefix.end(), stop, opener, doi=True) if prefix else None
        return end if prefix and end != prefix.end() else None
    host_end = _host_end(text, found.end(), stop)
    if host_end is None or (found.lastgroup == "www" and "." not in text[found.end() : host_end]):
        return None
    return end_of_url(text, host_end, stop, opener)


def _host_end(text: str, start: int, stop: int) -> int | None:
    literal = _IPV6.match(text, start, stop)
    end = literal.end() if literal else _labels_end(text, start, stop)
    if end is None:
        return None
    if text.startswith("://", end):
        # Two addresses without anything between them.
        end -= next(
            (len(glued) for glued in ("https", "http") if text.endswith(glued, start, end)), 0
        )
    port = _PORT.match(text, end, stop)
    if port is not None:
        return port.end()
    name = text[start:end].rstrip("_-\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
    return start + len(name) if name else None


def _labels_end(text: str, start: int, stop: int) -> int | None:
    end = None
    at = start
    for _ in range(_MAX_LABELS):
        after = _label_end(text, at, stop)
        if after is None:
            break
        end = after
        if not text.startswith(".", end):
            break
        at = end + 1
    return end


def _label_end(text: str, start: int, stop: int) -> int | None:
    """A label that begins in a dense script may go on in it; one in ASCII ends there."""
    begins_dense = start < stop and is_dense(text[start])
    end = start
    stop = min(stop, start + _MAX_LABEL)
    while end < stop:
        ascii_run = _ASCII_LABEL.match(text, end, stop)
        if ascii_run is not None:
            end = ascii_run.end()
        elif _goes_on(text[end], begins_dense):
            end += 1
        else:
            break
    return end if end > start else None


def _goes_on(character: str, begins_dense: bool) -> bool:
    is_letter = is_spaced(character) or (begins_dense and is_dense(character))
    return is_letter or is_invisible(character)


def _free(skip: Iterable[tuple[int, int]], length: int) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in sorted(skip):
        if start > at:
            yield at, min(start, length)
        at = max(at, end)
    if at < length:
        yield at, length
