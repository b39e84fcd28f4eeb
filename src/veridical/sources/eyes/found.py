"""The eyes of this machine, if it has any."""

from __future__ import annotations

from pathlib import Path

from veridical.sources.eyes.kept import KeptEyes
from veridical.sources.eyes.port import Eyes
from veridical.sources.eyes.rapid import RapidEyes, is_installed

NO_EYES = "nothing is installed that reads pictures: pip install 'veridical[ocr]'"


def found_eyes(keep: Path | None = None) -> Eyes | None:
    """What reads pictures here; None where nothing is installed that does.

    Args:
        keep: a folder for what was read; None = it is remembered while the program runs.
    """
    return KeptEyes(RapidEyes(), keep) if is_installed() else None
