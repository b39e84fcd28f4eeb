"""The nouns of citation reading: a mark in running text, and the labels it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from veridical.report.citations.passage import Passage
from veridical.report.model import Span


class MarkState(StrEnum):
    """What kind of mark it is, before any reference is looked up."""

    PLAIN = "plain"
    LINKED = "linked"
    NAMED = "named"
    OPAQUE = "opaque"
    PLACEHOLDER = "placeholder"
    MALFORMED = "malformed"
    SILENT = "silent"
    OPENING = "opening"

    @property
    def cites(self) -> bool:
        """Whether a mark of this kind is a citation."""
        return self not in (MarkState.SILENT, MarkState.OPENING)


@dataclass(frozen=True, slots=True)
class Label:
    """One thing that a mark names.

    Attributes:
        text: the number, key, name or address.
        span: its place in the source; of a number inside a range, the range.
    """

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation marker as a style read it.

    Attributes:
        style: the name of the style that read it.
        start: its first character in the passage's plain text.
        end: one past the last; equal to `start` where it shows nothing.
        span: its place in the source, markup included.
        labels: what it names, in order; at least one if it cites.
        state: PLAIN marks name an entry of a list; LINKED ones carry an address of their
            own; NAMED ones a source's name in words; OPAQUE ones an id that only the
            writing system knows; a PLACEHOLDER names nothing yet; SILENT ones are no
            citation, but no words of the sentence either; OPENING ones say where the reach of
            the next mark begins.
        target: the address it carries, else "".
        is_word: whether the sentence would not read without it ("Smith (2020) found").
    """

    style: str
    start: int
    end: int
    span: Span
    labels: tuple[Label, ...]
    state: MarkState = MarkState.PLAIN
    target: str = ""
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """A way to write citations.

    Attributes:
        name: what `Citation.style` says.
        find: all marks of the style in a passage; they need not be free of overlaps with
            other styles, the order of the registry decides.
        hints: one of these must stand in a text without links, footnotes or raised text for
            the style to occur in it.
    """

    name: str
    find: Callable[[Passage], Iterable[Mark]]
    hints: tuple[str, ...]
