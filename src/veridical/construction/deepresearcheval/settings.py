"""How many personas and tasks DeepResearchEval's curation makes, and what its filters ask for."""

from __future__ import annotations

from dataclasses import dataclass

from veridical.errors import ConfigError

DOMAINS = (
    "Transportation",
    "Politics",
    "Finance & Business",
    "History",
    "Software Development",
    "Industrial",
    "Sports & Fitness",
    "Health",
    "Science & Technology",
    "Education & Jobs",
)
"""The paper's ten."""
WINDOWED = 0.7
"""The share of tasks with an explicit time window that the paper asks for."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Of the pipeline.

    Attributes:
        tasks: how many are wanted at the end; the paper takes 100 of 155.
        domains: how many of the ten are tried, in an order drawn by the seed.
        seed: of all that is drawn.
        personas: of a domain; the paper's 5.
        tasks_each: of a persona; the paper's 4.
        confidence: that a task needs deep research, above which it stays; the paper's 0.7.
        quality: of an answer without search, up to which a task stays; the code's 0.7.
        language: of personas and tasks.
        alike: the share of words (Jaccard) from which two queries are one; ours.
    """

    tasks: int = 100
    domains: int = len(DOMAINS)
    seed: int = 0
    personas: int = 5
    tasks_each: int = 4
    confidence: float = 0.7
    quality: float = 0.7
    language: str = "en"
    alike: float = 0.8

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name in ("tasks", "domains", "personas", "tasks_each"):
            if getattr(self, name) < 1:
                raise _refused(name, getattr(self, name), "a whole number from 1")
        for name in ("confidence", "quality", "alike"):
            if not 0 <= getattr(self, name) <= 1:
                raise _refused(name, getattr(self, name), "a share from 0 to 1")


def _refused(name: str, got: object, expected: str) -> ConfigError:
    where = f"construction of deepresearcheval, {name}"
    return ConfigError(where, "cannot be", got=got, expected=expected, fix="Correct it.")
