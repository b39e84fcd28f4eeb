"""Does a page name other authors than the reference that leads to it?

Said only where both tell: the entry in the form of a list of references ("Smith, J., & Lee,
A. (2020)", 王伟，李娜), the page in a line of its own ("By Ann Lee", "Authors: …", 作者：…). A
page that names none, or has any of the entry's family names anywhere, says nothing against it.
"""

from __future__ import annotations

import re
from unicodedata import combining, normalize

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LEAD = 300
_FAMILY = re.compile(
    r"(?<![\w.])(?P<name>[^\W\d_a-z][\w'\u2019-]+),?\s+(?:[^\W\d_a-z]\.?[\s-]?){1,3}"
    r"(?=\s*(?:[,;&(.]|and\b|et al|$))"
)
_HAN_NAMES = re.compile(
    "^[\\s\\[\\]\\d.]*(?P<names>[\u4e00-\u9fff]{2,3}(?:[,，、;；]\\s*[\u4e00-\u9fff]{2,3})*)\\s*[.．。(（]"
)
_BYLINE = re.compile(
    r"^[ \t>*_#]*(?:(?:written )?by|authors?[ \t]*[:：]|作者[ \t]*[:：])[ \t]*"
    r"(?P<names>[^\n]{2,200})$",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = 3_000
_SHOWN = 80


def family_names(entry: str) -> tuple[str, ...]:
    """The family names that stand before an entry's year; of Chinese names the whole.

    Args:
        entry: the words of an entry of a list of references.
    """
    year = _YEAR.search(entry)
    lead = entry[: min(year.start() if year else 0, _LEAD)]
    names = [one["name"] for one in _FAMILY.finditer(lead)]
    chinese = _HAN_NAMES.match(entry[:_LEAD])
    if not names and chinese:
        names = re.split(r"[,，、;；]\s*", chinese["names"])
    return tuple(dict.fromkeys(names))


def other_authors(entry: str, text: str) -> tuple[str, str] | None:
    """The names in the entry and in the page's own line, where the page has none of the entry's.

    Args:
        entry: the words of the reference.
        text: the page's.

    Returns:
        Both, for a message; None where they agree or one of the two names nobody.
    """
    named, line = family_names(entry), _BYLINE.search(text[:_HEAD])
    if not named or line is None:
        return None
    words = _folded(text)
    if any(_folded(name) in words for name in named):
        return None
    return ", ".join(named)[:_SHOWN], line["names"].strip()[:_SHOWN]


def _folded(text: str) -> str:
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))
