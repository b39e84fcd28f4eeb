"""Whose rendered pages and drawings a run was to show and could not, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from veridical.ask import Role
from veridical.picture import DRAWING, ImagePlace, ImageState, ReportImage, ReportPictures
from veridical.runs.integrity import stored_file
from veridical.runs.load import Run
from veridical.runs.report_pictures import read_pictures


def unseen_pages(run: Run) -> Mapping[str, int]:
    """How many reports have no page to be seen, by why that is.

    Args:
        run: nothing is counted where it was to show no pages.

    Raises:
        StoreError: what it kept of its pictures is gone.
    """
    if run.manifest.page_pictures is msgspec.UNSET:
        return {}
    pages = [one.pages for one in _kept(run)]
    return Counter(one.why_none for one in pages if one is not None and one.why_none)


def undrawn(run: Run) -> int:
    """How many SVG figures of reports were shown to no model that sees; 0 where none sees.

    Items of a bench are not counted: a PNG may stand beside them.

    Raises:
        StoreError: what it kept of its pictures is gone.
    """
    vision = run.manifest.respondents.get(Role.VISION, "")
    if not run.manifest.models or vision.startswith(_SEES_NONE):
        return 0
    return sum(_is_undrawn(image) for one in _kept(run) for image in one.images)


_SEES_NONE = ("rules/", "nobody/")
"""How the names of those begin who are shown no pictures by a model."""


def _is_undrawn(image: ReportImage) -> bool:
    is_drawing = image.media_type == DRAWING and image.state is ImageState.PRESENT
    return is_drawing and not image.raster and image.place is not ImagePlace.ITEM


def _kept(run: Run) -> Iterator[ReportPictures]:
    for one in run.results:
        if one.pictures_path:
            yield read_pictures(stored_file(run.folder, str(one.pictures_path))).own
