"""Figures that cannot be shown, or that nothing explains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from veridical.errors import shown
from veridical.findings.finding import Finding, FindingKind, found
from veridical.picture import ImagePlace, ImageState, ReportImage
from veridical.report.model import Report
from veridical.sources.images import Surroundings, inventory
from veridical.sources.images.inventory import local_names
from veridical.sources.inside import file_inside

_TOLD: dict[ImageState, tuple[FindingKind, str]] = {
    ImageState.MISSING: (FindingKind.MISSING_IMAGE, "The image is not there: {what}."),
    ImageState.OUTSIDE: (FindingKind.MISSING_IMAGE, "The image is not there: {what}."),
    ImageState.UNREADABLE: (FindingKind.MISSING_IMAGE, "The image cannot be read: {what}."),
    ImageState.BROKEN: (FindingKind.BROKEN_IMAGE, "The image is broken, {why}: {what}."),
    ImageState.UNSUPPORTED: (
        FindingKind.UNSUPPORTED_IMAGE,
        "The image has a format that is not shown, {why}: {what}.",
    ),
    ImageState.OVERSIZE: (FindingKind.OVERSIZE_IMAGE, "The image is too large, {why}: {what}."),
    ImageState.NOT_FETCHED: (
        FindingKind.IMAGE_NOT_FETCHED,
        "The image lies in the web and was not fetched: {what}.",
    ),
}


def audit_figures(report: Report, folder: Path | None) -> Iterator[Finding]:
    """Findings about each figure; files are looked for only where `folder` is known."""
    images = inventory(report, Surroundings(folder))
    for figure, image in zip(report.figures, images, strict=True):
        if not (figure.caption_text or figure.alt or figure.title):
            yield found(
                report,
                FindingKind.FIGURE_WITHOUT_CAPTION,
                figure.span,
                "A figure without caption or description.",
            )
        if image.place is not ImagePlace.ITEM and image.state in _TOLD:
            kind, message = _TOLD[image.state]
            said = message.format(why=image.detail, what=_named(image))
            yield found(report, kind, figure.span, said)


def _named(image: ReportImage) -> str:
    is_inline = image.place in (ImagePlace.DATA_URI, ImagePlace.DRAWING)
    return "written into the report" if is_inline else shown(image.target)


def local_file(target: str, folder: Path) -> Path | None:
    """The file inside `folder` that an address names; None where there is none.

    Addresses are percent-encoded, and may end in a query or a fragment; a file whose own
    name has such a sign is found too.
    """
    for name in local_names(target):
        if path := file_inside(folder, name):
            return path
    return None
