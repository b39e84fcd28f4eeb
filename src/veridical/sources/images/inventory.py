"""Every figure of a report with what is known of its picture.

Looked for in this order: in the report itself (data URIs, inline SVG), among the corpus items
(``|imagek|``), beside the report (only inside its folder). Addresses in the web are named, and
not fetched. Linear in the report; nothing is decoded but the heads of pictures.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from veridical.picture import ImagePlace, ImageState, ReportImage
from veridical.report.model import BlockKind, EvidenceList, Figure, FigureKind, Report
from veridical.sources.images.inline import inline_pictures
from veridical.sources.images.kinds import SHOWN, facts_of
from veridical.sources.inside import file_inside

LARGEST_BYTES = 20_000_000
LARGEST_PIXELS = 100_000_000
SHOWN_TARGET = 2_000
NEAREST = 8
"""Statements of a block on either side of a picture; or a long row of pictures would each name
the whole of a long table."""
_FARTHEST = 3
"""How many blocks away the words beside a figure may stand."""
_INLINE = "sha256:"
_WEB = ("http:", "https:", "//")

ItemFile = Callable[[str], Path | None]
"""The file of a corpus item's picture, by the item's id; None where it has none."""


def no_item(_item: str) -> Path | None:
    """No corpus is at hand."""
    return None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a report's pictures may lie in.

    Attributes:
        folder: where the report lies; None = unknown.
        evidence: what its placeholders count; None = unknown.
        item_file: finds the picture of a corpus item.
        keep: where pictures that are written into the report are put, named by their content;
            None = nowhere: they have no file then.
    """

    folder: Path | None = None
    evidence: EvidenceList | None = None
    item_file: ItemFile = no_item
    keep: Path | None = None


def inventory(report: Report, around: Surroundings | None = None) -> tuple[ReportImage, ...]:
    """The pictures of a report's figures, one for each, in their order.

    Args:
        report: as parsed; everything that it names is untrusted.
        around: what its pictures may lie in; by default nothing.

    Raises:
        OSError: an inline picture cannot be written to `around.keep`.
    """
    if not report.figures:
        return ()
    return _Inventory(report, around or Surroundings()).images()


class _Inventory:
    """One report while its figures are looked up."""

    def __init__(self, report: Report, around: Surroundings) -> None:
        self.report = report
        self.around = around
        has_inline = any(f.target.startswith(_INLINE) for f in report.figures)
        self.inline = inline_pictures(report.source) if has_inline else {}
        self.by_block: defaultdict[int, list[int]] = defaultdict(list)
        for statement in report.statements:
            self.by_block[statement.block].append(statement.index)
        self.cited = _cited(report)

    def images(self) -> tuple[ReportImage, ...]:
        return tuple(self._described(figure) for figure in self.report.figures)

    def _described(self, figure: Figure) -> ReportImage:
        return replace(
            self._found(figure),
            figure=figure.index,
            target=figure.target[:SHOWN_TARGET],
            alt=figure.alt or figure.title,
            caption=figure.caption_text,
            sources=self._sources(figure),
            statements=self._near(figure),
        )

    def _near(self, figure: Figure) -> tuple[int, ...]:
        """Those of its own block, of captions beside it, and of the nearest other blocks."""
        block = figure.block
        found = self._beside(block, figure.span.start)
        for step in (-1, 1):
            for at in range(block + step, block + (_FARTHEST + 1) * step, step):
                found += self._beside(at, figure.span.start)
                if at in self.by_block and not self._is_caption(at):
                    break
        return tuple(sorted(found))

    def _beside(self, block: int, place: int) -> list[int]:
        """A block's statements next to a place: of many only the nearest on either side."""
        own = self.by_block.get(block, [])
        at = bisect_left(own, place, key=lambda i: self.report.statements[i].span.start)
        return own[max(0, at - NEAREST) : at + NEAREST]

    def _is_caption(self, block: int) -> bool:
        return self.report.blocks[block].kind is BlockKind.CAPTION

    def _sources(self, figure: Figure) -> tuple[str, ...]:
        blocks = {figure.block}
        if figure.caption is not None:
            blocks |= {
                s.block
                for near in (figure.block - 1, figure.block + 1)
                for s in (self.report.statements[i] for i in self.by_block.get(near, ()))
                if s.span.start < figure.caption.end and figure.caption.start < s.span.end
            }
        keys = [key for block in sorted(blocks) for key in self.cited.get(block, ())]
        return tuple(dict.fromkeys(keys))

    def _found(self, figure: Figure) -> ReportImage:
        if figure.kind is FigureKind.SVG:
            return self._drawing(figure)
        if figure.kind is FigureKind.PLACEHOLDER:
            return self._item(figure)
        target = figure.target
        if target.startswith(_INLINE):
            return self._embedded(target)
        if target.lower().startswith(_WEB):
            return _absent(ImageState.NOT_FETCHED, ImagePlace.ADDRESS, "it lies in the web")
        return self._file(target)

    def _drawing(self, figure: Figure) -> ReportImage:
        written = self.report.words(figure.span).encode("utf-8", "replace")
        image = _image(written, ImagePlace.DRAWING)
        labels = image.labels or tuple(filter(None, (figure.title, figure.alt)))
        # HTML forgives what XML does not: its parser has read the words already
        kept = replace(image, labels=labels, media_type="image/svg+xml", state=ImageState.PRESENT)
        return self._kept(replace(kept, detail=""), written)

    def _embedded(self, target: str) -> ReportImage:
        data = self.inline.get(target)
        if data is None:
            detail = "its bytes are not found in the report's source"
            return _absent(ImageState.BROKEN, ImagePlace.DATA_URI, detail)
        return self._kept(_image(data, ImagePlace.DATA_URI), data)

    def _kept(self, image: ReportImage, data: bytes) -> ReportImage:
        if image.state is not ImageState.PRESENT or self.around.keep is None:
            return image
        path = self.around.keep / f"{image.sha256}{_SUFFIXES.get(image.media_type, '')}"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            beside.write_bytes(data)
            beside.replace(path)
        return replace(image, path=str(path))

    def _item(self, figure: Figure) -> ReportImage:
        images = self.around.evidence.images if self.around.evidence else ()
        k = figure.number or 0
        if not 1 <= k <= len(images):
            return _absent(ImageState.MISSING, ImagePlace.ITEM, "its number stands for no item")
        item = images[k - 1]
        file = self.around.item_file(item)
        if file is None:
            detail = "the item has no picture at hand"
            return replace(_absent(ImageState.MISSING, ImagePlace.ITEM, detail), item=item)
        return replace(_read(file, ImagePlace.ITEM), item=item)

    def _file(self, target: str) -> ReportImage:
        if ":" in target.partition("/")[0] or target.startswith(("/", "\\")):
            detail = "it is named outside the report's folder"
            return _absent(ImageState.OUTSIDE, ImagePlace.FILE, detail)
        folder = self.around.folder
        if folder is None:
            detail = "nobody knows where the report lies"
            return _absent(ImageState.NO_FOLDER, ImagePlace.FILE, detail)
        names = local_names(target)
        for name in names:
            if file := file_inside(folder, name):
                return _read(file, ImagePlace.FILE)
        if any(map(_leads_out, names)) or any(_is_link(folder, name) for name in names):
            detail = "it leads out of the report's folder"
            return _absent(ImageState.OUTSIDE, ImagePlace.FILE, detail)
        return _absent(ImageState.MISSING, ImagePlace.FILE, "there is no such file")


