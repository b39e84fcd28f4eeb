"""A page that only sends its reader on, by its own words instead of by a status."""

from __future__ import annotations

import re
from html import unescape

from veridical.sources.connection import Came

_WITHIN = 16_384
_LONGEST_WAIT_S = 10
_TAG = re.compile(
    rb"<meta\s[^>]{0,300}http-equiv\s{0,9}=\s{0,9}[\"']?refresh[^>]{0,2300}>", re.IGNORECASE
)
_CONTENT = re.compile(
    rb"content\s{0,9}=\s{0,9}(?:\"([^\"]{0,2200})\"|'([^']{0,2200})')", re.IGNORECASE
)
_TARGET = re.compile(
    r"\s{0,9}(\d{1,4})(?:\.\d{0,9})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?[\"']?([^\"']+)",
    re.IGNORECASE,
)


def refreshed_to(came: Came) -> str | None:
    """Where a small page sends its reader within seconds; None if it does not."""
    kind = came.headers.get("content-type", "")
    if came.status != 200 or came.state or len(came.body) > _WITHIN or "html" not in kind:
        return None
    tag = _TAG.search(came.body)
    content = _CONTENT.search(tag[0]) if tag else None
    if content is None:
        return None
    written = unescape((content[1] or content[2] or b"").decode("utf-8", "replace"))
    found = _TARGET.match(written)
    if found is None or int(found[1]) > _LONGEST_WAIT_S:
        return None
    return found[2].strip() or None
