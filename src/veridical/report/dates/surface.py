"""The copy of a text in which dates and quantities are looked for.

It is as long as the text, so that places in one are places in the other. Digits of all scripts
become ASCII, and what may hold digits but no number (addresses, identifiers, spans that the
caller names) becomes a mark that no pattern matches.
"""

import re
from collections.abc import Iterable, Sequence

from veridical.report.dates.mention import Sighting

Span = tuple[int, int]

MASK = "\ufffc"
"""Stands for every hidden character: no letter, no digit, no space."""

_DIGITS_FROM = (0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, 0xFF10)
_FOLDED: dict[int, str] = {
    **{first + n: str(n) for first in _DIGITS_FROM for n in range(10)},
    **{0xFF21 + n: chr(0x41 + n) for n in range(26)},
    **{0xFF41 + n: chr(0x61 + n) for n in range(26)},
    **{ord(wide): plain for wide, plain in zip("％＄．／＋－－٪٫٬", "%$./+--%.,", strict=True)},
    **dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007\u3000"), " "),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2212"), "-"),
}
_FOLDABLE = re.compile("[" + "".join(map(chr, _FOLDED)) + "]")

# One pattern a kind: each starts with a literal or one set of letters, which `re` finds fast.
_HIDDEN = (
    re.compile(r"https?://[!#-;=?-~]+"),
    re.compile(r"www\.[!#-;=?-~]+"),
    re.compile(r"10\.[0-9]{4,9}/[!#-;=?-~]+"),
    re.compile(r"\[[0-9]{4}\.[0-9]{4,5}(?:v[0-9])?\]"),
    re.compile(r"arXiv:[ ]?[\w./-]{1,40}"),
    re.compile(
        r"[IPOSGED](?:SBN|SSN|MID|MCID|CLC|KU|TIN|IN|UNS)(?:-1[03])?:?[ ]?[0-9][0-9Xx -]{1,19}"
    ),
    re.compile(r"\+[0-9][0-9() -]{7,18}[0-9]"),
    re.compile(r"[0-9]{3}\)?[-. ][0-9]{3}[-.][0-9]{4}(?![0-9])"),
)
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")


def surface(text: str, skip: Sequence[Span] = ()) -> str:
    """Fold and mask a text for matching.

    Args:
        text: The text.
        skip: Spans that hold no number, such as citation markers.

    Returns:
        A text of the same length.
    """
    folded = text
    if not text.isascii() and _FOLDABLE.search(text):
        folded = text.translate(_FOLDED)
    folded = masked(folded, skip) if skip else folded
    hidden = [found.span() for pattern in _HIDDEN for found in pattern.finditer(folded)]
    folded = masked(folded, hidden)
    if "@" in folded:
        folded = masked(folded, (found.span() for found in _MAIL.finditer(folded)))
    return folded


def masked(text: str, spans: Iterable[Span]) -> str:
    """Hide spans; they may come in any order and overlap."""
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        first, last = max(start, done), min(end, len(text))
        if first < last:
            parts += (text[done:first], MASK * (last - first))
            done = last
    return "".join((*parts, text[done:])) if parts else text


def without_overlap(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Keep the earliest, and of those that start together the longest."""
    kept: list[Sighting] = []
    for sighting in sorted(sightings, key=lambda s: (s.start, -s.end)):
        if not kept or sighting.start >= kept[-1].end:
            kept.append(sighting)
    return kept
