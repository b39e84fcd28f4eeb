"""A ledger as its user handles it: shown, exported, pruned with a view to runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from veridical.ledger import open_ledger
from veridical.ledger.exchange import export
from veridical.ledger.listing import Count, counts
from veridical.ledger.prune import Pruned, prune
from veridical.runs.files import refused
from veridical.runs.identity import checked_date
from veridical.runs.load import load_run
from veridical.runs.sync import run_sync


def counts_of(where: str | Path) -> tuple[Count, ...]:
    """What a ledger holds.

    Raises:
        StoreError: it cannot be read.
    """
    with open_ledger(where, read_only=True) as kept:
        return run_sync(counts(kept))


def export_to(where: str | Path, target: Path) -> int:
    """Write all of a ledger to a file, without its secret; how many records.

    Raises:
        StoreError: the ledger cannot be read, or the disk refuses.
    """
    try:
        return export(where, target)
    except OSError as e:
        raise refused(target, e) from e


def pruned(
    where: str | Path,
    *,
    before: str | None = None,
    runs: Iterable[Path] = (),
    is_trial: bool = False,
) -> Pruned:
    """Remove what a ledger need not keep.

    Args:
        where: the ledger.
        before: what machines said before this date goes too; None = only what can never answer.
        runs: folders of runs whose answers stay, so that they can be recomputed.
        is_trial: only count.

    Raises:
        ConfigError: `before` is no date.
        InputError: a folder that holds no run.
        StoreError: the ledger cannot be read or written.
    """
    keys = {
        asked.key
        for folder in runs
        for result in load_run(folder).results
        for asked in result.asked
        if asked.key is not None
    }
    date = None if before is None else checked_date(before)
    return prune(where, before=date, keep=keys, is_trial=is_trial)
