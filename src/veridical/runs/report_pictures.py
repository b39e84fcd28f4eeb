"""The pictures of reports under test: found beside them, kept with the run, shown by key.

A method finds the inventory in its submission, and what can be shown in its context, under
`picture_of_report` and `page_of_report`. All is stored beside the report, so that a run goes on,
is computed again and is judged again with the very pictures that were shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from veridical.ask import Attachment
from veridical.errors import StoreError
from veridical.measure import Rival, Submission, page_of_report, picture_of_report
from veridical.picture import (
    DRAWING,
    ImagePlace,
    ImageState,
    ReportImage,
    ReportPages,
    ReportPictures,
)
from veridical.report.model import EvidenceList, Report
from veridical.runs.files import refused, write_whole
from veridical.runs.pictures import BenchPictures, attachment
from veridical.runs.submissions import Submitted
from veridical.sources.images import Surroundings, inventory
from veridical.sources.inside import file_inside
from veridical.sources.page_pictures import PageSettings, Photographer, document_of
from veridical.task import Bench

PICTURES = "pictures"
"""The folder of a run that holds them, each named by its content."""


class PicturesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pictures of a report as they are stored; paths relative to the run.

    Attributes:
        own: of the report itself.
        rivals: of those that it is compared with, by system.
    """

    own: ReportPictures
    rivals: dict[str, ReportPictures] = {}

    def json(self) -> bytes:
        """As it is stored."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not self.rivals and not self.own.images and self.own.pages is None


def read_pictures(path: Path) -> PicturesFile:
    """Pictures as they were stored.

    Raises:
        StoreError: the file cannot be read, or holds something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=PicturesFile)
    except (OSError, msgspec.DecodeError) as e:
        raise StoreError(
            str(path),
            f"holds no pictures: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e


@dataclass(frozen=True)
class Overlaid(Mapping[str, Attachment]):
    """Pictures of one report over those of the bench.

    Attributes:
        own: by key.
        bench: what is looked up where `own` has nothing.
    """

    own: Mapping[str, Attachment]
    bench: Mapping[str, Attachment]

    def __getitem__(self, key: str) -> Attachment:
        """The picture.

        Raises:
            KeyError: there is none.
        """
        return self.own[key] if key in self.own else self.bench[key]

    def __iter__(self) -> Iterator[str]:
        """The keys of both."""
        yield from self.own
        yield from (key for key in self.bench if key not in self.own)

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True)
class Seen:
    """A report with its pictures.

    Attributes:
        submitted: with what is to be stored.
        submission: with the inventory.
        pictures: what can be shown, by key.
    """

    submitted: Submitted
    submission: Submission
    pictures: Mapping[str, Attachment]


