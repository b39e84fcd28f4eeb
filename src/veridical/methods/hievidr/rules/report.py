"""The rule's ratings of a report: what can be counted without reading it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from veridical.checks.reading import Said
from veridical.methods.hievidr.rules.features import (
    content,
    coverage,
    frequent,
    numeric,
    reasoning,
    repeated,
    saturated,
)
from veridical.methods.hievidr.rules.rated import RuleRatings, rated

ENOUGH_SECTIONS = 4
ENOUGH_SOURCES = 6
ENOUGH_STATEMENTS = 20
ENOUGH_REASONING = 0.35
ENOUGH_NUMBERS = 0.35
THEME_WORDS = 25


def rate_report(question: str, headings: Sequence[str], statements: Sequence[Said]) -> RuleRatings:
    """Ratings of the five dimensions that can be read off the text.

    Args:
        question: what the report should answer.
        headings: of its sections.
        statements: at least one.
    """
    texts = [s.text for s in statements]
    sources = {source for s in statements for source in s.sources}
    sections = {s.section for s in statements}
    asked = coverage(question, " ".join([*texts, *headings]))
    return rated(
        {
            "focus": (asked + on_theme(question, statements)) / 2,
            "scope": (
                asked
                + saturated(len(sections), ENOUGH_SECTIONS)
                + saturated(len(sources), ENOUGH_SOURCES)
            )
            / 3,
            "depth": (
                saturated(len(texts), ENOUGH_STATEMENTS)
                + saturated(reasoning(texts), ENOUGH_REASONING)
                + saturated(numeric(texts), ENOUGH_NUMBERS)
            )
            / 3,
            "redundancy": 1.0 - repeated(texts),
            "support": sum(bool(s.sources) for s in statements) / len(statements),
        }
    )


def on_theme(question: str, statements: Sequence[Said]) -> float:
    """The share of statements in sections that speak of what is asked.

    The theme is the question's words and the words that the statements sharing one with it
    use most; a section is on it if half of its statements use such a word.
    """
    asked = set(content(question))
    near = [s.text for s in statements if asked & set(content(s.text))]
    theme = asked | frequent(near, THEME_WORDS)
    by_section: defaultdict[int, list[bool]] = defaultdict(list)
    for s in statements:
        by_section[s.section].append(bool(theme & set(content(s.text))))
    on = sum(len(hits) for hits in by_section.values() if 2 * sum(hits) >= len(hits))
    return on / len(statements)
