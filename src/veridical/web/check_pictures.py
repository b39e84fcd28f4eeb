"""The pictures of a checked report: its own files, and those of the items that it placed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from veridical.findings.figures import local_file
from veridical.report.model import Figure, FigureKind
from veridical.runs.check import CheckResult
from veridical.web.pictures import MEDIA_TYPES, data_uri

LARGEST_BYTES = 4_000_000
"""A larger picture is named, not written into the page."""


def picture_name(figure: Figure) -> str:
    """What the body calls a figure, for `CheckPictures` to find it again."""
    return f"figure-{figure.index}"


@dataclass(frozen=True)
class CheckPictures:
    """Finds the files of a report's figures, and writes them into its page.

    Attributes:
        result: the checked report.
        folder: where it lies; None if unknown.
    """

    result: CheckResult
    folder: Path | None

    def address(self, path: str) -> str:
        """The picture as a data URI; "" where there is none to show."""
        figure = self._figures.get(path)
        file = self._file(figure) if figure else None
        if file is None or file.suffix.lower() not in MEDIA_TYPES:
            return ""
        return data_uri(file) if file.stat().st_size <= LARGEST_BYTES else ""

    @cached_property
    def _figures(self) -> dict[str, Figure]:
        return {picture_name(figure): figure for figure in self.result.report.figures}

    def _file(self, figure: Figure) -> Path | None:
        if figure.kind is FigureKind.IMAGE and self.folder is not None:
            return local_file(figure.target, self.folder)
        items = self._items.get(figure.span.start)
        source = self.result.sources.get(items) if items else None
        return source.picture if source else None

    @cached_property
    def _items(self) -> dict[int, str]:
        """The items that placed figures stand for, by where they stand."""
        report = self.result.report
        return {
            citation.marker_span.start: item
            for citation in report.citations
            for index in citation.references
            if (item := report.references[index].item)
        }
