"""Whether what stands at an address is the work that a reference names.

An address can lead to another paper than the reference says, and one paper stands at several
addresses. Both are told by titles and by what a page's metadata calls the work on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from veridical.report.identity import Note, identify
from veridical.sources.result import FetchState
from veridical.sources.snapshot import Snapshot

ALIKE = 0.5
"""Share of the shorter title's words; titles that share less name different works."""
FEWEST_WORDS = 3
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
_EMPTY = "a an and at by for from in is of on or the to with 的 和 与 之"
_EMPTY_WORDS = frozenset(_EMPTY.split())


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A reference whose address leads to another work.

    Attributes:
        named: the title in the reference.
        found: the title of what stands there.
        address: where it stands.
    """

    named: str
    found: str
    address: str


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The same work under another identifier.

    Attributes:
        work: the work that the address names, as in ``arxiv:2101.00001``.
        other: the one that the page's metadata links it with, as in ``doi:10.1000/x``.
    """

    work: str
    other: str


def mismatch(title: str, snapshot: Snapshot) -> Mismatch | None:
    """Whether a reference and what stands at its address name different works.

    Args:
        title: the reference's title; one of fewer than three words says too little.
        snapshot: of its address.

    Returns:
        Both titles; None where they agree, or where nothing can be said.
    """
    named, found = _words(title), _words(snapshot.title)
    fewest = min(len(named), len(found))
    if snapshot.state is not FetchState.OK or fewest < FEWEST_WORDS:
        return None
    if len(named & found) / fewest >= ALIKE:
        return None
    begin = _words(snapshot.text[: len(title) * 4 + 400])
    if len(named & begin) / len(named) >= 1.0:
        return None  # a site's name stands for the title, and the title below it
    return Mismatch(title, snapshot.title, snapshot.final_url or snapshot.url)


def other_versions(snapshot: Snapshot) -> tuple[OtherVersion, ...]:
    """The other identifiers that a page gives to the work that its address names.

    A comment on a work (a review's DOI) is no version of it.
    """
    source = identify(snapshot.url)
    if source.work is None or Note.REVIEW_COMMENT in source.notes:
        return ()
    others = [i for i in snapshot.identifiers if not i.startswith("url:") and i != source.work]
    return tuple(
        OtherVersion(source.work, other)
        for other in others
        if Note.REVIEW_COMMENT not in identify(other).notes
    )


def _words(title: str) -> frozenset[str]:
    return frozenset(_WORD.findall(title.casefold())) - _EMPTY_WORDS
