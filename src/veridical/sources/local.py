"""Sources from a folder: which file stands behind which citation.

A folder of texts answers look-ups by any of these names, tried in this order:

1. ``sources.json`` in the folder: ``{"1": "a.md", "https://…": "b.html"}``;
2. ``corpus.jsonl`` in the folder: an item's id, its ``source``, an address in it, its title;
3. a file's stem: the reference's label (``1.md``, ``[1].txt``, ``ref-1.html``), its
   address written as a file name (``example.org_path.txt``), or its title.

The folder is read by its own listing alone: a name from a report never becomes a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from veridical.errors import InputError
from veridical.report.decode import decode
from veridical.report.html import html_layout
from veridical.report.identity import find_urls, identify
from veridical.report.markdown import markdown_layout
from veridical.report.model import Block, BlockKind, Cell, Layout
from veridical.sources.result import Fetched, FetchState
from veridical.task import Item, read_lines

LARGEST_BYTES = 20_000_000
_TEXT = {".txt", ".text"}
_MARKDOWN = {".md", ".markdown"}
_HTML = {".html", ".htm", ".xhtml"}
_INCOMPLETE = {".crdownload", ".part", ".download", ".tmp"}
_PREFIX = re.compile(r"^(?:ref|reference|source|cite|citation|doc)[-_ ]?(?=\d)", re.IGNORECASE)
_SHOWS_NOTHING = {BlockKind.HIDDEN, BlockKind.MARKUP, BlockKind.RULE}


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
        self._files: dict[str, Path] = {}
        self._items: dict[str, Item] = {}
        self._read: dict[Path, Fetched] = {}
        self._index()

    def find(self, names: Iterable[str]) -> Fetched:
        """The source that one of `names` stands for, the first that is known.

        Args:
            names: a reference's item id, label, address and title, best first.

        Returns:
            Its text, or the state that says why there is none.
        """
        asked = [name for name in names if name]
        for key in (key for name in asked for key in _keys(name)):
            if key in self._items:
                return _from_item(self._items[key])
            if key in self._files:
                return self._fetched(self._files[key])
        return Fetched(asked[0] if asked else "", FetchState.NOT_FOUND)

    def _index(self) -> None:
        files = sorted(p for p in self._folder.rglob("*") if _is_inside(p, self._folder))
        for path in files:
            for key in _keys(path.stem):
                self._files.setdefault(key, path)
        self._index_corpus()
        self._index_map({p.relative_to(self._folder).as_posix(): p for p in files})

    def _index_corpus(self) -> None:
        path = self._folder / "corpus.jsonl"
        if not path.is_file():
            return
        for item in read_lines(path, Item):
            addresses = [found.url for found in find_urls(item.source)]
            for name in (item.id, item.source, *addresses, item.title):
                for key in _keys(name):
                    self._items.setdefault(key, item)

    def _index_map(self, files: dict[str, Path]) -> None:
        path = self._folder / "sources.json"
        if not path.is_file():
            return
        for name, file in _read_map(path).items():
            if file not in files:
                raise InputError(
                    "sources.json",
                    f'"{name}" names a file that is not in the folder',
                    got=file,
                    expected="a path below the folder",
                    fix="Correct the entry.",
                )
            for key in _keys(name):
                self._files[key] = files[file]
                self._items.pop(key, None)

    def _fetched(self, path: Path) -> Fetched:
        if path not in self._read:
            self._read[path] = _from_file(path, path.relative_to(self._folder).as_posix())
        return self._read[path]


def plain_text(layout: Layout) -> str:
    """What a reader sees of a layout: a block per paragraph, a row of a table per line."""
    tables = {table.block: table for table in layout.tables}
    pieces = []
    for block in layout.blocks:
        if block.index in tables:
            pieces.append("\n".join(_rows(tables[block.index].cells)))
        elif _is_shown(block):
            pieces.append(block.text.plain if block.text else "")
    return "\n\n".join(piece for piece in pieces if piece.strip())


def _is_shown(block: Block) -> bool:
    return block.text is not None and block.kind not in _SHOWS_NOTHING


def _rows(cells: Iterable[Cell]) -> Iterator[str]:
    rows: dict[int, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.text.plain)
    for row in sorted(rows):
        yield " | ".join(rows[row])


def _is_inside(path: Path, folder: Path) -> bool:
    named = {"sources.json", "corpus.jsonl"}
    is_file = path.is_file() and path.name not in named and not path.name.startswith(".")
    return is_file and path.resolve().is_relative_to(folder.resolve())


def _read_map(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError, msgspec.ValidationError) as e:
        raise InputError(
            "sources.json",
            f"cannot be read: {e}",
            expected='{"label or address": "file"}',
            fix="Mend it or remove it.",
        ) from e


def _keys(name: str) -> list[str]:
    """The keys a name is known by: its identity as a source, then its letters and digits."""
    if not name:
        return []
    source = identify(name)
    keys = [f"source:{source.key}"] if source.url or source.work else []
    for written in (name, *((source.url.partition("://")[2],) if source.url else ())):
        folded = _PREFIX.sub("", re.sub(r"[\W_]+", "-", written.casefold()).strip("-"))
        keys += [f"name:{folded}"] if folded else []
    return keys


def _from_item(item: Item) -> Fetched:
    state = FetchState.OK if item.text.strip() else FetchState.EMPTY
    return Fetched(item.id, state, item.text, item.title, item.source or item.id)


def _from_file(path: Path, name: str) -> Fetched:
    suffix = path.suffix.lower()
    if suffix in _INCOMPLETE:
        return Fetched(name, FetchState.INCOMPLETE_FILE, origin=name)
    if suffix not in _TEXT | _MARKDOWN | _HTML:
        return Fetched(name, FetchState.UNSUPPORTED_TYPE, origin=name)
    if path.stat().st_size > LARGEST_BYTES:
        return Fetched(name, FetchState.TOO_LARGE, origin=name)
    text, title = _text_of(path.read_bytes(), suffix)
    state = FetchState.OK if text.strip() else FetchState.EMPTY
    return Fetched(name, state, text, title, name)


def _text_of(data: bytes, suffix: str) -> tuple[str, str]:
    source, _ = decode(data)
    if suffix in _TEXT:
        return source, ""
    layout = html_layout(source) if suffix in _HTML else markdown_layout(source)
    headings = [s.heading for s in layout.sections if s.heading]
    return plain_text(layout), headings[0] if headings else ""
