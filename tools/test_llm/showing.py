"""What came out, as a table for people and as figures for machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.row import Row
from tools.test_llm.putting import Outcome
from veridical.ask import Answer, NoVerdict

READ_GOAL = 0.9
"""Share of asks that a model of this size should leave with an answer."""
AT_ONCE_GOAL = 0.75
"""Share of asks whose first reply should be read."""
_COLUMNS = (
    "asks",
    "at once",
    "repaired",
    "re-asked",
    "then read",
    "lost",
    "absent",
    "right",
    "seconds",
    "tokens in",
    "out",
)
_ALL = "all"


def counted(outcomes: Sequence[Outcome]) -> list[float]:
    """The columns of the table, but for right, which is a pair."""
    asks = sum(len(o.case.asks) for o in outcomes)
    return [
        asks,
        sum(o.read_at_once for o in outcomes),
        sum(o.readings.repaired for o in outcomes),
        sum(o.readings.asked_again for o in outcomes),
        sum(o.read_when_asked_again for o in outcomes),
        sum(o.readings.lost for o in outcomes),
        sum(o.readings.absent for o in outcomes),
        sum(o.right for o in outcomes),
        sum(o.seconds for o in outcomes),
        sum(e.input_tokens for o in outcomes for e in o.exchanged),
        sum(e.output_tokens for o in outcomes for e in o.exchanged),
    ]


def grouped(outcomes: Sequence[Outcome]) -> list[tuple[str, str, list[Outcome]]]:
    """Form and language with their outcomes, then the totals of each language and of all."""
    forms = dict.fromkeys((o.case.form, o.case.language) for o in outcomes)
    totals = [(_ALL, language) for language in dict.fromkeys(o.case.language for o in outcomes)]
    return [
        (form, language, [o for o in outcomes if _is_of(o, form, language)])
        for form, language in [*sorted(forms), *totals, (_ALL, _ALL)]
    ]


def _is_of(outcome: Outcome, form: str, language: str) -> bool:
    case = outcome.case
    return form in (case.form, _ALL) and language in (case.language, _ALL)


def table(outcomes: Sequence[Outcome]) -> Table:
    """One line per form and language, and totals."""
    found = Table("form", "", *_COLUMNS, box=None, pad_edge=False)
    for form, language, some in grouped(outcomes):
        cells = [f"{value:.0f}" for value in counted(some)]
        cells[_COLUMNS.index("right")] += f"/{sum(o.known for o in some)}"
        found.add_row(form, language, *cells)
    return found


def figures(outcomes: Sequence[Outcome]) -> list[Row]:
    """The same as rows with their goals: shares only where there is something to share."""
    found: list[Row] = []
    for form, language, some in grouped(outcomes):
        name = f"{form}, {language}"
        for column, value in zip(_COLUMNS, counted(some), strict=True):
            unit = column if column in ("seconds",) else "tokens" if column in _TOKENS else "asks"
            found.append(Row(f"{name}: {column}", value, unit))
        found.append(Row(f"{name}: right at most", sum(o.known for o in some), "asks"))
    return [*found, *_shares(outcomes)]


_TOKENS = ("tokens in", "out")


def _shares(outcomes: Sequence[Outcome]) -> list[Row]:
    asks, at_once, *_ = counted(outcomes)
    if not asks:
        return []
    again = sum(o.read_when_asked_again for o in outcomes)
    return [
        Row("forms", len({o.case.form for o in outcomes}), "forms", 12, "more"),
        Row("read at once", at_once / asks, "share", AT_ONCE_GOAL, "more"),
        Row("read in all", (at_once + again) / asks, "share", READ_GOAL, "more"),
    ]


def losses(outcomes: Iterable[Outcome]) -> list[str]:
    """One line for each ask without an answer, with the reason."""
    return [
        f"{o.case.form}, {o.case.language}: {said.reason.value}: {said.detail}"
        for o in outcomes
        for said in o.said
        if isinstance(said, NoVerdict)
    ]


def write_replies(outcomes: Iterable[Outcome], path: Path) -> None:
    """Each case with its replies and how they were read, to be read by people."""
    path.write_text("\n".join(map(_told, outcomes)), encoding="utf-8")


def _told(outcome: Outcome) -> str:
    case = outcome.case
    lines = [f"=== {case.form}, {case.language}, {outcome.seconds:.1f} s"]
    lines += [f"--- reply\n{e.text}" for e in outcome.exchanged]
    for right, said in zip(case.right, outcome.said, strict=True):
        if isinstance(said, Answer):
            verdict = "" if right is None else " right" if right(said.value) else " WRONG"
            quotes = [q.text for q in said.quotes]
            lines.append(f"--- read{verdict}: {said.value!r}\n  {said.why}\n  quotes {quotes}")
        else:
            lines.append(f"--- no verdict: {said.reason.value}: {said.detail}")
    return "\n".join(lines) + "\n"


def show(console: Console, outcomes: Sequence[Outcome]) -> None:
    """The table, and what was lost."""
    console.print(table(outcomes))
    for line in losses(outcomes):
        console.print(line, markup=False, highlight=False)
