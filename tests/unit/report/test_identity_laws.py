"""What holds for any text: totality, fixed points, exact spans, linear time."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from veridical.report.identity import canonical_url, find_urls, identify

TEXTS = st.text(
    st.one_of(
        st.sampled_from("/:?#[]@!$&'()*+,;=%.-_~<>\"\\ \n中。é\u200b\ud800"),
        st.sampled_from("abcdefhptsw019"),
        st.characters(),
    ),
    max_size=60,
)
ADDRESSES = st.builds(
    "{}{}{}".format,
    st.sampled_from(
        [
            *("https://", "http://www.a.example/", "https://a.example:80/", "www.", "doi:10.1000/"),
            *("https://doi.org/10.1000/", "https://arxiv.org/abs/2101.00001", "https://r.jina.ai/"),
            *("https://www.google.com/url?q=", "https://web.archive.org/web/2020/https://"),
            *("https://www.science.org/doi/10.1126/", "https://aclanthology.org/", "ISBN ", ""),
            *("https://www.nature.com/articles/", "https://zh.wikipedia.org/", "item:"),
        ]
    ),
    st.sampled_from(["", "a.example/", "https%3A%2F%2Fb.example%2F", "%2e%2e/", "?id=1&amp;"]),
    TEXTS,
)


@settings(max_examples=400, deadline=None)
@given(ADDRESSES | TEXTS)
@example("https://www.google.com/url?q=" * 6 + "https://a.org")
@example("doi:10.1000/a/../b")
@example("https://doi.org/10.1000%2F..%2Fx")
@example("https://a.example/x%20/..")
def test_canonical_is_a_fixed_point_on_any_text(text: str) -> None:
    """Any text has an identity; the canonical address of a canonical address is itself."""
    found = identify(text)

    assert (found.original, found.url is None or canonical_url(found.url) == found.url) == (
        text,
        True,
    )
    assert found.url is None or identify(found.url).key == found.key


@settings(max_examples=400, deadline=None)
@given(st.lists(ADDRESSES | TEXTS, max_size=4).map(" ".join))
def test_spans_are_ordered_and_exact_on_any_text(text: str) -> None:
    """Mentions lie in the text, do not overlap, and quote it exactly."""
    found = find_urls(text)

    assert [text[mention.start : mention.end] for mention in found] == [m.url for m in found]
    edges = [edge for mention in found for edge in (mention.start, mention.end)]
    assert edges == sorted(edges)
    assert all(mention.url for mention in found)


@pytest.mark.timed
@pytest.mark.parametrize(
    "text",
    [
        "https://" + "(" * 50_000,
        "http://a.example/" + "%" * 50_000,
        "www." * 50_000,
        "https://(" * 25_000,
        "https://a.b/(" * 15_000,
        "https://r.jina.ai/" * 10_000,
        "https://a.b/" + "/.." * 50_000,
        "https://a.b?" + "&" * 200_000,
        "https://" + "a." * 100_000,
        "\\" * 200_000,
        "https://a.b/[a]?" + "[a" * 60_000,
        "https://doi.org/10.1000/" + "/full" * 40_000 + "x",
        "[" * 40_000,
    ],
    ids=lambda text: text[:20],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    """Two hundred thousand hostile characters take under two seconds."""
    start = time.process_time()

    find_urls(text)
    canonical_url(text)

    assert time.process_time() - start < 2
