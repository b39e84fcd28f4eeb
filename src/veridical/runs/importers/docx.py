"""DOCX → Markdown: headings, lists, tables, notes, links and pictures, in the document's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from veridical.errors import InputError
from veridical.runs.importers.docx_package import Element, Package, child, name_of, value
from veridical.runs.importers.docx_runs import Part
from veridical.runs.importers.docx_styles import (
    Item,
    Lists,
    Style,
    outline_level,
    read_lists,
    read_styles,
)
from veridical.runs.importers.docx_tables import table
from veridical.runs.importers.imported import Imported, Lost, imported

KIND = "a DOCX file"
_PASSED = frozenset(["sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"])
_CONTENTS = "line of the table of contents"
_SEVERAL = {
    _CONTENTS: "lines of the table of contents",
    "text box": "text boxes",
    "sign of a symbol font": "signs of a symbol font",
    "chart or diagram": "charts or diagrams",
    "picture that is not in the file": "pictures that are not in the file",
}
_MACROS = "word/vbaProject.bin"


def read_docx_report(body: bytes, name: str) -> Imported:
    """A DOCX file as a report.

    Args:
        body: all of the file.
        name: the file's, for messages.

    Raises:
        InputError: the file is broken, is a trap, or holds no words.
    """
    package = Package(body, name)
    main = package.main_part()
    root = package.xml(main)
    content = child(root, "body")
    if content is None:
        raise InputError(name, "is a ZIP archive without a document", expected="a DOCX file",
                         fix="Convert it first.")  # fmt: skip
    folder = main.rpartition("/")[0] + "/" if "/" in main else ""
    lost: Counter[str] = Counter()
    part = Part(package, package.relations(main), lost)
    document = _Document(part, read_styles(package, folder), read_lists(package, folder))
    written = "\n\n".join(block for block in document.blocks(content) if block)
    notes = _notes(part, folder)
    if not written.strip():
        raise InputError(name, "is a DOCX file without words", expected="a report",
                         fix="Open it, and save its text.")  # fmt: skip
    lost["macro that was not looked at"] = package.has(_MACROS)
    told = [Lost(count, what, _SEVERAL.get(what, "")) for what, count in lost.items()]
    return imported("\n\n".join([written, *notes]) + "\n", KIND, told)


@dataclass
class _Document:
    """Writes the blocks of a document.

    Attributes:
        part: the document.
        styles: its styles.
        lists: its lists.
    """

    part: Part
    styles: dict[str, Style]
    lists: Lists

    def blocks(self, content: Element) -> Iterator[str]:
        """Each paragraph, each run of items of a list and each table as Markdown."""
        items: list[str] = []
        for block, is_item in self._written(content):
            if is_item:
                items.append(block)
                continue
            if items:
                yield "\n".join(items)
                items = []
            yield block
        if items:
            yield "\n".join(items)

    def _written(self, content: Element) -> Iterator[tuple[str, bool]]:
        for element in _flattened(content):
            name = name_of(element)
            if name == "tbl":
                yield from ((block, False) for block in self._table(element))
            elif name == "p":
                block, is_item = self._paragraph(element)
                if block:
                    yield block, is_item
            elif name in ("oMath", "oMathPara"):
                self.part.lost["equation"] += 1
            elif name == "altChunk":
                self.part.lost["embedded file"] += 1

    def _table(self, element: Element) -> list[str]:
        return table(element, self._cell, self.part.lost)

    def _cell(self, element: Element) -> str:
        """The paragraphs of a cell, one after the other."""
        return " ".join(block for block, _ in self._written(element) if block)

    def _paragraph(self, element: Element) -> tuple[str, bool]:
        properties = child(element, "pPr")
        style = self.styles.get(value(properties, "pStyle") or "", Style())
        text = self.part.paragraph(element)
        if text and style.is_contents:
            self.part.lost[_CONTENTS] += 1
            return "", False
        level = outline_level(properties) or style.level
        if not text:
            return "", False
        if level:
            return f"{'#' * level} {' '.join(text.split())}", False
        item = self._item(properties, style)
        return _as_item(text, item) if item else (text, False)

    def _item(self, properties: Element | None, style: Style) -> Item | None:
        number = value(properties, "numPr", "numId")
        depth = value(properties, "numPr", "ilvl")
        is_own = depth is not None and depth.isdecimal()
        deep = int(depth) if is_own and depth else style.depth
        return self.lists.item(style.list if number is None else number, min(deep, 8))


def _as_item(text: str, item: Item) -> tuple[str, bool]:
    """A paragraph as an item; a number between brackets stays one, as lists of sources have it."""
    if item.is_bracketed:
        return f"[{item.number}] {text}", False
    sign = "-" if item.is_bullet else f"{item.number}."
    indent = "    " * item.depth
    return f"{indent}{sign} {text.replace(chr(10), ' ')}", True


def _flattened(content: Element) -> Iterator[Element]:
    """The blocks of a part, those inside of controls and insertions too."""
    for element in content:
        if name_of(element) in _PASSED:
            yield from _flattened(element)
        elif name_of(element) == "AlternateContent":
            chosen = child(element, "Choice")
            yield from _flattened(chosen if chosen is not None else element)
        else:
            yield element


def _notes(part: Part, folder: str) -> list[str]:
    """The notes that the text names, each as a definition of its label."""
    written: list[str] = []
    for kind in ("footnote", "endnote"):
        named = {i: label for (of, i), label in part.notes.items() if of == kind}
        if not named:
            continue
        file = f"{folder}{kind}s.xml"
        root = part.package.xml(file)
        within = Part(part.package, part.package.relations(file), part.lost)
        found = {_identity(note): note for note in (root if root is not None else ())}
        for identity, label in named.items():
            note = found.get(identity)
            if note is None:
                part.lost["note that is not in the file"] += 1
                continue
            texts = [within.paragraph(p) for p in note.iter() if name_of(p) == "p"]
            written.append(f"[^{label}]: {' '.join(' '.join(texts).split())}")
    return written


def _identity(note: Element) -> str:
    return next((v for k, v in note.items() if k.rpartition("}")[2] == "id"), "")
