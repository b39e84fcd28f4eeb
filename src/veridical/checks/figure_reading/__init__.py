"""What a figure says by what was read off it, and whether a text says the same.

`read_figure` turns boxes of words into labelled values; `compare` holds statements against them;
`fit` tells how far words and numbers of figure and text go together. All pure; English and
Chinese. A figure says nothing of bars and curves that no number stands at.
"""

from veridical.checks.figure_reading.compare import FigureClash, FigureClashKind, compare
from veridical.checks.figure_reading.fit import Fit, fit
from veridical.checks.figure_reading.read import FigureReading, LabelledValue, read_figure

__all__ = [
    "FigureClash",
    "FigureClashKind",
    "FigureReading",
    "Fit",
    "LabelledValue",
    "compare",
    "fit",
    "read_figure",
]
