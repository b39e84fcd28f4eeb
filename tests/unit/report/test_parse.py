"""The whole of a parsed report: formats, title, language, notes, markers, order, time."""

import time

import pytest

from veridical.report import NoteKind, Report, parse_report


def test_markdown_and_html_give_the_same() -> None:
    """One report in both formats has the same statements and citations."""
    markdown = (
        "# T\n\nIt rose [1]. It fell [2].\n\n## References\n\n"
        "1. https://a.example/1\n2. https://a.example/2\n"
    )
    page = (
        "<html><body><h1>T</h1><p>It rose [1]. It fell [2].</p><h2>References</h2><ol>"
        "<li>https://a.example/1</li><li>https://a.example/2</li></ol></body></html>"
    )
    found = [
        (
            report.title,
            [s.text for s in report.statements],
            [(c.label, c.resolution, c.source and c.source.key) for c in report.citations],
        )
        for report in (parse_report(markdown), parse_report(page))
    ]

    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("data", "format_", "expected"),
    [
        ("# T", None, "markdown"),
        ("<html><body><p>x</p></body></html>", None, "html"),
        ("<p>x</p>", "html", "html"),
        ("<p>x</p>", "markdown", "markdown"),
        (b"# T", None, "markdown"),
    ],
)
def test_formats(data: str | bytes, format_: str | None, expected: str) -> None:
    """The format is what is asked for, else what the text looks like."""
    assert parse_report(data, format=format_).format == expected


def test_anchors_of_a_page() -> None:
    """Links to the page's own list resolve by the number shown."""
    report = parse_report(
        '<html><body><p>A<sup><a href="#r2">2</a></sup>. B <a href="#r1">[1]</a>.</p>'
        "<h2>Sources</h2>"
        '<ol><li id="r1">https://a.example/1 <a href="#b1">↩</a></li>'
        '<li id="r2">https://a.example/2</li></ol></body></html>'
    )

    assert [(c.style, c.label, c.source and c.source.url) for c in report.citations] == [
        ("anchor", "2", "https://a.example/2"),
        ("anchor", "1", "https://a.example/1"),
    ]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("# The title\n\n## S\n", "The title"),
        ("## S\n\nText.", ""),
        ("", ""),
        ("Text\n\n# Late", "Late"),
    ],
)
def test_title(source: str, title: str) -> None:
    """The first heading of the first level."""
    assert parse_report(source).title == title


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("The economy grew in the year and the rate of it was high.", "en"),
        ("经济增长了百分之五。", "zh"),
        ("Die Wirtschaft ist im Jahr gewachsen und die Rate war hoch.", "de"),
        ("42", "und"),
    ],
)
def test_language(source: str, language: str) -> None:
    """The report's main language."""
    assert parse_report(source).language == language


def _kinds(report: Report) -> list[NoteKind]:
    return [note.kind for note in report.notes]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("A [1]. B [^2].", NoteKind.SEVERAL_STYLES),
        ("A [1］.", NoteKind.MIXED_BRACKETS),
        ("A [1].\n\n## References\n\n[1] One\n[1] Two\n", NoteKind.DUPLICATE_REFERENCE),
        ("A [1].\n\n[1] One\n[2] Two\n", NoteKind.REFERENCE_WITHOUT_URL),
        ("A [?].", NoteKind.MALFORMED_CITATION),
        ("A citeturn0search1.", NoteKind.UNRESOLVED_MARKER),
        ("A [citation needed].", NoteKind.UNRESOLVED_MARKER),
        ("```\nx", NoteKind.UNCLOSED_FENCE),
        ("See https://a.exa\u200bmple/x.", NoteKind.INVISIBLE_CHARACTERS),
    ],
)
def test_notes(source: str, kind: NoteKind) -> None:
    """What the parser noticed is noted with its place."""
    assert kind in _kinds(parse_report(source))


def test_a_plain_report_has_no_notes() -> None:
    """One style, sound entries: nothing to note."""
    report = parse_report("A [1]. B [2].\n\n[1] https://a.example/1\n[2] https://a.example/2\n")

    assert report.notes == ()


def test_markers_are_counted() -> None:
    """Labels of one marker share its number."""
    report = parse_report("A [1, 2][3]. B [4-5].")

    assert [c.marker for c in report.citations] == [0, 0, 1, 2, 2]
    assert [c.index for c in report.citations] == [0, 1, 2, 3, 4]


_LONG = {
    "open brackets": "[" * 40_000,
    "markers": "A rose [1]. " * 15_000,
    "markers in a row": "A rose. " + "[1]" * 40_000,
    "blocks of markers": "A.\n\n" + "[1]\n\n" * 5_000,
    "authors": "Smith (2020) and (Roe, 2019). " * 5_000,
    "capitals": ("Aa " * 30 + "(2020) ") * 2_000,
    "entries of one label": "See [2]. " * 2_000 + "\n\n" + "[2] https://a.example/x\n" * 4_000,
    "linked entries": "".join(f"[{n}] [a](https://a.example/{n})\n" for n in range(4_000)),
    "lines of markers": "[1] a\n" * 6_000,
    "back strokes": "\\" * 100_000,
    "blanks": "[" + " " * 100_000 + "x",
    "hosts": "[" + "a." * 90_000,
    "numbers": "[" + "1," * 60_000 + "]",
    "bullets": "These [1]:\n\n" + "- a\n" * 8_000,
    "rows of markers": "| a | b |\n|---|---|\n" + "| x | [1] |\n" * 4_000,
    "private marks": "\ue200cite\ue202" * 20_000,
    "unclosed links": "[a](http://x y" * 8_000,
}


@pytest.mark.timed
@pytest.mark.parametrize("name", sorted(_LONG))
def test_long_inputs_take_linear_time(name: str) -> None:
    """Twice the input takes about twice the time: far from four times."""
    source = _LONG[name]

    def seconds(text: str) -> float:
        began = time.process_time()
        parse_report(text, format="markdown")
        return time.process_time() - began

    half, whole = seconds(source[: len(source) // 2]), seconds(source)

    assert whole < 3.2 * half + 0.3
