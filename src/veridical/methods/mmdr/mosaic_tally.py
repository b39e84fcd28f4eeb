"""What was found of a report's pictures: the tally of MOSAIC."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from veridical.methods.mmdr.mosaic_items import Form
from veridical.methods.mmdr.mosaic_kinds import Kind
from veridical.score import Reason


class By(StrEnum):
    """How a VQA mark came about."""

    PROBABILITY = "probability"
    DEGREE = "degree"


class Agreement(StrEnum):
    """How something that is said of a picture stands to what is read off it."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_SHOWN = "not_shown"
    ILLEGIBLE = "illegible"


@dataclass(frozen=True, slots=True)
class ReadOff:
    """One thing said of a picture, beside what the picture shows there.

    Attributes:
        said: the report's words.
        read: what stands in the picture; "" where nothing does.
        agreement: how the two stand to each other.
        confidence: how sure the respondent is, from 0 to 1.
    """

    said: str
    read: str
    agreement: Agreement
    confidence: float


@dataclass(frozen=True, slots=True)
class MosaicItem:
    """One picture of a report, or a set of them, as it was judged.

    Attributes:
        name: what it is called to a reader.
        figures: indices of the figures that show it.
        statements: indices of the statements that were held against it.
        kind: its kind; None where nobody could tell.
        form: how it is set into the report; None of a set.
        formatting: f, in [0, 1]; of a set the mean of its pictures'.
        semantics: Sem., in [0, 1]; None without such a mark.
        accuracy: Acc. likewise, of charts and tables.
        vqa: VQA likewise.
        vqa_by: how it came about; None without VQA.
        hallucination: h likewise, of diagrams.
        readings: what was read off it, or looked for in it.
        why: the respondent's grounds, or why the item is missing.
        missing: why it has no marks; None if it was judged.
        asks: identities of what was asked.
    """

    name: str
    figures: tuple[int, ...] = ()
    statements: tuple[int, ...] = ()
    kind: Kind | None = None
    form: Form | None = None
    formatting: float = 0.0
    semantics: float | None = None
    accuracy: float | None = None
    vqa: float | None = None
    vqa_by: By | None = None
    hallucination: float | None = None
    readings: tuple[ReadOff, ...] = ()
    why: str = ""
    missing: Reason | None = None
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MosaicTally:
    """All pictures of one report, then the sets of them, in the order of the report."""

    items: tuple[MosaicItem, ...]
