"""The references of a report, arranged so that a marker's label finds its entry.

A label is looked up in the report's own lists first (footnote marks: in the footnotes first),
then in the map of sources given, then in the evidence list given: a number never counts
positions in anything but that list, and only if the report has no entry of that number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from veridical.report.citations import Known, known_labels, normalize_label
from veridical.report.citations.known import author_keys
from veridical.report.citations.link import is_address
from veridical.report.identity import Kind, SourceIdentity, identify
from veridical.report.model import EvidenceList, Reference, ReferenceOrigin
from veridical.report.references import (
    Entry,
    entry_authors,
    entry_source,
    entry_title,
    writes_dash_after_address,
)

_NO_EVIDENCE = EvidenceList(())
_LIST = (ReferenceOrigin.LIST, ReferenceOrigin.DEFINITION)


class Shelf:
    """All references of one report; grows as items of the evidence or the map are cited.

    Attributes:
        references: in order; those that the report wrote come first.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        evidence: EvidenceList | None,
        sources: Mapping[str, str] | None,
    ) -> None:
        self._entries = entries
        self._evidence = evidence or _NO_EVIDENCE
        self._map = {normalize_label(label): place for label, place in (sources or {}).items()}
        self._items = {normalize_label(item): item for item in self._evidence.texts}
        self._item_keys = _item_keys(self._evidence)
        self.references: list[Reference] = self._written()
        self._labels: dict[str, list[int]] = {}
        self._keys: dict[str, list[int]] = {}
        self._authors: dict[tuple[str, str], list[int]] = {}
        for reference in self.references:
            self._index(reference)
        self._given: dict[tuple[ReferenceOrigin, str], int] = {}

    def known(self, keyed: frozenset[str]) -> Known:
        """What the citation styles may take for granted.

        Args:
            keyed: the ``@keys`` that the report cites in brackets.
        """
        numbers = map(str, range(1, len(self._evidence.texts) + 1))
        labels, prefixes = known_labels((*self._labels, *self._map, *self._items, *numbers))
        has_list = bool(self._evidence.texts) or any(
            reference.origin is not ReferenceOrigin.MAP for reference in self.references
        )
        return Known(labels, prefixes, frozenset(self._authors), has_list, keyed)

    def place(self, index: int) -> tuple[int, int]:
        """The chapter and the list of the report that an entry stands in."""
        entry = self._entries[index]
        return entry.chapter, entry.section

    def labelled(self, label: str, *, in_footnotes_first: bool = False) -> list[int]:
        """The report's own entries of a label: of its lists, else of its footnotes."""
        found = self._labels.get(normalize_label(label), [])
        lists = [i for i in found if self.references[i].origin is ReferenceOrigin.LIST]
        notes = [i for i in found if self.references[i].origin is ReferenceOrigin.FOOTNOTE]
        definitions = [i for i in found if self.references[i].origin is ReferenceOrigin.DEFINITION]
        pools = (notes, lists, definitions) if in_footnotes_first else (lists, definitions, notes)
        return next((pool for pool in pools if pool), [])

    def defined(self, label: str) -> list[int]:
        """The link definitions of a label."""
        found = self._labels.get(normalize_label(label), [])
        return [i for i in found if self.references[i].origin is ReferenceOrigin.DEFINITION]

    def by_key(self, key: str) -> list[int]:
        """The report's own entries that name a source."""
        return self._keys.get(key, [])

    def by_author(self, name: str, year: str) -> list[int]:
        """The report's own entries by an author in a year."""
        for key in author_keys(name):
            found = self._authors.get((key, year[:4]))
            if found:
                return found
        return []

    def mapped(self, label: str) -> int | None:
        """The reference that the map of sources gives for a label."""
        place = self._map.get(normalize_label(label))
        if place is None:
            return None
        return self._give(ReferenceOrigin.MAP, label, place, _map_source(place))

    def item(self, label: str) -> int | None:
        """The evidence item of that number or id."""
        name = self._items.get(normalize_label(label)) or _at(self._evidence.texts, label)
        return None if name is None else self._give_item(label, name)

    def item_of(self, source: SourceIdentity) -> int | None:
        """The evidence item that a link leads to, if the evidence list names its address."""
        name = self._item_keys.get(source.key)
        return None if name is None else self._give_item(name, name)

    def image(self, number: int) -> int | None:
        """The evidence image of a placeholder's number."""
        name = _at(self._evidence.images, str(number))
        return None if name is None else self._give_item(f"image{number}", name)

    def _give_item(self, label: str, item: str) -> int:
        name = self._evidence.names.get(item, "")
        source = identify(name) if is_address(name) else identify(f"item:{item}")
        return self._give(ReferenceOrigin.EVIDENCE, label, name, source, item=item)

    def _give(
        self,
        origin: ReferenceOrigin,
        label: str,
        text: str,
        source: SourceIdentity | None,
        *,
        item: str | None = None,
    ) -> int:
        key = (origin, item or normalize_label(label))
        if key not in self._given:
            index = len(self.references)
            title = "" if is_address(text) else text
            self.references.append(Reference(index, label, None, text, title, source, origin, item))
            self._given[key] = index
        return self._given[key]

    def _written(self) -> list[Reference]:
        """The report's own references, with the evidence items that they correspond to."""
        by_section: dict[int, list[Entry]] = {}
        for entry in self._entries:
            if entry.origin is ReferenceOrigin.LIST:
                by_section.setdefault(entry.section, []).append(entry)
        dashed = {
            section: writes_dash_after_address(found) for section, found in by_section.items()
        }
        found = []
        for index, entry in enumerate(self._entries):
            is_dashed = entry.origin is ReferenceOrigin.LIST and dashed[entry.section]
            source = entry_source(entry, dash_after_address=is_dashed)
            text = " ".join(entry.text.plain.split())
            reference = Reference(
                index, entry.label, entry.span, text, entry_title(entry), source, entry.origin
            )
            found.append(replace(reference, item=self._item_for(reference)))
        return found

    def _item_for(self, reference: Reference) -> str | None:
        """The item of the same address, else of the same number.

        Not that of the same number if the two addresses contradict each other.
        """
        source = reference.source
        if source is not None and source.key in self._item_keys:
            return self._item_keys[source.key]
        if reference.origin not in _LIST:
            return None
        item = self._items.get(normalize_label(reference.label))
        item = item or _at(self._evidence.texts, normalize_label(reference.label))
        name = self._evidence.names.get(item, "") if item else ""
        contradicts = source is not None and is_address(name) and identify(name).key != source.key
        return None if contradicts else item

    def _index(self, reference: Reference) -> None:
        if reference.label.strip():
            self._labels.setdefault(normalize_label(reference.label), []).append(reference.index)
        if reference.source is not None:
            self._keys.setdefault(reference.source.key, []).append(reference.index)
        if reference.origin is ReferenceOrigin.LIST:
            names, years = entry_authors(self._entries[reference.index])
            for key in ((name, year) for name in names for year in years):
                self._authors.setdefault(key, []).append(reference.index)


def _at(items: Sequence[str], label: str) -> str | None:
    number = normalize_label(label)
    if not number.isdecimal() or len(number) > 9:
        return None
    return items[int(number) - 1] if 1 <= int(number) <= len(items) else None


def _item_keys(evidence: EvidenceList) -> dict[str, str]:
    """Each item's address, where its name is one."""
    keys: dict[str, str] = {}
    for item in _known_items(evidence):
        name = evidence.names.get(item, "")
        if is_address(name):
            keys.setdefault(identify(name).key, item)
    return keys


def _known_items(evidence: EvidenceList) -> Iterable[str]:
    return (*evidence.texts, *evidence.images)


def _map_source(place: str) -> SourceIdentity:
    source = identify(place)
    return identify(f"item:{place}") if source.kind is Kind.INVALID and place.strip() else source
