"""Citation markers in running text: one file a style, and `scan`, which reads them all."""

from veridical.report.citations.known import Known, known_labels, normalize_label
from veridical.report.citations.mark import Label, Mark, MarkState, Style
from veridical.report.citations.passage import Passage, blanked
from veridical.report.citations.scan import NUMBERED, STYLES, scan, scan_doubtful

__all__ = [
    "NUMBERED",
    "STYLES",
    "Known",
    "Label",
    "Mark",
    "MarkState",
    "Passage",
    "Style",
    "blanked",
    "known_labels",
    "normalize_label",
    "scan",
    "scan_doubtful",
]
