"""The options that say who sees a report's pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veridical.runs.load import Run
    from veridical.runs.settings import Settings
    from veridical.runs.sight import Sight

PANEL = "Pictures"
"""The part of a verb's help that these options stand in."""

_option = partial(typer.Option, rich_help_panel=PANEL)


@dataclass(frozen=True, kw_only=True)
class SightOptions:
    """Who sees a report's pictures, each field an option."""

    page_pictures: Annotated[
        int,
        _option(min=0, metavar="N", help="Show --vision the first N rendered pages of a report."),
    ] = 0
    eyes: Annotated[bool, _option("--eyes", help="Let the built-in rules read figures by OCR.")] = (
        False
    )

    def sight(self, settings: Settings | None) -> Sight:
        """The same as a value.

        Raises:
            ConfigError: what it asks for would be without effect, or is not installed.
        """
        from veridical.runs.sight import Sight

        found = Sight(self.page_pictures, self.eyes)
        found.refuse_unfit(settings)
        return found


def show_unseen(run: Run) -> None:
    """Say of how many reports no page could be shown, of how many drawings none was, and why."""
    from veridical.picture import NOT_DRAWN
    from veridical.runs.unseen_pages import undrawn, unseen_pages
    from veridical.web.words import count

    unseen = unseen_pages(run)
    for why, reports in sorted(unseen.items()):
        typer.echo(f"pages of {count(reports, 'report', 'reports')} were shown to nobody: {why}")
    drawings = undrawn(run)
    if drawings and not unseen:
        was = "was" if drawings == 1 else "were"
        typer.echo(f"{count(drawings, 'drawing')} {was} shown to nobody: {NOT_DRAWN}")
