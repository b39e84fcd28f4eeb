"""Each citation style on plain text: what it reads, what it leaves alone, where marks stand."""

from itertools import pairwise

import pytest

from veridical.report import Inline, InlineKind, Span, Text, parse_report
from veridical.report.citations import (
    NUMBERED,
    STYLES,
    Known,
    Mark,
    MarkState,
    Passage,
    known_labels,
    normalize_label,
    scan,
    scan_doubtful,
)


def _known(*labels: str, authors: tuple[tuple[str, str], ...] = ()) -> Known:
    normalized, prefixes = known_labels(labels)
    return Known(normalized, prefixes, frozenset(authors), has_list=bool(labels))


def _passage(plain: str, known: Known | None = None) -> Passage:
    text = Text(plain, ((0, 0, len(plain)),) if plain else ())
    return Passage(text, plain, known or Known())


def _read(plain: str, known: Known | None = None) -> list[tuple[str, str, list[str]]]:
    """(style, the mark as written, its labels) of each mark that cites."""
    return [
        (mark.style, plain[mark.start : mark.end], [label.text for label in mark.labels])
        for mark in scan(_passage(plain, known))
        if mark.state.cites
    ]


@pytest.mark.parametrize(
    ("plain", "expected"),
    [
        ("up [1].", ("brackets", "[1]", ["1"])),
        ("up [1, 3].", ("brackets", "[1, 3]", ["1", "3"])),
        ("up [1]–[3].", ("brackets", "[1]–[3]", ["1", "2", "3"])),
        ("up [[4]].", ("doubled", "[[4]]", ["4"])),
        ("up ［5］.", ("fullwidth", "［5］", ["5"])),
        ("up 【6】.", ("fullwidth", "【6】", ["6"])),
        ("up [7】.", ("fullwidth", "[7】", ["7"])),
        ("up 【8†L3-L5】.", ("dagger", "【8†L3-L5】", ["8"])),
        ("up [8†source].", ("dagger", "[8†source]", ["8"])),
        ("up [cite: 2, 5].", ("cite_tag", "[cite: 2, 5]", ["2", "5"])),
        ("up (Refs. 2 and 5).", ("cite_tag", "(Refs. 2 and 5)", ["2", "5"])),
        ("up [Ref. 3].", ("cite_tag", "[Ref. 3]", ["3"])),
        ("up, see Refs. 2 and 3.", ("cite_tag", "Refs. 2 and 3", ["2", "3"])),
        ("上升（参见文献5和6）。", ("cite_tag", "（参见文献5和6）", ["5", "6"])),
        ("上升，参考文献5。", ("cite_tag", "参考文献5", ["5"])),
        ("up [^n1].", ("footnote", "[^n1]", ["n1"])),
        ("growth¹.", ("superscript", "¹", ["1"])),
        ("growth¹²,³.", ("superscript", "¹²,³", ["12", "3"])),
        ("growth¹⁻³.", ("superscript", "¹⁻³", ["1", "2", "3"])),
        ("growth^1,2^.", ("superscript", "^1,2^", ["1", "2"])),
        ("up https://a.example/x.", ("bare_url", "https://a.example/x", ["https://a.example/x"])),
        ("up [@roe2020].", ("pandoc", "[@roe2020]", ["roe2020"])),
        ("up [doc-1].", ("key", "[doc-1]", ["doc-1"])),
        ("up [source_3, doc-4].", ("key", "[source_3, doc-4]", ["source_3", "doc-4"])),
        ("up \\cite{a,b}.", ("latex", "\\cite{a,b}", ["a", "b"])),
        ("up~\\citep[p. 3]{roe}.", ("latex", "~\\citep[p. 3]{roe}", ["roe"])),
        ("up (Source: World Bank).", ("prose", "(Source: World Bank)", ["World Bank"])),
        ("上升（来源：国家统计局）。", ("prose", "（来源：国家统计局）", ["国家统计局"])),
        ("up [Source: IMF; OECD].", ("prose", "[Source: IMF; OECD]", ["IMF", "OECD"])),
        (
            "up (Smith et al., 2020).",
            ("author_year", "(Smith et al., 2020)", ["Smith et al. 2020"]),
        ),
        (
            "up (Smith & Lee 2019; Roe and Doe 2020).",
            (
                "author_year",
                "(Smith & Lee 2019; Roe and Doe 2020)",
                ["Smith & Lee 2019", "Roe and Doe 2020"],
            ),
        ),
        ("Smith et al. (2020) say", ("author_year", "Smith et al. (2020)", ["Smith et al. 2020"])),
        ("上升（张三，2020）。", ("author_year", "（张三，2020）", ["张三 2020"])),
        ("[12", ("malformed", "[12", ["12"])),
    ],
)
def test_each_style(plain: str, expected: tuple[str, str, list[str]]) -> None:
    """One mark of the style is read, with its labels."""
    assert _read(plain) == [expected]


