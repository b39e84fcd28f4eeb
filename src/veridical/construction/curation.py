"""One paper's way from a corpus to tasks: seeds, stages, selections, and what a task is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from veridical.ask import Asker, Role
from veridical.construction.pipeline import Candidate, Selection, Stage
from veridical.task import Item, Task


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is asked of a curation.

    Attributes:
        tasks: how many, at the end.
        candidates: how many are tried; None = as many as the paper's yield asks for.
        seed: of all that is drawn.
        held_out: the share of tasks that are kept apart from the public ones.
        language: of the tasks, where they are not in their items' own; "" = the method's.
        date: what day it is (ISO); "" = not told.
    """

    tasks: int = 10
    candidates: int | None = None
    seed: int = 0
    held_out: float = 0.0
    language: str = ""
    date: str = ""


class Curation(Protocol):
    """How one paper makes tasks of a corpus."""

    @property
    def name(self) -> str:
        """The paper's short name."""
        ...

    @property
    def roles(self) -> tuple[Role, ...]:
        """Who is asked."""
        ...

    @property
    def settings(self) -> Mapping[str, object]:
        """All of them, as the card shows them."""
        ...

    @property
    def candidates(self) -> int:
        """How many seeds there are."""
        ...

    @property
    def tries(self) -> Mapping[str, int]:
        """By a stage's name, how often it asks at most for what it asks once at best."""
        ...

    def seeds(self, items: Sequence[Item]) -> Iterator[Candidate[object]]:
        """What candidates begin as, in an order drawn by the seed."""
        ...

    def stages(self, items: Sequence[Item], asker: Asker) -> tuple[Stage, ...]:
        """In their order."""
        ...

    def selections(self) -> tuple[Selection, ...]:
        """After all stages, in their order."""
        ...

    def task(self, value: object, id_: str, tags: Mapping[str, str]) -> Task:
        """What came through, as a bench keeps it."""
        ...

    def told(self, tasks: Sequence[Task]) -> Sequence[str]:
        """What its card says of the set beside what every card says."""
        ...
