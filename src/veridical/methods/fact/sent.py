"""What of a page is sent with the statements that cite it: all of it, or what retrieval finds.

One page is sent once with all of its statements, so what is found for one statement is shown to
the others too: it is put together and stands first in the prompt. The page's beginning, which
tells what it is about, comes with it.
"""

from __future__ import annotations

from collections.abc import Iterable

from veridical.methods.fact.settings import Settings
from veridical.retrieval.passages import Passage, whole
from veridical.retrieval.stretches import stretches


def sent(
    text: str, statements: Iterable[str], settings: Settings, *, source: str
) -> tuple[Passage, ...]:
    """The passages of a page that are sent, in the page's order; neighbors are one passage.

    Args:
        text: the page.
        statements: what is asked of it.
        settings: whether it is sent whole, else how much of it for each statement.
        source: the page's id.
    """
    if not settings.characters:
        return (whole(text, source=source),)
    return stretches(text, statements, source=source, characters=settings.characters)
