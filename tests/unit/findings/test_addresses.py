"""Addresses that are dead, moved, another work's, or never were retrieved."""

from __future__ import annotations

import pytest

from veridical.findings import audit
from veridical.findings.addresses import retrieved_keys
from veridical.findings.cited import page_key
from veridical.findings.known import Known
from veridical.measure import Page
from veridical.report import parse_report
from veridical.sources import FetchState
from veridical.trajectory import Step, StepKind

NOW = "2026-01-02T00:00:00Z"
KINDS = {
    "dead_reference",
    "moved_reference",
    "reference_mismatch",
    "other_authors",
    "other_version",
    "never_retrieved",
    "placeholder_host",
}


def found(text: str, *pages: Page, steps: tuple[Step, ...] | None = None) -> list[tuple[str, str]]:
    """Kind and message of findings about addresses; pages in the order of first citation."""
    report = parse_report(text)
    keys = list(dict.fromkeys(k for c in report.citations if (k := page_key(report, c))))
    known = Known(dict(zip(keys, pages, strict=False)), steps)
    return [(f.kind, f.message) for f in audit(report, None, known) if f.kind in KINDS]


def fetched(url: str) -> Step:
    """A step that fetched an address."""
    return Step(1, StepKind.FETCH, url=url)


ICE = "Ice floats [1].\n\n## References\n\n[1] Why ice floats on water. https://ice.org/a\n"
TEXT = "Why ice floats on water\n\nIce floats on water, being less dense."


@pytest.mark.parametrize("state", [FetchState.NOT_FOUND, FetchState.SOFT_404])
def test_an_address_that_leads_nowhere_is_dead(state: FetchState) -> None:
    """By what the web said, at the entry of the list."""
    assert found(ICE, Page("ice", state, time=NOW)) == [
        ("dead_reference", f"Reference 1 leads nowhere ({state.replace('_', ' ')}).")
    ]


@pytest.mark.parametrize(
    "page",
    [
        Page("ice", FetchState.NOT_FOUND),
        Page("ice", FetchState.TIMEOUT, time=NOW),
        Page("ice", FetchState.BLOCKED, time=NOW),
        Page("ice", FetchState.LOGIN_REQUIRED, time=NOW),
    ],
    ids=["not in the folder", "timeout", "blocked", "login"],
)
def test_a_page_that_nobody_could_read_is_not_dead(page: Page) -> None:
    """Nor is what is merely not in the folder (U44, U46)."""
    assert found(ICE, page) == []


def test_an_address_that_answers_elsewhere_has_moved() -> None:
    """A slash or a scheme is no move; another host is."""
    same = Page("ice", "ok", TEXT, "Why ice floats on water", "http://ice.org/a/", time=NOW)
    moved = Page("ice", "ok", TEXT, "Why ice floats on water", "https://cold.org/b", time=NOW)

    assert found(ICE, same) == []
    assert found(ICE, moved) == [
        ("moved_reference", "Reference 1 has moved to https://cold.org/b.")
    ]


def test_another_work_stands_at_the_address() -> None:
    """Both titles are told; it is neither dead nor moved (U27)."""
    text = (
        "Cells age [1].\n\n## References\n\n"
        "[1] Smith, J. (2020). Why lithium cells age in cars. https://doi.org/10.1000/abc\n"
    )
    other = Page("x", "ok", "Whales sing.", "Songs of northern whales", "https://w.org", time=NOW)

    assert found(text, other) == [
        (
            "reference_mismatch",
            'Reference 1 names another work: "Why lithium cells age in cars" leads to '
            '"Songs of northern whales".',
        )
    ]
    assert (
        found(text, Page("x", "ok", "Ageing.", "Why lithium cells age in cars | J", time=NOW)) == []
    )


TITLE = "Why lithium cells age in cars"


@pytest.mark.parametrize(
    ("entry", "page", "named"),
    [
        ("Smith, J., & Lee, A. (2020). " + TITLE + ".", "By Ada Kern and Bo Long\n\nCells age.",
         ("Smith, Lee", "Ada Kern and Bo Long")),
        ("Smith J, Lee A. " + TITLE + ". J Cells. 2020.", "Authors: Ada Kern\nCells age.",
         ("Smith, Lee", "Ada Kern")),
        ("王伟，李娜. " + TITLE + ", 2020.", "作者：张三\n电池老化。", ("王伟, 李娜", "张三")),
        # one of them is on the page, with or without accents, or the page names nobody
        ("Müller, J. (2020). " + TITLE + ".", "By Ada Kern\n\nThanks to J. Muller.", None),
        ("Smith, J. (2020). " + TITLE + ".", "Cells age, as was told by Ada Kern.", None),
        # the entry names an organization
        ("World Health Organization (2020). " + TITLE + ".", "By Ada Kern\n\nCells age.", None),
    ],
)  # fmt: skip
def test_a_page_that_names_other_authors(
    entry: str, page: str, named: tuple[str, str] | None
) -> None:
    """Said where both name somebody, and no name of the entry stands on the page."""
    text = f"Cells age [1].\n\n## References\n\n[1] {entry} https://cells.org/a\n"
    there = Page("x", "ok", page, TITLE, "https://cells.org/a", time=NOW)
    expected = (
        [("other_authors", f"Reference 1 names {named[0]} as its authors, the page {named[1]}.")]
        if named
        else []
    )

    assert found(text, there) == expected


def test_another_version_of_a_work_is_no_mismatch() -> None:
    """The publisher's identifier in the metadata of a preprint (U41)."""
    text = "It is so [1].\n\n## References\n\n[1] A study of things. https://arxiv.org/abs/2101.00001\n"
    page = Page(
        "x",
        "ok",
        "A study of things",
        "A study of things",
        "https://arxiv.org/abs/2101.00001v2",
        time=NOW,
        identifiers=("arxiv:2101.00001", "doi:10.1000/x"),
    )

    assert found(text, page) == [
        ("other_version", "Reference 1 is the same work as doi:10.1000/x, another version.")
    ]


def test_a_placeholder_that_was_never_retrieved() -> None:
    """Both are told (U26); what was retrieved under another spelling was."""
    text = (
        "Trends [1]. Ice [2].\n\n[1] https://example.com/customer-trends\n[2] https://ice.org/a\n"
    )
    steps = (fetched("http://www.ice.org/a/#top"),)

    assert {(kind, message[:11]) for kind, message in found(text, steps=steps)} == {
        ("placeholder_host", "Reference 1"),
        ("never_retrieved", "Reference 1"),
    }


def test_a_picture_that_was_never_retrieved() -> None:
    """A picture from the web counts as a source (U94)."""
    text = "![c](https://cdn.example/never-fetched.png)\n\nIce [1].\n\n[1] https://ice.org/a\n"

    assert found(text, steps=(fetched("https://ice.org/a"),)) == [
        (
            "never_retrieved",
            "The picture was shown and never retrieved: https://cdn.example/never-fetched.png.",
        )
    ]


@pytest.mark.parametrize(
    "steps",
    [
        None,
        (),
        (Step(1, StepKind.SEARCH, query="ice"),),
        (Step(1, StepKind.CITE, url="https://a.b"),),
    ],
)
def test_without_an_address_in_the_trajectory_nothing_is_said(
    steps: tuple[Step, ...] | None,
) -> None:
    """Absence of a trace is no proof."""
    assert retrieved_keys(steps) is None
    assert found(ICE, steps=steps) == []


def test_items_are_retrieved_by_their_ids() -> None:
    """What the writer was given under an id."""
    assert retrieved_keys((Step(1, StepKind.RETRIEVE, item="E1"),)) == {"E1"}
