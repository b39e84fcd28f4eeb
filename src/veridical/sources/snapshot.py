"""What stood at an address at one time: the typed result of fetching it.

Everything that a check needs is decided before any judge is asked: whether there is text at
all and, if not, why. All offsets count code points in `Snapshot.text`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veridical.sources.result import PASSING, Fetched, FetchState
from veridical.sources.stretch import PageShown, Stretch, page_of


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of the way from the address asked for to the one that answered.

    Attributes:
        url: where the step led from.
        status: of HTTP; 200 where the page itself led on.
    """

    url: str
    status: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading.

    Attributes:
        level: 1 to 6.
        text: its words.
        at: where they stand.
    """

    level: int
    text: str
    at: Stretch


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table; its rows are the lines of its stretch, its cells parted by `` | ``.

    Attributes:
        caption: its words, "" if it has none.
        rows: its cells, row by row.
        at: where it stands.
    """

    caption: str
    rows: tuple[tuple[str, ...], ...]
    at: Stretch


@dataclass(frozen=True, slots=True)
class FigureShown:
    """A picture.

    Attributes:
        url: its absolute address; ``sha256:…`` of its bytes where it stood in the page itself.
        alt: the words in its place.
        caption: the words below it.
        offset: before which code point of the text it stands.
    """

    url: str
    alt: str
    caption: str
    offset: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A raised sign, kept out of the text so that ``12%³`` does not become 12%3.

    Attributes:
        text: the sign.
        offset: after which code point of the text it stood.
    """

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What stood at an address at one time.

    Attributes:
        url: the address as it was asked for.
        state: what became of it; only `FetchState.OK` has text.
        final_url: where the answer came from, after all hops.
        hops: the steps before it.
        status: of HTTP, of the last answer; None if none came.
        content_type: what kind it was read as, without parameters ("text/html").
        time: when it was asked for, in UTC, ISO 8601.
        sha256: of the body's bytes as decoded, in hex; "" without a body.
        detail: why the state is what it is, for a reader.
        title: what it calls itself.
        text: what a reader sees of it, without the pages' furniture.
        headings: in the order of the text.
        tables: in the order of the text.
        figures: in the order of the text.
        published: the date that its metadata states, as ``YYYY``, ``YYYY-MM`` or
            ``YYYY-MM-DD``; "" if none.
        identifiers: what its metadata calls it: ``doi:…``, ``arxiv:…``, ``url:…``.
        pages: of a paged document, those that were read.
        pages_total: how many it has; 0 for one that is not paged.
        marks: raised signs that were kept apart.
        hidden: words that no reader sees; never evidence, only shown as hidden.
        notes: what a reader should know: ``inline_images: 20``.
        origin: "web", "file" (somebody put it in) or "archive".
        is_kept: whether it came from the store.
    """

    url: str
    state: FetchState
    final_url: str = ""
    hops: tuple[Hop, ...] = ()
    status: int | None = None
    content_type: str = ""
    time: str = ""
    sha256: str = ""
    detail: str = ""
    title: str = ""
    text: str = ""
    headings: tuple[Heading, ...] = ()
    tables: tuple[TableShown, ...] = ()
    figures: tuple[FigureShown, ...] = ()
    published: str = ""
    identifiers: tuple[str, ...] = ()
    pages: tuple[PageShown, ...] = ()
    pages_total: int = 0
    marks: tuple[Mark, ...] = ()
    hidden: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    origin: str = "web"
    is_kept: bool = field(default=False, compare=False)

    @property
    def is_passing(self) -> bool:
        """Whether the state says nothing of the source: it may be there at another time."""
        return self.state in PASSING

    def page_of(self, offset: int) -> int | None:
        """The number of the page on which a code point of the text stands; None if unknown."""
        return page_of(self.pages, offset)

    def source(self, id: str = "") -> Fetched:
        """The same as a source to judge by.

        Args:
            id: the name under which quotes refer to it; by default its address.
        """
        return Fetched(
            id or self.url,
            self.state,
            self.text,
            self.title,
            self.final_url,
            pages=self.pages,
        )
