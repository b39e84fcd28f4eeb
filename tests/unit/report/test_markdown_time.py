"""Reports that are long, or written to be slow, take time in proportion to their length."""

from time import process_time

import pytest

from tests.unit.report.reading import outline
from veridical.report.html import html_layout, looks_like_html
from veridical.report.markdown import markdown_layout

SECONDS = 2
NORMAL = (
    "## Section\n\nSales rose by 20% in 2023 [1], says [the report](https://a.example/x_(y)). "
    "甲公司增长20%[2]。\n\n- one [3]\n- two\n\n| a | b |\n|---|---|\n| North | 5 [4] |\n\n"
)
SLOW = {
    "brackets": "[" * 40_000,
    "backticks": " ".join("`" * (1 + i % 60) for i in range(5000)),
    "parentheses": "[a](b" + "()" * 2000,
    "spaces": " " * 100_000 + "x",
    "thoughts": "<think" * 20_000,
    "thought tags": "<think>" * 20_000,
    "quotes": ">" * 100_000,
    "lists": "- " * 50_000,
    "stairs": "\n".join(" " * i + "- a" for i in range(500)),
    "comments": "<!--" * 20_000,
    "tags": "<div>" * 30_000,
    "open tags": "<a b=" * 30_000,
    "quoted attributes": "<a b=\"'" * 20_000,
    "cells": "<table><tr>" + "<td colspan=100000 rowspan=100000>" * 4000,
    "nested tables": "<table><tr><td>" * 10_000,
    "formulas": "$a " * 40_000,
    "displayed formulas": "\\[ " * 40_000,
    "placeholders": "|image1|" * 15_000,
    "placeholder lines": "|image1|\nx\n" * 6000,
    "footnote": "[^1]: " + "a\n\n    " * 10_000,
    "definitions": "[a]: b\n" * 15_000,
    "addresses": "https://" * 20_000,
    "entities": "&amp" * 40_000,
    "emphasis": "*a **b " * 15_000,
    "odd names": "".join(f"<x{i}>" for i in range(15_000)),
    "front matter": "---\na: b\n" * 10_000,
    "carriage returns": "\r" * 100_000,
}


@pytest.mark.timed
@pytest.mark.parametrize("parse", [markdown_layout, html_layout, looks_like_html])
@pytest.mark.parametrize("name", SLOW)
def test_no_input_is_slow(parse: object, name: str) -> None:
    """Each input that makes other parsers slow is read at once."""
    assert callable(parse)
    start = process_time()

    parse(SLOW[name])

    assert process_time() - start < SECONDS


@pytest.mark.timed
def test_a_long_report_is_read_at_once() -> None:
    """200,000 characters of an ordinary report, with the right blocks."""
    times = 200_000 // len(NORMAL)
    source = NORMAL * times
    start = process_time()

    layout = markdown_layout(source)

    assert process_time() - start < SECONDS
    assert len(layout.tables) == times
    assert [kind for kind, _ in outline(layout)] == [
        "heading",
        "paragraph",
        "list_item",
        "list_item",
        "table",
    ] * times
