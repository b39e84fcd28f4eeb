"""The options of FACT, each recorded with every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from veridical.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        passages: how many passages of a page are found for each statement, each sent with the one
            before and after it; 0 = the page whole, as published.
        characters: how long such a passage is at most, in code points.
    """

    passages: int = 0
    characters: int = 400

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        _refuse_below(0, "passages", self.passages)
        _refuse_below(100, "characters", self.characters)

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


def _refuse_below(least: int, name: str, value: int) -> None:
    if value < least:
        raise ConfigError(
            f"settings of fact, {name}",
            "is too small",
            got=value,
            expected=f"a whole number from {least}",
            fix="Correct it.",
        )


DEFAULTS = Settings()
