"""Authors and years: ``(Smith et al., 2020)``, ``Smith (2020)``, ``（张三，2020）``.

A capitalized word and a year are no citation by themselves ("(Beijing, 2020)"): the list must
have such work, or "et al.", "&" or a family name must speak for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veridical.report.citations.author_words import (
    HAN_NAME,
    NAMES,
    YEAR,
    is_family_name,
    is_no_author,
)
from veridical.report.citations.mark import Label, Mark, Style
from veridical.report.citations.passage import Passage

NAME = "author_year"

_PARENTHESES = re.compile(r"[(（\[]([^()（）\[\]\n]{4,240})[)）\]]")
_LEAD = re.compile(
    r"\s*(?:see(?: also)?|e\.g\.,?|cf\.|i\.e\.,?|as in|also|参见|参见：|见|详见)\s+", re.I
)
_BETWEEN = re.compile(r"\s*[;；]\s*")
_LATIN = re.compile(
    rf"(?P<names>{NAMES})(?P<several>,?\s+et\s+al\.?|\s+and (?:others|colleagues))?"
    rf"(?:\s*[,，]\s*|\s+)(?P<years>{YEAR}(?:\s*[,&]\s*{YEAR}){{0,5}})"
    r"(?:\s*[,:]\s*(?:pp?\.|p|chap\.|sec\.|§|Table|Figure)?\s*[\w.–-]{1,12})?\s*"
)
_HAN = re.compile(
    rf"(?P<names>{HAN_NAME}(?:\s?[、和与&]\s?{HAN_NAME}){{0,3}})(?P<several>\s?等人?)?"
    rf"\s?[，,]?\s?(?P<years>{YEAR}(?:[，,、]\s?{YEAR}){{0,5}})\s*"
)
_YEARS = re.compile(
    rf"[(（]\s?((?:{YEAR})(?:\s*[,;，]\s*{YEAR}){{0,5}})(?:,\s?p+\.\s?[\d–-]+)?\s?[)）]"
)
_BEFORE = re.compile(rf"(?P<names>{NAMES})(?P<several>,?\s+et\s+al\.?(?:['’]s)?)?(?:['’]s)?\s*\Z")
_HAN_BEFORE = re.compile(r"(?P<names>[\u4e00-\u9fff·]{2,8}?)(?P<several>等人?)?\s?\Z")
_YEAR = re.compile(YEAR)
_REACH = 90
_AND = re.compile(r"\s(?:&|and|und|et|y)\s|[、和与&]")


def find(passage: Passage) -> Iterator[Mark]:
    """All authors with years, in parentheses or with the year alone in them."""
    for found in _PARENTHESES.finditer(passage.plain):
        labels = _enclosed(passage, *found.span(1))
        if labels:
            yield Mark(NAME, *found.span(), passage.span(*found.span()), labels)
    for found in _YEARS.finditer(passage.plain):
        mark = _narrative(passage, found)
        if mark is not None:
            yield mark


def _enclosed(passage: Passage, start: int, end: int) -> tuple[Label, ...]:
    """The labels of a parenthesis, empty if any part of it is no author with a year."""
    lead = _LEAD.match(passage.plain, start, end)
    at, labels = lead.end() if lead else start, list[Label]()
    for between in (*_BETWEEN.finditer(passage.plain, at, end), None):
        stop = between.start() if between else end
        found = _LATIN.fullmatch(passage.plain, at, stop) or _HAN.fullmatch(passage.plain, at, stop)
        if found is None or not _is_citation(passage, found, found["years"]):
            return ()
        labels.extend(_labels(passage, found, found.span("years"), found.start()))
        at = between.end() if between else stop
    return tuple(labels)


def _narrative(passage: Passage, found: re.Match[str]) -> Mark | None:
    reach = max(0, found.start() - _REACH)
    before = _BEFORE.search(passage.plain, reach, found.start())
    if before is None:
        before = _known_han(passage, reach, found)
    if before is None or not _is_citation(passage, before, found[1], has_comma=False):
        return None
    start, end = before.start(), found.end()
    labels = tuple(_labels(passage, before, found.span(1), start))
    return Mark(NAME, start, end, passage.span(start, end), labels, is_word=True)


def _known_han(passage: Passage, reach: int, found: re.Match[str]) -> re.Match[str] | None:
    """The shortest run of Han characters before the year that names a known author."""
    for size in (2, 3, 4, 5, 6, 7, 8, 9, 10):
        start = max(reach, found.start() - size)
        before = _HAN_BEFORE.match(passage.plain, start, found.start())
        if before and passage.known.has_author(before["names"], found[1]):
            return before
    return None


def _is_citation(
    passage: Passage, found: re.Match[str], years: str, *, has_comma: bool = True
) -> bool:
    names = found["names"]
    first = _first_name(names)
    if is_no_author(first):
        return False
    if found["several"] or passage.known.has_author(first, years):
        return True
    if _AND.search(names):
        return not _is_known_as_else(names)
    comma = has_comma and passage.plain[found.end("names") : found.end("names") + 1] in {",", "，"}
    return comma and is_family_name(names)


def _is_known_as_else(names: str) -> bool:
    return any(is_no_author(name.strip()) for name in _AND.split(names))


def _first_name(names: str) -> str:
    return re.split(r"\s*(?:,|&|、|\s(?:and|und|et|y)\s|[和与])\s*", names, maxsplit=1)[0].strip()


def _labels(
    passage: Passage, names: re.Match[str], years: tuple[int, int], start: int
) -> Iterator[Label]:
    """One label a year, each spelled "names year"."""
    written = " ".join(names["names"].split())
    several = " et al." if names["several"] and written.isascii() else names["several"] or ""
    for index, year in enumerate(_YEAR.finditer(passage.plain, *years)):
        span = passage.span(start if index == 0 else year.start(), year.end())
        yield Label(f"{written}{several} {year[0]}", span)


STYLE = Style(NAME, find, hints=("(", "（", "["))
