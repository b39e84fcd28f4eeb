"""Sources from a folder: which file or item stands behind which citation.

A folder of texts answers look-ups by any of these names, tried in this order:

1. ``sources.json`` in the folder: ``{"1": "a.md", "https://…": "b.html"}``;
2. ``corpus.jsonl`` in the folder: an item's id, its ``source``, an address in it, its title;
   items that share a name are pieces of one source and are read together;
3. a file's name without its suffix: the reference's label (``1.md``, ``[1].txt``,
   ``ref-1.html``), its address written as a file name (``example.org_path.txt``), or its
   title. Two readable files of one name stand for neither: `FetchState.SEVERAL_FILES`;
   their paths below the folder tell them apart.

The folder is read by its own listing alone: a name from a report never becomes a path, and a
link that leads out of the folder is no part of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from veridical.errors import InputError
from veridical.report.identity import find_urls
from veridical.sources.files import called, file_source, is_document, is_readable
from veridical.sources.inside import file_inside
from veridical.sources.names import Names, keys_of_all
from veridical.sources.result import Fetched, FetchState
from veridical.task import Item, read_lines

MAP = "sources.json"
CORPUS = "corpus.jsonl"


class LocalSources:
    """A folder of source texts.

    Raises:
        InputError: no such folder; ``sources.json`` or ``corpus.jsonl`` cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise InputError(
                str(folder),
                "is no folder",
                expected="a folder of source texts",
                fix="Pass --sources DIR.",
            )
        self._folder = folder
        self._read: dict[Path, Fetched] = {}
        files = _files(folder)
        self._given = self._of_map({p.relative_to(folder).as_posix(): p for p in files})
        self._ids, self._items = self._of_corpus()
        self._files: Names[Path] = Names()
        for path in files:
            self._files.add(called(path), path)
            self._files.add(_shown(path, folder), path)

    @property
    def folder(self) -> Path:
        """The folder."""
        return self._folder

    def find(self, names: Iterable[str]) -> Fetched:
        """The source that one of `names` stands for, the first that is known.

        Args:
            names: a reference's item id, label, address and title, best first.

        Returns:
            Its text, or the state that says why there is none.
        """
        asked = [name for name in names if name]
        is_several = False
        for key in keys_of_all(asked):
            if given := self._given.under(key):
                return self._fetched(given[-1])
            if items := self._ids.under(key) or self._items.under(key):
                return self._from_items(items, asked[0])
            files = _best(self._files.under(key))
            if len(files) == 1:
                return self._fetched(files[0])
            is_several = is_several or len(files) > 1
        state = FetchState.SEVERAL_FILES if is_several else FetchState.NOT_FOUND
        return Fetched(asked[0] if asked else "", state)

    def _of_map(self, files: dict[str, Path]) -> Names[Path]:
        names: Names[Path] = Names()
        path = self._list(MAP)
        for name, file in _read_map(path).items() if path else ():
            wanted = PurePosixPath(file.replace("\\", "/")).as_posix()
            if wanted not in files:
                raise InputError(
                    MAP,
                    f'"{name}" names a file that is not in the folder',
                    got=file,
                    expected="a path below the folder",
                    fix="Correct the entry.",
                )
            names.add(name, files[wanted])
        return names

    def _of_corpus(self) -> tuple[Names[Item], Names[Item]]:
        ids: Names[Item] = Names()
        others: Names[Item] = Names()
        path = self._list(CORPUS)
        for item in read_lines(path, Item) if path else ():
            ids.add(item.id, item)
            addresses = [found.url for found in find_urls(item.source)]
            for name in (item.source, *addresses, item.title):
                others.add(name, item)
        return ids, others

    def _list(self, name: str) -> Path | None:
        """A list of sources; None where there is nothing of that name."""
        path = self._folder / name
        if os.path.lexists(path) and file_inside(self._folder, name) is None:
            raise InputError(
                name,
                "is no file in the folder of sources",
                expected="a file, no link that leads out of it",
                fix="Put the file itself there, or remove it.",
            )
        return path if path.is_file() else None

    def _from_items(self, items: Sequence[Item], asked: str) -> Fetched:
        """One item, or several as the pieces of one source."""
        first = items[0]
        text = "\n\n".join(item.text for item in items if item.text.strip())
        return Fetched(
            first.id if len(items) == 1 else asked,
            FetchState.OK if text else FetchState.EMPTY,
            text,
            first.title,
            first.source or first.id,
            self._picture(first),
        )

    def _picture(self, item: Item) -> Path | None:
        return file_inside(self._folder, item.image_path) if item.image_path else None

    def _fetched(self, path: Path) -> Fetched:
        if path not in self._read:
            self._read[path] = file_source(path, _shown(path, self._folder))
        return self._read[path]


def _shown(path: Path, folder: Path) -> str:
    """A file's path below the folder; a name whose bytes are no text still has to be shown."""
    return path.relative_to(folder).as_posix().encode("utf-8", "backslashreplace").decode("utf-8")


def _files(folder: Path) -> list[Path]:
    """The files below a folder, save hidden ones and what leads out of it."""
    root = folder.resolve()
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") for part in parts) or parts in ((MAP,), (CORPUS,)):
            continue
        if path.is_file() and path.resolve().is_relative_to(root):
            found.append(path)
    return found


def _best(files: Sequence[Path]) -> Sequence[Path]:
    """The texts among files that share a name, else the documents, else the first."""
    texts = [path for path in files if is_readable(path)]
    return texts or [path for path in files if is_document(path)] or files[:1]


def _read_map(path: Path) -> dict[str, str]:
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        return msgspec.json.decode(data, type=dict[str, str])
    except OSError as e:
        raise _bad_map(f"cannot be read: {e.strerror}") from e
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise _bad_map(f"cannot be read: {e}") from e


def _bad_map(wrong: str) -> InputError:
    expected = '{"label or address": "file"}'
    return InputError(MAP, wrong, expected=expected, fix="Mend it or remove it.")
