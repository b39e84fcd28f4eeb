"""A corpus of one's own: built from files piece by piece, gone on with after a kill, searched.

``corpus.jsonl`` and ``tables.jsonl`` are put together from ``parts/``, one file a document, which
stands there whole or not at all. A document whose bytes are the same is not read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

import msgspec

from veridical.errors import InputError
from veridical.retrieval.corpora.pieces import (
    CHUNK_CHARACTERS,
    Pieces,
    is_source,
    pieces_of,
    sources_in,
)
from veridical.retrieval.tables import Table, TableBase
from veridical.retrieval.tables.knowledge import Place, place_of
from veridical.runs.files import refused, sweep, write_whole
from veridical.runs.lock import locked
from veridical.task import Item, read_lines

ABSTRACTS = frozenset({"abstract.md", "abstract.txt"})
"""Names of files whose words are the abstract of the topic in whose folder they stand."""
ITEMS, TABLES, PARTS = "corpus.jsonl", "tables.jsonl", "parts"
VERSION = 2
"""Of how files are cut; a part of another one is made again."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a document gave, as it is kept.

    Attributes:
        version: of how files are cut.
        name: of the document.
        sha256: of its bytes.
        characters: of a chunk at most.
        items: its pieces.
        tables: those of them that are typed.
        refusal: why there are none; "" where there are some.
        notes: what was left out.
    """

    version: int
    name: str
    sha256: str
    characters: int
    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    refusal: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Built:
    """What building a corpus came to.

    Attributes:
        parts: of every document, in the order of their names.
        read: how many were read now; the others were as before.
        left_out: names of links and other things that are no plain files.
    """

    parts: tuple[Part, ...]
    read: int
    left_out: tuple[str, ...] = ()

    @property
    def items(self) -> int:
        """How many pieces there are."""
        return sum(len(part.items) for part in self.parts)

    @property
    def refused(self) -> tuple[Part, ...]:
        """Documents that gave nothing."""
        return tuple(part for part in self.parts if part.refusal)


def build_corpus(
    out: Path,
    sources: Sequence[Path],
    *,
    characters: int = CHUNK_CHARACTERS,
    keeps_others: bool = False,
    tell: Callable[[int, int], None] = lambda _done, _total: None,
) -> Built:
    """Read files into a corpus.

    Args:
        out: the corpus's folder.
        sources: files, and folders whose files are read with all below them.
        characters: of a chunk at most, in code points.
        keeps_others: whether documents of the corpus that are not among the sources stay.
        tell: told how many documents are done, and of how many.

    Raises:
        InputError: a source that is not there, or holds nothing that can be read; two documents
            of one name.
        StoreError: the disk refuses, or somebody else is building there.
    """
    for source in sources:
        _refuse_itself(out, source)
    named, left_out = _named(sources)
    parts_folder = out / PARTS
    try:
        parts_folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise refused(out, e) from e
    with locked(out):
        sweep(parts_folder)
        if not keeps_others:
            _drop_others(parts_folder, named)
        read = 0
        for done, (name, path) in enumerate(named.items()):
            tell(done, len(named))
            read += _keep(out, path, name, characters)
        parts = tuple(sorted(_parts(parts_folder), key=lambda part: part.name))
        built = Built(parts, read, tuple(left_out))
        write_whole(out / ITEMS, (_line(item) for part in built.parts for item in part.items))
        write_whole(out / TABLES, (_line(table) for part in built.parts for table in part.tables))
    return built


def corpus_items(folder: Path) -> list[Item]:
    """The items of a corpus.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    path = folder / ITEMS
    if not path.is_file():
        raise no_corpus(folder)
    return read_lines(path, Item)


def no_corpus(folder: Path) -> InputError:
    """That there is none."""
    return InputError(
        str(folder),
        "holds no corpus",
        expected=f"a folder with {ITEMS}",
        fix=f"Build one, as with `veridical corpus build {folder.name} FOLDER`.",
    )


def corpus_tables(folder: Path) -> list[Table]:
    """The typed tables of a corpus; none where it has no such file.

    Raises:
        InputError: they cannot be read.
    """
    path = folder / TABLES
    return read_lines(path, Table) if path.is_file() else []


def table_base(folder: Path) -> TableBase:
    """The typed tables of a corpus as a base; a topic's abstract is the text in its folder.

    Raises:
        InputError: there is no corpus, or it cannot be read.
    """
    tables = corpus_tables(folder)
    wanted = {_abstract_folder(table): place_of(table) for table in tables}
    abstracts: dict[Place, str] = {}
    for item in corpus_items(folder):
        path = PurePosixPath(item.document)
        place = wanted.get(path.parent.as_posix())
        if place is not None and path.name in ABSTRACTS:
            abstracts[place] = "\n".join(filter(None, (abstracts.get(place), item.text)))
    return TableBase(tables, abstracts)


