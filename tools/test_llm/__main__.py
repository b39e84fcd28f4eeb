"""`python -m tools.test_llm [MODEL] [FORM …]`: put the asks to a small model on this machine.

The model is 1.5b, or 0.5b where cores are few. Only the forms that begin with one of the words
given are put, or all but those with more texts ("support, more texts"); only of all is
bench/out/test_llm.json written. Nothing but the first set-up uses the network.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench.__main__ import OUT, write
from tools.test_llm.cases import Case, cases
from tools.test_llm.putting import Outcome, model_at
from tools.test_llm.server import serving
from tools.test_llm.setting_up import PACKAGED, set_up
from tools.test_llm.showing import figures, show, write_replies
from veridical.errors import VeridicalError
from veridical.ledger import open_ledger

CACHE = Path(__file__).parents[2] / ".cache" / "test_llm"
THREADS = 1
"""Two are slower than one where somebody else uses the second core."""


def main(words: Sequence[str]) -> None:
    """Set up, serve, ask, show, write."""
    console = Console(width=120)
    short, words = (words[0], words[1:]) if words and words[0] in PACKAGED else ("1.5b", words)
    chosen = [c for c in cases() if _is_wanted(c, tuple(words))]
    place = set_up(CACHE, console, short)
    with serving(place, CACHE / "server.log", THREADS) as base_url:
        outcomes = asyncio.run(ask_all(chosen, base_url, place.name, console))
    show(console, outcomes)
    if not words:
        OUT.mkdir(exist_ok=True)
        write("test_llm", figures(outcomes))


def _is_wanted(case: Case, words: tuple[str, ...]) -> bool:
    return case.form.startswith(words) if words else not case.is_extra


async def ask_all(
    chosen: Sequence[Case], base_url: str, name: str, console: Console
) -> list[Outcome]:
    """Every case, one after the other, with a line for each."""
    found: list[Outcome] = []
    with open_ledger(_new_ledger(CACHE)) as ledger:
        async with model_at(ledger, base_url, name) as model:
            for number, case in enumerate(chosen, start=1):
                found.append(await model.put(case))
                # each time, so that there is something to read after an interruption
                write_replies(found, CACHE / "replies.txt")
                seconds = found[-1].seconds
                console.print(
                    f"{number}/{len(chosen)} {case.form}, {case.language}: {seconds:.1f} s"
                )
    return found


def _new_ledger(folder: Path) -> Path:
    """An empty ledger under the same secret each time, so that the same prompt is sent again."""
    empty, used = folder / "empty.ledger", folder / "used.ledger"
    if not empty.exists():
        open_ledger(empty).close()
    for rest in folder.glob("used.ledger*"):
        rest.unlink()
    shutil.copyfile(empty, used)
    return used


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except VeridicalError as e:
        sys.exit(str(e))
