"""When was a piece of evidence published, as far as it says so itself?

A date counts where it stands for the piece: in its address, behind a word such as "published", or
in what is said of its source. A year in a title or a sentence may be what the piece speaks of.
"""

from __future__ import annotations

import re
from functools import lru_cache

from veridical.report.dates import DateMention, dates
from veridical.report.identity import find_urls
from veridical.task import Item

_HEAD = 400
_IN_ADDRESS = re.compile(
    r"[/_-]((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])(?:[/_-]?(0[1-9]|[12]\d|3[01]))?(?=\D|$)"
)
_LABEL = re.compile(
    r"(?:published|updated|posted|last modified|as of|dated?|released|发布|更新|发表|日期|时间"
    r"|截至)"
    r"(?: on| at|于|时间|日期)?\s*[:：]?\s*(.{4,40})",
    re.IGNORECASE,
)

Days = tuple[str, str]
"""The first and the last day that a date may mean, in ISO 8601."""


@lru_cache(maxsize=4096)
def published(item: Item) -> Days | None:
    """The days between which an item says it was published; None where it does not say."""
    for mention in find_urls(item.source):
        found = _IN_ADDRESS.search(mention.url)
        if found is not None:
            return _days("-".join(filter(None, found.groups())), item.language)
    for label in _LABEL.finditer(f"{item.section}\n{item.text[:_HEAD]}"):
        found_days = _days(label[1], item.language)
        if found_days is not None:
            return found_days
    return _days(_without_addresses(item.source), item.language)


def _without_addresses(text: str) -> str:
    for mention in find_urls(text):
        text = text.replace(mention.url, " ")
    return text


def _days(text: str, language: str) -> Days | None:
    found = [one for one in dates(text, language or None) if _is_firm(one)]
    if not found:
        return None
    assert found[0].low is not None
    return found[0].low, found[0].high or found[0].low


def _is_firm(one: DateMention) -> bool:
    return one.low is not None and not one.relative and not one.ambiguous
