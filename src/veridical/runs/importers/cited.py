"""Citations that a program keeps apart from the text → markers in the text, which resolve.

Every source gets a number of its own and a link definition, which shows nothing to a reader:
the Markdown says by itself where its markers lead, wherever it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from veridical.runs.importers.escaping import definition

_NUMBERS = re.compile(r"[\[［【(（^]\s?(\d{1,4})(?=[\s\]］】)）,，、;–†-])")
_MARKER = re.compile(
    r"\s?(?:[\[［【〔(（][^\[\]［］【】〔〕\n]{0,120}[\]］】〕)）]"
    r"|\ue200[^\ue201]{0,400}\ue201)+\s?\Z"
)
_TRAILING = re.compile(r"[\s]*\Z")


@dataclass(frozen=True, slots=True)
class Source:
    """What a citation leads to.

    Attributes:
        address: where it stands on the web, "" if nowhere.
        title: what it is called, or the file's name.
        id: the vendor's own, where it has neither.
    """

    address: str = ""
    title: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        """What makes two of them one."""
        return self.address or self.id or self.title


@dataclass(frozen=True, slots=True)
class Cited:
    """A stretch of a text, in code points, and the source that it is said to rest on."""

    start: int
    end: int
    source: Source


@dataclass
class Numbered:
    """The sources of one report, numbered in the order in which they are first cited.

    Attributes:
        first: the number of the first; those before it are the report's own.
    """

    first: int = 1
    sources: dict[str, tuple[int, Source]] = field(default_factory=dict)

    def number(self, source: Source) -> int:
        """The number of a source."""
        number = self.first + len(self.sources)
        return self.sources.setdefault(source.key, (number, source))[0]

    def definitions(self) -> str:
        """A link definition for each source."""
        return definitions(self.sources.values())


def definitions(numbered: Iterable[tuple[int, Source]]) -> str:
    """A block of link definitions, "" if there is nothing to define."""
    lines = [definition(str(n), s.address or s.key, s.title) for n, s in numbered]
    return "".join(f"\n{line}" for line in lines)


def first_free(text: str) -> int:
    """The first number after all that stand in brackets in a text."""
    return max((int(found[1]) for found in _NUMBERS.finditer(text)), default=0) + 1


def with_markers(text: str, cited: Iterable[Cited], numbered: Numbered) -> str:
    """A text with a marker after each stretch that is cited.

    Where the stretch is itself a marker, as ``【4:0†source】``, the number takes its place; where
    it is a link to the source, nothing is added.
    """
    pieces: list[str] = []
    at = 0
    for start, end, sources in _places(text, cited):
        if start < at:
            start = end = max(end, at)
        pieces += [text[at:start], *(f"[{numbered.number(source)}]" for source in sources)]
        at = max(end, at)
    return "".join([*pieces, text[at:]])


def _places(text: str, cited: Iterable[Cited]) -> Iterator[tuple[int, int, list[Source]]]:
    """What is replaced, in order, and by the markers of which sources."""
    places: dict[tuple[int, int], dict[str, Source]] = {}
    for one in cited:
        words = text[one.start : one.end]
        if one.source.address and one.source.address in words:
            continue
        if one.end > one.start and _MARKER.match(words):
            place = one.start, one.end
        else:
            end = _before_space(text, one.start, one.end)
            place = end, end
        places.setdefault(place, {})[one.source.key] = one.source
    for (start, end), sources in sorted(places.items(), key=lambda place: place[0]):
        yield start, end, list(sources.values())


def _before_space(text: str, start: int, end: int) -> int:
    found = _TRAILING.search(text, start, end)
    return found.start() if found and found.start() > start else end
