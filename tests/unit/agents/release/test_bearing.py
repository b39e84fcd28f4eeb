"""Independent origins, and which source a headline cannot do without."""

from __future__ import annotations

import pytest

from tests.unit.agents.release.release_cases import found, item, released
from veridical.agents.release.bearing import origins
from veridical.agents.research.draft import Sentence
from veridical.task import Item

SAID = "The lake is 214 metres deep."
OTHER = "Surveyors measured it twice: the lake is 214 metres deep at the dam."
LONG = " ".join(
    f"Word {n} of the long story tells of the valley and its people." for n in range(30)
)


@pytest.mark.parametrize(
    ("first", "second", "many"),
    [
        (item("a", SAID), item("b", OTHER), 2),
        (item("a", SAID), item("b", f"{SAID} "), 1),
        (item("a", LONG), item("b", f"From our wire service. {LONG}"), 1),
        (item("a", SAID, document="d"), item("b", OTHER, document="d"), 1),
        (
            item("a", SAID, source="https://www.x.example/p?utm_source=y#top"),
            item("b", OTHER, source="http://x.example/p"),
            1,
        ),
        (
            item("a", SAID, source="https://x.example/p"),
            item("b", OTHER, source="https://x.example/q"),
            2,
        ),
    ],
    ids=["two", "equal", "copy", "document", "address", "two pages"],
)
def test_copies_and_pieces_of_one_source_are_one_origin(
    first: Item, second: Item, many: int
) -> None:
    """What is repeated is not said twice."""
    assert len(origins([first, second])) == many


def test_origins_join_over_several_ways() -> None:
    """A copy of a piece of a document belongs to it."""
    items = [item("a", SAID, document="d"), item("b", OTHER, document="d"), item("c", OTHER)]
    assert origins(items) == (("a", "b", "c"),)


def headline(items: list[Item], *cited: int):  # type: ignore[no-untyped-def]
    """The record of a statement of the conclusion."""
    draft = found(items, Sentence("The lake is silent.", ()), end=[Sentence(SAID, cited)])
    return released(draft)[1].statements[-1]


def test_a_headline_on_one_source_falls_without_it() -> None:
    """Single-source statements are told."""
    one = headline([item("a", SAID)], 1)
    assert (one.is_headline, one.origins, one.overturned_by) == (True, 1, ("a",))


def test_a_headline_on_two_origins_falls_without_none_of_them() -> None:
    """Whether or not it cites both."""
    items = [item("a", SAID), item("b", OTHER)]
    assert (headline(items, 1, 2).origins, headline(items, 1, 2).overturned_by) == (2, ())
    assert (headline(items, 1).origins, headline(items, 1).overturned_by) == (2, ())


def test_copies_do_not_bear_a_headline_that_their_origin_bears() -> None:
    """Without the origin all of its copies go."""
    one = headline([item("a", SAID), item("copy", SAID)], 1, 2)
    assert (one.origins, one.overturned_by) == (1, ("a",))


def test_what_needs_two_sources_together_falls_without_either() -> None:
    """Each bears a part of it."""
    items = [
        item("a", "The dam on the Orvale was completed in 1962 by the state."),
        item("b", "The power station below feeds 8,300 households in the valley."),
    ]
    said = (
        "The dam on the Orvale was completed in 1962, and the power station below feeds 8,300 "
        "households."
    )
    draft = found(items, Sentence("Nothing.", ()), end=[Sentence(said, (1, 2))])
    one = released(draft)[1].statements[-1]
    assert set(one.overturned_by) == {"a", "b"}
