"""Whether a text is HTML or Markdown that may hold some HTML."""

from __future__ import annotations

import re

from veridical.report.wrapping import unwrapped

_DOCUMENT = re.compile(r"<(?:!doctype\s{1,9}html|html|head|body)(?=[\s>/])", re.IGNORECASE)
_PREAMBLE = re.compile(r"(?:[\s\ufeff]+|<\?xml[^>]{0,400}>|<!--.{0,4000}?-->)*+", re.DOTALL)
_CLOSED_BLOCK = re.compile(
    r"</(?:p|div|h[1-6]|li|ul|ol|td|tr|table|section|article|main|figure)\s{0,9}>", re.IGNORECASE
)
_MARKDOWN_LINE = re.compile(
    r"^(?:#{1,6}[ \t]+\S|[ \t]{0,8}[-*+][ \t]+\S|[ \t]{0,8}\d{1,3}[.)][ \t]+\S"
    r"|```|>[ \t]|\|.*\|[ \t]*$|.*\]\([^)\s])",
    re.MULTILINE,
)


def looks_like_html(source: str) -> bool:
    """Whether a text is an HTML document or fragment, rather than Markdown.

    Args:
        source: the decoded report.
    """
    start, end = unwrapped(source, frozenset(["html", "xml"]))
    preamble = _PREAMBLE.match(source, start)
    start = preamble.end() if preamble else 0
    if _DOCUMENT.match(source, start):
        return True
    if not source.startswith("<", start):
        return False
    closed = sum(1 for _ in _CLOSED_BLOCK.finditer(source, start, end))
    return closed > 0 and closed > 2 * sum(1 for _ in _MARKDOWN_LINE.finditer(source, start, end))
