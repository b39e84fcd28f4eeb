"""What was asked, for a reader: never the report once more, and what a search was for.

Many asks carry the whole report. It stands on the page already, so a card names it instead
of repeating it; what exactly was put is in the ledger.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import msgspec

from veridical.ask import Answer, Quote
from veridical.asked import Exchange
from veridical.checks.reading import Said
from veridical.report.model import Report
from veridical.web.facts import facts_of
from veridical.web.pages.frame import Fact
from veridical.web.quotes import IN_REPORT
from veridical.web.words import count

if TYPE_CHECKING:
    from veridical.ask import Ask

LONGEST = 3000
"""Characters of one input on a card."""


def inputs_of(ask: Ask[object], report: Report) -> tuple[Fact, ...]:
    """An ask's inputs as facts; what repeats the report is named, not repeated."""
    found: list[Fact] = []
    for name, value in _fields_of(ask).items():
        label = name.replace("_", " ")
        if n := _said(value):
            found.append(Fact(label, _named(n, report)))
        elif isinstance(value, str) and len(value) > LONGEST:
            found.append(Fact(label, _shortened(value, report)))
        else:
            found += facts_of({name: value})
    return tuple(found)


def sought_in(exchange: Exchange) -> tuple[str, int]:
    """What was searched for among statements, and among how many; "" and 0 = no search.

    A search is an ask of one text and of numbered statements that is answered by numbers.
    """
    ask = _fields_of(exchange.ask)
    among = max((_said(v) for v in ask.values()), default=0)
    texts = [v for k, v in ask.items() if isinstance(v, str) and k != "language"]
    is_search = _numbers_type(exchange.ask) and len(texts) == 1 and among
    return (texts[0], among) if is_search else ("", 0)


def named_statements(exchange: Exchange, report: Report) -> tuple[Quote, ...]:
    """The words of the report's statements that an answer names by their numbers."""
    sought, _ = sought_in(exchange)
    if not sought or not isinstance(exchange.answer, Answer):
        return ()
    numbers = getattr(exchange.answer.value, "statements", ())
    spans = [report.statements[n].span for n in numbers if 0 <= n < len(report.statements)]
    return tuple(Quote(IN_REPORT, s.start, s.end, report.words(s)) for s in spans)


def _fields_of(ask: object) -> dict[str, object]:
    names = [f.name for f in fields(ask)] if is_dataclass(ask) else []
    return {name: getattr(ask, name) for name in names}


def _said(value: object) -> int:
    """How many statements a field carries."""
    return len(value) if isinstance(value, tuple) and value and isinstance(value[0], Said) else 0


def _numbers_type(ask: Ask[object]) -> bool:
    kind = ask.answer_type
    return issubclass(kind, msgspec.Struct) and kind.__struct_fields__ == ("statements",)


def _named(n: int, report: Report) -> str:
    every = len(report.statements)
    return f"all {count(n, 'statement')} of the report" if n == every else f"{n} of {every}"


def _shortened(text: str, report: Report) -> str:
    if text[:LONGEST] in report.source or len(text) > len(report.source) // 2:
        return f"the report’s text, {len(text)} characters"
    return f"{text[:LONGEST]}… ({len(text)} characters in all; the rest is in the ledger)"
