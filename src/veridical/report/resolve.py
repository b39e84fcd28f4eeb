"""What becomes of each label: its entry, its link, or the fact that nothing answers it.

A label without an entry is MISSING, one that two entries with different sources carry is
AMBIGUOUS and names both: never silently the last one. A number that is itself a link is a link
citation; it does not make a bare number of the same value resolve.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from veridical.report.citations import Label, Mark, MarkState, author_year, footnote
from veridical.report.identity import Kind, SourceIdentity, identify
from veridical.report.model import Reference, Resolution
from veridical.report.shelf import Shelf

_AUTHOR_LABEL = re.compile(r"(.*?)((?: et al\.| ?等人?)?) ((?:1[89]|20)\d\d)([a-z]?)年?")
_AND = re.compile(r"\s*(?:,|&|、|\s(?:and|und|et|y)\s|[和与])\s*")
_OPAQUE_HEAD = re.compile(r"[-:]")
_WORDS = re.compile(r"[^\W_]+")
# "[Source 2]" is the list's second entry, unless some entry is called so.
_NUMBERED_WORD = re.compile(
    r"(?:ref|reference|source|src|citation|cite|来源|资料|文献)[-_: #.]?(\d{1,4})", re.I
)
_SHORTEST_HOST = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a label.

    Attributes:
        resolution: the kind of outcome.
        references: indices of the references that it names.
        source: the place it leads to, where known.
    """

    resolution: Resolution
    references: tuple[int, ...] = ()
    source: SourceIdentity | None = None


