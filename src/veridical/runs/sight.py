"""Who sees the reports' pictures in a run: a model their pages, the rules what is written in them.

Both are off by default: pages cost a model's tokens, and what the rules read depends on what is
installed. Neither is opened before it is used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from veridical.ask import Role
from veridical.errors import ConfigError
from veridical.respondents import Roles
from veridical.respondents.rules import Rules
from veridical.sources.eyes import DrawingEyes, Eyes, found_eyes
from veridical.sources.page_pictures import PageSettings, Photographer, camera

if TYPE_CHECKING:
    from veridical.runs.settings import Binding, Settings

READ = "read"
"""The folder, among a run's pictures, of what was read off them."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What of reports' pictures is shown to whom.

    Attributes:
        pages: how many rendered pages of each report are shown to a model that sees; 0 = none.
        has_eyes: whether the built-in rules read figures.
        is_of_drawings: whether those are SVG drawings alone, which are read alike wherever
            nothing else is installed.
    """

    pages: int = 0
    has_eyes: bool = False
    is_of_drawings: bool = False

    def refuse_unfit(self, settings: Settings | None) -> None:
        """Refuse what would be without effect, before anything is asked.

        Args:
            settings: which models answer.

        Raises:
            ConfigError: a model judges where the rules were to see, or nobody sees the pages
                that were to be shown.
        """
        bindings: Mapping[Role, Binding] = {} if settings is None else settings.bindings
        if self.has_eyes and {Role.JUDGE, Role.VISION} & bindings.keys():
            raise ConfigError(
                "--eyes",
                "lets the built-in rules see, and a model judges",
                expected="no --judge and no --vision beside it",
                fix="Name a model that sees with --vision instead.",
            )
        if self.pages and not self._is_shown(bindings):
            raise ConfigError(
                "--page-pictures",
                "would show pages to nobody",
                got=self.pages,
                expected="a model that sees",
                fix="Name one with --vision.",
            )

    def respondents(self) -> dict[str, str]:
        """Who answers in another role than without it, for the record."""
        return {Role.VISION.value: Rules(self._eyes()).identity} if self.has_eyes else {}

    def roles(self, roles: Roles, run: Path) -> Roles:
        """The roles, where the rules have eyes.

        Args:
            roles: as bound.
            run: the run's folder, where what was read is kept.
        """
        if not self.has_eyes:
            return roles
        eyes = self._eyes(run / "pictures" / READ)
        return Roles({**roles.bound, Role.VISION: Rules(eyes)})

    def _eyes(self, keep: Path | None = None) -> Eyes:
        return DrawingEyes() if self.is_of_drawings else found_eyes(keep)

    @asynccontextmanager
    async def photographer(self, settings: Settings) -> AsyncIterator[Photographer | None]:
        """Who makes pictures of pages until the block ends; None where nobody sees them."""
        if not self.pages or not self._is_shown(settings.bindings):
            yield None
            return
        async with camera(PageSettings(most=self.pages)) as one:
            yield one

    @staticmethod
    def _is_shown(bindings: Mapping[Role, Binding]) -> bool:
        return Role.VISION in bindings and bindings[Role.VISION].sees


NO_SIGHT = Sight()


def had_eyes(respondents: Mapping[str, str]) -> bool:
    """Whether the rules of a run had eyes, by its record of who answered."""
    return respondents.get(Role.VISION, "").startswith(f"{Rules().identity}+")
