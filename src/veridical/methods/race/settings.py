"""The options of RACE, each recorded with every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from veridical.errors import ConfigError
from veridical.methods.rubrics import file_sha256


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        rival: the reference that reports are compared with: a system of the run, a folder or a
            file of one system's reports, or ``stand-in``, the same system's report on the next
            task in the same language; "" = none, and nothing can be compared.
        rubrics: a file of rubrics as the authors publish them; "" = the examiner writes them.
        rubrics_sha256: of that file, worked out when it is named, so that a run never goes on
            with another one.
        draws: how many times the weights of the dimensions are drawn; the paper draws 5 times.
    """

    rival: str = ""
    rubrics: str = ""
    rubrics_sha256: str = ""
    draws: int = 5

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if self.draws < 1:
            raise ConfigError(
                "settings of race, draws",
                "is too small",
                got=self.draws,
                expected="a whole number from 1",
                fix="Correct it.",
            )

    def frozen(self) -> Settings:
        """The same with the hash of the file of rubrics.

        Raises:
            InputError: the file cannot be read.
        """
        if not self.rubrics or self.rubrics_sha256:
            return self
        return replace(self, rubrics_sha256=file_sha256(self.rubrics))

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


DEFAULTS = Settings()
