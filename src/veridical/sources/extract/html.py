"""HTML → what a reader sees of a page, without the furniture of its site.

The reader of reports (`veridical.report.html`) reads pages too: linear in their length, tables
with their spans, hidden words apart. What is added here is what only pages have: metadata and
the menus, banners and footers around the words.
"""

from __future__ import annotations

import re

from veridical.report.html import html_layout
from veridical.sources.extract.extracted import Extracted, Shown
from veridical.sources.extract.facts import PageFacts, page_facts
from veridical.sources.extract.furniture import without_furniture
from veridical.sources.extract.layout import add_layout
from veridical.sources.extract.metadata import identifiers_of, is_closed, published_of, title_of
from veridical.sources.result import FetchState

LARGEST_HTML = 5_000_000
"""Characters, pictures that stand in the page itself not counted."""
_INLINE = re.compile(r"data:[a-z]{1,20}/[^\s\"'<>()]{64,}", re.IGNORECASE)


def read_html(source: str, url: str) -> Extracted:
    """What a page shows.

    Args:
        source: the decoded page.
        url: where it stands.
    """
    if len(source) - sum(len(found[0]) for found in _INLINE.finditer(source)) > LARGEST_HTML:
        detail = f"over {LARGEST_HTML} characters"
        return Extracted(FetchState.TOO_LARGE, "text/html", detail=detail)
    facts = page_facts(source)
    shown, hidden = _shown(without_furniture(source), facts.base or url)
    if not shown.text:
        shown, hidden = _shown(source, facts.base or url)
    inline = sum(figure.url.startswith("sha256:") for figure in shown.figures)
    notes = [f"inline_images: {inline}"] if inline else []
    notes += [f"hidden_texts: {len(hidden)}"] if hidden else []
    needs_scripts = not shown.text and facts.scripts > 0
    return Extracted(
        FetchState.OK if shown.text else FetchState.EMPTY,
        "text/html",
        detail="it shows nothing without running scripts" if needs_scripts else "",
        title=title_of(facts) or _first_heading(shown),
        text=shown.text,
        headings=tuple(shown.headings),
        tables=tuple(shown.tables),
        figures=tuple(shown.figures),
        published=published_of(facts),
        identifiers=identifiers_of(facts, url),
        marks=tuple(shown.marks),
        hidden=hidden,
        notes=tuple(notes),
        door=_door(facts),
        is_closed=is_closed(facts),
        needs_scripts=needs_scripts,
    )


def _shown(source: str, url: str) -> tuple[Shown, tuple[str, ...]]:
    shown = Shown()
    hidden = add_layout(shown, html_layout(source), url, source)
    return shown, hidden


def _first_heading(shown: Shown) -> str:
    return shown.headings[0].text if shown.headings else ""


def _door(facts: PageFacts) -> str:
    if facts.passwords:
        return "password"
    return "mail" if facts.forms and facts.mail_fields else ""