def _abstract_folder(table: Table) -> str:
    return PurePosixPath(table.source).parent.as_posix()


def item_of(folder: Path, id_: str) -> Item:
    """One item of a corpus.

    Raises:
        InputError: there is no corpus, or no such item in it.
    """
    for item in corpus_items(folder):
        if item.id == id_:
            return item
    raise InputError(
        str(folder),
        "holds no such piece",
        got=id_,
        expected="an id as `veridical corpus search` prints them",
        fix="Look it up.",
    )


def counts_of(folder: Path) -> list[tuple[str, str, int, int, int]]:
    """Pieces, documents and characters of a corpus by modality and language.

    Raises:
        InputError: there is no corpus, or it cannot be read.
    """
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in corpus_items(folder):
        groups.setdefault((item.modality.value, item.language), []).append(item)
    return [
        (*key, len(some), len({i.document or i.id for i in some}), sum(len(i.text) for i in some))
        for key, some in sorted(groups.items())
    ]


def _refuse_itself(out: Path, source: Path) -> None:
    """Refuse a corpus that would be read into itself."""
    own, read = out.resolve(), source.resolve()
    if own == read or own.is_relative_to(read) or read.is_relative_to(own):
        raise InputError(
            str(out),
            "is among its own sources",
            got=str(source),
            expected="a folder of its own for the corpus",
            fix="Name another folder.",
        )


def _named(sources: Sequence[Path]) -> tuple[dict[str, Path], list[str]]:
    """Every document by its name, in order, and what is left out."""
    found: dict[str, Path] = {}
    left_out: list[str] = []
    for source in sources:
        documents, others = _documents(source)
        left_out += others
        for name, path in documents:
            if found.setdefault(name, path).resolve() != path.resolve():
                raise InputError(
                    str(path),
                    "has the name of another document",
                    got=name,
                    expected="names that tell documents apart",
                    fix="Give the folder above both, or rename one.",
                )
    return found, left_out


def _documents(source: Path) -> tuple[list[tuple[str, Path]], list[str]]:
    if source.is_dir():
        inside, left_out = sources_in(source)
        if not inside:
            raise _nothing(source, "holds no file that can be read")
        return inside, left_out
    if not source.exists():
        raise _nothing(source, "is not there")
    if not source.is_file() or not is_source(source):
        raise _nothing(source, "is no file that can be read")
    return [(source.name, source)], []


def _nothing(source: Path, wrong: str) -> InputError:
    return InputError(
        str(source),
        wrong,
        expected="text, Markdown, HTML, PDF, DOCX, pictures, CSV, TSV, JSON, XLSX or Parquet",
        fix="Name a file or folder that holds some.",
    )


def _keep(out: Path, path: Path, name: str, characters: int) -> int:
    """Read a document and keep its part, unless one of the same bytes is kept; how many read."""
    place = out / PARTS / _place(name)
    digest = _digest(path)
    before = _part(place)
    is_same = before is not None and (before.sha256, before.characters) == (digest, characters)
    if is_same and before is not None and before.version == VERSION:
        return 0
    pieces = pieces_of(path, name, characters=characters)
    _copy(pieces, out)
    part = Part(
        VERSION,
        name,
        digest,
        characters,
        pieces.items,
        pieces.tables,
        pieces.refusal,
        pieces.notes,
    )
    write_whole(place, msgspec.json.encode(part))
    return 1


def _place(name: str) -> str:
    return f"{sha256(name.encode()).hexdigest()[:24]}.json"


def _drop_others(folder: Path, named: Iterable[str]) -> None:
    kept = set(map(_place, named))
    for place in folder.glob("*.json"):
        if place.name not in kept:
            try:
                place.unlink()
            except OSError as e:
                raise refused(place, e, doing="removed") from e


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            digest = sha256()
            while piece := file.read(1 << 20):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def _part(place: Path) -> Part | None:
    try:
        return msgspec.json.decode(place.read_bytes(), type=Part)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None


def _parts(folder: Path) -> Iterator[Part]:
    for place in folder.glob("*.json"):
        part = _part(place)
        if part is not None:
            yield part


def _copy(pieces: Pieces, out: Path) -> None:
    for place, given in pieces.pictures:
        target = out / place
        if not target.exists():
            write_whole(target, given if isinstance(given, bytes) else _bytes(given))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as e:
        raise refused(path, e, doing="read") from e


def _line(record: Item | Table) -> bytes:
    return msgspec.json.encode(record) + b"\n"
