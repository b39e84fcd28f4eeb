"""How a run ended, as JUnit XML and as a Markdown summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veridical.runs.ending import FAILED, INCOMPLETE, PASSED
from veridical.runs.export.junit import Case, junit_xml
from veridical.runs.export.markdown import ending_markdown
from veridical.runs.load import Run
from veridical.runs.thresholds import (
    HeldSystem,
    Threshold,
    ending_of,
    held_against,
)

_OUTCOMES = {PASSED: "passed", FAILED: "failure", INCOMPLETE: "skipped"}


def thresholds_junit(runs: Sequence[Run], thresholds: Iterable[Threshold] = ()) -> bytes:
    """One suite a system, one case a threshold; what could not be measured is skipped.

    A last suite says whether the run is complete, so that it is never a failure of a system.

    Args:
        runs: the repeats of one run; thresholds are held against the first.
        thresholds: what every system must reach.
    """
    held = held_against(runs[0], tuple(thresholds))
    suites = [
        (standing.system, [_case(one) for one in held if one.system == standing.system])
        for standing in runs[0].leaderboard
    ]
    ending = ending_of(runs)
    why = " ".join(ending.lines)
    whole = Case("complete", _OUTCOMES[ending.code], why)
    return junit_xml("veridical evaluate", [*suites, ("the run", [whole])])


def _case(one: HeldSystem) -> Case:
    name = f"{one.threshold.name} at least {one.threshold.least:g}"
    return Case(name, _OUTCOMES[one.code], one.line)


def thresholds_markdown(runs: Sequence[Run], thresholds: Iterable[Threshold] = ()) -> bytes:
    """The verdict, and the means of every system; what has no number is a dash.

    Args:
        runs: the repeats of one run; the first is shown.
        thresholds: what every system must reach.
    """
    board = runs[0].leaderboard
    names = [*board[0].totals, *board[0].measures] if board else []
    rows = [
        [
            standing.system,
            *(_shown({**standing.totals, **standing.measures}[name].mean) for name in names),
        ]
        for standing in board
    ]
    title = f"Veridical evaluate: {runs[0].manifest.method}"
    return ending_markdown(title, ending_of(runs, thresholds), [["system", *names], *rows])


def _shown(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:.3f}"
