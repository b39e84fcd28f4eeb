"""A report's assertions: places, wordings, scope, figures, keys."""

from __future__ import annotations

import asyncio

import pytest

from tests.golden.facts import Told
from veridical.agents.assertions import Assertions, canonical, read_assertions
from veridical.agents.cited import cited_addresses
from veridical.agents.pieces import PASSAGE, in_passages, pieces_of
from veridical.checks.assertions import AssertionsAsk
from veridical.report import parse_report
from veridical.report.model import EvidenceList, Report


def parsed(text: str) -> Report:
    """A report."""
    return parse_report(text.encode(), format="markdown", name="r")


def read(text: str, asker: Told | None = None) -> Assertions:
    """Its assertions, by the rules."""
    return asyncio.run(read_assertions(parsed(text), asker or Told()))


def test_an_assertion_knows_its_place() -> None:
    """The span is the source's, markup and markers inside; the text has none."""
    text = "# Rivers\n\nThe **Rhine** is 1,230 km long [1]; the Elbe was 1,094 km long in 2020."
    report = parsed(text)
    found = asyncio.run(read_assertions(report, Told())).found

    assert [a.text for a in found] == [
        "The Rhine is 1,230 km long",
        "the Elbe was 1,094 km long in 2020.",
    ]
    assert report.words(found[0].span).startswith("The **Rhine** is 1,230")
    assert report.words(found[1].span) == "the Elbe was 1,094 km long in 2020"


def test_figures_and_scope() -> None:
    """Quantities and dates are typed; headings and a cell's headers are its scope."""
    text = "# Rivers\n\n## Length\n\n| River | 2020 |\n| --- | --- |\n| Rhine | 1,230 km |\n"
    cell = next(a for a in read(text).checkable if "1,230" in a.text)

    assert cell.wording == "2020: Rhine: 1,230 km" or cell.wording == "Rhine: 2020: 1,230 km"
    assert cell.scope[:2] == ("Rivers", "Length")
    assert [(q.value, q.unit) for q in cell.quantities] == [(1230.0, "km")]
    assert [d.text for d in cell.dates] == ["2020"]


def test_wordings_stand_beside_the_original() -> None:
    """The pronoun's name is put in; the report's words stay."""
    (_, second) = read("Acme Corp makes anvils.\n\nIt was founded in 1998.").checkable

    assert (second.text, second.wording, second.context) == (
        "It was founded in 1998.",
        "Acme Corp was founded in 1998.",
        "",
    )


def test_what_cannot_be_checked_is_kept_with_its_reason() -> None:
    """Nothing is dropped."""
    found = read("Why is it so long?\n\nThe Rhine is 1,230 km long.").found

    assert [(a.is_checkable, a.why) for a in found] == [
        (False, "it asks"),
        (True, "it says something that can be looked up"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("The Rhine is long.", "the  RHINE is long!", True),
        ("It is 1.5 m.", "It is 15 m.", False),
        ("It grew 5 %.", "It grew 5%.", True),
        ("It grew 5%.", "It grew 5.", False),
        ("长度为５公里。", "长度为5公里", True),
    ],
)
def test_canonical_wordings(one: str, other: str, *, is_same: bool) -> None:
    """Case, marks and spacing do not count; numbers do."""
    assert (canonical(one) == canonical(other)) is is_same


def test_passages_hold_whole_sections_in_pieces() -> None:
    """Every piece is in one ask, none in two, and no ask is much longer than it should be."""
    body = "\n\n".join(f"The Rhine has {n} bridges in town {n}." for n in range(300))
    pieces, residue = pieces_of(parsed(f"# A\n\n{body}\n\n# B\n\n{body}"))
    passages = in_passages(pieces)

    assert residue == ()
    assert [p.number for own in passages for p in own] == list(range(600))
    assert all(len({p.section for p in own}) == 1 for own in passages)
    assert all(sum(len(p.text) for p in own) < PASSAGE + 200 for own in passages)


def test_a_passage_brings_what_stands_before_it() -> None:
    """Of the same section alone."""
    body = "\n\n".join(f"The Rhine has {n} bridges in town {n}." for n in range(100))
    asker = Told()
    read(f"# A\n\nThe Elbe is long and wide.\n\n# B\n\n{body}", asker)
    asks = sorted(asker.of(AssertionsAsk), key=lambda a: a.pieces[0].number)

    assert asks[1].before == ()
    assert asks[2].before[-1] == asks[1].pieces[-1].text
    assert asks[2].headings == ("B",)


def test_cited_addresses() -> None:
    """Items of an evidence list, addresses of references and links; dead markers lead nowhere."""
    text = "One is 1 [1]. Two is 2 [x](https://b.example/). Three is 3 [7].\n\n[1] A. https://a.example/"
    given = parse_report(
        b"One is 1 [1].", format="markdown", name="r", evidence=EvidenceList(("item-1",))
    )

    assert cited_addresses(parsed(text)) == {
        0: ("https://a.example/",),
        1: ("https://b.example/",),
    }
    assert cited_addresses(given) == {0: ("item-1",)}
