"""A page's dataclass to one HTML text that needs nothing but itself.

Styles and scripts are written into the page; its Content-Security-Policy allows those
scripts by their hash and pictures that lie beside it, and nothing from any network. All
text is escaped by the templates; the one text trusted as HTML is a report's `body`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from veridical.web.pages import CheckPage, Page, ReportPage, TaskPage
from veridical.web.parts import packed
from veridical.web.pictures import NoPictures, Pictures
from veridical.web.vocabulary import VOCABULARY

_HERE = Path(__file__).parent
STYLES = ("tone.css", "type.css", "table.css", "pane.css", "graph.css", "print.css")
EARLY_SCRIPTS = ("theme.js",)
SCRIPTS: Mapping[type[Page], tuple[str, ...]] = {
    ReportPage: ("chain.js", "places.js"),
    TaskPage: ("columns.js", "chain.js", "places.js"),
    CheckPage: ("parts.js", "places.js", "filters.js"),
}
_TABLES_ONLY = ("columns.js",)


def render(page: Page, pictures: Pictures | None = None) -> str:
    """The page as HTML.

    Args:
        page: what to show.
        pictures: where its pictures are found; None = a note in place of each.
    """
    return "".join(rendered(page, pictures))


def rendered(page: Page, pictures: Pictures | None = None) -> Iterator[str]:
    """The page as HTML, piece by piece, so that a long one need not be held whole."""
    early = static_text(EARLY_SCRIPTS)
    script = static_text(SCRIPTS.get(type(page), _TABLES_ONLY))
    shown = {f.name: getattr(page, f.name) for f in fields(page)}
    root = None if isinstance(page, CheckPage) else "../" * (len(page.place) - 1)
    return (
        environment()
        .get_template(page.template)
        .generate(
            **shown,
            root=root,
            policy=policy(early, script),
            style=Markup(static_text(STYLES)),  # noqa: S704
            early_script=Markup(early),  # noqa: S704
            script=Markup(script),  # noqa: S704
            picture_address=_picture_address(pictures or NoPictures(), root or ""),
            known_asks=frozenset(ask.id for ask in page.asks)
            if isinstance(page, ReportPage)
            else (),
            known_nodes=_nodes(page),
        )
    )


def _picture_address(pictures: Pictures, root: str) -> Callable[[str], str]:
    def address(path: str) -> str:
        found = pictures.address(path)
        return found if not found or found.startswith("data:") else root + found

    return address


def _nodes(page: Page) -> frozenset[str]:
    graph = page.task.gold.graph if isinstance(page, ReportPage | TaskPage) else None
    return frozenset(graph.by_id) if graph else frozenset()


@cache
def environment() -> Environment:
    """The templates, with the words that they may use."""
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(VOCABULARY)
    made.filters["readable"] = VOCABULARY["readable"]
    made.filters["packed"] = packed
    return made


@cache
def static_text(names: tuple[str, ...]) -> str:
    """Static files joined, as they are written into a page."""
    return "\n".join((_HERE / "static" / name).read_text("utf-8") for name in names)


def policy(*scripts: str) -> str:
    """The Content-Security-Policy of a page with these scripts."""
    allowed = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    return (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src {allowed}; img-src data: 'self'; base-uri 'none'; form-action 'none'"
    )


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
