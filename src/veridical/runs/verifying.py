"""`verify`: the numbers of a researched report, worked out again from its corpus as it is now."""

from __future__ import annotations

from pathlib import Path

import msgspec

from veridical.agents.hka.numbers import Numbers, Verified, verify
from veridical.errors import InputError
from veridical.runs.analysed_files import NUMBERS
from veridical.runs.analysing import tables_of
from veridical.runs.check import read_report
from veridical.runs.corpus import corpus_items


def recorded_at(report: Path) -> Path:
    """Where the numbers of a report are kept."""
    return report.with_name(f"{report.stem}.{NUMBERS}")


def verify_report(report: Path, corpus: Path) -> Verified:
    """Hold a report's numbers against what they come from.

    Args:
        report: the file.
        corpus: the folder that it was written from.

    Raises:
        InputError: the report, its numbers or the corpus cannot be read.
    """
    items = {item.id: item for item in corpus_items(corpus)}
    tables = {table.id: table for table in tables_of(corpus, items.values())}
    return verify(read_numbers(recorded_at(report)), read_report(report), tables, items)


def read_numbers(path: Path) -> Numbers:
    """The numbers of a report as they were kept.

    Raises:
        InputError: they cannot be read.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Numbers)
    except OSError as e:
        raise InputError(
            str(path),
            f"cannot be read: {e.strerror}",
            expected="the numbers that `veridical research --agent hka` keeps beside its report",
            fix="Name a report of that agent.",
        ) from e
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise InputError(
            str(path),
            "holds no numbers of a report",
            got=str(e)[:80],
            expected="the file as it was written",
            fix="Answer the question again.",
        ) from e
