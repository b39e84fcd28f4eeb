"""Does a query ask about an explicit window of time? The paper wants it of 70 %."""

from __future__ import annotations

import re

_WINDOW = re.compile(
    r"\b(?:from|between|since|before|until|after|during|in|by|over)\s+(?:the\s+)?"
    r"(?:(?:early|mid|late)[- ])?(?:19|20)\d\d(?:s|\b)"
    r"(?:\s*(?:to|and|through|until|–|-)\s*(?:19|20)\d\d)?"
    r"|\b(?:19|20)\d\d\s*(?:to|–|-|through)\s*(?:(?:19|20)\d\d|today|now|the present)\b"
    r"|\b(?:last|past|next|coming|previous)\s+(?:\d+|two|three|five|ten|few|several)?\s*"
    r"(?:days|weeks|months|quarters|years?|decades?)\b"
    r"|(?:19|20)\d\d\s*年|(?:近|过去|最近|未来|今后)[\d一二两三四五六七八九十几]+(?:个)?(?:天|周|月|季度|年)",
    re.IGNORECASE,
)


def has_window(query: str) -> str:
    """The words that set a window of time; "" = there are none.

    Example:
        >>> has_window("How did rents change from 2015 to 2024?")
        'from 2015 to 2024'
        >>> has_window("How do tides arise?")
        ''
    """
    found = _WINDOW.search(query)
    return found[0] if found else ""
