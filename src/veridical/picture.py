"""What is known of pictures: where a report's figures are, and what is written in a picture.

Plain values, so that methods, rules and pages can speak of pictures without opening any. What
was not found or not read is a state, never an empty picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ImageState(StrEnum):
    """What became of a figure's picture; only `PRESENT` has bytes at hand."""

    PRESENT = "present"
    MISSING = "missing"
    """No such file beside the report, or no item behind its number."""
    OUTSIDE = "outside"
    """It is named outside the report's folder: refused, and not looked at."""
    NO_FOLDER = "no_folder"
    """A relative name, and nobody knows what it is relative to."""
    NOT_FETCHED = "not_fetched"
    """An address in the web, and no web was given."""
    UNREACHABLE = "unreachable"
    """An address in the web that gave no picture."""
    BROKEN = "broken"
    """Bytes that are no whole picture."""
    UNSUPPORTED = "unsupported"
    """A format that nothing here shows or reads."""
    OVERSIZE = "oversize"
    """More bytes or pixels than are read."""
    UNREADABLE = "unreadable"
    """A file that may not be read."""


class ImagePlace(StrEnum):
    """Where a figure's picture was to be found."""

    DATA_URI = "data_uri"
    FILE = "file"
    ADDRESS = "address"
    DRAWING = "drawing"
    """An SVG written into the report itself."""
    ITEM = "item"
    """An item of the corpus, behind a placeholder."""


DRAWING = "image/svg+xml"
"""The media type of an SVG, which no endpoint takes."""
NOT_DRAWN = (
    "an SVG is shown to no model as it is: --page-pictures N draws it by Chromium "
    "(pip install 'veridical[browser]'; apt-get install chromium, or: playwright install chromium)"
)


@dataclass(frozen=True, slots=True)
class ReportImage:
    """One figure of a report, as its picture was found.

    Attributes:
        figure: its place in ``Report.figures``.
        state: what became of it.
        place: where it was to be found.
        target: as the report writes it, cut at 2,000 characters; of inline pictures
            ``sha256:…``.
        sha256: of the picture's bytes, hexadecimal; "" without bytes.
        media_type: by its first bytes (``image/png``), whatever it is called; "" if unknown.
        width: pixels, of an SVG its own units rounded; None if it does not say.
        height: the same.
        size: bytes; None without bytes.
        alt: its alternative text.
        caption: its caption without markup.
        sources: keys of the sources that its caption or its own block cites, each once.
        statements: indices of the statements beside it: of its own block, of its caption, of the
            nearest block before and after, up to three away.
        labels: of an SVG, the words written in it, in their order.
        item: of a placeholder, the corpus item; "" otherwise.
        path: the file that holds its bytes; "" if none does.
        raster: of an SVG, the PNG that shows it to who takes no drawings; "" if none was made.
        detail: why its bytes are not at hand, for a reader.
    """

    figure: int
    state: ImageState
    place: ImagePlace
    target: str = ""
    sha256: str = ""
    media_type: str = ""
    width: int | None = None
    height: int | None = None
    size: int | None = None
    alt: str = ""
    caption: str = ""
    sources: tuple[str, ...] = ()
    statements: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    item: str = ""
    path: str = ""
    detail: str = ""
    raster: str = ""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """One page of the rendered report.

    Attributes:
        number: from 1.
        sha256: of the PNG's bytes, hexadecimal.
        path: its file.
        width: pixels.
        height: pixels.
    """

    number: int
    sha256: str
    path: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ReportPages:
    """A report rendered in one style for all, as pictures.

    Attributes:
        pages: the first pages, in order, up to the cap; none where nothing was rendered.
        total: how many pages the whole report has; None where nothing was rendered.
        renderer: what rendered them: browser, version, style; "" where nothing was.
        why_none: why nothing was rendered, and what to do; "" where it was.
    """

    pages: tuple[PagePicture, ...] = ()
    total: int | None = None
    renderer: str = ""
    why_none: str = ""


@dataclass(frozen=True, slots=True)
class ReportPictures:
    """The pictures of one report.

    Attributes:
        images: its figures, in their order.
        pages: the whole of it, rendered; None where nobody wanted that.
    """

    images: tuple[ReportImage, ...] = ()
    pages: ReportPages | None = None


@dataclass(frozen=True, slots=True)
class TextBox:
    """Words written in a picture, and where.

    Attributes:
        text: one line of words.
        confidence: the reader's own, 0 to 1.
        left: pixels from the picture's left edge.
        top: pixels from its upper edge.
        right: past the last pixel.
        bottom: past the last pixel.
    """

    text: str
    confidence: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PictureText:
    """What was read off a picture.

    Attributes:
        sha256: of the picture's bytes.
        engine: who read it, with version.
        width: of the picture, pixels.
        height: of the picture, pixels.
        boxes: from top to bottom, then left to right; none where nothing is written in it.
    """

    sha256: str
    engine: str
    width: int
    height: int
    boxes: tuple[TextBox, ...] = ()

    @property
    def text(self) -> str:
        """All its words, a line each."""
        return "\n".join(box.text for box in self.boxes)
