"""A paragraph of a DOCX file → running text: links, notes, raised numbers and pictures in place."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from veridical.runs.importers.docx_package import (
    Element,
    Package,
    Relation,
    attribute,
    child,
    is_on,
    name_of,
    value,
)
from veridical.runs.importers.escaping import is_web, picture
from veridical.runs.importers.running import Running

TEXT_BOX, EQUATION, CHART = "text box", "equation", "chart or diagram"
_FIELD_LINK = re.compile(r'\s*HYPERLINK\s+"([^"]{1,2000})"', re.IGNORECASE)
_LEFT_OUT = {
    "oMath": EQUATION,
    "del": "deleted passage",
    "moveFrom": "moved passage",
    "object": "embedded object",
    "commentReference": "comment",
    "ruby": "",
}
_SIGNS = {
    "tab": " ",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "-",
    "ptab": " ",
}
_PASSED = frozenset(
    ["ins", "moveTo", "smartTag", "sdt", "sdtContent", "bdo", "dir", "customXml", "Choice"]
)


@dataclass
class Part:
    """A part of a document with text: the document itself, its footnotes, its endnotes.

    Attributes:
        package: the file.
        relations: what its ids stand for.
        lost: what was left out, by kind; shared by all parts.
        notes: marks of footnotes and endnotes by kind and id, in the order of the text.
        counted: how many of each kind.
    """

    package: Package
    relations: dict[str, Relation]
    lost: Counter[str]
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)

    def paragraph(self, element: Element) -> str:
        """A paragraph as Markdown, without what makes it a heading or an item."""
        return _Reader(self).read(element)

    def address(self, identity: str | None) -> str:
        """The address of a link, "" if it leads nowhere that a reader may go."""
        found = self.relations.get(identity or "")
        return found.target if found and found.is_outside and is_web(found.target) else ""

    def note(self, kind: str, identity: str) -> str:
        """The label of a note, numbered when it is first met."""
        if (kind, identity) not in self.notes:
            self.counted[kind] += 1
            letter = "" if kind == "footnote" else "e"
            self.notes[kind, identity] = f"{letter}{self.counted[kind]}"
        return self.notes[kind, identity]


@dataclass
class _Reader:
    """Reads one paragraph.

    Attributes:
        part: where it stands.
        running: its text.
        fields: the instructions of the fields that are open, innermost last.
        links: where each of them leads, "" if it is no link.
        shows: whether each of them is past its instruction.
    """

    part: Part
    running: Running = field(default_factory=Running)
    fields: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    shows: list[bool] = field(default_factory=list)

    def read(self, paragraph: Element) -> str:
        self._children(paragraph, is_link=False)
        while self.links:
            self._end_field()
        return self.running.written()

    def _children(self, element: Element, *, is_link: bool) -> None:
        for one in element:
            self._one(one, is_link=is_link)

    def _one(self, element: Element, *, is_link: bool) -> None:
        name = name_of(element)
        if name == "r":
            self._run(element, is_link=is_link)
        elif name == "hyperlink":
            self._hyperlink(element)
        elif name == "fldSimple":
            self._simple_field(element, is_link=is_link)
        elif name in _LEFT_OUT:
            self._left_out(element, name)
        elif name == "oMathPara":
            self.part.lost[EQUATION] += 1
        elif name == "AlternateContent":
            chosen = child(element, "Choice")
            chosen = chosen if chosen is not None else child(element, "Fallback")
            if chosen is not None:
                self._children(chosen, is_link=is_link)
        elif name in _PASSED:
            self._children(element, is_link=is_link)

    def _left_out(self, element: Element, name: str) -> None:
        if name == "ruby":
            for base in element:
                if name_of(base) == "rubyBase":
                    self._children(base, is_link=False)
        elif name not in ("del", "moveFrom") or any(
            name_of(e) == "delText" for e in element.iter()
        ):
            self.part.lost[_LEFT_OUT[name]] += 1

    def _hyperlink(self, element: Element) -> None:
        address = self.part.address(attribute(element, "id"))
        if not address:
            self._children(element, is_link=attribute(element, "anchor") is not None)
            return
        fragment = attribute(element, "anchor")
        self.running.open_link()
        self._children(element, is_link=True)
        self.running.close_link(f"{address}#{fragment}" if fragment else address)

    def _simple_field(self, element: Element, *, is_link: bool) -> None:
        address = _field_address(attribute(element, "instr") or "")
        if address:
            self.running.open_link()
        self._children(element, is_link=is_link or bool(address))
        if address:
            self.running.close_link(address)

    def _run(self, run: Element, *, is_link: bool) -> None:
        properties = child(run, "rPr")
        if is_on(properties, "vanish") or is_on(properties, "webHidden"):
            self.part.lost["hidden passage"] += any(name_of(e) == "t" for e in run)
            return
        is_raised = value(properties, "vertAlign") == "superscript"
        for one in run:
            name = name_of(one)
            if name in ("fldChar", "instrText"):
                self._field(one, name)
            elif self._is_instruction():
                continue
            elif name in ("t", "delText"):
                self.running.words(one.text or "", is_raised=is_raised, is_link=is_link)
            elif name in _SIGNS:
                self.running.words(_SIGNS[name])
            elif name in ("footnoteReference", "endnoteReference"):
                self._note(one, name.removesuffix("Reference"))
            elif name == "sym":
                self._symbol(one)
            elif name in ("drawing", "pict"):
                self._drawing(one)
            else:
                self._one(one, is_link=is_link)

    def _is_instruction(self) -> bool:
        return bool(self.shows) and not self.shows[-1]

    def _field(self, element: Element, name: str) -> None:
        if name == "instrText":
            if self.fields:
                self.fields[-1] += element.text or ""
            return
        kind = attribute(element, "fldCharType")
        if kind == "begin":
            self.fields.append("")
            self.links.append("")
            self.shows.append(False)
        elif kind == "separate" and self.fields:
            self.shows[-1] = True
            self.links[-1] = _field_address(self.fields[-1])
            if self.links[-1]:
                self.running.open_link()
        elif kind == "end" and self.fields:
            self._end_field()

    def _end_field(self) -> None:
        address = self.links.pop()
        self.fields.pop()
        self.shows.pop()
        if address:
            self.running.close_link(address)

    def _note(self, element: Element, kind: str) -> None:
        label = self.part.note(kind, attribute(element, "id") or "")
        self.running.markdown(f"[^{label}]")

    def _symbol(self, element: Element) -> None:
        code = attribute(element, "char") or ""
        sign = chr(int(code, 16)) if re.fullmatch(r"[0-9A-Fa-f]{1,4}", code) else ""
        is_private = "\ue000" <= sign <= "\uf8ff" or "\ud800" <= sign <= "\udfff"
        if sign and not is_private:
            self.running.words(sign)
        else:
            self.part.lost["sign of a symbol font"] += 1

    def _drawing(self, element: Element) -> None:
        for one in _outside_text_boxes(element, self.part.lost):
            name = name_of(one)
            if name in ("blip", "imagedata"):
                self._picture(element, one)
            elif name == "graphicData" and _is_chart(attribute(one, "uri") or ""):
                self.part.lost[CHART] += 1

    def _picture(self, drawing: Element, blip: Element) -> None:
        shown = next((e for e in drawing.iter() if name_of(e) == "docPr"), None)
        alt = "" if shown is None else attribute(shown, "descr") or attribute(shown, "title") or ""
        identity = attribute(blip, "embed") or attribute(blip, "id") or attribute(blip, "link")
        found = self.part.relations.get(identity or "")
        if found is None or (found.is_outside and not is_web(found.target)):
            self.part.lost["picture that is not in the file"] += 1
            return
        address = found.target
        if not found.is_outside:
            digest = hashlib.sha256(self.part.package.bytes_of(found.target)).hexdigest()
            address = f"sha256:{digest}"
        self.running.markdown(picture(alt, address))


def _outside_text_boxes(element: Element, lost: Counter[str]) -> Iterator[Element]:
    """All that a drawing holds but the text of its boxes, and what old readers get instead."""
    waiting = list(reversed(element))
    while waiting:
        one = waiting.pop()
        name = name_of(one)
        if name in ("txbxContent", "txbx"):
            lost[TEXT_BOX] += 1
        elif name != "Fallback":
            yield one
            waiting += reversed(one)


def _has_words(element: Element) -> bool:
    return any(name_of(one) in ("delText", "t") and one.text for one in element.iter())


def _is_chart(uri: str) -> bool:
    return uri.endswith(("/chart", "/diagram", "/chartex"))


def _field_address(instruction: str) -> str:
    found = _FIELD_LINK.match(instruction)
    return found[1] if found and is_web(found[1]) else ""
