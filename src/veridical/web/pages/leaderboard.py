"""The leaderboard: which system did better, by how much, and where each one stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from veridical.score import Score
from veridical.web.pages.frame import Frame
from veridical.web.pages.scores import Cell, Column


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A report that did not get through the last gate.

    Attributes:
        task: what it answers.
        stage: index of the stage it reached; None = undecided.
        why: where its chain broke first, and why, "" where nothing says so.
    """

    task: str
    stage: int | None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRow:
    """One system over all tasks.

    Attributes:
        system: its name.
        cells: one per column of the page, in their order.
        stopped: how many reports got as far as each stage, in the page's order of stages.
        undecided: how many reports stand before a gate whose input is missing.
        stops: the reports that did not get through the last gate, by task.
        tasks: how many reports were scored.
        absent: how many tasks it has no report for.
        missing: how many items had no verdict.
        interval: low and high end of the first total's interval; None = not computed.
    """

    system: str
    cells: tuple[Cell, ...]
    stopped: tuple[int, ...] = ()
    undecided: int = 0
    stops: tuple[Stop, ...] = ()
    tasks: int
    absent: int = 0
    missing: int = 0
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """One report in the table of all reports.

    Attributes:
        score: its first total.
        stage: index of the stage it reached; None = undecided or no gates.
        has_report: False where the system wrote none; then there is no page.
    """

    score: Score
    stage: int | None = None
    has_report: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One task in the table of all reports.

    Attributes:
        task: its id.
        query: what it asks, as a reader knows it.
        tags: its labels, as ``name: value``.
        cells: one per system, in the page's order of systems.
        language: of the query.
    """

    task: str
    query: str
    tags: tuple[str, ...] = ()
    cells: tuple[MatrixCell, ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """The first total by one label of the tasks.

    Attributes:
        label: the label's name (``language``, ``difficulty`` …).
        values: its values, in the order shown.
        tasks: how many tasks have each value.
        scores: per system, in the page's order, one score per value.
    """

    label: str
    values: tuple[str, ...]
    tasks: tuple[int, ...]
    scores: tuple[tuple[Score, ...], ...]


@dataclass(frozen=True, slots=True)
class OtherRun:
    """A run of the same reports by another method.

    Attributes:
        title: what the method is called.
        address: of its first page, as seen from this one.
        about: what it asks of a report, in a sentence.
        note: what a reader of its numbers must know; "" = nothing.
    """

    title: str
    address: str
    about: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage:
    """The first page of a run.

    Attributes:
        frame: title, who judged, banner.
        judged: who judged, and when, in a few words that stay with the table.
        asked_for: how many tasks the run has.
        columns: measures in the method's order and its totals; the rows are sorted by the
            first total, which is shown first. A total that mostly comes to the same as an
            earlier one is a reading of that one's cells.
        folded: those totals, each with where its number is to be read, as a sentence.
        stages: names of what a report can reach, from ``none`` on, one more than gates;
            empty if the method has no gates.
        rows: the systems, best first.
        matrix: the tasks, each with one cell per system in the order of `rows`.
        breakdowns: the first total by labels of the tasks.
        note: what a reader must know beside, in a sentence; "" = nothing.
        others: runs of the same reports by other methods.
    """

    template: ClassVar[str] = "leaderboard.html"

    frame: Frame
    judged: str = ""
    asked_for: int = 0
    columns: tuple[Column, ...]
    folded: tuple[tuple[Column, str], ...] = ()
    stages: tuple[str, ...] = ()
    rows: tuple[SystemRow, ...]
    matrix: tuple[MatrixRow, ...] = ()
    breakdowns: tuple[Breakdown, ...] = ()
    note: str = ""
    others: tuple[OtherRun, ...] = ()

    @property
    def place(self) -> tuple[str, ...]:
        """Folders and file in a site."""
        return ("index.html",)
