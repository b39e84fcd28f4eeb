"""What does a passage of a report assert, piece by piece, in words that stand by themselves?

The pieces are cut in code and numbered; an answer names numbers and never copies text. A
wording that brings in a name or a number which the passage does not have, or loses one of the
piece's own, is not used: the rules' wording stands in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.reading import Said, numbered
from veridical.checks.referents import resolved
from veridical.checks.words import Word, words
from veridical.checks.worth import Worth, worth_of

PROMPTS = Path(__file__).parent / "prompts"
KEPT = 0.5
"""Weighted share of a piece's words that its wordings together must keep."""
INVENTED = 0.2
"""Weighted share of a wording's words that may stand nowhere in what was shown."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one piece says, or one of the things that it says.

    Attributes:
        piece: its number.
        worth: whether it can be checked.
        wording: what it says, in words that stand by themselves; "" = as written.
    """

    piece: int
    worth: Worth
    wording: str = ""


class Readings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passage's pieces say."""

    pieces: tuple[Reading, ...]


@dataclass(frozen=True)
class AssertionsAsk(Ask[Readings]):
    """What the pieces of a passage assert.

    Attributes:
        pieces: numbered, in the order of the report.
        cells: the numbers of those that are cells of a table.
        before: the words before the passage, the nearest last.
        headings: those above it, the highest first.
        query: what the report answers; "" if unknown.
        language: of the passage.
    """

    kind: ClassVar[str] = "assertions"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.JUDGE
    answer_type: ClassVar[type] = Readings

    pieces: tuple[Said, ...]
    cells: tuple[int, ...] = ()
    before: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    query: str = ""
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query, headings, what stands before, pieces."""
        fields = {
            "query": self.query,
            "headings": "\n".join(self.headings),
            "before": "\n".join(self.before),
            "pieces": numbered(self.pieces),
        }
        return prompt_parts(PROMPTS, "assertions", self.language, fields)

    def objection(self, value: Readings) -> str:
        """Numbers that were not shown, and pieces that were passed over."""
        shown, named = {p.number for p in self.pieces}, {r.piece for r in value.pieces}
        if named - shown:
            return f"it names pieces that were not shown: {sorted(named - shown)[:5]}"
        return f"it passes over the pieces {sorted(shown - named)[:5]}" if shown - named else ""

    def by_rule(self) -> Answer[Readings] | NoVerdict:
        """By words: what can be checked, and the name in the place of a subject's pronoun."""
        return Answer(Readings(tuple(self._readings())), "by words alone")

    def _readings(self) -> Iterable[Reading]:
        before = list(self.before)
        for piece in self.pieces:
            worth = worth_of(piece.text, query=self.query, is_cell=piece.number in self.cells)
            found = resolved(piece.text, before)
            wording = found.wording if found.name and worth is Worth.CHECKABLE else ""
            yield Reading(piece.number, worth, wording)
            before.append(found.wording)


def are_faithful(wordings: Sequence[str], piece: str, shown: Sequence[str]) -> bool:
    """Whether wordings say what a piece says, as far as words can tell.

    Args:
        wordings: all that were given for it.
        piece: its words.
        shown: all that was shown beside it: the passage, what stands before, headings, query.

    Returns:
        False where a number of the piece is lost or one is new, or where most of its words are
        lost or many are new.
    """
    own, told = words(piece), [word for w in wordings for word in words(w)]
    known = {word.key for text in (piece, *shown) for word in words(text)}
    said = {word.key for word in told}
    if {w.key for w in own if w.is_number} - said or {w.key for w in told if w.is_number} - known:
        return False
    return _share(own, said) >= KEPT and _share(told, known) >= 1 - INVENTED


def _share(of: Sequence[Word], there: set[str]) -> float:
    """The weighted share of words that are there; 1 for none."""
    total = sum(word.weight for word in of)
    return sum(w.weight for w in of if w.key in there) / total if total else 1.0
