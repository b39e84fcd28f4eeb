"""What code can tell of a report's numbers by itself, where it knows the cells they come from.

A sentence that code wrote from cells stands if each of its numbers still follows from them; it is
contradicted if one does not. Nobody is asked of what arithmetic settles.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from veridical.agents.hka.numbers import Outcome, Why, outcomes
from veridical.findings.verdict import State, StatementVerdict
from veridical.report.model import Report
from veridical.runs.analysing import tables_of
from veridical.runs.check import NONE_COMPUTED
from veridical.runs.corpus import ITEMS, corpus_items
from veridical.runs.verifying import read_numbers, recorded_at
from veridical.sources import LocalSources


def computed_verdicts(
    path: Path, report: Report, sources: object
) -> Mapping[int, StatementVerdict]:
    """The verdicts by statement; none where no numbers were kept, or no corpus is at hand.

    Args:
        path: of the report, beside which its numbers are.
        report: as it is now.
        sources: where its sources are.

    Raises:
        InputError: numbers or corpus cannot be read.
    """
    folder = sources.folder if isinstance(sources, LocalSources) else None
    kept = recorded_at(path)
    if folder is None or not kept.is_file() or not (folder / ITEMS).is_file():
        return NONE_COMPUTED
    items = {item.id: item for item in corpus_items(folder)}
    tables = {table.id: table for table in tables_of(folder, items.values())}
    every = outcomes(read_numbers(kept), report, tables, items)
    found = (_verdict(one) for one in every)
    return {one.statement: one for one in found if one is not None}


def _verdict(one: Outcome) -> StatementVerdict | None:
    against = [m for m in one.mismatches if m.why is Why.DIFFERS and m.where.startswith("table ")]
    if against:
        (first, *_) = against
        why = f"It has {first.written}, and the cells give {first.now} ({first.where})."
        return StatementVerdict(one.statement, State.CONTRADICTED, why)
    if one.is_computed:
        why = f"Worked out again: {'; '.join(one.where)}."
        return StatementVerdict(one.statement, State.SUPPORTED, why)
    return None
