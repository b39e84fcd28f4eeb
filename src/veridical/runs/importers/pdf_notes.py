"""Footnotes of a PDF: small print at the foot of a page that begins with a number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from veridical.runs.importers.escaping import escaped
from veridical.runs.importers.pdf_pages import Line
from veridical.runs.importers.running import clean

_SMALLER = 0.93
_NOTE = re.compile(r"\s*[\[(]?(\d{1,3})[\])]?[.:]?\s{0,3}(?=[^\s\d.,%])")


@dataclass
class Notes:
    """The footnotes of a document.

    Attributes:
        body: the size of its text, in points.
        texts: the words of each note by its label.
    """

    body: float
    texts: dict[str, str] = field(default_factory=dict)

    def written(self) -> list[str]:
        """Each note as the definition of its label."""
        return [f"[^{label}]: {escaped(text)}" for label, text in self.texts.items()]


def without_notes(
    lines: Sequence[Line], notes: Notes, headings: dict[float, int]
) -> tuple[list[Line], dict[str, str]]:
    """The lines of a page above its footnotes, and the label of each of their numbers."""
    begin = len(lines)
    while begin and lines[begin - 1].size < _SMALLER * notes.body:
        begin -= 1
    small = lines[begin:]
    has_text = begin > 0 and round(lines[begin - 1].size, 1) not in headings
    if not small or not has_text or not _NOTE.match(small[0].text):
        return list(lines), {}
    labels: dict[str, str] = {}
    label = ""
    for line in small:
        text = " ".join(clean(_addressed(line)).split())
        found = _NOTE.match(text)
        if found and found[1] not in labels:
            label = found[1] if found[1] not in notes.texts else f"{found[1]}p{len(notes.texts)}"
            labels[found[1]] = label
            notes.texts[label] = text[found.end() :]
        else:
            notes.texts[label] += _gap(notes.texts[label]) + text
    return list(lines[:begin]), labels


def _gap(text: str) -> str:
    return "" if text.endswith(("/", "-")) or "\u3000" <= text[-1:] <= "\uffef" else " "


def _addressed(line: Line) -> str:
    """A line's words, with the address behind a link whose words are none."""
    addresses = [address for address in dict.fromkeys(line.links) if address]
    hidden = [a for a in addresses if a[:20] not in line.text and "://" not in line.text]
    return " ".join([line.text, *hidden])
