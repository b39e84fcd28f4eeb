"""What a report on a task should conclude and say.

A task may bring a main conclusion and key points. Where it lacks one of them, its gold graph
serves: the conclusion for the main conclusion, the claims for the key points. This is ours:
a claim of a graph, like a key point, is one finding that the answer rests on.
"""

from __future__ import annotations

from veridical.task import KeyPoint, Task


def main_conclusion(task: Task) -> str | None:
    """What a report should conclude; None where nothing says it."""
    gold = task.gold
    if gold.main_conclusion is not None:
        return gold.main_conclusion
    return gold.graph.conclusion.text if gold.graph is not None else None


def key_points(task: Task) -> tuple[KeyPoint, ...]:
    """What a report should say, in the order of the task, or of the graph's claims."""
    gold = task.gold
    if gold.key_points or gold.graph is None:
        return gold.key_points
    return tuple(KeyPoint(claim.id, claim.text) for claim in gold.graph.claims)
