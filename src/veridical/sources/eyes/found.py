"""The eyes of this machine: they read drawings, and other pictures where that is installed."""

from __future__ import annotations

from pathlib import Path

from veridical.sources.eyes.drawn import DrawingEyes
from veridical.sources.eyes.either import EitherEyes
from veridical.sources.eyes.kept import KeptEyes
from veridical.sources.eyes.port import Eyes
from veridical.sources.eyes.rapid import RapidEyes, is_installed

NO_OCR = "nothing is installed that reads it: pip install 'veridical[ocr]'"


def found_eyes(keep: Path | None = None) -> Eyes:
    """What reads pictures here: SVG drawings anywhere, others where the extra ``ocr`` is.

    Args:
        keep: a folder for what was read; None = it is remembered while the program runs.
    """
    if not is_installed():
        return DrawingEyes()
    return EitherEyes((DrawingEyes(), KeptEyes(RapidEyes(), keep)))
