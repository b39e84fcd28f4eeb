"""`veridical import|export FORMAT …`: benches of other formats, with all that is lost told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veridical.errors import printable

if TYPE_CHECKING:
    from veridical.runs.importers.told import Told

FormatName = Annotated[
    str, typer.Argument(metavar="FORMAT", help="Whose format: hievidr, kdr or mmdr.")
]


def bring(
    name: FormatName,
    file: Annotated[Path, typer.Argument(help="A JSON array, or one instance a line.")],
    *,
    out: Annotated[Path, typer.Option(help="A new bench's folder, or tasks.jsonl in it.")],
) -> int:
    """Make a bench of a file of instances; what a task has no place for is kept beside it."""
    from veridical.runs.importers.formats import bench_folder, import_bench

    told = import_bench(name, file, out)
    _show(told, f"are in {bench_folder(out)}")
    return 0


def give(
    name: FormatName,
    bench: Annotated[Path, typer.Argument(help="A bench's folder, or its tasks.jsonl.")],
    *,
    out: Annotated[Path, typer.Option(help="The file to write: .jsonl for a line each.")],
) -> int:
    """Write a bench as a file of instances: those that were imported as they were."""
    from veridical.runs.importers.formats import export_bench

    _show(export_bench(name, bench, out), f"are in {out}")
    return 0


def _show(told: Told, where: str) -> None:
    tasks = "1 task" if told.tasks == 1 else f"{told.tasks} tasks"
    items = "1 item" if told.items == 1 else f"{told.items} items"
    typer.echo(printable(f"{tasks} and {items} {where}."))
    for note in told.notes:
        typer.echo(printable(f"{note}."))
