"""Long lists in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def in_parts(items: Iterable[T], many: int) -> Iterator[list[T]]:
    """Lists of at most `many`, in order, none of them empty."""
    left = iter(items)
    while part := list(islice(left, many)):
        yield part
