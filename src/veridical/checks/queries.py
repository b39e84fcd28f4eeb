"""With which words can one search for what settles a statement?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from veridical.ask import Answer, Ask, NoVerdict, Part, Role
from veridical.checks.prompt import prompt_parts
from veridical.checks.words import STOP_WEIGHT, words
from veridical.report.dates import dates
from veridical.score import Reason

PROMPTS = Path(__file__).parent / "prompts"
MOST = 3
"""Queries that are used of an answer."""
LONGEST = 200
"""Characters of a query that are used."""
_TERMS = 8
_NAME = re.compile(r"[A-Z][\w&.’'-]*(?:\s+[A-Z0-9][\w&.’'-]*)*|[《「“][^》」”]{1,30}[》」”]")
_HAN_TERM = re.compile(r"[\u4e00-\u9fff]+")
_PARTING = re.compile("[的了是在和与及或等也都而其之为以于对从到把被约达]|[，。、；：！？\\s]")
_HAN = re.compile("[\u3400-\u9fff]")


class Queries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Search queries, the most promising first."""

    queries: tuple[str, ...]


@dataclass(frozen=True)
class QueriesAsk(Ask[Queries]):
    """Queries for what settles a statement.

    Attributes:
        statement: what is said.
        context: the words around it; "" if it stands by itself.
        query: what its report answers; "" if unknown.
        today: the run's date (ISO); "" if it is not told.
        tried: queries that did not settle it.
        language: of the statement.
    """

    kind: ClassVar[str] = "queries"
    version: ClassVar[str] = "1"
    role: ClassVar[Role] = Role.JUDGE
    answer_type: ClassVar[type] = Queries

    statement: str
    context: str = ""
    query: str = ""
    today: str = ""
    tried: tuple[str, ...] = ()
    language: str = "en"

    def prompt(self) -> tuple[Part, ...]:
        """Rubric, query of the report, date, context, what was tried, statement."""
        fields = {
            "query": self.query,
            "today": self.today,
            "context": self.context,
            "tried": "\n".join(self.tried),
            "statement": self.statement,
        }
        return prompt_parts(PROMPTS, "queries", self.language, fields)

    def objection(self, value: Queries) -> str:
        """An answer without a query."""
        return "" if any(q.strip() for q in value.queries) else "it holds no query"

    def by_rule(self) -> Answer[Queries] | NoVerdict:
        """Key terms first; then names and dates; then the plain words: those not tried."""
        offered = dict.fromkeys(q[:LONGEST] for q in _offered(self.statement, self.language) if q)
        left = [q for q in offered if q not in self.tried]
        if not left:
            return NoVerdict(Reason.NOTHING_TO_CHECK, "the rules know no other query")
        return Answer(Queries((left[0],)), "terms, names and dates of the statement")


def _offered(statement: str, language: str) -> Iterator[str]:
    yield " ".join(_terms(statement))
    when = [d.text for d in dates(statement, language)]
    names = [found.strip(" .’'") for found in _NAME.findall(statement)]
    yield " ".join(dict.fromkeys([*names, *when]))
    yield " ".join(statement.split())


def _terms(statement: str) -> list[str]:
    """Its weightiest words, as written and in their order: names, numbers and dates among them."""
    if _HAN.search(statement):
        parts = (p for p in _PARTING.split(statement) if p and _HAN_TERM.search(p))
        return list(dict.fromkeys(parts))[:_TERMS]
    found = [statement[w.start : w.end] for w in words(statement) if w.weight > STOP_WEIGHT]
    return list(dict.fromkeys(found))[:_TERMS]
