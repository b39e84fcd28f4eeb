"""The quotes of an answer, found in the material and stored as the material's own words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from veridical.ask import Grounds, Quote
from veridical.checks.orders import joined
from veridical.checks.quotes import Wanted, locate
from veridical.respondents.reading.bearing import Bearing, bearing

MOST_QUOTES = 20
"""Of one answer; more are not looked at."""
LONGEST_QUOTE = 4_000
"""Characters; a longer one is no quote but the material itself."""
_TEXT_FIELDS = ("text", "quote", "words")
_SOURCE_FIELDS = ("source", "id", "name", "passage")


@dataclass(frozen=True, slots=True)
class Quoted:
    """What became of an answer's quotes.

    Attributes:
        found: those that stand in the material and bear on what was asked.
        unknown: words that stand nowhere in it.
        beside: words that stand there and do not bear on what was asked.
        ordering: words that stand there in an order to a judge.
    """

    found: tuple[Quote, ...] = ()
    unknown: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    ordering: tuple[Quote, ...] = ()

    @property
    def lost(self) -> int:
        """How many do not count."""
        return len(self.unknown) + len(self.beside) + len(self.ordering)


def quoted(said: object, grounds: Grounds) -> Quoted:
    """The quotes in `said`, each at its place.

    Args:
        said: the field's JSON value: a list of objects or of words, one of them, or anything.
        grounds: what may be quoted.
    """
    found: dict[Quote, None] = {}
    unknown: list[str] = []
    beside: list[str] = []
    ordering: list[Quote] = []
    for source, text in _written(said):
        kinds = [(q, _bearing(q, whole, grounds)) for whole, q in _places(source, text, grounds)]
        bears = next((q for q, kind in kinds if kind is Bearing.BEARS), None)
        orders = next((q for q, kind in kinds if kind is Bearing.ORDER), None)
        if bears:
            found.setdefault(bears)
        elif orders:
            ordering.append(orders)
        else:
            (beside if kinds else unknown).append(text)
    return Quoted(tuple(found), tuple(unknown), tuple(beside), tuple(ordering))


def _written(said: object) -> list[tuple[str, str]]:
    """Source and words of each quote; what is no quote is left out."""
    listed = said if isinstance(said, list) else [said]
    pairs = (_pair(one) for one in listed[:MOST_QUOTES])
    return [(s, t) for s, t in pairs if t.strip() and len(t) <= LONGEST_QUOTE]


def _pair(one: object) -> tuple[str, str]:
    if isinstance(one, str):
        return "", one
    if not isinstance(one, dict):
        return "", ""
    return _first(one, _SOURCE_FIELDS), _first(one, _TEXT_FIELDS)


def _first(fields: dict[str, object], names: Iterable[str]) -> str:
    values = (fields.get(name) for name in names)
    return next((v for v in values if isinstance(v, str)), "")


def _places(source: str, text: str, grounds: Grounds) -> list[tuple[Quote, Quote]]:
    """Each text that holds the words, with their place there; the source that is named first.

    Where some texts hold them as they are written, others that hold them differently do not count.
    """
    name = source.strip(" <>[]")
    ordered = sorted(grounds.texts, key=lambda t: t.source != name)
    found = [(t, at, at + len(text)) for t in ordered if (at := t.text.find(text)) >= 0]
    if not found:
        wanted = Wanted(text)
        found = [(t, *span) for t in ordered if (span := wanted.place(t.text)) is not None]
    found = found or [(t, *span) for t in ordered if (span := locate(text, t.text)) is not None]
    return [(t, Quote(t.source, t.start + a, t.start + b, t.text[a:b])) for t, a, b in found]


def _bearing(found: Quote, whole: Quote, grounds: Grounds) -> Bearing:
    if not grounds.about:
        return Bearing.BEARS
    # an order may be cut in two by the pieces in which a text is shown
    around = next(t for t in joined(grounds.texts) if _holds(t, whole))
    return bearing(grounds.about, around.text, found.start - around.start, found.end - around.start)


def _holds(text: Quote, piece: Quote) -> bool:
    return text.source == piece.source and text.start <= piece.start and piece.end <= text.end
