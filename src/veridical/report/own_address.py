"""Where a report itself stands, by its own metadata: what is read there is no evidence for it."""

from __future__ import annotations

import re
from html import unescape

from veridical.report.identity import identify
from veridical.report.model import BlockKind, Report

_STATED = re.compile(
    r"(?im)^[ \t\"']*(?:url|canonical|canonical[_-]url|permalink|网址|链接)"
    r"[\"']?[ \t]*[:=：][ \t]*[\"'<]?(?P<url>https?://[^\s\"'<>]{1,2000})"
)
_TAGS = (
    re.compile(r"(?is)<link\s[^>]{0,2300}?\brel\s*=\s*[\"']?canonical\b[^>]{0,2300}>"),
    re.compile(r"(?is)<meta\s[^>]{0,2300}?\b(?:property|name)\s*=\s*[\"']?og:url\b[^>]{0,2300}>"),
)
_TARGET = re.compile(r"(?i)\b(?:href|content)\s*=\s*[\"']?(?P<url>https?://[^\s\"'<>]{1,2000})")


def own_sources(report: Report) -> frozenset[str]:
    """The keys of the addresses that a report's metadata names as its own.

    Only front matter and the head of an HTML file count: an address in the text is another's.
    """
    found: list[str] = []
    for block in report.blocks:
        words = report.words(block.span)
        if block.kind is BlockKind.FRONT_MATTER:
            found += [stated["url"] for stated in _STATED.finditer(words)]
        elif block.kind is BlockKind.MARKUP:
            tags = [tag[0] for pattern in _TAGS for tag in pattern.finditer(words)]
            targets = [target for tag in tags if (target := _TARGET.search(tag))]
            found += [unescape(target["url"]) for target in targets]
    return frozenset(key for url in found if (key := identify(url).key))
