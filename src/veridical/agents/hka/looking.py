"""A figure looked at: by its pixels, and by whoever sees."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from veridical.agents.hka.analysis.code import FIGURE
from veridical.agents.hka.asks.figure import FigureAsk, FigureVerdict
from veridical.agents.hka.drawing import Drawer, FigureState
from veridical.agents.hka.programs import Ran
from veridical.agents.hka.rates import Rejection
from veridical.agents.research.journal import Journal
from veridical.ask import Answer, Attachment

_REJECTIONS = {
    FigureVerdict.WRONG: Rejection.WRONG,
    FigureVerdict.IRRELEVANT: Rejection.IRRELEVANT,
}
_BY_PIXELS = {
    FigureState.ABSENT: "it leaves no figure.png",
    FigureState.BROKEN: "its figure.png cannot be read as a picture",
    FigureState.BLANK: "its figure shows nothing",
}


@dataclass(frozen=True)
class Look:
    """What was seen.

    Attributes:
        rejection: why the figure is not taken; None = it is.
        why: in words, for whoever draws it anew.
        is_seen: whether somebody saw more than pixels.
        picture: the figure as a file; None where none can be read.
    """

    rejection: Rejection | None
    why: str
    is_seen: bool
    picture: Attachment | None = None


async def look(
    ran: Ran,
    question: str,
    table: str,
    *,
    drawer: Drawer,
    journal: Journal,
    shelf: Path,
    language: str,
) -> Look:
    """Look at a program's figure; what its pixels rule out is shown to nobody.

    Args:
        ran: the program.
        question: that the figure is to help answer.
        table: its fields, as comments.
        drawer: where pixels are read.
        journal: where the ask is put.
        shelf: a folder for figures, while they are looked at.
        language: of the report.

    Raises:
        ConfigError: the sandbox does not work here.
    """
    state = await drawer.look(ran.outcome)
    if state is FigureState.ABSENT or state is FigureState.BROKEN:
        return Look(Rejection.EMPTY, _BY_PIXELS[state], is_seen=True)
    picture = shelved(ran.outcome.files[FIGURE], shelf)
    if state is FigureState.BLANK:
        return Look(Rejection.EMPTY, _BY_PIXELS[state], is_seen=True, picture=picture)
    said = await journal.ask(FigureAsk(question, table, picture, language))
    if not isinstance(said, Answer):
        return Look(None, "", is_seen=False, picture=picture)
    verdict = said.value.verdict
    why = f"{verdict.value}: {said.why}"
    return Look(_REJECTIONS.get(verdict), why, is_seen=True, picture=picture)


def shelved(picture: bytes, shelf: Path) -> Attachment:
    """A figure as a file that can go with an ask."""
    digest = hashlib.sha256(picture).hexdigest()
    path = shelf / f"{digest}.png"
    path.write_bytes(picture)
    return Attachment(str(path), digest)
