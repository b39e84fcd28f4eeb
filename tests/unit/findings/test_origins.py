"""Copies of one text are one origin; what leads back to the report is circular."""

from __future__ import annotations

import random

from veridical.findings import audit
from veridical.findings.cited import page_key
from veridical.findings.known import Known
from veridical.findings.origins import origins
from veridical.measure import Page
from veridical.report import parse_report
from veridical.retrieval.shingles import copies, shingles

WORDS = [
    "ice",
    "water",
    "salt",
    "sea",
    "river",
    "cold",
    "warm",
    "deep",
    "light",
    "storm",
    "wind",
    "cloud",
    "rain",
    "snow",
    "sun",
]


def prose(seed: int, words: int = 120) -> str:
    """Words without end, the same for the same seed."""
    luck = random.Random(seed)
    return " ".join(f"{luck.choice(WORDS)}{luck.randint(0, 40)}" for _ in range(words))


def known(text: str, *pages: str) -> tuple[object, Known]:
    """A report with these pages behind its sources, in the order of first citation."""
    report = parse_report(text)
    keys = list(dict.fromkeys(k for c in report.citations if (k := page_key(report, c))))
    return report, Known({k: Page(k, "ok", p) for k, p in zip(keys, pages, strict=True)})


LIST = "\n\n[1] https://a.org/x\n[2] https://b.org/y\n[3] https://c.org/z\n"


def kinds(text: str, *pages: str) -> list[str]:
    """The findings about origins."""
    report, around = known(text, *pages)
    return [
        f.kind
        for f in audit(report, None, around)  # type: ignore[arg-type]
        if f.kind in ("same_origin", "circular_citation")
    ]


def test_a_reprint_is_no_second_source() -> None:
    """An agency's text under two addresses, with a lead of the paper's own."""
    agency = prose(1)
    text = "It rained [1][2]. It snowed [1][3]." + LIST

    assert kinds(text, agency, "From our desk. " + agency, prose(2)) == ["same_origin"]
    report, around = known(text, agency, "From our desk. " + agency, prose(2))
    found = origins(report, around)  # type: ignore[arg-type]
    assert [len(group) for group in found.groups] == [2, 1]


def test_a_long_quote_is_no_copy() -> None:
    """A third of a text in another is a quote."""
    text = "It rained [1][2]." + LIST
    quoted = " ".join(prose(1).split()[:40])

    assert kinds(text, prose(1), prose(2) + " " + quoted) == []


def test_copies_of_copies_are_one_group() -> None:
    """One is copied by another, that by a third; d stands alone, and short texts tell nothing."""
    a = prose(1)
    texts = {"a": a, "d": prose(3), "b": a + " x y", "c": a[:-40], "s": "ice", "t": "ice"}

    assert copies({name: shingles(text) for name, text in texts.items()}) == (
        ("a", "b", "c"),
        ("d",),
        ("s",),
        ("t",),
    )


def test_chinese_copies() -> None:
    """Runs of characters, without words between spaces."""
    luck = random.Random(5)
    text = "".join(chr(luck.randrange(0x4E00, 0x4F00)) for _ in range(200))
    other = "".join(chr(luck.randrange(0x5000, 0x5100)) for _ in range(200))

    assert copies({"a": shingles(text), "b": shingles("转载：" + text), "c": shingles(other)}) == (
        ("a", "b"),
        ("c",),
    )


def test_a_page_that_copies_the_report_is_circular() -> None:
    """The page holds what the report says, word for word."""
    body = prose(7)
    text = f"# Notes\n\n{body} [1]. It snowed [2]." + LIST

    assert kinds(text, "Posted by a bot. " + body + " It snowed.", prose(2)) == [
        "circular_citation"
    ]


def test_a_page_that_names_the_report_is_circular() -> None:
    """By its title; a title of a word or two is a name of many things."""
    named = "# The melting of northern ice\n\nIt melts [1]." + LIST
    page = prose(2) + " As “The melting of  northern ice” found, it melts."

    assert kinds(named, page) == ["circular_citation"]
    assert kinds("# Ice\n\nIt melts [1]." + LIST, prose(2) + " Ice melts.") == []


def test_a_page_that_the_report_quotes_is_not_circular() -> None:
    """A short page of which the report holds the half."""
    page = prose(4, 60)
    text = f"# Notes\n\n{prose(8, 200)} {page[:300]} [1]." + LIST

    assert kinds(text, page) == []
