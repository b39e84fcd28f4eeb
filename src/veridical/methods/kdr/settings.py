"""The options of KDR, each recorded with every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from veridical.methods.race.settings import Settings as RaceSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    Attributes:
        rival: the reference of the general-purpose part, as for RACE: a system of the run, a
            folder or a file of one system's reports, or ``stand-in``; "" = none, and that part
            is not measured.
        rubrics: a file of rubrics as RACE's authors publish them; "" = the examiner writes them.
        rubrics_sha256: of that file, worked out when it is named.
        draws: how many times the weights of RACE's dimensions are drawn.
        rivals: with whom pages are compared in pairs: ``all`` other systems of the run, or some
            of them with commas between their names; "" = nobody, and that part is not measured.
    """

    rival: str = ""
    rubrics: str = ""
    rubrics_sha256: str = ""
    draws: int = 5
    rivals: str = ""

    @property
    def race(self) -> RaceSettings:
        """Those of the general-purpose part."""
        return RaceSettings(self.rival, self.rubrics, self.rubrics_sha256, self.draws)

    def frozen(self) -> Settings:
        """The same with the hash of the file of rubrics.

        Raises:
            InputError: the file cannot be read.
        """
        return replace(self, rubrics_sha256=self.race.frozen().rubrics_sha256)

    def shown(self) -> Mapping[str, str]:
        """Every option by name, as recorded."""
        return {f.name: str(getattr(self, f.name)) for f in fields(self)}


DEFAULTS = Settings()
