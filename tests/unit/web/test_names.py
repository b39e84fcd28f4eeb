"""File names and fragments from ids of strangers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.web.names import LONGEST, fragment, page_name


@pytest.mark.parametrize("id_", ["atlas", "t-water", "q_01", "gpt-4.1-mini", "0007"])
def test_a_safe_id_is_its_own_name(id_: str) -> None:
    """Lower case ASCII needs no hash."""
    assert page_name(id_) == id_


@pytest.mark.parametrize(
    "id_",
    ["", "..", ".", "../../etc/passwd", "a/b", "a\\b", "con", "lpt1.txt", "潮汐", "a.", "x" * 300],
)
def test_an_unsafe_id_becomes_a_safe_name(id_: str) -> None:
    """Nothing leads out of the folder, and no system stumbles over it."""
    assert re.fullmatch(r"(?:[a-z0-9-]+-)?[0-9a-f]{8}", page_name(id_))


def test_the_readable_part_of_an_id_is_kept() -> None:
    """A reader recognizes the system in the address."""
    assert page_name("GPT 5/mini").startswith("gpt-5-mini-")


def test_names_are_never_longer_than_a_file_system_allows() -> None:
    """Sixty characters and a hash."""
    assert len(page_name("X" * 1000)) == LONGEST + 9


@pytest.mark.parametrize(
    ("one", "other"),
    [("GPT", "gpt"), ("a b", "a-b"), ("a/b", "a b"), ("é", "e"), ("", "-")],
)
def test_different_ids_get_different_names(one: str, other: str) -> None:
    """What looks alike after cleaning is told apart by its hash."""
    assert page_name(one) != page_name(other)


def test_an_id_cannot_pose_as_the_hashed_name_of_another() -> None:
    """An id that reads like a hashed name is hashed itself."""
    assert page_name(page_name("GPT")) != page_name("GPT")


@given(st.text(), st.text())
def test_equal_names_mean_equal_ids(one: str, other: str) -> None:
    """On any text, surrogates included."""
    assert (page_name(one) == page_name(other)) == (one == other)


@given(st.text())
def test_a_fragment_needs_no_escaping(id_: str) -> None:
    """Fragments go into addresses, attributes and selectors as they are."""
    assert re.fullmatch(r"node-[A-Za-z0-9_.-]+", fragment("node", id_))


def test_fragments_keep_the_case_of_ids() -> None:
    """Node E1 is not node e1."""
    assert (fragment("node", "E1"), fragment("node", "e1")) == ("node-E1", "node-e1")
