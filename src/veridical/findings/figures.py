"""Figures that cannot be shown, or that nothing explains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from veridical.errors import shown
from veridical.findings.finding import Finding, FindingKind, found
from veridical.report.model import Figure, FigureKind, Report
from veridical.sources.inside import file_inside

_ELSEWHERE = ("http:", "https:", "//", "sha256:", "#")


def audit_figures(report: Report, folder: Path | None) -> Iterator[Finding]:
    """Findings about each figure; files are looked for only where `folder` is known."""
    for figure in report.figures:
        if not (figure.caption_text or figure.alt or figure.title):
            yield found(
                report,
                FindingKind.FIGURE_WITHOUT_CAPTION,
                figure.span,
                "A figure without caption or description.",
            )
        if folder is not None and is_missing_file(figure, folder):
            yield found(
                report,
                FindingKind.MISSING_IMAGE,
                figure.span,
                f"The image is not there: {shown(figure.target)}.",
            )


def is_missing_file(figure: Figure, folder: Path) -> bool:
    """Whether a figure names a file beside the report that does not exist.

    Only existence is looked at, and only inside `folder`: a path that leads out of it
    counts as missing.
    """
    if figure.kind is not FigureKind.IMAGE or figure.target.lower().startswith(_ELSEWHERE):
        return False
    return local_file(figure.target, folder) is None


def local_file(target: str, folder: Path) -> Path | None:
    """The file inside `folder` that an address names; None where there is none.

    Addresses are percent-encoded, and may end in a query or a fragment; a file whose own
    name has such a sign is found too.
    """
    whole = unquote(target)
    for name in dict.fromkeys((whole, unquote(target.partition("#")[0].partition("?")[0]))):
        if path := file_inside(folder, name):
            return path
    return None
