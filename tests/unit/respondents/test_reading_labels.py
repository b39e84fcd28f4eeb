"""Labels come from a closed table; nothing is matched by its parts."""

from __future__ import annotations

import pytest

from veridical.checks.support import Support
from veridical.errors import AnswerError
from veridical.respondents.reading.labels import label_among, truth

FOUR = tuple(one.value for one in Support)
WITH_UNKNOWN = ("yes", "no", "unknown")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("supported", "supported"),
        ("SUPPORTED.", "supported"),
        ("  Supported ", "supported"),
        ("**Supported**", "supported"),
        ("Fully supported", "supported"),
        ("yes", "supported"),
        ("支持", "supported"),
        ("supported（支持）", "supported"),
        ("partly", "partly"),
        ("Partially-supported", "partly"),
        ("partially_supported", "partly"),
        ("部分支持", "partly"),
        ("contradicted", "contradicted"),
        ("Refuted", "contradicted"),
        ("no", "contradicted"),
        ("矛盾", "contradicted"),
        ("not_in_source", "not_in_source"),
        ("Not in source", "not_in_source"),
        ("not_supported", "not_in_source"),
        ("Not supported.", "not_in_source"),
        ("Unsupported", "not_in_source"),
        ("UNKNOWN", "not_in_source"),
        ("n/a", "not_in_source"),
        ("insufficient evidence", "not_in_source"),
        ("idk", "not_in_source"),
        ("I don’t know", "not_in_source"),
        ("不支持", "not_in_source"),
        ("来源未提及", "not_in_source"),
        ("无法判断", "not_in_source"),
    ],
)
def test_a_known_spelling_is_its_label(said: str, expected: str) -> None:
    """Case, marks, hyphens, languages."""
    assert expected == label_among(FOUR, said, name="value")


@pytest.mark.parametrize(
    "said",
    [
        "maybe",
        "it is supported",
        "supported by the second passage",
        "supported or partly",
        "supported|partly",
        "supported (contradicted)",
        "not contradicted",
        "no.5",
        "",
        "s" * 5000,
        None,
        True,
        1,
        ["supported"],
        {"a": 1},
    ],
)
def test_any_other_spelling_is_none(said: object) -> None:
    """No label is guessed from a part of what was said."""
    with pytest.raises(AnswerError):
        label_among(FOUR, said, name="value")


@pytest.mark.parametrize(
    ("said", "expected"),
    [("Yes!", "yes"), ("supported", "yes"), ("no", "no"), ("cannot tell", "unknown")],
)
def test_the_labels_asked_for_decide_what_a_spelling_means(said: str, expected: str) -> None:
    """The same table serves any labels of the same meanings."""
    assert expected == label_among(WITH_UNKNOWN, said, name="value")


def test_a_meaning_that_two_labels_share_has_no_spellings_but_theirs() -> None:
    """Nobody knows which of them is meant."""
    with pytest.raises(AnswerError):
        label_among(("supported", "entailed"), "yes", name="value")


def test_the_error_names_the_labels() -> None:
    """So that the model can mend it."""
    with pytest.raises(AnswerError) as raised:
        label_among(("a", "b"), "maybe", name="value")

    assert str(raised.value) == '"value": is none of the labels, got maybe; expected a, b.'


@pytest.mark.parametrize(
    ("said", "expected"),
    [(True, True), (False, False), ("Yes.", True), ("FALSE", False), ("是", True), ("否", False)],
)
def test_yes_and_no(said: object, expected: bool) -> None:
    """As truth values or as words."""
    assert truth(said, name="value") is expected


@pytest.mark.parametrize("said", [1, 0, "1", "maybe", "not true", "", None])
def test_neither_yes_nor_no(said: object) -> None:
    """Numbers are no truth values."""
    with pytest.raises(AnswerError):
        truth(said, name="value")
