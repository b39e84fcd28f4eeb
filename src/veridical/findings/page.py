"""The page behind a citation as it was read for a report, or as the corpus has it."""

from __future__ import annotations

from veridical.measure import Context, Page
from veridical.score import Reason
from veridical.sources import PASSING, FetchState


def page_of(context: Context, key: str) -> Page:
    """The page of that key (`veridical.findings.cited.page_key`); its state says what it is.

    What was looked up comes first; what nobody looked up is taken from the corpus, by its id or
    as the item that the writer was given under that address.
    """
    pages = context.submission.pages
    looked_up = pages.get(key) if pages is not None else None
    if looked_up is not None and looked_up.state != FetchState.OFFLINE:
        return looked_up
    item = context.corpus.get(key) or context.corpus.get(context.report.given.get(key, ""))
    if item is not None:
        state = FetchState.OK if item.text.strip() else FetchState.EMPTY
        return Page(item.id, state, item.text, item.title, item.source)
    if looked_up is not None:
        return looked_up
    return Page(key, FetchState.OFFLINE if pages is None else FetchState.NOT_FOUND)


def unread(page: Page) -> Reason:
    """Why nothing can be said of what a page without text is cited for.

    What may be there at another time is unreachable, what nobody looked up is offline; what is
    gone, or never was text, leaves nothing to check, and asking again would bring nothing.
    """
    if page.state == FetchState.OFFLINE:
        return Reason.OFFLINE
    return Reason.UNREACHABLE if page.state in PASSING else Reason.NOTHING_TO_CHECK
