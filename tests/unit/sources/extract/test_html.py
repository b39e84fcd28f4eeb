"""HTML → what a reader sees."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veridical.sources import FetchState, Mark, Snapshot, Stretch
from veridical.sources.download import Download
from veridical.sources.extract import Extracted, extract
from veridical.sources.extract.furniture import without_furniture
from veridical.sources.reading import read

URL = "https://site.test/a/b.html"


def shown(source: str) -> Extracted:
    """What a page shows."""
    return extract(source.encode(), content_type="text/html; charset=utf-8", url=URL)


def test_a_page_with_everything() -> None:
    """Text, headings, tables and pictures, each at its place."""
    found = shown(
        "<title>Ice - Site</title><h1>Ice</h1><p>It <b>floats</b>.</p><h2>Extent</h2>"
        "<table><caption>In km²</caption><tr><th>Year<th>Extent<tr><td>2012<td>3.4</table>"
        '<figure><img src="../p.png" alt="A map">'
        "<figcaption>Figure 1. The map.</figcaption></figure>"
        "<ul><li>One<li>Two</ul><details><summary>More</summary><p>Deep.</p></details>"
    )

    assert found.title == "Ice - Site"
    assert found.text == (
        "Ice\n\nIt floats.\n\nExtent\n\nIn km²\n\nYear | Extent\n2012 | 3.4\n\n"
        "Figure 1. The map.\n\nOne\n\nTwo\n\nMore\n\nDeep."
    )
    assert [(h.level, h.text, found.text[h.at.start : h.at.end]) for h in found.headings] == [
        (1, "Ice", "Ice"),
        (2, "Extent", "Extent"),
    ]
    (table,) = found.tables
    assert (table.caption, table.rows) == ("In km²", (("Year", "Extent"), ("2012", "3.4")))
    assert found.text[table.at.start : table.at.end] == "Year | Extent\n2012 | 3.4"
    (figure,) = found.figures
    assert (figure.url, figure.alt, figure.caption) == (
        "https://site.test/p.png",
        "A map",
        "Figure 1. The map.",
    )
    assert found.text[figure.offset :].startswith("\n\nFigure 1.")


@pytest.mark.parametrize(
    ("source", "hidden"),
    [
        ("<p style='display:none'>Obey.</p>", "Obey."),
        ("<p style='DISPLAY : NONE !important'>Obey.</p>", "Obey."),
        ("<p hidden>Obey.</p>", "Obey."),
        ("<p style='visibility:hidden'>Obey.</p>", "Obey."),
        ("<p style='font-size:0'>Obey.</p>", "Obey."),
        ("<p style='opacity:0'>Obey.</p>", "Obey."),
        ("<p style='color:#fff'>Obey.</p>", "Obey."),
        ("<p style='color:white;background:#ffffff'>Obey.</p>", "Obey."),
        ("<!-- Obey. -->", "Obey."),
        ("<div style='display:none'><div><p>Obey.</p></div></div>", "Obey."),
    ],
)
def test_hidden_text_is_kept_apart(source: str, hidden: str) -> None:
    """It is no evidence, and it is not lost: a reader can be told of it."""
    found = shown(f"<p>Ice floats.</p>{source}<p>It melts.</p><script>var x = 1</script>")

    assert (found.text, found.hidden) == ("Ice floats.\n\nIt melts.", (hidden,))
    assert "hidden_texts: 1" in found.notes


def test_white_letters_on_a_dark_ground_are_seen() -> None:
    """They are what a reader sees."""
    found = shown("<div style='background:#003'><p style='color:#fff'>Ice floats.</p></div>")

    assert (found.text, found.hidden) == ("Ice floats.", ())


@pytest.mark.parametrize(
    "around",
    [
        "<nav><a href=/>Home</a></nav>{}",
        "<header><a href=/>Site</a></header>{}<footer>Imprint</footer>",
        "<div role=navigation>Menu</div>{}",
        "<div id=cookie-banner>We use cookies</div>{}",
        "{}<dialog>Subscribe</dialog>",
        "<ul class='breadcrumbs'><li>Home</ul>{}",
        "<div role=banner><div>Deep</div></div>{}",
    ],
)
def test_the_furniture_of_a_site(around: str) -> None:
    """It is no part of the text."""
    assert shown(around.format("<p>Ice floats.</p>")).text == "Ice floats."


@pytest.mark.parametrize(
    "source",
    [
        "<article><header><p>Ice floats.</p></header></article>",
        "<article><footer><p>Ice floats.</p></footer></article>",
        "<header><h1>Ice floats.</h1></header>",
        "<aside><p>Ice floats.</p></aside>",
        "<nav><p>Ice floats.</p></nav>",
        "<nav><p>Ice floats.</p>",
        "<div class=consent-study><p>Ice floats.</p></div>",
    ],
)
def test_what_only_looks_like_furniture(source: str) -> None:
    """No evidence is lost: a page that is all furniture, or never ends it, is read whole."""
    assert shown(source).text == "Ice floats."


def test_a_headline_in_the_sites_header() -> None:
    """It stays, without the menu around it."""
    source = "<header><a href=/>Site</a><h1>Ice</h1></header><p>It floats.</p>"

    assert shown(source).text == "Ice\n\nIt floats."


@pytest.mark.parametrize(
    ("source", "text", "marks"),
    [
        ("It rose by 12 %<sup>3</sup>.", "It rose by 12 %.", (Mark("3", 15),)),
        ("It rose<sup>[4]</sup> fast.", "It rose fast.", (Mark("[4]", 7),)),
        ("It rose<sup><a href='#c5'>5</a></sup>.", "It rose.", (Mark("5", 7),)),
        ("10<sup>3</sup> km<sup>2</sup>", "10³ km²", ()),
        ("10<sup>−6</sup> m", "10⁻⁶ m", ()),
        ("the 21<sup>st</sup> century", "the 21st century", ()),
        ("密度上升<sup>3</sup>。", "密度上升。", (Mark("3", 4),)),
    ],
)
def test_raised_signs(source: str, text: str, marks: tuple[Mark, ...]) -> None:
    """Numbers of notes go apart, exponents stay: 12 %³ is not 12 %3, and 10³ is not 103."""
    found = shown(f"<p>{source}</p>")

    assert (found.text, found.marks) == (text, marks)


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ('<meta name="citation_publication_date" content="2021/03/04">', "2021-03-04"),
        ('<meta property="article:published_time" content="2021-03-04T10:00:00Z">', "2021-03-04"),
        ('<meta name="DC.date" content="2021-03">', "2021-03"),
        ('<meta name="citation_date" content="2021">', "2021"),
        ('<time itemprop="datePublished" datetime="2021-03-04">', "2021-03-04"),
        (
            '<script type="application/ld+json">'
            '{"@graph": [{"datePublished": "2021-03-04"}]}</script>',
            "2021-03-04",
        ),
        ('<meta property="article:modified_time" content="2021-03-04">', ""),
        ('<meta name="citation_date" content="2021-13-40">', ""),
        ('<meta name="citation_date" content="yesterday">', ""),
        ('<script type="application/ld+json">{broken</script>', ""),
        ("", ""),
    ],
)
def test_the_date_of_publication(head: str, published: str) -> None:
    """Only what the metadata states, as exact as it states it; nothing is guessed."""
    assert shown(f"<head>{head}</head><p>Ice, 1 May 2020.</p>").published == published


def test_what_a_page_calls_its_work() -> None:
    """Its DOI, its arXiv number, its own address: its own fields, not what it cites."""
    found = shown(
        '<meta name="citation_doi" content="10.1000/Ice.5">'
        '<meta name="citation_arxiv_id" content="2101.00001">'
        '<meta name="citation_reference" content="doi:10.1000/other">'
        '<link rel="canonical" href="https://site.test/ice"><p>Ice doi:10.1000/third</p>'
    )

    assert found.identifiers == (
        "doi:10.1000/ice.5",
        "arxiv:2101.00001",
        "url:https://site.test/ice",
    )


CHINESE = "北极海冰的范围在九月达到最低值。"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (CHINESE.encode("gb18030"), "text/html; charset=gb2312"),
        (f"<meta charset=gbk><p>{CHINESE}".encode("gb18030"), "text/html"),
        (f"<p>{CHINESE * 5}".encode("gb18030"), "text/html"),
        (CHINESE.encode("gb18030"), "text/html; charset=utf-8"),
        (f"<p>{CHINESE}".encode(), "text/html; charset=iso-8859-1"),
        (f"<meta charset=iso-8859-1><p>{CHINESE}".encode(), "text/html"),
        (f"<p>{CHINESE}".encode("utf-16"), "text/html"),
        (
            f"<html><p>{CHINESE * 9} Latin letters too".encode("utf-16-le"),
            "text/html; charset=utf-16le",
        ),
        (b"\xef\xbb\xbf" + f"<p>{CHINESE}".encode(), "text/html; charset=gbk"),
    ],
    ids=[
        "told",
        "declared",
        "untold",
        "wrong",
        "wrong-told",
        "wrong-declared",
        "utf16",
        "utf16le",
        "mark",
    ],
)
def test_encodings(body: bytes, content_type: str) -> None:
    """A page is read in the encoding it is in, whoever says otherwise."""
    text = extract(body, content_type=content_type).text

    assert CHINESE in text


@pytest.mark.timed
def test_pieces_of_pages_have_linear_time() -> None:
    """Hostile pages take seconds, not hours: four times the page, about four times the time."""
    hostile = [
        "<div>",
        "<nav>",
        "<!--",
        "<p style='color:#fff'>",
        "<table><tr><td>",
        "<header><h1>",
    ]
    for piece in hostile:
        took = []
        for number in (2_000, 8_000):
            start = time.process_time()
            shown(piece * number)
            took.append(time.process_time() - start)

        assert took[1] < max(12 * took[0], 2.0), piece


def test_a_page_is_read_the_same_twice() -> None:
    """A snapshot depends on what came and on nothing else."""
    came = Download(URL, URL, (), 200, {"content-type": "text/html"}, b"<p>Ice floats.</p>")

    assert isinstance(read(came), Snapshot)
    assert read(came) == read(came)


def test_furniture_in_furniture() -> None:
    """An inner element of the same name does not end the outer one."""
    source = "<nav><nav>a</nav>b</nav><p>Ice</p>"

    assert without_furniture(source).split() == ["<p>Ice</p>"]


def test_a_page_without_anything() -> None:
    """It is empty, and has no place for anything."""
    found = shown("<title>Ice</title>")

    assert (found.state, found.title, found.text, found.headings) == (
        FetchState.EMPTY,
        "Ice",
        "",
        (),
    )
    assert Stretch(0, 0).end == 0


_MARKUP = (
    "<p> </p> <table> <td> </table> <nav> <!-- --> <h1> <header> <script> <sup>1</sup> ice "
    "<img/src='data:image/png;base64,AA'> <p/style='display:none'> \0 海冰"
)
_ODD = (b"\xff\xfe", b" ", "海冰".encode("gb18030"))
_BYTES = st.one_of(
    st.binary(max_size=200),
    st.lists(
        st.sampled_from([*(piece.encode() for piece in _MARKUP.split(" ")), *_ODD]), max_size=30
    ).map(b"".join),
)
_TYPES = st.sampled_from(
    ["", "text/html", "text/plain", "text/html; charset=gbk", "x/y; charset=?"]
)


@given(_BYTES, _TYPES)
def test_any_bytes_are_a_state_and_a_text(body: bytes, content_type: str) -> None:
    """Nothing is raised; only OK has words; every place lies in the text."""
    found = extract(body.replace(b"%PDF", b"").replace(b"PK", b""), content_type=content_type)

    assert (found.state is FetchState.OK) == bool(found.text.strip())
    for heading in found.headings:
        assert found.text[heading.at.start : heading.at.end] == heading.text
    for table in found.tables:
        assert found.text[table.at.start : table.at.end].strip()
    places = [one.offset for one in (*found.figures, *found.marks)]
    assert all(0 <= place <= len(found.text) for place in places)
