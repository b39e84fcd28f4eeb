"""Figures that cannot be shown, or that nothing explains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from veridical.findings.finding import Finding, FindingKind, found
from veridical.report.model import Figure, FigureKind, Report

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
                f"The image is not there: {figure.target[:80]}.",
            )


def is_missing_file(figure: Figure, folder: Path) -> bool:
    """Whether a figure names a file beside the report that does not exist.

    Only existence is looked at, and only inside `folder`: a path that leads out of it
    counts as missing.
    """
    if figure.kind is not FigureKind.IMAGE or figure.target.startswith(_ELSEWHERE):
        return False
    if not figure.target or "\x00" in figure.target:
        return True
    try:
        path = (folder / figure.target.partition("#")[0].partition("?")[0]).resolve()
        return not (path.is_relative_to(folder.resolve()) and path.is_file())
    except OSError:
        return True
