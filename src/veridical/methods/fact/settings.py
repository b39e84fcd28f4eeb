"""The options of FACT, each recorded with every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from veridical.errors import ConfigError

LEAST = 100
"""Code points: about a sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        characters: how many code points of a page are found for each statement at most, and sent
            with the page's beginning, one of an unspaced script counted three times; 0 = the
            page whole, as published.
    """

    characters: int = 0

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if self.characters and self.characters < LEAST:
            raise ConfigError(
                "settings of fact, characters",
                "is too small",
                got=self.characters,
                expected=f"0 for whole pages, or a whole number from {LEAST}",
                fix="Correct it.",
            )

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


DEFAULTS = Settings()
