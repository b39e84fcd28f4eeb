"""What the text says of a figure, against what was read off it.

A statement is held against a figure if it is its caption, if it names the figure's number, or if
it stands beside the figure and points at it or speaks of the same. What a reader of pictures
reads is no proof: such findings are warnings, and show both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from veridical.ask import Quote
from veridical.checks.figure_reading import FigureClash, FigureClashKind, compare, read_figure
from veridical.checks.figure_reading.read import FigureReading
from veridical.checks.words import STOP_WEIGHT, words
from veridical.findings.finding import Finding, FindingKind, cut, found
from veridical.picture import ImageState, PictureText, ReportImage
from veridical.report.model import Report, Statement
from veridical.sources.eyes import NO_OCR
from veridical.sources.eyes.rapid import is_installed
from veridical.sources.images.kinds import SVG

_NUMBERED = re.compile(
    r"(?:figure|fig\.?|chart|graph|exhibit|图表|图|圖)\s{0,2}(\d{1,3}(?:[.\-–]\d{1,3})?)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:figures?|charts?|graphs?|diagrams?|plots?|pictured|shown|above|below)\b"
    r"|图|圖|如上|如下|所示",
    re.IGNORECASE,
)
_SAME_SUBJECT = 0.3
"""Of the telling words of caption and title, what a statement beside a figure has to share."""
_KINDS = {
    FigureClashKind.NUMBER: "another number",
    FigureClashKind.UNIT: "another unit",
    FigureClashKind.SCALE: "another scale",
    FigureClashKind.TREND: "the other way round",
}


def figure_findings(
    report: Report,
    images: tuple[ReportImage, ...],
    read: Mapping[int, PictureText | None],
) -> Iterator[Finding]:
    """What statements say otherwise than the figures that they are about.

    Args:
        report: the report.
        images: its inventory.
        read: what is written in each figure that was to be read, by its index; None where
            nothing could be read.
    """
    for image in images:
        if image.figure not in read or image.state is not ImageState.PRESENT:
            continue
        text = read[image.figure]
        if text is None or not text.boxes:
            yield _unread(report, image)
            continue
        figure = read_figure(text)
        for statement in about(report, image, figure):
            for clash in compare(figure, statement.text, statement.language):
                yield _finding(report, image, statement, clash)


def about(report: Report, image: ReportImage, figure: FigureReading) -> tuple[Statement, ...]:
    """The statements that are about a figure, in the report's order.

    Args:
        report: the report.
        image: the figure, from the inventory.
        figure: what was read off it.
    """
    number = _NUMBERED.match(image.caption.strip())
    beside = set(image.statements)
    subject = _telling(" ".join([image.caption, image.alt, *figure.words]))
    caption = report.figures[image.figure].caption
    return tuple(
        one
        for one in report.statements
        if (caption is not None and caption.start <= one.span.start < caption.end)
        or (number is not None and _names(one.text, number[1]))
        or (one.index in beside and _is_of(one.text, subject))
    )


def _names(text: str, number: str) -> bool:
    return any(found[1] == number for found in _NUMBERED.finditer(text))


def _is_of(text: str, subject: set[str]) -> bool:
    named = _NUMBERED.search(text)
    if named is not None:
        return False  # of another figure: its own number was looked for before
    if _POINTS.search(text):
        return True
    own = _telling(text)
    return bool(subject) and len(own & subject) >= _SAME_SUBJECT * min(len(subject), len(own))


def _telling(text: str) -> set[str]:
    return {w.key for w in words(text) if w.weight > STOP_WEIGHT and not w.is_number}


def _unread(report: Report, image: ReportImage) -> Finding:
    figure = report.figures[image.figure]
    lacking = "" if image.media_type == SVG or is_installed() else f", for {NO_OCR}"
    message = f"Nothing is read in the figure{lacking}; what the text says of it is not assessed."
    return found(report, FindingKind.FIGURE_NOT_READ, figure.span, message)


def _finding(
    report: Report, image: ReportImage, statement: Statement, clash: FigureClash
) -> Finding:
    name = f"figure {image.figure + 1}"
    message = (
        f"The text says “{cut(clash.said_text)}” of “{cut(clash.label)}”, "
        f"{_KINDS[clash.kind]} than {name} shows: “{cut(clash.read)}”."
    )
    if clash.kind is FigureClashKind.TREND:
        message = (
            f"The text says “{cut(clash.said_text)}”, the other way round than {name} shows: "
            f"“{cut(clash.read)}” of “{cut(clash.label)}”."
        )
    quote = Quote(name, 0, len(clash.read), clash.read)
    return found(
        report,
        FindingKind.FIGURE_DISAGREES,
        statement.span,
        message,
        statement=statement.index,
        quotes=(quote,),
    )
