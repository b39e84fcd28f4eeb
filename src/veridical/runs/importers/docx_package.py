"""The parts of a DOCX file, unpacked and parsed with limits.

The standard library reads both layers, so that reports are read without any extra. Refused, each
in one line: what is no package, a package that unpacks to too much, XML that declares a document
type (the only place for entities), XML that is nested too deep.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from posixpath import dirname, join, normpath
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

from veridical.errors import InputError
from veridical.sources.extract.docx import LARGEST_UNPACKED, MOST_FILES

LARGEST_PART = 40_000_000
"""Bytes of one part of XML; a report of 500 pages takes a tenth of that."""
_DEEPEST = 200

Element = ElementTree.Element


class Relation(NamedTuple):
    """What an id of a part stands for.

    Attributes:
        target: a part of the package, or an address.
        is_outside: whether it is an address.
    """

    target: str
    is_outside: bool


class Package:
    """A DOCX file.

    Args:
        body: all of the file.
        name: the file's, for messages.

    Raises:
        InputError: it is broken, or would unpack to too much.
    """

    def __init__(self, body: bytes, name: str) -> None:
        self._name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
        except (zipfile.BadZipFile, ValueError, OSError, EOFError) as e:
            raise self._error("is a ZIP archive, as DOCX files are, whose end is missing") from e
        files = self._zip.infolist()
        if len(files) > MOST_FILES or sum(f.file_size for f in files) > LARGEST_UNPACKED:
            raise self._error(f"would unpack to over {LARGEST_UNPACKED:,} bytes")
        self._names = {file.filename for file in files}

    def has(self, part: str) -> bool:
        """Whether the package has a part."""
        return part in self._names

    def main_part(self) -> str:
        """The part that holds the document."""
        for relation in self.relations("").values():
            if not relation.is_outside and relation.target.endswith("document.xml"):
                return relation.target
        return "word/document.xml"

    def bytes_of(self, part: str) -> bytes:
        """A part's bytes, b"" if there is none.

        Raises:
            InputError: it cannot be unpacked, or is larger than it says.
        """
        if part not in self._names:
            return b""
        try:
            with self._zip.open(part) as file:
                data = file.read(LARGEST_PART + 1)
        except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError,
                EOFError) as e:  # fmt: skip
            raise self._error(f"has a part that cannot be unpacked, {part}") from e
        if len(data) > LARGEST_PART:
            raise self._error(f"has a part of over {LARGEST_PART:,} bytes, {part}")
        return data

    def xml(self, part: str) -> Element | None:
        """A part's root, None if there is no such part.

        Raises:
            InputError: it is no XML, declares a document type, or is nested too deep.
        """
        data = self.bytes_of(part)
        if not data:
            return None
        try:
            _refuse_tricks(data)
            return ElementTree.fromstring(data)  # noqa: S314 - entities are refused above
        except _Trick as e:
            raise self._error(f"has a part {e}, {part}") from e
        except (ElementTree.ParseError, expat.ExpatError, LookupError, ValueError) as e:
            raise self._error(f"has a part that is no XML, {part}") from e

    def relations(self, part: str) -> dict[str, Relation]:
        """What the ids of a part stand for; of the package itself for ""."""
        folder, name = dirname(part), part.rpartition("/")[2]
        root = self.xml(join(folder, "_rels", f"{name}.rels") if part else "_rels/.rels")
        found: dict[str, Relation] = {}
        for one in root if root is not None else ():
            target = one.get("Target", "")
            is_outside = one.get("TargetMode") == "External"
            if not is_outside:
                target = target[1:] if target.startswith("/") else normpath(join(folder, target))
            found[one.get("Id", "")] = Relation(target, is_outside)
        return found

    def _error(self, what: str) -> InputError:
        return InputError(
            self._name, what, expected="a DOCX file", fix="Save it anew, or as PDF or Markdown."
        )


class _Trick(Exception):  # noqa: N818 - never leaves this file
    """XML that is made to harm its reader."""


def _refuse_tricks(data: bytes) -> None:
    """Parse once without keeping anything, to see what the XML declares and how deep it goes."""
    depth = 0

    def start(_name: str, _attributes: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise _Trick(f"nested over {_DEEPEST} deep")

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def doctype(*_declared: object) -> None:
        raise _Trick("that declares a document type")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = doctype
    parser.Parse(data, True)


def name_of(element: Element) -> str:
    """An element's name without its namespace; editions of the format differ in that alone."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its name without its namespace."""
    for key, value in element.items():
        if key.rpartition("}")[2] == name:
            return value
    return None


def child(element: Element | None, *names: str) -> Element | None:
    """The element at a path of names below another one."""
    for name in names:
        if element is None:
            return None
        element = next((one for one in element if name_of(one) == name), None)
    return element


def value(element: Element | None, *names: str) -> str | None:
    """The ``val`` of the element at a path of names."""
    found = child(element, *names)
    return None if found is None else attribute(found, "val")


def is_on(element: Element | None, *names: str) -> bool:
    """Whether a switch at a path of names is there and not turned off."""
    found = child(element, *names)
    return found is not None and attribute(found, "val") not in ("0", "false", "off")
