"""Names under which a source is known."""

import pytest

from veridical.sources.names import Names, keys_of, keys_of_all


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("1", "[1]"),
        ("1", "ref-1"),
        ("1", "Reference 1"),
        ("1", "source_1"),
        ("[E3]", "e3"),
        ("https://example.org/a/b", "example.org_a_b"),
        ("https://www.example.org/a/", "http://example.org/a"),
        ("https://example.org/p?id=5&utm_source=x", "https://example.org/p?id=5"),
        ("https://doi.org/10.1000/xyz", "10.1000_xyz"),
        ("doi:10.1000/xyz", "https://dx.doi.org/10.1000/XYZ"),
        ("https://arxiv.org/pdf/2101.00001v2", "arXiv:2101.00001"),
        ("https://arxiv.org/abs/2101.00001", "2101.00001"),
        ("Ice and water", "ice_and-water"),
        ("海冰 的 密度", "海冰_的_密度"),
    ],
)
def test_names_of_one_source(name: str, other: str) -> None:
    """They share a key."""
    assert set(keys_of(name)) & set(keys_of(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("1", "11"),
        ("1", "E1"),
        ("reference", "1"),
        ("https://example.org/a", "https://example.org/b"),
        ("https://example.org/?id=5", "https://example.org/?id=6"),
        ("海冰", "海"),
        ("ice", "ice 2"),
    ],
)
def test_names_of_two_sources(name: str, other: str) -> None:
    """They share none."""
    assert set(keys_of(name)) & set(keys_of(other)) == set()


@pytest.mark.parametrize("name", ["", " ", "—", "[]", "\n"])
def test_what_is_no_name(name: str) -> None:
    """It has no key."""
    assert keys_of(name) == []


def test_a_name_may_stand_for_several() -> None:
    """Each once, in the order added."""
    names: Names[str] = Names()
    for thing in ("a", "b", "a"):
        names.add("Ice", thing)

    assert names.under("name:ice") == ["a", "b"]
    assert names.under("name:sea") == []


def test_keys_keep_the_order_of_the_names() -> None:
    """The surest name is looked up first."""
    assert keys_of_all(["b", "a", "b"]) == ["name:b", "name:a"]
