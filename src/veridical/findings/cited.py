"""Which source a citation names, as one key: spellings of one address have one key."""

from __future__ import annotations

from veridical.report.model import Citation, Report, Resolution

_LEADS = frozenset({Resolution.RESOLVED, Resolution.LINK})


def page_key(report: Report, citation: Citation) -> str | None:
    """The key of the source that a citation certainly names; None where it names none.

    It is the key of the address or work, else the id of the item that the writer was given,
    else the entry of the list itself. A number of two entries names neither for certain.
    """
    if citation.resolution not in _LEADS:
        return None
    if citation.source is not None and (citation.source.url or citation.source.work):
        return citation.source.key
    for index in citation.references:
        entry = report.references[index]
        if entry.item is not None:
            return entry.item
        if entry.source is not None and (entry.source.url or entry.source.work):
            return entry.source.key
        return f"reference {index}"
    return None
