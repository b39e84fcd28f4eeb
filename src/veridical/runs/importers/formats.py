"""The formats of other benches, by name: read into a bench's folder, and written from one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from veridical.errors import ConfigError, InputError
from veridical.runs.files import refuse_no_folder
from veridical.runs.importers import hievidr, hievidr_told, kdr, mmdr, mmdr_told
from veridical.runs.importers.told import Told

_TASKS = "tasks.jsonl"
_OF_A_BENCH = frozenset({_TASKS, "corpus.jsonl", hievidr.KEPT_FILE, kdr.KEPT_FILE, mmdr.KEPT_FILE})


@dataclass(frozen=True, slots=True)
class Format:
    """Another bench's format.

    Attributes:
        bring: reads its file into a bench's folder.
        give: writes a bench's folder as its file.
    """

    bring: Callable[[Path, Path], Told]
    give: Callable[[Path, Path], Told]


FORMATS: Mapping[str, Format] = {
    "hievidr": Format(hievidr_told.bring, hievidr_told.give),
    "kdr": Format(kdr.bring, kdr.give),
    "mmdr": Format(mmdr_told.bring, mmdr_told.give),
}


def import_bench(name: str, file: Path, out: Path) -> Told:
    """Read a file of another format into a new bench.

    Args:
        name: the format's.
        file: what is read.
        out: the bench's folder, or the ``tasks.jsonl`` in it.

    Raises:
        ConfigError: no such format, or `out` is another file.
        InputError: a file that cannot be read or does not follow its format; a bench is there.
        StoreError: the disk refuses.
    """
    chosen, folder = _format(name), bench_folder(out)
    refuse_no_folder(folder)
    if (folder / _TASKS).exists():
        raise InputError(
            f'folder "{folder}"',
            "holds a bench already",
            got=_TASKS,
            expected="a folder without one",
            fix="Name another folder with --out.",
        )
    return chosen.bring(file, folder)


def export_bench(name: str, bench: Path, out: Path) -> Told:
    """Write a bench as a file of another format.

    Args:
        name: the format's.
        bench: the bench's folder, or the ``tasks.jsonl`` in it.
        out: what is written.

    Raises:
        ConfigError: no such format, or `bench` is another file.
        InputError: no bench, or one that does not follow its format; `out` is there already.
        StoreError: the disk refuses.
    """
    chosen, folder = _format(name), bench_folder(bench)
    is_own = out.name in _OF_A_BENCH and out.absolute().parent.resolve() == folder.resolve()
    if is_own or os.path.lexists(out):
        raise InputError(
            str(out),
            "is a file of the bench itself" if is_own else "is there already",
            got=out.name,
            expected="a name that is free",
            fix="Name another file with --out.",
        )
    return chosen.give(folder, out)


def bench_folder(path: Path) -> Path:
    """The folder of a bench that is named by itself or by its tasks.

    Raises:
        ConfigError: another file; corpus and tasks are found by their names.
    """
    if path.name == _TASKS:
        return path.parent
    if path.suffix == ".jsonl":
        raise ConfigError(
            str(path),
            "is no bench",
            expected=f"a folder, or {_TASKS} in it",
            fix="Name one of them.",
        )
    return path


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise ConfigError(
            "format", "is unknown", got=name, expected=" or ".join(FORMATS), fix="Correct it."
        )
    return FORMATS[name]
