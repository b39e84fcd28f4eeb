"""What looking a source up gave, decided before any judge is asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from veridical.sources.stretch import PageShown, page_of


class FetchState(StrEnum):
    """What became of a look-up; only `OK` has text to judge by.

    Of folders: `OK` to `UNREADABLE_FILE`. Of the web: all but `SEVERAL_FILES`.
    """

    OK = "ok"
    EMPTY = "empty"
    NOT_FOUND = "not_found"
    SEVERAL_FILES = "several_files"
    TOO_LARGE = "too_large"
    UNSUPPORTED_TYPE = "unsupported_type"
    INCOMPLETE_FILE = "incomplete_file"
    UNREADABLE_FILE = "unreadable_file"
    NEEDS_OCR = "needs_ocr"
    """Pages that are pictures: nobody here can read them."""
    BLOCKED = "blocked"
    """The host does not let programs in (a challenge, 403, 429)."""
    LOGIN_REQUIRED = "login_required"
    """What was shown is a door or a teaser (401, 402, a form, a paywall)."""
    SOFT_404 = "soft_404"
    """The host says with status 200 that there is no such thing."""
    REDIRECT = "redirect"
    """An address that only leads elsewhere, and no longer leads there."""
    TIMEOUT = "timeout"
    UNAVAILABLE = "unavailable"
    """No connection, no such host, or the host failed (5xx)."""
    REFUSED_TARGET = "refused_target"
    """An address that this program does not connect to: not public, or not the web."""
    INVALID_URL = "invalid_url"
    """No address at all."""
    OFFLINE = "offline"
    """Not kept, and the network is forbidden."""


PASSING = frozenset(
    {
        FetchState.BLOCKED,
        FetchState.INCOMPLETE_FILE,
        FetchState.OFFLINE,
        FetchState.REFUSED_TARGET,
        FetchState.TIMEOUT,
        FetchState.UNAVAILABLE,
        FetchState.UNREADABLE_FILE,
    }
)
"""The states that say nothing of the source itself: it may be there at another time."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """One source as it was found.

    Attributes:
        id: the name under which quotes refer to it.
        state: what became of the look-up.
        text: its words; "" unless `state` is OK. Offsets of quotes count in it.
        title: what it calls itself, "" if unknown.
        origin: where it was read, for a reader.
        picture: the file of its picture, if it has one.
        pages: of a paged document, those that were read.
    """

    id: str
    state: FetchState
    text: str = ""
    title: str = ""
    origin: str = ""
    picture: Path | None = None
    pages: tuple[PageShown, ...] = ()

    def page_of(self, offset: int) -> int | None:
        """The number of the page on which a code point of the text stands; None if unknown."""
        return page_of(self.pages, offset)
