"""What of a page is sent with the statements that cite it: all of it, or what retrieval finds.

One page is sent once with all of its statements, so the passages of one statement are shown to
the others too: what is found is put together and stands first in the prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veridical.methods.fact.settings import Settings
from veridical.retrieval.passages import Passage, passages, whole
from veridical.retrieval.tfidf import TfIdf, cosine


def sent(
    text: str, statements: Iterable[str], settings: Settings, *, source: str
) -> tuple[Passage, ...]:
    """The passages of a page that are sent, in the page's order.

    Args:
        text: the page.
        statements: what is asked of it.
        settings: whether it is sent whole, else how many passages for each statement.
        source: the page's id.
    """
    if not settings.passages:
        return (whole(text, source=source),)
    cut = passages(text, source=source, characters=settings.characters)
    found = _found(cut, statements, settings.passages)
    return tuple(p for number, p in enumerate(cut) if number in found)


def _found(cut: Sequence[Passage], statements: Iterable[str], limit: int) -> set[int]:
    """The numbers of the passages most alike to any of the statements."""
    if len(cut) <= limit:
        return set(range(len(cut)))
    model = TfIdf.fit(p.text for p in cut)
    weighed = [model.vector(p.text) for p in cut]
    found: set[int] = set()
    for statement in statements:
        asked = model.vector(statement)
        alike = [cosine(asked, one) for one in weighed]
        found |= set(sorted(range(len(cut)), key=lambda n: (-alike[n], n))[:limit])
    return found