@pytest.mark.parametrize(
    "plain",
    [
        "in [1998] and [2020]",
        "x[2] = y[3]",
        "[0, 1] and [0]",
        "[5-2] and [3, 3]",
        "[a] [ok] [sic] [...] [ ] [x]",
        "10³ m² km² R² E = mc² Ca²⁺ PO₄³⁻ ¹⁴C x²",
        "f^2 and 2^10",
        "mail a@b.org, ask @team",
        "In (March 2020), (Beijing, 2020), (since 2019), (Table 2020)",
        "Python (2020) was fine",
        "（北京，2020）（截至2020年）",
        "[CO2] [B2B] [GPT-4] [COVID-19]",
        "(1) first, (2) second",
        "they cite turnover and cite it",
        "[Node.js is great] and [v2.0 or later]",
        "TODO [see below]",
        "",
    ],
)
def test_what_is_no_citation(plain: str) -> None:
    """Brackets, numbers and names of other meaning are left alone."""
    assert _read(plain) == []


@pytest.mark.parametrize(
    ("plain", "labels", "expected"),
    [
        ("law [1998]", ("1998",), ["1998"]),
        ("seen [E9]", ("E1",), ["E9"]),
        ("seen [smith2020]", ("smith2020",), ["smith2020"]),
        ("as @smith says", ("smith",), ["smith"]),
        ("item [a5612f0f61c30b47]", ("a5612f0f61c30b47",), ["a5612f0f61c30b47"]),
        ("in 2020¹", ("1",), ["1"]),
        ("the agency (WHO)²", ("2",), ["2"]),
        ("zero [0]", ("0",), ["0"]),
    ],
)
def test_known_labels_decide(plain: str, labels: tuple[str, ...], expected: list[str]) -> None:
    """What is doubtful is a citation if the report's references have it."""
    assert [read[2] for read in _read(plain, _known(*labels))] == [expected]


def test_known_authors_decide() -> None:
    """A name alone with its year is a citation if the list has such work."""
    known = _known("x", authors=(("roe", "2020"), ("张三", "2019")))

    assert [read[2] for read in _read("Roe (2020) and 张三（2019）指出", known)] == [
        ["Roe 2020"],
        ["张三 2019"],
    ]


def test_parentheses_need_the_list() -> None:
    """Numbers in parentheses are citations if the list has them and nothing counts with them."""
    passage = _passage("Wet (1). Hot (2, 3). Table (4). Steps: (1) wash, (2) dry.", _known(*"123"))
    marks = scan_doubtful(passage, scan(passage))

    assert [[label.text for label in mark.labels] for mark in marks] == [["1"], ["2", "3"]]


@pytest.mark.parametrize(
    "plain", ["Growth was (2).", "Losses were (3) and fell.", "净利润为（2）。"]
)
def test_what_is_said_of_the_subject_is_no_marker(plain: str) -> None:
    """A loss in accounts stands in parentheses after a copula."""
    passage = _passage(plain, _known(*"123"))

    assert scan_doubtful(passage, scan(passage)) == ()


@pytest.mark.parametrize(
    "plain", ["See No.1 and Fig.2 on p.3", "It is v.2, i.e.1x", "up 3.1 and 2.2", "word.1word"]
)
def test_glued_numbers_that_are_none(plain: str) -> None:
    """Numbers after abbreviations and inside other numbers are not glued markers."""
    passage = _passage(plain, _known(*"123"))

    assert scan_doubtful(passage, scan(passage)) == ()


def _linked(plain: str, target: str) -> Passage:
    """A link as Markdown writes it."""
    source = f"[{plain}]({target})"
    inline = Inline(InlineKind.LINK, 0, len(plain), Span(0, len(source)), target=target)
    return Passage(Text(plain, ((0, 1, len(plain)),), (inline,)), source, Known())


@pytest.mark.parametrize(
    ("plain", "target", "label", "is_word"),
    [
        ("the OECD report", "https://oecd.example/r", "https://oecd.example/r", True),
        ("1", "https://a.example", "1", False),
        ("[1]", "https://a.example", "1", False),
        ("source", "https://a.example", "https://a.example", False),
        ("oecd.example", "https://oecd.example/r", "https://oecd.example/r", False),
    ],
)
def test_links(plain: str, target: str, label: str, is_word: bool) -> None:
    """A link cites its address; with a number for its words, that number."""
    (mark,) = scan(_linked(plain, target))

    assert (mark.style, mark.state) == ("link", MarkState.LINKED)
    assert (mark.labels[0].text, mark.is_word) == (label, is_word)


