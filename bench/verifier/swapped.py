"""Supported claims with one number, date or unit of theirs swapped: known, typed clashes.

Constructed, not found: each keeps the claim's words, and the evidence states the true figure.
A figure that the evidence merely allows ("7 days" where it says "up to a month") is left alone,
and so is a limit that another figure may leave true: "over 5 thousand" of 6 million, "by 2016"
of 2014.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from bench.verifier.data import Pair
from tools.edit_statements import other_number
from veridical.checks.clash import Detail, DetailKind, agreement
from veridical.report.quantities import Bound, measurements, same_value

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_LISTED = """
kilometers miles meters feet|kilometres miles metres feet|km miles m|mile foot km|ft mi km
kilograms pounds tons|kg g lb|tonnes kilograms pounds|thousand million billion trillion
years months weeks days|days hours years|hours minutes days|minutes hours seconds|seconds hours days
dollars euros pounds|acres hectares|percent years percentage_points|degrees percent
公里 米 厘米|千米 米 厘米|万 亿|吨 公斤 克|美元 欧元 日元|元 美元 欧元|小时 分钟 天|天 小时 年
"""
_ROWS = [row.split() for row in _LISTED.strip().replace("\n", "|").split("|")]
_UNITS = [[one.replace("_", " ") for one in row] for row in _ROWS]
_IS_LIMIT = re.compile(r"\b(?:by|before|after|prior to)\s+(?:the\s+)?(?:\w+\s+of\s+)?$", re.I)
_YEAR = 4
TIMES = 4
"""How often each number or date is swapped, each time for another one."""


@dataclass(frozen=True, slots=True)
class Swapped:
    """A pair whose claim has been given another figure.

    Attributes:
        pair: the pair with the changed claim.
        kind: ``number``, ``date`` or ``unit``.
    """

    pair: Pair
    kind: str


def swapped(pairs: Sequence[Pair]) -> Iterator[Swapped]:
    """Every number, date and unit of each claim that the evidence has, swapped one at a time."""
    for pair in pairs:
        for kind, claim in _swaps(pair):
            yield Swapped(Pair(claim, pair.evidence, "refuted", pair.cluster, pair.language), kind)


def _swaps(pair: Pair) -> Iterator[tuple[str, str]]:
    evidence = "\n".join(pair.evidence)
    found = agreement(pair.claim, evidence, pair.language).found
    stated = [detail for detail in found if _is_stated(detail, pair, evidence)]
    for detail in stated:
        claims = {
            claim
            for time in range(TIMES)
            for claim in _others(pair.claim, detail, random.Random(f"{pair.claim} {detail} {time}"))
        }
        kind = "date" if detail.kind is DetailKind.DATE else "number"
        yield from ((kind, c) for c in sorted(claims - {pair.claim}) if _is_other(c, pair, found))
    for claim in _other_units(pair, {d.start for d in stated}):
        if _is_other(claim, pair, found):
            yield "unit", claim


def _is_stated(detail: Detail, pair: Pair, evidence: str) -> bool:
    """Whether the claim says a figure, no limit, and the evidence has just that one."""
    if detail.kind is DetailKind.DATE:
        return not _IS_LIMIT.search(pair.claim[: detail.start])
    read = measurements(pair.claim, pair.language).quantities
    there = measurements(evidence, pair.language).quantities
    figure = next((q for q in read if q.start == detail.start), None)
    if figure is None or figure.bound:
        return False
    return any(same_value(figure, replace(other, bound=Bound.NONE)) for other in there)


def _is_other(claim: str, pair: Pair, found: Sequence[Detail]) -> bool:
    """Whether the evidence lacks the new figure, by chance or since it is rounded."""
    return len(agreement(claim, "\n".join(pair.evidence), pair.language).found) < len(found)


def _others(claim: str, detail: Detail, chance: random.Random) -> Iterator[str]:
    """The claim with another figure for a number or date of it; none for a name."""
    if detail.kind is DetailKind.DATE and _IS_ROUND.search(detail.text):
        yield from _other_round(claim, detail, chance)
        return
    parts = [match.span() for match in _DIGITS.finditer(detail.text)]
    if detail.kind is DetailKind.NAME or not parts:
        return
    first, last = chance.choice(parts) if detail.kind is DetailKind.DATE else parts[0]
    start, end = detail.start + first, detail.start + last
    yield claim[:start] + _other(claim[start:end], detail.kind, chance) + claim[end:]


_IS_ROUND = re.compile(r"\d0'?s\b|centur|世纪|年代", re.IGNORECASE)


def _other_round(claim: str, detail: Detail, chance: random.Random) -> Iterator[str]:
    """The claim with another decade or century."""
    digits = _DIGITS.search(detail.text)
    if digits is None or not digits[0].isdigit():
        return
    step = 10 if "s" in detail.text[digits.end() :][:2] or "年代" in detail.text else 1
    other = str(int(digits[0]) + step * chance.choice((-3, -2, -1)))
    start = detail.start + digits.start()
    yield claim[:start] + other + claim[start + len(digits[0]) :]


def _other(written: str, kind: DetailKind, chance: random.Random) -> str:
    """Another number; a year a few years off, a day within a month."""
    is_year = len(written) == _YEAR and written.isdigit() and written[0] in "12"
    if not is_year and (kind is not DetailKind.DATE or not written.isdigit()):
        return other_number(written, chance)
    value = int(written)
    if is_year:
        return str(value + chance.choice((-11, -7, -3, -2, -1, 1, 2, 3, 6, 12)))
    day = (value + chance.choice((2, 5, 9)) - 1) % 28 + 1
    return str(day if day != value else day % 28 + 1)


def _other_units(pair: Pair, stated: Set[int]) -> Iterator[str]:
    """The claim with the unit or scale of one of its figures changed."""
    for quantity in measurements(pair.claim, pair.language).quantities:
        if quantity.start not in stated:
            continue
        place = _unit(quantity.text)
        if place is not None:
            start, end, others = place
            start, end = quantity.start + start, quantity.start + end
            yield from (pair.claim[:start] + other + pair.claim[end:] for other in others)
        elif quantity.text.endswith("%") and pair.language == "en":
            for other in (" years", " people", " kg"):
                yield pair.claim[: quantity.end - 1].rstrip() + other + pair.claim[quantity.end :]


def _unit(text: str) -> tuple[int, int, list[str]] | None:
    """The place of a figure's unit or scale, and others of its sort."""
    for row in _UNITS:
        for one in row:
            edge = r"\b" if one.isascii() else ""
            here = re.search(rf"(?<=[\d\s-]){re.escape(one)}{edge}", text)
            if here:
                return here.start(), here.end(), [other for other in row if other != one]
    return None
