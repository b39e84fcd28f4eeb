"""The measures of MOSAIC, all over one tally."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from veridical.measure import Law, Measure, Paper, Scale
from veridical.methods.mmdr import mosaic
from veridical.methods.mmdr.mosaic_collect import MOST_PICTURES, collect
from veridical.methods.mmdr.mosaic_tally import MosaicTally
from veridical.methods.mmdr.mosaic_validity import validity
from veridical.score import Score

_Row = tuple[str, str, str, bool, Callable[[MosaicTally], Score]]
_ROWS: tuple[_Row, ...] = (
    ("mosaic", "MOSAIC", "MOSAIC, Table 6", True, mosaic.mosaic),
    ("semantics", "Sem.", "MOSAIC", True, mosaic.semantics),
    ("accuracy", "Acc.", "MOSAIC", True, mosaic.accuracy),
    ("vqa", "VQA", "MOSAIC", True, mosaic.vqa),
    ("vqa.graded", "VQA by a degree", "beside MOSAIC", False, mosaic.graded),
    ("hallucination", "Not in the diagram", "MOSAIC, Table 6", False, mosaic.hallucination),
    ("formatting", "Set into the text", "MOSAIC, Table 6", True, mosaic.formatting),
    ("picture_validity", "Validity of what is missing", "N/A reasons", True, validity),
)


def measures(pictures: int = MOST_PICTURES) -> tuple[Measure[MosaicTally], ...]:
    """MOSAIC, its three parts, and what stands beside them.

    Args:
        pictures: of a report that are looked at; 0 = all.
    """
    gather = partial(collect, most=pictures)
    return tuple(
        Measure(
            name=f"mmdr.{name}",
            title=title,
            aspect="pictures",
            scale=Scale(0, mosaic.WHOLE, is_higher_better),
            source=Paper("MMDeepResearch-Bench", "2601.12346", where),
            tally_type=MosaicTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=gather,
            equation=equation,
        )
        for name, title, where, is_higher_better, equation in _ROWS
    )
