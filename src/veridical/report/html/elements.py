"""Facts about HTML's elements."""

from __future__ import annotations

from veridical.report.html.tokenizer import Token

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_BLOCK_NAMES = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html legend li main menu "
    "nav noscript ol optgroup option p pre search section select summary template ul "
    "caption tbody thead tfoot tr td th"
)
BLOCKS = frozenset(_BLOCK_NAMES.split())
_LISTS = frozenset(["ul", "ol", "menu", "dir", "table"])
_HEADING_ENDS = tuple((name, frozenset({"div", "section", "article", "li"})) for name in HEADINGS)
_P: tuple[str, frozenset[str]] = ("p", frozenset())
# Which open elements a start tag ends, and how far outwards they may lie.
IMPLIED_ENDS: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "li": (_P, ("li", _LISTS)),
    "dt": (_P, ("dd", frozenset({"dl"})), ("dt", frozenset({"dl"}))),
    "dd": (_P, ("dd", frozenset({"dl"})), ("dt", frozenset({"dl"}))),
    "option": (("option", frozenset({"select"})),),
    **dict.fromkeys(HEADINGS, (_P, *_HEADING_ENDS)),
}


def language_of(tag: Token) -> str:
    """The programming language that a ``<pre>`` or ``<code>`` names in its class."""
    for name in (tag.get("class") or "").split():
        for prefix in ("language-", "lang-"):
            if name.startswith(prefix):
                return name[len(prefix) :]
    return ""
