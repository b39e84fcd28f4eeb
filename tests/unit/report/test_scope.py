"""Scopes: what a marker speaks for, and whether the text says so."""

import pytest

from veridical.report import ScopeKind, parse_report


def _scopes(source: str) -> list[tuple[ScopeKind, list[str], bool]]:
    """(kind, the statements' words, certain) of each citation."""
    report = parse_report(source)
    return [
        (
            citation.scope.kind,
            [report.statements[index].text for index in citation.scope.statements],
            citation.scope.is_certain,
        )
        for citation in report.citations
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It rose [1].", (ScopeKind.SENTENCE, ["It rose."], True)),
        ("It rose [1], but they fell.", (ScopeKind.CLAUSE, ["It rose, but they fell."], True)),
        ("它上升[1]，但他们下降。", (ScopeKind.CLAUSE, ["它上升，但他们下降。"], True)),
        ("In [1] it rose.", (ScopeKind.SENTENCE, ["In it rose."], True)),
        ("- It rose [1]", (ScopeKind.BULLET, ["It rose"], True)),
        ("- It rose. [1]", (ScopeKind.BULLET, ["It rose."], True)),
        ("- It rose. They fell [1].", (ScopeKind.SENTENCE, ["They fell."], True)),
        ("- It rose. They fell. [1]", (ScopeKind.GROUP, ["It rose.", "They fell."], False)),
        ("## It rose [1]\n\nText.", (ScopeKind.NONE, [], True)),
        ("[1]", (ScopeKind.NONE, [], True)),
        ("[1] It rose.", (ScopeKind.SENTENCE, ["It rose."], True)),
        ("One.\n\nTwo. Three.\n\n[1]", (ScopeKind.GROUP, ["Two.", "Three."], False)),
        ("- One\n- Two\n\n[1]", (ScopeKind.GROUP, ["One", "Two"], False)),
        (
            "These grew [1]:\n\n- One\n- Two [2]\n- Three\n",
            (ScopeKind.GROUP, ["These grew:", "One", "Three"], False),
        ),
        ("These grew [1]: one, two.", (ScopeKind.CLAUSE, ["These grew: one, two."], True)),
        (
            "![x](i.png)\n\nFigure 1: It rose. [1]\n",
            (ScopeKind.CAPTION, ["Figure 1: It rose."], True),
        ),
        (
            "|a|b|\n|-|-|\n|c|d|\n\nSource: IMF [1]\n",
            (ScopeKind.GROUP, ["d"], False),
        ),
        ("|a|b [1]|\n|-|-|\n|c|d|\n|e|f|\n", (ScopeKind.GROUP, ["d", "f"], False)),
        ("## A\n\nOne.\n\n## B\n\n[1]\n", (ScopeKind.NONE, [], True)),
    ],
)
def test_scope(source: str, expected: tuple[ScopeKind, list[str], bool]) -> None:
    """The first marker's kind of scope, its statements, and whether it is certain."""
    assert _scopes(source)[0] == expected


def test_only_sentences_since_the_last_marker_are_offered() -> None:
    """A group ends where another marker has spoken."""
    found = _scopes("A one. B two. [1] C three. D four. [2]")

    assert [words for _, words, _ in found] == [["A one.", "B two."], ["C three.", "D four."]]


def test_markers_of_one_place_share_their_scope() -> None:
    """Each of several markers in a row reaches as far."""
    found = _scopes("A one. B two. [1][2, 3]")

    assert [words for _, words, _ in found] == [["A one.", "B two."]] * 3


def test_the_default_is_one_statement() -> None:
    """Exactly one statement names a citation whose scope is not empty."""
    report = parse_report(
        "A one. B two. [1] C [2], D.\n\n- e\n- f\n\n[3]\n\n|a|[4]|\n|-|-|\n|c|d|\n"
    )
    named = [index for statement in report.statements for index in statement.citations]

    assert sorted(named) == list(range(len(report.citations)))


def test_enclosing_tags_say_the_reach() -> None:
    """What a cite element encloses is the citation's scope, for certain."""
    found = _scopes('Zinc is dear. <cite index="1-2">It rose. They fell.</cite> End of it.')

    assert found == [(ScopeKind.GROUP, ["It rose.", "They fell."], True)]