class Resolver:
    """Looks labels up on a report's shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._names: dict[str, Outcome] = {}
        self._lists: dict[tuple[str, bool], tuple[list[int], list[Outcome]]] = {}

    def outcome(self, mark: Mark, label: Label) -> Outcome:
        """What becomes of one label of a mark."""
        match mark.state:
            case MarkState.LINKED:
                return self._linked(mark, label)
            case MarkState.NAMED:
                return self._named(label.text)
            case MarkState.OPAQUE:
                return self._opaque(label.text)
            case MarkState.MALFORMED:
                return Outcome(Resolution.MALFORMED)
            case MarkState.PLAIN:
                return self._plain(mark, label)
            case _:
                return Outcome(Resolution.UNRESOLVED)

    def image(self, number: int) -> Outcome:
        """What becomes of an ``|imagek|`` placeholder."""
        index = self._shelf.image(number)
        return Outcome(Resolution.MISSING) if index is None else self._resolved(index)

    def _plain(self, mark: Mark, label: Label) -> Outcome:
        if mark.style == author_year.NAME:
            return self._authored(label.text)
        outcome = self._listed(mark, label.text) or self._given(label.text)
        numbered = _NUMBERED_WORD.fullmatch(label.text) if outcome is None else None
        outcome = outcome or (self._listed(mark, numbered[1]) if numbered else None)
        return outcome or Outcome(Resolution.MISSING)

    def _listed(self, mark: Mark, label: str) -> Outcome | None:
        """What the report's own entries of a label say; of several lists the next one."""
        is_note = mark.style == footnote.NAME
        key = (label, is_note)
        if key not in self._lists:
            found = self._shelf.labelled(label, in_footnotes_first=is_note)
            self._lists[key] = self._by_chapter(found, label)
        starts, outcomes = self._lists[key]
        if not outcomes:
            return None
        return outcomes[min(bisect_right(starts, mark.span.start), len(outcomes) - 1)]

    def _by_chapter(self, found: Sequence[int], label: str) -> tuple[list[int], list[Outcome]]:
        """Where each chapter that carries the label has it first, and what it says there."""
        chapters: dict[int, list[int]] = {}
        for index in found:
            chapters.setdefault(self._shelf.place(index)[0], []).append(index)
        spans = [self._reference(group[0]).span for group in chapters.values()]
        starts = [span.start if span else 0 for span in spans]
        return starts, [self._of(self._telling(group), label) for group in chapters.values()]

    def _telling(self, found: list[int]) -> list[int]:
        """Of several lists in a row, the one that gives the entry an address."""
        lists = {self._shelf.place(index)[1] for index in found}
        addressed = [index for index in found if self._reference(index).source is not None]
        return addressed if len(lists) > 1 and addressed else found

    def _given(self, label: str) -> Outcome | None:
        """The entry of the map, else of the evidence list."""
        mapped = self._shelf.mapped(label)
        given = self._shelf.item(label) if mapped is None else mapped
        return None if given is None else self._resolved(given)

    def _resolved(self, index: int) -> Outcome:
        return Outcome(Resolution.RESOLVED, (index,), self._reference(index).source)

    def _reference(self, index: int) -> Reference:
        return self._shelf.references[index]

    def _of(self, found: Sequence[int], label: str = "") -> Outcome:
        """One source, or several that a label names."""
        sources = [self._reference(index).source for index in found]
        keys = {source.key if source else f"text:{self._reference(i).text}"
                for i, source in zip(found, sources, strict=True)}  # fmt: skip
        if len(keys) > 1:
            return Outcome(Resolution.AMBIGUOUS, tuple(found))
        source = sources[0]
        if source is None and label:
            defined = self._shelf.defined(label)
            source = self._reference(defined[0]).source if defined else None
        return Outcome(Resolution.RESOLVED, (found[0],), source)

    def _linked(self, mark: Mark, label: Label) -> Outcome:
        source = identify(mark.target)
        if source.kind is Kind.INVALID:
            return Outcome(Resolution.MALFORMED, (), source)
        same = self._shelf.by_key(source.key)
        numbered = self._shelf.labelled(label.text) if label.text != mark.target else []
        agreeing = [index for index in numbered if index in same]
        if numbered and not agreeing:
            open_ones = [i for i in numbered if self._reference(i).source is None]
            resolution = Resolution.LINK if open_ones else Resolution.AMBIGUOUS
            return Outcome(resolution, tuple(open_ones[:1] or numbered), source)
        item = self._shelf.item_of(source) if not same else None
        named = (*(agreeing or same)[:1],) or ((item,) if item is not None else ())
        return Outcome(Resolution.LINK, named, source)

    def _opaque(self, label: str) -> Outcome:
        for name in dict.fromkeys((label, _OPAQUE_HEAD.split(label, maxsplit=1)[0])):
            given = self._given(name) if name == label or name.isdecimal() else None
            if given is not None:
                return given
        found = self._shelf.labelled(label)
        return self._of(found, label) if found else Outcome(Resolution.UNRESOLVED)

    def _authored(self, label: str) -> Outcome:
        found = _AUTHOR_LABEL.fullmatch(label)
        if found is None:
            return Outcome(Resolution.MISSING)
        names = [name for name in _AND.split(found[1]) if name.strip()]
        entries = self._shelf.by_author(names[0], found[3]) if names else []
        entries = self._narrowed(entries, names, found[3] + found[4])
        return self._of(entries) if entries else Outcome(Resolution.MISSING)

    def _narrowed(self, entries: list[int], names: list[str], year: str) -> list[int]:
        """Those that begin with the first author, name the second, and have the year's letter."""
        tests = (
            lambda text: text.startswith(names[0].casefold()),
            lambda text: len(names) < 2 or names[1].casefold() in text,
            lambda text: year.casefold() in text,
        )
        for test in tests:
            if len(entries) < 2:
                break
            kept = [i for i in entries if test(self._reference(i).text.casefold())]
            entries = kept or entries
        return entries

    def _named(self, name: str) -> Outcome:
        key = " ".join(name.casefold().split())
        if key not in self._names:
            self._names[key] = self._look_up(key)
        return self._names[key]

    def _look_up(self, name: str) -> Outcome:
        """The one reference whose label, title, words or host is that name."""
        labelled = self._shelf.labelled(name)
        if labelled:
            return self._of(labelled, name)
        compact = "".join(_WORDS.findall(name))
        written = [r for r in self._shelf.references if r.span is not None]
        tests = (
            lambda r: r.title.casefold() == name,
            lambda r: name in r.text.casefold(),
            lambda r: len(compact) >= _SHORTEST_HOST and compact in _host(r),
        )
        for test in tests:
            found = [reference.index for reference in written if test(reference)]
            if found:
                return self._of(found)
        return self._given(name) or Outcome(Resolution.UNRESOLVED)


def _host(reference: Reference) -> str:
    url = reference.source.url if reference.source else None
    return "".join(_WORDS.findall((url or "").split("/")[2])) if url else ""
