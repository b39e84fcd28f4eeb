"""Texts with citations apart → one Markdown, with a count of what had no place in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veridical.runs.importers.annotations import Annotation, placed
from veridical.runs.importers.cited import Numbered, first_free, with_markers
from veridical.runs.importers.imported import Imported, Lost, imported
from veridical.runs.importers.offsets import Unit

OUTSIDE = "annotation that points outside the text"
ASTRAY = "annotation whose words are not in the text once"
MOVED = "annotation beside its words, put to them"
_SEVERAL = {
    OUTSIDE: "annotations that point outside the text",
    ASTRAY: "annotations whose words are not in the text once",
    MOVED: "annotations beside their words, put to them",
}


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text of a reply, with its annotations."""

    text: str
    annotations: Sequence[Annotation] = ()


def joined(
    texts: Sequence[Annotated],
    unit: Unit,
    kind: str,
    lost: Iterable[Lost] = (),
    *,
    gap: str = "\n\n",
) -> Imported:
    """One report out of the texts of a reply.

    Args:
        texts: in order; each has offsets of its own.
        unit: what the vendor's offsets count.
        kind: what the file was.
        lost: what was left out before.
        gap: what stands between two texts.
    """
    numbered = Numbered(max((first_free(one.text) for one in texts), default=1))
    pieces: list[str] = []
    counted: Counter[str] = Counter()
    for one in texts:
        found = placed(one.text, one.annotations, unit)
        counted.update({OUTSIDE: found.outside, ASTRAY: found.astray, MOVED: found.moved})
        if found.unit is not unit:
            counted[f"text whose offsets count {found.unit}"] += 1
        pieces.append(with_markers(one.text, found.cited, numbered))
    told = [Lost(count, what, _SEVERAL.get(what, "")) for what, count in counted.items()]
    return finished(gap.join(pieces), numbered, kind, (*lost, *told))


def finished(text: str, numbered: Numbered, kind: str, lost: Iterable[Lost]) -> Imported:
    """A text whose markers stand in it, with the definitions that they lead to."""
    defined = numbered.definitions()
    return imported(f"{text.rstrip()}\n{defined}\n" if defined else text, kind, lost)
