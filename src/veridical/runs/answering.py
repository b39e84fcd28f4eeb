"""Do reports answer the tasks of a bench, each system each task once? Refused where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from veridical.errors import InputError

if TYPE_CHECKING:
    from veridical.runs.submissions import Submitted


def refuse_unprintable(submitted: Iterable[Submitted]) -> None:
    """Refuse a system whose name cannot be shown.

    Raises:
        InputError: it names it.
    """
    for one in submitted:
        if not one.system.strip() or not one.system.isprintable():
            raise InputError(
                "reports",
                "a system's name cannot be printed",
                got=ascii(one.system),
                expected="letters, digits, signs",
                fix="Rename it.",
            )


def refuse_unknown(submitted: Iterable[Submitted], known: set[str]) -> None:
    """Refuse a report on a task that the bench does not have.

    Raises:
        InputError: it names system and task.
    """
    for one in submitted:
        if one.task_id not in known:
            raise no_such_task(f'system "{one.system}"', one.task_id, known)


def no_such_task(where: str, got: str, known: Iterable[str]) -> InputError:
    """The error of a report on a task that the bench does not have."""
    return InputError(
        where,
        "answers a task that the bench does not have",
        got=got,
        expected=_some(sorted(set(known))),
        fix="Rename the report or name another bench.",
    )


def refuse_twice(submitted: list[Submitted]) -> None:
    """Refuse two reports of one system on one task.

    Args:
        submitted: in the order of (system, task).

    Raises:
        InputError: it names both files.
    """
    for one, other in pairwise(submitted):
        if (one.system, one.task_id) == (other.system, other.task_id):
            raise InputError(
                f'system "{one.system}", task "{one.task_id}"',
                "has two reports",
                got=[one.name, other.name],
                expected="one",
                fix="Remove one of them.",
            )


def refuse_absent(submitted: Iterable[Submitted], known: set[str]) -> None:
    """Refuse a system that has left tasks out.

    Raises:
        InputError: it names system and tasks.
    """
    answered: dict[str, set[str]] = {}
    for one in submitted:
        answered.setdefault(one.system, set()).add(one.task_id)
    for system, tasks in sorted(answered.items()):
        if absent := sorted(known - tasks):
            raise InputError(
                f'system "{system}"',
                f"has no report for {len(absent)} of {len(known)} tasks: {_some(absent)}",
                expected="a report for every task",
                fix="Add them, or allow systems to lack reports.",
            )


def unanswered(answered: Iterable[str], tasks: Sequence[str]) -> str:
    """Which tasks no system answered, in a line; "" where every task has a report.

    Args:
        answered: the tasks of a run.
        tasks: of the bench, in its order.
    """
    known = frozenset(answered)
    absent = [task for task in tasks if task not in known]
    if not absent:
        return ""
    return (
        f"no system answered {len(absent)} of {len(tasks)} tasks, which are no part of this run: "
        f"{', '.join(absent)}"
    )


_FEW = 3


def _some(names: list[str]) -> str:
    left = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {left} more" if left > 0 else "")
