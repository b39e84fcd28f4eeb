"""How many figures and tables a report shows (arXiv:2604.07720, Sec. 5.2.3), by their origin.

Deviations and choices:
The paper counts figures that a system draws from tables apart from those that it links from web
pages, and gives the sum of figures and tables by domain; how it counts it does not say. Here the
parser counts what the report writes, shown or broken: a figure with an address in the web is from
the web; one that is written into the report, or is a file beside it, was made for it; one that
stands for an item that the writer was given is neither. A table counts where it is written as
one; a picture of a table is a figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from veridical.measure import Context, Law, Measure, Paper, Scale
from veridical.report.model import Figure, FigureKind
from veridical.score import Measured, Score

_IN_THE_WEB = ("http://", "https://", "//")


class Origin(StrEnum):
    """Where a figure comes from."""

    GENERATED = "generated"
    WEB = "web"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class FiguresTally:
    """What a report shows.

    Attributes:
        generated: figures made for it.
        web: figures linked from the web.
        given: figures that the writer was given.
        tables: tables.
    """

    generated: int = 0
    web: int = 0
    given: int = 0
    tables: int = 0


def figures_and_tables(t: FiguresTally) -> Score:
    """How many figures and tables the report shows.

    Args:
        t: the counts.

    Returns:
        Measured: a count, of any origin.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 5.2.3.
    """
    return Measured(float(t.generated + t.web + t.given + t.tables))


def generated(t: FiguresTally) -> Score:
    """How many figures were made for the report.

    Args:
        t: the counts.

    Returns:
        Measured: a count.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 5.2.3.
    """
    return Measured(float(t.generated))


def from_web(t: FiguresTally) -> Score:
    """How many figures are linked from the web.

    Args:
        t: the counts.

    Returns:
        Measured: a count.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 5.2.3.
    """
    return Measured(float(t.web))


def tables(t: FiguresTally) -> Score:
    """How many tables are written in the report.

    Args:
        t: the counts.

    Returns:
        Measured: a count.

    Source:
        Knowledgeable Deep Research, arXiv:2604.07720, Sec. 5.2.3.
    """
    return Measured(float(t.tables))


async def collect_figures(context: Context) -> FiguresTally:
    """Count; nothing is asked."""
    report = context.report
    origins = Counter(map(origin, report.figures))
    return FiguresTally(
        origins[Origin.GENERATED],
        origins[Origin.WEB],
        origins[Origin.GIVEN],
        len(report.tables),
    )


def origin(figure: Figure) -> Origin:
    """Where a figure comes from, by how it is written."""
    if figure.kind is FigureKind.PLACEHOLDER:
        return Origin.GIVEN
    is_linked = figure.target.lower().startswith(_IN_THE_WEB)
    return Origin.WEB if is_linked else Origin.GENERATED


_Row = tuple[str, str, Callable[[FiguresTally], Score]]
_ROWS: tuple[_Row, ...] = (
    ("figures", "Figures and tables", figures_and_tables),
    ("figures.generated", "Figures made", generated),
    ("figures.web", "Figures from the web", from_web),
    ("figures.tables", "Tables", tables),
)


def figure_measures() -> tuple[Measure[FiguresTally], ...]:
    """All of it, then each by origin."""
    return tuple(
        Measure(
            name=f"kdr.{name}",
            title=title,
            aspect="figures",
            scale=Scale(0, None),
            source=Paper("Knowledgeable Deep Research", "2604.07720", "Sec. 5.2.3"),
            tally_type=FiguresTally,
            laws=frozenset({Law.ORDER_FREE}),
            collect=collect_figures,
            equation=equation,
        )
        for name, title, equation in _ROWS
    )
