"""A report's own address is in its metadata, and nowhere else."""

from __future__ import annotations

import pytest

from veridical.report import parse_report
from veridical.report.identity import identify
from veridical.report.own_address import own_sources

HEAD = "<html><head>{}</head><body><p>Ice floats on water.</p></body></html>"


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: Ice\nurl: https://site.org/ice\n---\n\nIce floats.",
        "---\ncanonical_url: 'http://www.site.org/ice/'\n---\n\nIce floats.",
        "---\n链接: https://site.org/ice\n---\n\n冰浮在水上。",
        HEAD.format('<link rel="canonical" href="https://site.org/ice">'),
        HEAD.format('<link href="https://site.org/ice" rel=canonical>'),
        HEAD.format('<meta property="og:url" content="https://site.org/ice?utm_source=a&amp;utm_medium=b">'),
    ],
)  # fmt: skip
def test_stated(text: str) -> None:
    """In front matter or the head of an HTML file; all spellings are one."""
    assert own_sources(parse_report(text)) == {identify("https://site.org/ice").key}


@pytest.mark.parametrize(
    "text",
    [
        "Ice floats. url: https://site.org/ice",
        "---\ntitle: About https://site.org/ice\nsource: https://site.org/ice\n---\n\nIce floats.",
        HEAD.format('<link rel="stylesheet" href="https://site.org/ice">'),
        HEAD.format('<meta property="og:image" content="https://site.org/ice">'),
        HEAD.format('<link rel="canonical" href="/ice">'),
        "",
    ],
)
def test_not_stated(text: str) -> None:
    """An address in the text is another's, and one without a host is none."""
    assert own_sources(parse_report(text)) == frozenset()
