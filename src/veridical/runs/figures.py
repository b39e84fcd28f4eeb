"""A checked report with what its figures say otherwise: `check --figures`.

Figures are read on this machine, at some two seconds each: SVG drawings by their own words,
others where the extra ``ocr`` is installed. What could not be read is said, never passed over.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from veridical.ask import Attachment
from veridical.findings.figure_text import figure_findings
from veridical.picture import ImageState, PictureText, ReportImage
from veridical.report.model import Report
from veridical.runs.check import CheckResult, by_gravity
from veridical.sources.eyes import Eyes, found_eyes
from veridical.sources.images import Surroundings, inventory


def with_figures(result: CheckResult, folder: Path, eyes: Eyes | None = None) -> CheckResult:
    """The result with findings about its figures.

    Args:
        result: of the check.
        folder: where the report lies; nothing outside it is read.
        eyes: who reads; by default what this machine has.
    """
    read, images = read_figures(result.report, folder, eyes or found_eyes())
    found = figure_findings(result.report, images, read)
    return replace(result, findings=by_gravity([*result.findings, *found]))


def read_figures(
    report: Report, folder: Path, eyes: Eyes
) -> tuple[dict[int, PictureText | None], tuple[ReportImage, ...]]:
    """What is written in each figure whose picture is at hand, and the inventory.

    Args:
        report: the report.
        folder: where it lies.
        eyes: who reads.

    Returns:
        By the figure's index what was read, None where nothing could be; and all figures.
    """
    with TemporaryDirectory(prefix="veridical-") as scratch:
        images = inventory(report, Surroundings(folder, keep=Path(scratch)))
        known: dict[str, PictureText | None] = {}
        for image in images:
            if image.state is ImageState.PRESENT and image.sha256 not in known:
                known[image.sha256] = eyes.read(Attachment(image.path, image.sha256))
        there = [image for image in images if image.state is ImageState.PRESENT]
        return {image.figure: known[image.sha256] for image in there}, images
