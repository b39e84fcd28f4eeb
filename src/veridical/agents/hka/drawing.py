"""Programs that draw, run in the sandbox with the fonts already known."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from tempfile import TemporaryDirectory
from types import MappingProxyType

from veridical.agents.hka.analysis.code import FIGURE
from veridical.agents.sandbox import Outcome, Program, Sandbox, State

_FONTS = """\
import glob, shutil
import matplotlib.font_manager
for path in glob.glob(matplotlib.get_cachedir() + "/fontlist*"):
    shutil.copy(path, ".")
"""
_LOOK = """\
import matplotlib.image
pixels = matplotlib.image.imread("/in/figure.png")
print(pixels.shape[1], pixels.shape[0], float(pixels[..., :3].std()))
"""
_BLANK = 0.01
"""Spread of the colors, in [0, 1], below which a figure shows nothing."""
_LEAST_PIXELS = 50


class FigureState(StrEnum):
    """What a program's figure is, by its pixels alone."""

    OK = "ok"
    ABSENT = "absent"
    BROKEN = "broken"
    BLANK = "blank"


@dataclass(frozen=True)
class Drawer:
    """Runs programs that draw.

    Attributes:
        sandbox: where.
        fonts: the list of fonts that would take seconds to make for each program.
    """

    sandbox: Sandbox
    fonts: Mapping[str, bytes]

    async def draw(self, code: str, objects: Mapping[str, object]) -> Outcome:
        """Run a program with objects defined under their names.

        Raises:
            ConfigError: the sandbox does not work here.
        """
        return await self.sandbox.run(Program(code, objects, self.fonts))

    async def look(self, outcome: Outcome) -> FigureState:
        """What its figure is; read in the sandbox, since a file that is drawn may be anything.

        Raises:
            ConfigError: the sandbox does not work here.
        """
        figure = outcome.files.get(FIGURE)
        if figure is None:
            return FigureState.ABSENT
        seen = await self.sandbox.run(Program(_LOOK, {}, {**self.fonts, FIGURE: figure}))
        if seen.state is not State.RAN:
            return FigureState.BROKEN
        try:
            width, height, spread = map(float, seen.stdout.split())
        except ValueError:
            return FigureState.BROKEN
        is_seen = min(width, height) >= _LEAST_PIXELS and spread > _BLANK
        return FigureState.OK if is_seen else FigureState.BLANK


async def drawer(sandbox: Sandbox) -> Drawer:
    """A drawer that knows the fonts; where they cannot be listed, one that does not.

    The library that draws is imported once outside, so that it is compiled: inside nothing can
    be kept, and each program would compile it anew.

    Raises:
        ConfigError: the sandbox does not work here.
    """
    await _compiled()
    listed = await sandbox.run(Program(_FONTS))
    fonts = {name: body for name, body in listed.files.items() if name.startswith("fontlist")}
    return Drawer(sandbox, MappingProxyType(fonts))


async def _compiled() -> None:
    """Import the drawing library in a process of its own; without it there is nothing to keep."""
    with TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-c", "import matplotlib.pyplot"),
            env={"MPLBACKEND": "Agg", "MPLCONFIGDIR": folder},
            stderr=asyncio.subprocess.DEVNULL,
        )
        await process.wait()
