"""Files as sources: which have text, and why others have none."""

from pathlib import Path

import pytest

from tests.written_documents import pdf
from veridical.report.html import html_layout
from veridical.report.markdown import markdown_layout
from veridical.sources import FetchState, files
from veridical.sources.files import called, file_source, plain_text


def read(tmp_path: Path, name: str, data: bytes) -> files.Fetched:
    """The source that a file with these bytes is."""
    path = tmp_path / name
    path.write_bytes(data)
    return file_source(path, name)


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.txt", b"Ice *floats*.", "Ice *floats*."),
        ("a.md", b"# Ice\n\nIt *floats*.", "Ice\n\nIt floats."),
        ("a.MARKDOWN", b"It floats.", "It floats."),
        (
            "a.html",
            b"<h1>Ice</h1><p>It <b>floats</b>.</p><script>x()</script>",
            "Ice\n\nIt floats.",
        ),
        ("a.md", "海冰的密度。".encode(), "海冰的密度。"),
        ("a.txt", "海冰".encode("utf-16"), "海冰"),
        ("a.txt", b"\xef\xbb\xbfIce", "Ice"),
        ("a.md", b"| a | b |\n|---|---|\n| 1 | 2 |\n", "a | b\n1 | 2"),
    ],
)
def test_a_file_with_text(tmp_path: Path, name: str, data: bytes, text: str) -> None:
    """What a reader sees of it."""
    source = read(tmp_path, name, data)

    assert (source.state, source.text, source.id, source.origin) == (
        FetchState.OK,
        text,
        name,
        name,
    )


@pytest.mark.parametrize(
    ("name", "data", "state"),
    [
        ("a.pdf", b"%PDF-1.7", FetchState.INCOMPLETE_FILE),
        ("a.pdf", b"", FetchState.EMPTY),
        ("a.docx", b"PK\3\4[Content_Types].xml", FetchState.INCOMPLETE_FILE),
        ("a.docx", b"PK", FetchState.UNSUPPORTED_TYPE),
        ("a.odt", b"PK", FetchState.UNSUPPORTED_TYPE),
        ("a", b"text", FetchState.UNSUPPORTED_TYPE),
        ("a.pdf.crdownload", b"%PDF", FetchState.INCOMPLETE_FILE),
        ("a.html.part", b"<p>Half", FetchState.INCOMPLETE_FILE),
        ("a.TMP", b"Half", FetchState.INCOMPLETE_FILE),
        ("a.md", b"", FetchState.EMPTY),
        ("a.txt", b" \n\t", FetchState.EMPTY),
        ("a.html", b"<script>x()</script>", FetchState.EMPTY),
    ],
)
def test_a_file_without_text(tmp_path: Path, name: str, data: bytes, state: FetchState) -> None:
    """Its state says why; there is no text to judge by (U49)."""
    source = read(tmp_path, name, data)

    assert (source.state, source.text) == (state, "")


def test_a_document_has_pages(tmp_path: Path) -> None:
    """So that a quote can name its page; its name says nothing."""
    (tmp_path / "odd name;.PDF").write_bytes(pdf([["Ice floats."], ["It melts."]], title="Ice"))
    found = file_source(tmp_path / "odd name;.PDF", "1")

    assert (found.state, found.text, found.title) == (
        FetchState.OK,
        "Ice floats.\n\nIt melts.",
        "Ice",
    )
    assert [found.page_of(found.text.index(word)) for word in ("Ice", "melts")] == [1, 2]
    assert found.page_of(len(found.text)) is None


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read."""
    monkeypatch.setattr(files, "LARGEST_BYTES", 10)

    assert read(tmp_path, "a.txt", b"12345678901").state is FetchState.TOO_LARGE
    assert read(tmp_path, "b.txt", b"1234567890").state is FetchState.OK


def test_a_file_that_has_gone(tmp_path: Path) -> None:
    """Between the listing and the reading of it."""
    assert file_source(tmp_path / "a.txt", "a.txt").state is FetchState.UNREADABLE_FILE


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("1.md", "1"),
        ("example.org_path.txt", "example.org_path"),
        ("1.pdf.crdownload", "1"),
        ("1.html.part", "1"),
        ("v1.2.part", "v1.2"),
        ("1.crdownload", "1"),
        ("LICENSE", "LICENSE"),
    ],
)
def test_what_a_file_is_called(name: str, expected: str) -> None:
    """Without its suffix, nor that of a broken download."""
    assert called(Path(name)) == expected


def test_the_title_of_a_file(tmp_path: Path) -> None:
    """Its first heading; a plain text has none."""
    titles = [
        read(tmp_path, f"a{suffix}", b"# Ice\n\nIt floats.").title for suffix in (".md", ".txt")
    ]

    assert titles == ["Ice", ""]


@pytest.mark.parametrize(
    "source",
    [
        "Seen.<!-- unseen -->",
        '<p>Seen.</p><p style="display:none">unseen</p>',
        "<think>unseen</think>\n\nSeen.",
        "Seen.\n\n---\n",
    ],
)
def test_text_that_a_reader_does_not_see(source: str) -> None:
    """It supports nothing."""
    layout = html_layout(source) if source.startswith("<p>") else markdown_layout(source)

    assert plain_text(layout).strip() == "Seen."
