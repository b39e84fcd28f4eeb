"""U09, U11, U12: a marker after the stop, an address at the end, one marker for several."""

import pytest

from tests.cases.read import cited_by, said
from veridical.report import ScopeKind, parse_report


@pytest.mark.parametrize(
    ("source", "statements", "expected"),
    [
        (
            "First thing. [1] Second thing. [2]. Third thing.",
            ["First thing.", "Second thing.", "Third thing."],
            {"First thing.": ["1"], "Second thing.": ["2"]},
        ),
        (
            "First thing.[1] Second thing.[2][3] Third thing.",
            ["First thing.", "Second thing.", "Third thing."],
            {"First thing.": ["1"], "Second thing.": ["2", "3"]},
        ),
        (
            "第一件事。[1]第二件事。[2]第三件事。",
            ["第一件事。", "第二件事。", "第三件事。"],
            {"第一件事。": ["1"], "第二件事。": ["2"]},
        ),
        (
            "Is it so? [1] Yes! [2]",
            ["Is it so?", "Yes!"],
            {"Is it so?": ["1"], "Yes!": ["2"]},
        ),
        (
            "It rose.  [1]   \u00a0  It fell.  [2]",
            ["It rose.", "It fell."],
            {"It rose.": ["1"], "It fell.": ["2"]},
        ),
        (
            "He said “yes.” [1] She left.",
            ["He said “yes.”", "She left."],
            {"He said “yes.”": ["1"]},
        ),
        (
            "It rose. [2] reports the cause. It fell [3].",
            ["It rose.", "reports the cause.", "It fell."],
            {"reports the cause.": ["2"], "It fell.": ["3"]},
        ),
        (
            "It rose.[^a] It fell.[^b]\n\n[^a]: https://a.example\n[^b]: https://b.example\n",
            ["It rose.", "It fell."],
            {"It rose.": ["a"], "It fell.": ["b"]},
        ),
    ],
)
def test_u09_markers_after_the_stop(
    source: str, statements: list[str], expected: dict[str, list[str]]
) -> None:
    """A marker after the stop is its sentence's; no statement is a stop or a marker."""
    report = parse_report(source)

    assert statements == said(report)
    assert expected == cited_by(report)


@pytest.mark.parametrize(
    ("source", "url", "second"),
    [
        (
            "Details at https://www.a-b.com. People may also write.",
            "https://www.a-b.com",
            "People may also write.",
        ),
        ("See https://a.example/x, then go. Stop.", "https://a.example/x", "Stop."),
        ("Is it https://a.example/y? Yes.", "https://a.example/y", "Yes."),
        (
            "详见 https://a.example/报告。第二句。",
            "https://a.example/报告",
            "第二句。",
        ),
        ("Go to <https://a.example/z>. Then stop.", "https://a.example/z", "Then stop."),
        ("(See https://a.example/q_(r).) Next one.", "https://a.example/q_(r)", "Next one."),
    ],
)
def test_u11_an_address_at_the_end(source: str, url: str, second: str) -> None:
    """The address ends before the stop, and the stop ends the sentence."""
    report = parse_report(source)

    assert [url] == [citation.label for citation in report.citations]
    assert second == said(report)[1]
    assert len(report.statements) == 2


@pytest.mark.parametrize(
    ("source", "group"),
    [
        ("X rose. Y fell. Z stayed. [3]", (0, 1, 2)),
        ("X rose. Y fell. [3][4]", (0, 1)),
        ("甲上升。乙下降。丙不变。[3]", (0, 1, 2)),
        ("W came [1]. X rose. Y fell. [3]", (1, 2)),
        ("- X rose. Y fell. [3]", (0, 1)),
        ("X rose. Y fell. ([source](https://a.example))", (0, 1)),
        ("X rose. Y fell.\n\n[3]", (0, 1)),
    ],
)
def test_u12_one_marker_for_several_sentences(source: str, group: tuple[int, ...]) -> None:
    """The nearest sentence is the default; the group is offered, and said to be uncertain."""
    report = parse_report(source)
    scope = report.citations[-1].scope

    assert (ScopeKind.GROUP, group, False) == (scope.kind, scope.statements, scope.is_certain)
    assert report.citations[-1].index in report.statements[group[-1]].citations


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("X rose. Y fell [3].", ScopeKind.SENTENCE),
        ("X rose [1]. Y fell. [3]", ScopeKind.SENTENCE),
        ("X rose [3], while Y fell.", ScopeKind.CLAUSE),
        ("As shown in [3] Y fell.", ScopeKind.SENTENCE),
        ("- X rose [3]", ScopeKind.BULLET),
        ("| a | b |\n|---|---|\n| c | X rose [3] |\n", ScopeKind.CELL),
    ],
)
def test_u12_certain_scopes(source: str, kind: ScopeKind) -> None:
    """Where the text says what the marker speaks for, the scope is certain."""
    report = parse_report(source)
    scope = report.citations[-1].scope

    assert (kind, 1, True) == (scope.kind, len(scope.statements), scope.is_certain)
