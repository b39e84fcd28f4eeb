"""What stands around every page, and the small pieces that several pages show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How a mark reads: its color, line and sign; never by color alone.

    `SEEN` is for what was met and says nothing of being true.
    """

    GOOD = "good"
    PARTLY = "partly"
    BAD = "bad"
    UNKNOWN = "unknown"
    SEEN = "seen"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with a value, or with facts under it.

    Attributes:
        label: what it is, for a reader.
        value: what it says, "" where it only holds others.
        facts: the facts under it.
    """

    label: str
    value: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Title, banner and colophon of a page.

    Attributes:
        title: the browser's title and the page's head.
        facts: who judged, when, with which method, version and settings; shown small.
        is_indicative: the built-in rules answered; a banner says what that means.
        warning: what a reader must know before any number (a run that is not complete);
            "" = nothing.
    """

    title: str
    facts: tuple[Fact, ...] = ()
    is_indicative: bool = False
    warning: str = ""
