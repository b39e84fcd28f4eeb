"""What writers say that they were given is held against the corpus before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.errors import InputError

if TYPE_CHECKING:
    from veridical.runs.submissions import Submitted
    from veridical.task import Bench


def read_given(path: Path, bench: Bench, *, may_lack_reports: bool) -> tuple[Submitted, ...]:
    """The reports of a folder or a file, their evidence lists held against the corpus.

    Args:
        path: the folder, or a file that ends in ``.jsonl``.
        bench: the tasks that they answer.
        may_lack_reports: whether a system may have left tasks out.

    Raises:
        InputError: what `read_submissions` refuses, or an item that is in no corpus.
        TaskFormatError: a trajectory or JSONL line that does not follow its format.
    """
    from veridical.runs.submissions import read_submissions

    submitted = read_submissions(path, bench, may_lack_reports=may_lack_reports)
    refuse_unknown_evidence(submitted, bench)
    return submitted


def refuse_unknown_evidence(submitted: Iterable[Submitted], bench: Bench) -> None:
    """Refuse an evidence list that names what the corpus does not have.

    Where no corpus is known, nothing can be held against it; an id that the list itself gives a
    title or an address is known by that.

    Raises:
        InputError: the first such report, with the id.
    """
    for one in submitted if bench.corpus else ():
        given = one.evidence
        if given is None:
            continue
        for item in (*given.texts, *given.images):
            if item not in bench.corpus and item not in given.names:
                raise InputError(
                    f'evidence of "{one.system}" on "{one.task_id}"',
                    "names an item that is not in the corpus",
                    got=item,
                    expected="ids of corpus.jsonl",
                    fix="Add the item, or correct the evidence list.",
                )
