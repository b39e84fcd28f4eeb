"""What is counted for the Traceability Score: who was given what, and what is cited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from veridical.score import Bounds, Measured, Reason, Undefined

Known: TypeAlias = Measured | Undefined

ANY = Bounds(0.0, 1.0)
NOTHING_RETRIEVED = "nothing was retrieved"
NOTHING_IRRELEVANT = "no retrieved item is irrelevant to the question"
RETRIEVAL_UNKNOWN = "nothing says what the writer was given"
CITES_UNKNOWN = "nothing says which items the report's citations stand for"


@dataclass(frozen=True, slots=True)
class Compared:
    """A retrieved item outside the gold graph.

    Attributes:
        item: its id.
        similarity: TF-IDF cosine of its text and the question; None if its text is unknown.
        is_cited: whether the report cites it.
    """

    item: str
    similarity: float | None
    is_cited: bool


@dataclass(frozen=True, slots=True)
class TraceTally:
    """What was retrieved and cited, by ids.

    Attributes:
        gold: (node, item) of every evidence node.
        retrieved: items the writer was given; None if unknown.
        searched: items that its searches brought, before any reranking; None if unknown.
        cited: items the report cites; None if unknown.
        outside: cited sources that are no items.
        invalid: markers and picture numbers that lead nowhere.
        others: the retrieved items outside the gold graph.
        tau: below this similarity they are irrelevant.
    """

    gold: tuple[tuple[str, str], ...]
    retrieved: tuple[str, ...] | None
    searched: tuple[str, ...] | None
    cited: tuple[str, ...] | None
    outside: tuple[str, ...]
    invalid: tuple[str, ...]
    others: tuple[Compared, ...]
    tau: float

    @property
    def irrelevant(self) -> tuple[Compared, ...]:
        """E_irr: those of `others` that are less alike to the question than tau."""
        return tuple(o for o in self.others if o.similarity is not None and o.similarity < self.tau)

    @property
    def unread(self) -> tuple[Compared, ...]:
        """Those of `others` whose text is unknown."""
        return tuple(o for o in self.others if o.similarity is None)

    def nodes(self, items: tuple[str, ...]) -> tuple[str, ...]:
        """The gold evidence nodes whose item is among `items`."""
        return tuple(node for node, item in self.gold if item in items)

    @property
    def right(self) -> frozenset[str]:
        """The gold items that are cited."""
        return frozenset(self.cited or ()) & {item for _, item in self.gold}


def share(part: int, whole: int, of: str) -> Known:
    """`part` of `whole`, Undefined where there is no `of`."""
    if not whole:
        return Undefined(Reason.NOTHING_TO_CHECK, f"no {of}", bounds=ANY)
    return Measured(part / whole, whole)


def unknown(detail: str) -> Undefined:
    """Undefined since `detail`; anything from 0 to 1 is possible."""
    return Undefined(Reason.NOT_ASSESSED, detail, bounds=ANY)