_SUFFIXES: Mapping[str, str] = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/svg+xml": ".svg",
}


def local_names(target: str) -> tuple[str, ...]:
    """What a file may be called that an address names: with its query, and without.

    Args:
        target: percent-encoded, as a report writes it.
    """
    whole = unquote(target)
    bare = unquote(target.partition("#")[0].partition("?")[0])
    return tuple(dict.fromkeys((whole, bare)))


def _leads_out(name: str) -> bool:
    """By the name alone; nothing is looked at."""
    depth = 0
    for part in PurePosixPath(name.replace("\\", "/")).parts:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return True
    return False


def _is_link(folder: Path, name: str) -> bool:
    """Whether something of that name is there, and leads out of the folder."""
    try:
        is_there = not _leads_out(name) and os.path.lexists(folder / name)
        return is_there and not (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, no file name
        return False


def _absent(state: ImageState, place: ImagePlace, detail: str) -> ReportImage:
    return ReportImage(-1, state, place, detail=detail)


def _read(file: Path, place: ImagePlace) -> ReportImage:
    try:
        size = file.stat().st_size
        if size > LARGEST_BYTES:
            image = _absent(ImageState.OVERSIZE, place, f"{size} bytes")
            return replace(image, size=size, path=str(file))
        data = file.read_bytes()
    except OSError as e:
        return _absent(ImageState.UNREADABLE, place, e.strerror or "it cannot be read")
    return replace(_image(data, place), path=str(file))


def _image(data: bytes, place: ImagePlace) -> ReportImage:
    facts = facts_of(data)
    state, detail = ImageState.PRESENT, ""
    if len(data) > LARGEST_BYTES:
        state, detail = ImageState.OVERSIZE, f"{len(data)} bytes"
    elif not facts.media_type and _is_text(data) and place is ImagePlace.DATA_URI:
        state, detail = ImageState.BROKEN, "its bytes cannot be decoded"
    elif not data or not facts.is_whole:
        state, detail = ImageState.BROKEN, "its bytes are no whole picture"
    elif facts.media_type not in SHOWN:
        state, detail = ImageState.UNSUPPORTED, facts.media_type or "no known format"
    elif (facts.width or 0) * (facts.height or 0) > LARGEST_PIXELS:
        state, detail = ImageState.OVERSIZE, f"{facts.width} x {facts.height} pixels"
    return ReportImage(
        -1,
        state,
        place,
        sha256=sha256(data).hexdigest(),
        media_type=facts.media_type,
        width=facts.width,
        height=facts.height,
        size=len(data),
        labels=facts.labels,
        detail=detail,
    )


def _is_text(data: bytes) -> bool:
    """Whether it is still base64 that nobody could decode."""
    return data[:200].isascii()


def _cited(report: Report) -> dict[int, list[str]]:
    """The keys of the sources that each block's statements cite."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for citation in report.citations:
        key = citation.source.key if citation.source else ""
        items = [report.references[r].item or "" for r in citation.references]
        for statement in citation.scope.statements:
            block = report.statements[statement].block
            found[block] += [name for name in (key, *items) if name]
    return found
