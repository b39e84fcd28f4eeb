"""Files of HiEviDR-Bench instances into a bench and back, with all that is lost on the way told.

What a task has no place for is kept beside the tasks and written back on export; it is told
all the same, since no measure and no page knows of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from veridical.runs.files import write_whole
from veridical.runs.importers.hievidr import (
    KEPT_FILE,
    Imported,
    export_instances,
    import_instances,
    read_imported,
    read_instances,
    write_imported,
)
from veridical.runs.importers.hievidr_rows import EDGE, GRAPH, ITEM, NODE, TOP, Kept
from veridical.runs.importers.rows import Key, Rows, Shape
from veridical.runs.importers.told import Told
from veridical.sources.inside import file_inside

_FEW = 3
_WITHOUT_PLACE = frozenset({"", "mm_outputs"})
"""Fields that are read from an instance, or not even that, and that no task has."""

_EMPTY: tuple[object, ...] = (None, "", [], {})


def bring(file: Path, folder: Path) -> Told:
    """Read a file of instances into a bench's folder.

    Raises:
        InputError: it cannot be read, or an instance lacks what a task needs.
        StoreError: the disk refuses.
    """
    imported = import_instances(read_instances(file))
    write_imported(imported, folder)
    lost = (*_aside(imported.kept), *_unread(imported.kept), *_changed(imported.kept))
    absent = (*_without_item(imported), *_without_picture(imported, folder))
    return Told(len(imported.tasks), len(imported.corpus), (*lost, *absent))


def give(folder: Path, file: Path) -> Told:
    """Write a bench's tasks as instances: a JSON array, or one a line in a ``.jsonl``.

    Raises:
        InputError: no bench, or one that does not follow its format.
        StoreError: the disk refuses.
    """
    imported = read_imported(folder)
    instances = export_instances(imported)
    if file.suffix == ".jsonl":
        data = b"".join(msgspec.json.encode(one) + b"\n" for one in instances)
    else:
        data = msgspec.json.format(msgspec.json.encode(instances), indent=1) + b"\n"
    write_whole(file, data)
    kept = {one.task: {new for new, _, _ in one.items} for one in imported.kept}
    named: set[str] = set()
    for task in imported.tasks:
        graph = task.gold.graph
        of_graph = {n.item for n in graph.evidence if n.item} if graph else set()
        named |= kept.get(task.id, of_graph)
    written = named & imported.corpus.keys()
    return Told(len(instances), len(written), tuple(_left_out(imported.corpus.keys() - written)))


def _left_out(items: Iterable[str]) -> Iterator[str]:
    ids = sorted(items)
    if ids:
        yield f"left out, since no task's graph names them: {_listed(ids, 'item')}"


def _shapes(kept: Iterable[Kept]) -> Iterator[tuple[str, Rows, Shape]]:
    for one in kept:
        yield "instance", TOP, one.top
        yield "graph", GRAPH, one.graph
        yield from (("node", NODE, shape) for shape in one.nodes.values())
        yield from (("edge", EDGE, shape) for _, _, shape in one.edges if shape is not None)
        yield from (("item", ITEM, shape) for _, _, shape in one.items)


def _aside(kept: Iterable[Kept]) -> Iterator[str]:
    """Keys that a task has no place for."""
    counted = Counter(
        (key.name, of)
        for of, _, shape in _shapes(kept)
        for key in shape.keys
        if key.field in _WITHOUT_PLACE and key.raw not in _EMPTY
    )
    for (name, of), count in sorted(counted.items()):
        what = f'"{name}" of {_counted(count, of)}'
        yield f"kept in {KEPT_FILE} alone, as a task has no place for it: {what}"


def _unread(kept: Iterable[Kept]) -> Iterator[str]:
    """Values that stand under a known key and are not of the kind that is read there."""
    counted = Counter(
        (key.name, of)
        for of, rows, shape in _shapes(kept)
        for key in shape.keys
        if key.field not in _WITHOUT_PLACE and _is_lost(key, rows)
    )
    for (name, of), count in sorted(counted.items()):
        yield f'not understood, and kept in {KEPT_FILE} alone: "{name}" of {_counted(count, of)}'


def _is_lost(key: Key, rows: Rows) -> bool:
    values, _ = rows.read({key.name: key.raw})
    return key.raw not in _EMPTY and values.get(key.field) in _EMPTY


def _changed(kept: Iterable[Kept]) -> Iterator[str]:
    turned = [one.task for one in kept if one.is_reversed]
    if turned:
        yield f"turned, to run from supporter to supported: the edges of {_listed(turned, 'task')}"


def _without_item(imported: Imported) -> Iterator[str]:
    loose = [
        f"{task.id}: {node.id}"
        for task in imported.tasks
        if task.gold.graph is not None
        for node in task.gold.graph.evidence
        if node.item is None or node.item not in imported.corpus
    ]
    if loose:
        yield f"without an item of the corpus: {_listed(loose, 'evidence node')}"
    mute = [task.id for task in imported.tasks if task.gold.answer is None]
    if mute:
        yield f"without a gold answer: {_listed(mute, 'task')}"


def _without_picture(imported: Imported, folder: Path) -> Iterator[str]:
    named = [image.path for task in imported.tasks for image in task.query.images]
    named += [item.image_path for item in imported.corpus.values() if item.image_path]
    absent = [path for path in dict.fromkeys(named) if file_inside(folder, path) is None]
    if absent:
        yield f"not in the bench's folder: {_listed(absent, 'picture')}; put them there"


def _listed(names: list[str], noun: str) -> str:
    left = len(names) - _FEW
    few = ", ".join(names[:_FEW]) + (f" and {left} more" if left > 0 else "")
    return f"{_counted(len(names), noun)} ({few})"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
