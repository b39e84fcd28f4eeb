"""One file in pieces: chunks of its text, its pictures, its tables.

A document's pieces name it, their section and their page, so that an answer can be traced back;
their order is the document's.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath

from msgspec import structs

from veridical.report import parse_report
from veridical.report.language import UNDETERMINED, language_of
from veridical.report.model import Report
from veridical.retrieval.corpora.cropped import cropped, sections_in
from veridical.retrieval.corpora.papers import Paper, read_paper
from veridical.retrieval.passages import passages
from veridical.retrieval.tables import (
    Table,
    is_table,
    read_table_file,
    summary_of,
    table_from_item,
)
from veridical.retrieval.tables.knowledge import place_in, place_of
from veridical.sources.extract.layout import rows_of
from veridical.sources.files import HTML, MARKDOWN, file_source, is_document, is_readable
from veridical.sources.images.inventory import Surroundings, inventory
from veridical.sources.images.kinds import SHOWN, facts_of
from veridical.sources.result import FetchState
from veridical.task import Item, Modality

CHUNK_CHARACTERS = 1_200
LARGEST_PICTURE = 20_000_000
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"})
_CAPTION_SUFFIX = ".caption.txt"
_NAME = re.compile(r"[^\w.-]+")
_NAME_CHARACTERS = 60


@dataclass(frozen=True)
class Pieces:
    """What a file holds.

    Attributes:
        items: in the document's order; those with pictures name the file in `pictures`.
        tables: typed, with the ids of their items.
        pictures: files to be copied, or their bytes, by the path that items have for them.
        refusal: why there are none; "" where there are some.
        notes: what was left out.
    """

    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[tuple[str, Path | bytes], ...] = ()
    refusal: str = ""
    notes: tuple[str, ...] = ()


def is_source(path: Path) -> bool:
    """Whether a file is one that a corpus can be made of, by its suffix."""
    if path.name.endswith(_CAPTION_SUFFIX):
        return False
    is_picture = path.suffix.lower() in _PICTURES
    return is_readable(path) or is_document(path) or is_table(path) or is_picture


def pieces_of(path: Path, name: str, *, characters: int = CHUNK_CHARACTERS) -> Pieces:
    """The pieces of a file.

    Args:
        path: the file.
        name: what the corpus calls it: its path below the folder that was given.
        characters: of a chunk at most, in code points.
    """
    if path.suffix.lower() in _PICTURES:
        return _of_picture(path, name)
    if is_table(path):
        return _of_tables(path, name)
    return _of_document(path, name, characters)


def slug(name: str) -> str:
    """A document's name as the beginning of ids: letters, digits, dots and dashes.

    What letters cannot tell apart, the end of a hash does.
    """
    plain = _NAME.sub("-", unicodedata.normalize("NFKC", name)).strip("-.")[:_NAME_CHARACTERS]
    is_same = plain == name
    return plain if is_same else f"{plain}-{sha256(name.encode()).hexdigest()[:6]}".lstrip("-")


def _of_document(path: Path, name: str, characters: int) -> Pieces:
    source = file_source(path, name)
    if source.state is not FetchState.OK:
        return Pieces(refusal=source.state.value.replace("_", " "))
    begin, language = slug(name), _language(source.text)
    suffix = path.suffix.lower()
    report = parse_report(path.read_bytes()) if suffix in HTML | MARKDOWN else None
    paper = read_paper(path.read_bytes()) if suffix == ".pdf" else Paper()
    sections = _headings(source.text, report) if report else sections_in(source.text, paper)
    texts = [
        Item(
            id=f"{begin}-{number:04d}",
            text=piece.text,
            title=source.title or path.stem,
            source=name,
            language=language,
            document=name,
            section=_section_at(sections, piece.start),
            page=source.page_of(piece.start),
        )
        for number, piece in enumerate(passages(source.text, source=name, characters=characters), 1)
    ]
    like = partial(
        Item,
        title=source.title or path.stem,
        source=name,
        language=language,
        document=name,
    )
    if report is None:
        shown, drawn, notes = cropped(paper, begin, like)
        return Pieces((*texts, *shown), pictures=drawn, notes=notes)
    figures, pictures = _figures(report, path.parent, begin, like)
    tables, typed = _tables(report, begin, like)
    return Pieces((*texts, *figures, *tables), typed, pictures)


def _language(text: str) -> str:
    """A language's code; "" where the words do not tell."""
    found = language_of(text)
    return "" if found == UNDETERMINED else found


def _headings(text: str, report: Report) -> Sequence[tuple[int, str]]:
    """Where sections begin in a text as it is read, and what they are called."""
    found, at = [], 0
    for section in report.sections:
        if section.heading and (place := text.find(section.heading, at)) >= 0:
            found.append((place, section.heading))
            at = place + len(section.heading)
    return found


