"""Tasks that lack the gold that a method measures by are refused before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable

from veridical.measure import Method
from veridical.methods.evaluator import BESIDE_TASKS, check_needs
from veridical.methods.registry import METHODS
from veridical.runs.submissions import Submitted
from veridical.task import Bench


def refuse_needs(bench: Bench, submitted: Iterable[Submitted], method: Method) -> None:
    """Refuse a method that some task with a report has not the gold for.

    Raises:
        NeedError: a task lacks something.
    """
    answered = {one.task_id for one in submitted}
    for task in bench.tasks:
        if task.id in answered:
            check_needs(method, task, METHODS, given=BESIDE_TASKS)
