"""Links inside the documentation lead somewhere, and nothing in it is of one machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, pages, prose

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_OUTWARD = re.compile(r"^[a-z]+:")
each_page = pytest.mark.parametrize("page", pages(), ids=lambda p: p.relative_to(ROOT).as_posix())


def anchors(path: Path) -> set[str]:
    """The anchors that a page's headings have."""
    heads = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    """To a file of the repository, and to a heading of it."""
    broken = []
    for target in _LINK.findall(prose(page.read_text("utf-8"))):
        if _OUTWARD.match(target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        is_there = path.exists() and path.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(path)):
            broken.append(target)

    assert broken == []


@each_page
def test_nothing_is_of_one_machine(page: Path) -> None:
    """No path of a home or a work folder, no host of a package index."""
    text = page.read_text("utf-8")
    found = [
        words
        for words in ("/root/", "/home/", "/work/", "C:\\", "localhost:", "pypi.org", "npmjs")
        if words in text
    ]

    assert found == []


@each_page
def test_every_page_is_reached(page: Path) -> None:
    """From README or from the documentation's first page."""
    top = [ROOT / "README.md", ROOT / "docs" / "index.md"]
    linked = {
        (start.parent / target.partition("#")[0]).resolve()
        for start in top
        for target in _LINK.findall(prose(start.read_text("utf-8")))
        if not _OUTWARD.match(target)
    }

    assert page in {*top, *linked} or page.parent in linked


def test_the_pictures_of_the_readme_are_small() -> None:
    """A first screen that loads at once, and a report of an agent."""
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))

    assert len(pictures) == 2
    assert sum((ROOT / picture).stat().st_size for picture in pictures) <= 250_000