def _section_at(sections: Sequence[tuple[int, str]], start: int) -> str:
    before = bisect_right(sections, start, key=lambda section: section[0])
    return sections[before - 1][1] if before else ""


def _figures(
    report: Report, folder: Path, begin: str, like: Callable[..., Item]
) -> tuple[list[Item], tuple[tuple[str, Path | bytes], ...]]:
    """Pictures that a document of text shows from files beside it."""
    items: list[Item] = []
    pictures: list[tuple[str, Path | bytes]] = []
    for number, image in enumerate(inventory(report, Surroundings(folder)), start=1):
        caption = image.caption or image.alt
        if not image.path or not caption:
            continue
        file = Path(image.path)
        place = f"pictures/{image.sha256[:16]}{file.suffix.lower()}"
        pictures.append((place, file))
        items.append(like(f"{begin}-figure-{number}", caption, Modality.IMAGE, image_path=place))
    return items, tuple(pictures)


def _tables(
    report: Report, begin: str, like: Callable[..., Item]
) -> tuple[list[Item], tuple[Table, ...]]:
    """Tables that stand in a document's text, typed."""
    items, typed = [], []
    for number, table in enumerate(report.tables, start=1):
        text = "\n".join(" | ".join(row) for row in rows_of(table.cells))
        item = like(f"{begin}-table-{number}", text, Modality.TABLE)
        read = table_from_item(item)
        if read is not None:
            items.append(item)
            typed.append(read)
    return items, tuple(typed)


def _of_tables(path: Path, name: str) -> Pieces:
    read = read_table_file(path, slug(name))
    if read.refusal:
        return Pieces(refusal=read.refusal)
    tables = tuple(_placed(table, path, name) for table in read.tables)
    items = tuple(_item_of(table, name) for table in tables)
    notes = tuple(note for table in tables for note in table.notes)
    return Pieces(items, tables, notes=notes)


def _placed(table: Table, path: Path, name: str) -> Table:
    """A table with its place among the folders, its language, and what it shows."""
    domain, sub_domain, topic = place_in(PurePosixPath(name).parts[:-1])
    beside = _words_beside(path)
    known = structs.replace(
        table,
        source=name,
        domain=domain,
        sub_domain=sub_domain,
        topic=topic,
        language=_language(f"{table.title}\n{beside}\n{table.as_text(20)}"),
    )
    return structs.replace(known, summary=beside or summary_of(known))


def _item_of(table: Table, name: str) -> Item:
    text = table.as_text()
    return Item(
        id=table.id,
        text=text,
        modality=Modality.TABLE,
        title=table.title,
        source=name,
        language=table.language,
        document=name,
        section=" / ".join(filter(None, place_of(table))),
    )


def _of_picture(path: Path, name: str) -> Pieces:
    try:
        if path.stat().st_size > LARGEST_PICTURE:
            return Pieces(refusal="too large")
        data = path.read_bytes()
    except OSError as e:
        return Pieces(refusal=f"cannot be read: {e.strerror or e}")
    if facts_of(data).media_type not in SHOWN:
        return Pieces(refusal="is no picture of a known kind")
    place = f"pictures/{sha256(data).hexdigest()[:16]}{path.suffix.lower()}"
    caption, note = _caption(path)
    item = Item(
        id=slug(name),
        text=caption,
        modality=Modality.IMAGE,
        title=path.stem,
        image_path=place,
        source=name,
        language=_language(caption),
        document=name,
    )
    return Pieces((item,), pictures=((place, path),), notes=note)


def _caption(path: Path) -> tuple[str, tuple[str, ...]]:
    """The words beside a picture, as ``name.caption.txt``; else its name, and that is said."""
    words = _words_beside(path)
    if words:
        return words, ()
    plain = re.sub(r"[_-]+", " ", path.stem)
    return plain, (f"has no {path.stem}{_CAPTION_SUFFIX}: its name stands for a caption",)


def _words_beside(path: Path) -> str:
    """What ``name.caption.txt`` says; "" where it is not there."""
    beside = path.with_name(path.stem + _CAPTION_SUFFIX)
    return " ".join(file_source(beside, beside.name).text.split()) if beside.is_file() else ""


def sources_in(folder: Path) -> tuple[list[tuple[str, Path]], list[str]]:
    """Every file below a folder that a corpus can be made of, by its name there, in order.

    Returns:
        The files; and the names of what is no plain file: links, which could lead out of the
        folder or to the same document again, and pipes.
    """
    files, left_out = [], []
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if any(part.startswith(".") for part in relative.parts):
            continue
        name = relative.as_posix().encode("utf-8", "backslashreplace").decode()
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            left_out.append(name)
        elif path.is_file() and is_source(path):
            files.append((name, path))
    return files, left_out
