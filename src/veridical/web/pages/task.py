"""One task: its query, its gold, and what every system made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from veridical.task import Item, Task
from veridical.web.names import page_name
from veridical.web.pages.frame import Frame
from veridical.web.pages.scores import Cell, Column


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One system's report on the task.

    Attributes:
        system: who wrote it.
        cells: one per column of the page, in their order.
        stage: index of the stage it reached; None = undecided or no gates.
        note: the diagnosis in a sentence, "" if there is none.
    """

    system: str
    cells: tuple[Cell, ...]
    stage: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """One task over all systems.

    Attributes:
        frame: title, who judged, banner.
        task: query, gold answer, gold graph, labels.
        columns: measures and totals, first total first.
        stages: names of what a report can reach; empty if the method has no gates.
        rows: the systems, best first.
        items: the corpus items that the gold graph names.
    """

    template: ClassVar[str] = "task.html"

    frame: Frame
    task: Task
    columns: tuple[Column, ...]
    stages: tuple[str, ...] = ()
    rows: tuple[TaskRow, ...] = ()
    items: Mapping[str, Item] = field(default_factory=dict)

    @property
    def place(self) -> tuple[str, ...]:
        """Folders and file in a site."""
        return ("tasks", f"{page_name(self.task.id)}.html")
