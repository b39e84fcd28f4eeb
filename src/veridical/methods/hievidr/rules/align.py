"""The rule's Align: what was read off the pictures against the text beside them."""

from __future__ import annotations

from collections.abc import Sequence

from veridical.checks.figure_reading import fit, read_figure
from veridical.picture import PictureText


def align_share(
    beside: Sequence[tuple[str, str]], read: Sequence[PictureText | None], language: str
) -> float | None:
    """How far pictures and text go together, in [0, 1]: the mean over the pictures with words.

    Args:
        beside: caption and surrounding words of each picture.
        read: what is written in each; None where it could not be read.
        language: of the report.

    Returns:
        The share; None where no picture has words: nothing is known then.
    """
    fits = [
        fit(read_figure(text), caption, around, language)
        for (caption, around), text in zip(beside, read, strict=True)
        if text is not None
    ]
    shares = [one.share for one in fits if one.share is not None]
    return sum(shares) / len(shares) if shares else None