@pytest.mark.parametrize("target", ["mailto:a@b.org", "#introduction", "img/a.png", "tel:112", ""])
def test_links_that_lead_to_no_source(target: str) -> None:
    """Mail, headings and files beside the report are no citations."""
    assert scan(_linked("some words", target)) == ()


@pytest.mark.parametrize(
    ("plain", "target", "expected"),
    [
        ("[3]", "#ref3", ["3"]),
        ("3", "#cite_note-3", ["3"]),
        ("1, 2", "#refs", ["1", "2"]),
        ("↗", "#fn7", ["7"]),
        ("↩", "#fnref1", []),
        ("3. Results and discussion", "#s3", []),
    ],
)
def test_anchors(plain: str, target: str, expected: list[str]) -> None:
    """A link within the report cites the number of its text or of its target."""
    found = [label.text for mark in scan(_linked(plain, target)) for label in mark.labels]

    assert found == expected


def test_raised_numbers() -> None:
    """Numbers in raised text cite."""
    plain = "growth1,2"
    inline = Inline(InlineKind.SUPERSCRIPT, 6, 9, Span(6, 20))
    passage = Passage(Text(plain, ((0, 0, 9),), (inline,)), plain, Known())
    (mark,) = scan(passage)

    assert (mark.style, [label.text for label in mark.labels]) == ("superscript", ["1", "2"])


def test_code_is_blank() -> None:
    """Code and math keep their length and lose their characters."""
    plain = "a x[1] b [2]"
    inline = Inline(InlineKind.CODE, 2, 6, Span(2, 6))
    passage = Passage(Text(plain, ((0, 0, 12),), (inline,)), plain, Known())

    assert passage.plain == "a \ufffc\ufffc\ufffc\ufffc b [2]"
    assert [mark.start for mark in scan(passage)] == [9]


@pytest.mark.parametrize(
    ("plain", "state"),
    [
        ("[citation needed]", MarkState.SILENT),
        ("[source]", MarkState.PLACEHOLDER),
        ("[insert citation here]", MarkState.PLACEHOLDER),
        ("[cite_start]", MarkState.OPENING),
        ("(Source: IMF)", MarkState.NAMED),
        ("[oaicite:1]", MarkState.OPAQUE),
    ],
)
def test_states(plain: str, state: MarkState) -> None:
    """What kind of mark it is."""
    assert [mark.state for mark in scan(_passage(f"It rose {plain}."))] == [state]


def test_marks_share_no_character() -> None:
    """Styles claim characters in order; overlapping readings are dropped."""
    marks = scan(_passage("up [[1]] 【2】 [cite: 3] (Source: x [4]) https://a.example/[5] [^6]"))

    assert all(before.end <= after.start for before, after in pairwise(marks))


def test_style_names_are_distinct() -> None:
    """No two styles share a name, and those that rule out parentheses are styles."""
    names = [style.name for style in STYLES]

    assert len(names) == len(set(names))
    assert set(names) >= NUMBERED


@pytest.mark.parametrize(
    ("label", "expected"),
    [("１２", "12"), ("007", "7"), (" Doc-1 ", "doc-1"), ("@Roe2020", "roe2020"), ("000", "0")],
)
def test_labels_have_one_spelling(label: str, expected: str) -> None:
    """Full-width digits, leading zeros, case and the at sign do not matter."""
    assert normalize_label(label) == expected


def test_labels_stand_where_they_say() -> None:
    """The span of each label is its own characters."""
    plain = "A [1, 3] 【2†L1】 [doc-7] \\cite{a,b} (Source: X; Y)"
    wrong = [
        label
        for mark in scan(_passage(plain))
        for label in mark.labels
        if plain[label.span.start : label.span.end].strip() != label.text
    ]

    assert wrong == []


def test_mark_is_a_value() -> None:
    """Marks compare by their fields."""
    first, second = (scan(_passage("up [1]"))[0] for _ in range(2))

    assert isinstance(first, Mark)
    assert first == second


@pytest.mark.parametrize("text", ["6.626 × 10⁻³⁴ J s", "kg m² s⁻¹", "10⁻³ mol", "cm⁻¹", "10⁺²"])
def test_an_exponent_with_a_sign_is_no_citation(text: str) -> None:
    """Raised digits after a raised sign are a power, even where the list has that number."""
    references = "\n".join(f"[{k}] https://site.org/{k}" for k in range(1, 40))
    report = parse_report(f"It is {text} by definition [5].\n\n## References\n\n{references}\n")

    assert [c.label for c in report.citations] == ["5"]
