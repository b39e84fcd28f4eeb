"""As of when a report can know things, and which of its evidence is of a later day."""

from __future__ import annotations

import re

from veridical.measure import Page
from veridical.report.dates import dates
from veridical.report.model import BlockKind, Report

_STATED = re.compile(
    r"(?im)^[ \t\"']*(?:date|published|publication[_-]date|last[_-]modified|updated|日期|发布日期)"
    r"[\"']?[ \t]*[:=：][ \t]*(?P<date>[^\n]{4,60})$"
)
_META = re.compile(
    r"(?is)<meta\s[^>]{0,200}?(?:name|property|itemprop)\s*=\s*[\"']?(?:date|dc\.date|"
    r"article:published_time|datepublished|citation_publication_date)[\"']?[^>]{0,200}>"
)
_CONTENT = re.compile(r"(?i)\bcontent\s*=\s*[\"']?(?P<date>[^\"'>]{4,60})")


def stated_date(report: Report) -> str:
    """The last day that a report's metadata names as its own, ISO; "" if they name none.

    Only front matter and the head of an HTML file count: a date in the text is about something.
    """
    for block in report.blocks:
        words = report.words(block.span)
        if block.kind is BlockKind.FRONT_MATTER and (named := _STATED.search(words)):
            return _last_day(named["date"])
        if block.kind is BlockKind.MARKUP and (tag := _META.search(words)):
            content = _CONTENT.search(tag[0])
            return _last_day(content["date"]) if content else ""
    return ""


def _last_day(text: str) -> str:
    found = [d for d in dates(text, "en") if d.high is not None and not d.ambiguous]
    return max((d.high for d in found if d.high), default="")


def is_later(page: Page, as_of: str) -> bool | None:
    """Whether a page is of a later day than `as_of`; None where one of the two is unknown.

    Of a page that names a month or a year alone, the first day counts: it is later only if all
    of that month or year is.
    """
    if not as_of or not page.published:
        return None
    first = (page.published + "-01-01")[: len("2026-01-01")]
    return first > as_of
