"""The kinds of analysis that the rules know."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class AnalysisKind(StrEnum):
    """What is asked of a table's columns."""

    TREND = "trend"
    COMPARISON = "comparison"
    SHARE = "share"
    RANKING = "ranking"
    CORRELATION = "correlation"


class Analysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An analysis of a table.

    Attributes:
        kind: what is asked.
        label: the field whose values name the rows, or the years of a trend.
        fields: of the numbers: one, or two for a correlation.
    """

    kind: AnalysisKind
    label: str
    fields: tuple[str, ...]
