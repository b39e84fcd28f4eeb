"""What a parser leaves between its blocks becomes markup, and no more."""

import pytest

from veridical.report.coverage import fill, settle, uncovered
from veridical.report.draft import Draft
from veridical.report.markdown import markdown_layout
from veridical.report.model import Block, BlockKind, Span


def _draft(start: int, end: int) -> Draft:
    return Draft(BlockKind.RULE, start, end)


def _places(drafts: list[Draft]) -> list[tuple[str, int, int]]:
    return [(draft.kind.value, draft.start, draft.end) for draft in drafts]


@pytest.mark.parametrize(
    ("source", "blocks", "filled"),
    [
        ("abc", [], [("markup", 0, 3)]),
        ("  a  ", [], [("markup", 2, 3)]),
        ("   ", [], []),
        ("ab cd", [(0, 2)], [("rule", 0, 2), ("markup", 3, 5)]),
        ("ab cd ef", [(3, 5)], [("markup", 0, 2), ("rule", 3, 5), ("markup", 6, 8)]),
        ("abcd", [(0, 2), (2, 4)], [("rule", 0, 2), ("rule", 2, 4)]),
    ],
)
def test_gaps_become_markup(
    source: str, blocks: list[tuple[int, int]], filled: list[tuple[str, int, int]]
) -> None:
    """Each gap that shows something is one block, without the blanks at its ends."""
    assert _places(fill(source, [_draft(*place) for place in blocks])) == filled


def test_settled_blocks_are_in_order_and_apart() -> None:
    """A block that begins inside another begins after it; one wholly inside goes."""
    settled = settle([_draft(5, 9), _draft(0, 6), _draft(1, 3), _draft(9, 9)])

    assert _places(settled) == [("rule", 0, 6), ("rule", 6, 9)]


@pytest.mark.parametrize(
    ("places", "wrong"),
    [([(0, 2), (3, 5)], []), ([(0, 2)], [3, 4]), ([(0, 3), (2, 5)], [2]), ([], [0, 1, 3, 4])],
)
def test_uncovered_finds_what_is_lost_and_what_is_double(
    places: list[tuple[int, int]], wrong: list[int]
) -> None:
    """Visible characters in no block, and all characters in two, are named."""
    blocks = [Block(i, BlockKind.RULE, Span(*place), None) for i, place in enumerate(places)]

    assert uncovered("ab cd", blocks) == wrong


@pytest.mark.parametrize(
    ("source", "markup"),
    [
        ("[x]: y\n> \n", [">"]),
        ("> [!NOTE]\n> a", ["> [!NOTE]\n>"]),
        ("<div>\n\na\n\n</div>", ["<div>", "</div>"]),
        ("\ufeff# T", ["\ufeff"]),
        ("<ul>\n<li>a</li>\n</ul>", ["<ul>", "</ul>"]),
    ],
)
def test_what_shows_nothing_is_markup(source: str, markup: list[str]) -> None:
    """Quote marks, tags and the like are kept as blocks that say nothing."""
    blocks = [b for b in markdown_layout(source).blocks if b.kind is BlockKind.MARKUP]

    assert [source[b.span.start : b.span.end] for b in blocks] == markup
