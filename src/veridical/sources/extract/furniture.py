"""A page without what its site puts around every page: menus, banners, footers, dialogs.

Only what the page itself marks as such goes. A footer or header inside an article is the
article's. Nothing is guessed from the look of the words, so no evidence is lost to a guess.
"""

from __future__ import annotations

import re

from veridical.report.html.tokenizer import VOID, Token, TokenKind, tokens

_ALWAYS = frozenset({"nav", "dialog", "search"})
_OUTSIDE = frozenset({"footer", "header"})
_ARTICLES = frozenset({"article", "main", "blockquote", "figure", "section"})
_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu"}
)
_BANNER = re.compile(
    r"(?:^|[\s_-])(?:cookie|gdpr|consent)[\w-]{0,12}[\s_-]?(?:banner|notice|bar|consent|popup|dialog|modal)?(?:$|\s)"
    r"|\bskip-?link\b|\bbreadcrumbs?\b",
    re.IGNORECASE,
)
_CONTAINERS = frozenset({"div", "section", "aside", "ul", "ol", "p", "form", "a", *_OUTSIDE})


def without_furniture(source: str) -> str:
    """The page without the elements that are furniture; all of it where one never ends."""
    pieces: list[str] = []
    at = 0
    inside = 0
    dropped: Token | None = None
    depth = 0
    for token in tokens(source):
        if dropped is not None:
            depth += _step(token, dropped.name)
            if depth == 0:
                pieces.append(_kept(source, dropped, token))
                at, dropped = token.end, None
            continue
        if token.kind is TokenKind.START:
            if not token.is_void and token.name not in VOID and _is_furniture(token, inside):
                pieces.append(source[at : token.start])
                at, dropped, depth = token.start, token, 1
            elif token.name in _ARTICLES:
                inside += 1
        elif token.kind is TokenKind.END and token.name in _ARTICLES:
            inside = max(0, inside - 1)
    return "".join([*pieces, source[at:]])


def _step(token: Token, name: str) -> int:
    if token.name != name:
        return 0
    if token.kind is TokenKind.START:
        return 0 if token.is_void else 1
    return -1 if token.kind is TokenKind.END else 0


def _kept(source: str, first: Token, last: Token) -> str:
    """What stays of an element: a header's headline is the page's own."""
    if first.name != "header":
        return " "
    headline = re.search(
        r"<h1\b.{0,2000}?</h1\s*>", source[first.end : last.start], re.IGNORECASE | re.DOTALL
    )
    return headline[0] if headline else " "


def _is_furniture(token: Token, inside: int) -> bool:
    if token.name in _ALWAYS or (token.name in _OUTSIDE and not inside):
        return True
    if not token.attributes or token.name not in _CONTAINERS:
        return False
    if (token.get("role") or "").lower() in _ROLES and not inside:
        return True
    called = f"{token.get('id') or ''} {token.get('class') or ''}".strip()
    return bool(called) and len(called) < 400 and bool(_BANNER.search(called))
