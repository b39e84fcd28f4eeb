"""What the report's own lists are known to hold, so that a bracket can be told from a citation.

``[1998] 2 AC 1`` is a year unless the list has that number; ``(Beijing, 2020)`` is a place and
a year unless the list has such an author. Built from references before any marker is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

_PREFIX = re.compile(r"[^\W\d_]+")


def normalize_label(label: str) -> str:
    """The one spelling of a label: half-width, lower case, no leading zeros or white space."""
    folded = unicodedata.normalize("NFKC", label).strip().lstrip("@").casefold()
    folded = " ".join(folded.split())
    return folded.lstrip("0") or "0" if folded.isdecimal() else folded


def label_prefix(label: str) -> str:
    """The letters that a label begins with (``doc`` of ``doc-12``), or ""."""
    found = _PREFIX.match(normalize_label(label))
    return found[0] if found else ""


@dataclass(frozen=True)
class Known:
    """The labels, prefixes and authors that citations may name.

    Attributes:
        labels: normalized labels of references, evidence and source map.
        prefixes: the letters that labels such as ``doc-12`` begin with.
        authors: (author's name, case folded, year) pairs of the reference lists.
        has_list: whether the report has a reference list at all.
        keyed: normalized ``@keys`` that the report cites in brackets.
    """

    labels: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()
    authors: frozenset[tuple[str, str]] = frozenset()
    has_list: bool = False
    keyed: frozenset[str] = field(default_factory=frozenset)

    def has(self, label: str) -> bool:
        """Whether some reference carries the label."""
        return normalize_label(label) in self.labels

    def has_author(self, name: str, year: str) -> bool:
        """Whether the list has work of that author in that year (``2020a`` counts as 2020)."""
        return any((key, year[:4]) in self.authors for key in author_keys(name))


def author_keys(name: str) -> tuple[str, ...]:
    """How a list may spell an author: the whole name, and without "van der" the last word."""
    folded = " ".join(name.casefold().split()).rstrip(".")
    has_particle = name[:1].islower() and " " in folded
    return (folded, folded.rsplit(" ", 1)[-1]) if has_particle else (folded,)


def known_labels(labels: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The normalized labels, and the prefixes of those that are neither number nor word."""
    normalized = frozenset(normalize_label(label) for label in labels if label.strip())
    with_digits = (label for label in normalized if any(c.isdecimal() for c in label))
    prefixes = frozenset(label_prefix(label) for label in with_digits) - {""}
    return normalized, prefixes
