"""Whether a reader sees what an element holds."""

from __future__ import annotations

import re

from veridical.report.html.tokenizer import Token

_DECLARATION = re.compile(r"([a-zA-Z-]{1,40})\s{0,20}:\s{0,20}([^;]{0,200})")
_ZERO = re.compile(r"0(?:\.0*)?(?:px|pt|em|rem|%)?\Z")
_WHITE = re.compile(
    r"(?:white|#fff|#ffff|#ffffff|#ffffffff|rgba?\(255,255,255(?:,1(?:\.0)?)?\)|transparent"
    r"|rgba\(\d{1,3},\d{1,3},\d{1,3},0\))\Z"
)
_UNSEEN_NAMES = frozenset(["head", "template", "noscript", "datalist", "annotation"])


def is_unseen_name(name: str) -> bool:
    """Whether no browser shows such an element; it is no trick of the writer's."""
    return name in _UNSEEN_NAMES


def is_hidden(tag: Token, *, is_on_color: bool = False) -> bool:
    """Whether a start tag's own attributes keep its content from the reader.

    Args:
        tag: a start tag.
        is_on_color: an element around it sets a background, so that white letters show.
    """
    if not tag.attributes:
        return False
    if tag.get("hidden") is not None or tag.get("aria-hidden") == "true":
        return True
    style = _style(tag)
    if _is_styled_away(style):
        return True
    color = style.get("color") or _compact(tag.get("color") or "")
    return bool(_WHITE.match(color)) and not is_on_color and not has_background(tag)


def has_background(tag: Token) -> bool:
    """Whether a start tag sets a background that is not white."""
    if not tag.attributes:
        return False
    style = _style(tag)
    value = style.get("background") or style.get("background-color") or tag.get("bgcolor") or ""
    return bool(value) and not _WHITE.match(_compact(value)) and value != "none"


def _is_styled_away(style: dict[str, str]) -> bool:
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or any(_ZERO.match(style.get(name, "")) for name in ("font-size", "opacity"))
    )


def _style(tag: Token) -> dict[str, str]:
    written = tag.get("style")
    if not written:
        return {}
    pairs = _DECLARATION.findall(written)
    return {name.lower(): _compact(value.replace("!important", "")) for name, value in pairs}


def _compact(value: str) -> str:
    return "".join(value.split()).lower()
