"""Bytes of a page or a document → what a reader sees of them, at known offsets."""

from veridical.sources.extract.dispatch import extract
from veridical.sources.extract.extracted import Extracted

__all__ = ["Extracted", "extract"]
