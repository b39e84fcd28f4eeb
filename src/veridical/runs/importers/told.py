"""What an import or an export carried over, and what it did not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """What was carried over, and what was not.

    Attributes:
        tasks: how many tasks.
        items: how many items of their corpus.
        notes: in plain words, each thing that could not be carried over as it was.
    """

    tasks: int
    items: int
    notes: tuple[str, ...]