@dataclass(frozen=True)
class PictureFinder:
    """Finds the pictures of the reports of a run.

    Attributes:
        bench: whose items stand behind placeholders.
        run: the run's folder, in which pictures are kept; None = nowhere, for a forecast.
        photographer: makes pictures of pages; None = nobody is to see any.
        settings: size and number of pages.
        beside: the reports of the run by system and task, which may be each other's rivals.
        shows_drawings: whether SVG files are shown too: to the rules' eyes, never to a model.
    """

    bench: Bench
    run: Path | None = None
    photographer: Photographer | None = None
    settings: PageSettings = field(default_factory=PageSettings)
    beside: Mapping[tuple[str, str], Submitted] = field(default_factory=dict)
    shows_drawings: bool = False
    items: BenchPictures = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Look the bench's pictures up once for all reports."""
        object.__setattr__(self, "items", BenchPictures(self.bench))

    async def seen(self, one: Submitted, earlier: PicturesFile | None = None) -> Seen:
        """A report parsed, with its pictures; those that were stored with it are taken.

        Args:
            one: the report.
            earlier: what this run found before: a picture that it kept then and that is gone now
                is the kept one still.

        Raises:
            StoreError: the disk refuses.
        """
        submission, before = one.parsed(), one.pictures
        known = earlier or PicturesFile(ReportPictures())
        own = await self._found(
            submission.report, submission.evidence, one, before, earlier=known.own
        )
        rivals = await self._of_rivals(submission, before, known)
        file = PicturesFile(own, rivals)
        return self._seen(replace(one, pictures=None if file.is_empty else file), submission, file)

    def stored(self, one: Submitted) -> Seen:
        """A stored report parsed, with the pictures that were stored with it and no others."""
        file = one.pictures or PicturesFile(ReportPictures())
        return self._seen(one, one.parsed(), file)

    def _seen(self, one: Submitted, submission: Submission, file: PicturesFile) -> Seen:
        shown = self._shown(file.own, "")
        for system, pictures in file.rivals.items():
            shown |= self._shown(pictures, system)
        rival = _with_pictures(submission.rival, file)
        rivals = tuple(filter(None, (_with_pictures(r, file) for r in submission.rivals)))
        found = replace(submission, pictures=file.own, rival=rival, rivals=rivals)
        return Seen(one, found, Overlaid(shown, self.items))

    async def _of_rivals(
        self, submission: Submission, before: PicturesFile | None, earlier: PicturesFile
    ) -> dict[str, ReportPictures]:
        if self.photographer is None:
            return earlier.rivals if before is None else before.rivals
        every = [*submission.rivals, *([submission.rival] if submission.rival else [])]
        found: dict[str, ReportPictures] = {}
        for rival in every:
            kept = None if before is None else before.rivals.get(rival.system)
            stored = None if kept is None else PicturesFile(kept)
            beside = self.beside.get((rival.system, rival.task_id))
            evidence = beside.evidence.as_list() if beside and beside.evidence else None
            then = earlier.rivals.get(rival.system, ReportPictures())
            found[rival.system] = await self._found(
                rival.report, evidence, beside, stored, earlier=then
            )
        return found

    async def _found(
        self,
        report: Report,
        evidence: EvidenceList | None,
        one: Submitted | None,
        before: PicturesFile | None,
        *,
        earlier: ReportPictures,
    ) -> ReportPictures:
        if before is not None and one is not None:
            self._take_over(before.own, one.folder)
        images = self._placed(before.own.images) if before is not None else None
        if images is None:
            folder = one.folder if one is not None else None
            images = inventory(report, Surroundings(folder, evidence, self._item_file, self._keep))
            images = tuple(self._kept(image) for image in images)
            images = _or_kept(images, self._placed(earlier.images))
        images = tuple([await self._drawn(image) for image in images])
        pages = before.own.pages if before is not None else earlier.pages
        if self.photographer is not None and (pages is None or not pages.pages):
            pages = await self._photographed(report, images)
        return ReportPictures(tuple(map(_relative, images)), _pages_relative(pages))

    async def _drawn(self, image: ReportImage) -> ReportImage:
        """A drawing with the PNG that shows it, where pages are photographed at all."""
        is_drawing = image.media_type == DRAWING and image.state is ImageState.PRESENT
        if not is_drawing or image.raster or self.photographer is None or self._keep is None:
            return image
        if image.item in self.items:
            return image
        try:
            found = await self.photographer.drawing(image, self._keep)
        except OSError as e:
            raise refused(self._keep, e) from e
        return replace(image, raster=Path(found.pages[0].path).name) if found.pages else image

    async def _photographed(
        self, report: Report, images: tuple[ReportImage, ...]
    ) -> ReportPages | None:
        if self.photographer is None or self._keep is None:
            return None
        document = document_of(report, images, (self.settings.width, self.settings.height))
        try:
            return await self.photographer.pages(document, self._keep)
        except OSError as e:
            raise refused(self._keep, e) from e

    @property
    def _keep(self) -> Path | None:
        return None if self.run is None else self.run / PICTURES

    def _item_file(self, item: str) -> Path | None:
        found = self.bench.corpus.get(item)
        path = found.image_path if found is not None else None
        return file_inside(self.bench.folder, path) if path else None

    def _kept(self, image: ReportImage) -> ReportImage:
        """A file beside the report is copied into the run; items stay in the bench."""
        is_own = image.place is ImagePlace.FILE and image.state is ImageState.PRESENT
        if not is_own or self._keep is None:
            return image
        path = self._keep / f"{image.sha256}{Path(image.path).suffix.lower()}"
        if not path.exists():
            try:
                data = Path(image.path).read_bytes()
            except OSError as e:
                raise refused(Path(image.path), e, doing="read") from e
            write_whole(path, data)
        return replace(image, path=str(path))

    def _take_over(self, pictures: ReportPictures, folder: Path | None) -> None:
        """Copy what was stored with another run."""
        pages = pictures.pages.pages if pictures.pages else ()
        of_images = [name for i in pictures.images for name in (i.path, i.raster)]
        for name in filter(None, of_images + [p.path for p in pages]):
            file = file_inside(folder, name) if folder is not None else None
            if file is None or self._keep is None or (self._keep / name).exists():
                continue
            try:
                write_whole(self._keep / name, file.read_bytes())
            except OSError as e:
                raise refused(file, e, doing="read") from e

    def _placed(self, images: tuple[ReportImage, ...]) -> tuple[ReportImage, ...]:
        """Stored images with the paths of their files here."""
        return tuple(replace(image, path=str(self._path(image) or "")) for image in images)

    def _path(self, image: ReportImage) -> Path | None:
        if image.place is ImagePlace.ITEM:
            return self._item_file(image.item)
        return self.run / PICTURES / image.path if self.run and image.path else None

    def _shown(self, pictures: ReportPictures, rival: str) -> dict[str, Attachment]:
        found: dict[str, Attachment] = {}
        for image in pictures.images:
            one = self._attachment(image)
            if one is not None:
                found[picture_of_report(image.figure, rival)] = one
        for page in pictures.pages.pages if pictures.pages else ():
            path = str(self._keep / page.path) if self._keep else page.path
            found[page_of_report(page.number, rival)] = Attachment(path, page.sha256)
        return found

    def _attachment(self, image: ReportImage) -> Attachment | None:
        is_item = image.place is ImagePlace.ITEM
        if is_item and (shown := self.items.get(image.item)) is not None:
            return shown
        if image.media_type == DRAWING and self.shows_drawings and image.sha256:
            path = self._path(image)
            return Attachment(str(path or ""), image.sha256)
        if image.raster:
            made = str(self._keep / image.raster) if self._keep else image.raster
            return Attachment(made, Path(image.raster).stem)
        if is_item or image.state is not ImageState.PRESENT or image.media_type not in _TAKEN:
            return None
        if self._keep is None:
            return Attachment(image.path, image.sha256)
        return attachment(self._keep, image.path) if image.path else None


def _or_kept(
    found: tuple[ReportImage, ...], earlier: tuple[ReportImage, ...]
) -> tuple[ReportImage, ...]:
    """What was found; where that is nothing, what was kept before, if its file is still there."""
    kept = {
        (one.figure, one.target): one
        for one in earlier
        if one.state is ImageState.PRESENT and one.path and Path(one.path).is_file()
    }
    return tuple(
        one if one.state is ImageState.PRESENT else kept.get((one.figure, one.target), one)
        for one in found
    )


_TAKEN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What endpoints take; a drawing is seen on the rendered page."""


def _with_pictures(rival: Rival | None, file: PicturesFile) -> Rival | None:
    if rival is None or rival.system not in file.rivals:
        return rival
    return replace(rival, pictures=file.rivals[rival.system])


def _relative(image: ReportImage) -> ReportImage:
    is_bench = image.place is ImagePlace.ITEM or image.state is not ImageState.PRESENT
    return replace(image, path="" if is_bench else Path(image.path).name)


def _pages_relative(pages: ReportPages | None) -> ReportPages | None:
    if pages is None:
        return None
    placed = tuple(replace(page, path=Path(page.path).name) for page in pages.pages)
    return replace(pages, pages=placed)
