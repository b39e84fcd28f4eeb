"""Which questions the rules put to tables (ours): those whose words a table shares.

Retrieval goes by descriptions alone, as the paper's does. The rules may also know a table by the
names of its rows, as of planets; they then name it in what they ask.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from veridical.retrieval.index.bm25 import words
from veridical.retrieval.tables import ColumnKind, Table
from veridical.retrieval.tfidf import unspaced

LEAST_SHARED = 2
"""Words, or pairs of characters, that a question shares with a table at least."""
_SPACED, _UNSPACED = 1 / 3, 1 / 4
"""Of a question's words; of pairs of characters fewer, since half of them lie across words."""
_MOST_ROWS = 1_000
"""Whose names are looked at."""


def question_for(question: str, tables: Mapping[str, Table], used: Collection[str]) -> str:
    """What is asked of tables; "" where none that was not used shares enough words.

    Args:
        question: of a part of the report.
        tables: by id.
        used: ids of those that are not looked at.
    """
    wanted = frozenset(words(question))
    share = _UNSPACED if 2 * unspaced(question) > len(question) else _SPACED
    least = max(LEAST_SHARED, share * len(wanted))
    left = [table for id_, table in tables.items() if id_ not in used]
    if any(len(wanted & _described(one.description)) >= least for one in left):
        return question
    shared = [(len(wanted & (_described(one.description) | _named(one))), one) for one in left]
    fit = [(many, one) for many, one in shared if many >= least]
    if not fit:
        return ""
    _, best = max(fit, key=lambda pair: pair[0])
    return f"{question} ({best.title})"


@cache
def _described(description: str) -> frozenset[str]:
    return frozenset(words(description))


def _named(table: Table) -> frozenset[str]:
    """The words of the names of its rows."""
    places = table.column(ColumnKind.TEXT)
    names = (row[n] for row in table.rows[:_MOST_ROWS] for n in places)
    return frozenset(words(" ".join(str(name) for name in names if name is not None)))
