"""Marks in the rendered report."""

from __future__ import annotations

from html.parser import HTMLParser

from markupsafe import Markup

from tests.unit.web.sample import IN_REPORT, TASK, check_page, diagnosis, report
from veridical.diagnosis import Diagnosis, NodeFinding
from veridical.report.model import EvidenceList, Report
from veridical.report.parse import parse_report
from veridical.report.render import render_html
from veridical.web.body import marked, with_pictures
from veridical.web.marks import (
    Mark,
    evidence_marks,
    node_marks,
    reference_marks,
    verdict_marks,
)
from veridical.web.pages.frame import Tone

GOOD = Mark(Tone.GOOD, "fine", "node-E1", "E1")
BODY = render_html(report())
NESTED = "Water is *densest [1] at* 3.98 °C. **Ice** floats [2]."


class _Balance(HTMLParser):
    """Collects the tags that are open at the end, and those closed out of turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember it."""
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last one."""
        assert self.open.pop() == tag


def test_without_marks_the_body_is_unchanged() -> None:
    """Nothing is rewritten."""
    assert marked(BODY, {}, {}) == BODY


def test_a_marked_statement_leads_to_its_ground() -> None:
    """By an anchor after its words, inside its span."""
    shown = marked(BODY, {0: GOOD}, {})

    assert 'href="#node-E1" aria-label="fine">E1</a></span>' in shown


def _nested() -> Report:
    return parse_report(NESTED, evidence=EvidenceList(("water-01", "sound-01")))


def test_a_statement_in_several_pieces_leads_on_once() -> None:
    """Each piece has the tone, the last one the anchor, the first one the id."""
    body = (
        '<em><span class="statement" id="s0" data-statement="0">a</span></em>'
        '<span class="statement" data-statement="0">b</span>'
    )
    shown = marked(body, {0: GOOD}, {})

    assert [shown.count(s) for s in ("statement good", 'id="s0"', 'class="mark"')] == [2, 1, 1]
    assert shown.endswith(">E1</a></span>")


def test_marked_html_stays_well_formed() -> None:
    """Every tag is closed in turn."""
    body = render_html(_nested())
    balance = _Balance()
    balance.feed(marked(body, {0: GOOD, 1: GOOD}, {0: GOOD, 1: GOOD}))

    assert balance.open == []


def test_every_statement_of_a_real_report_is_marked() -> None:
    """Whatever its markup, each leads on once."""
    shown = marked(render_html(_nested()), {0: GOOD, 1: GOOD}, {})

    assert shown.count('class="mark"') == 2


def test_a_picture_of_the_report_is_found_by_its_path() -> None:
    """As every picture of a page."""
    body = Markup('<p><img src="images/a&amp;b.png" alt="A &amp; B" loading="lazy"></p>')

    assert with_pictures(body, {"images/a&b.png": "../i/1.png"}.__getitem__) == (
        '<p><img src="../i/1.png" alt="A &amp; B" loading="lazy"></p>'
    )


def test_a_picture_from_elsewhere_is_named_not_loaded() -> None:
    """Its words stand in its place."""
    body = Markup('<img src="https://a.example/x.png" alt="&lt;i&gt;" loading="lazy">')

    assert with_pictures(body, lambda _: "") == '<span class="picture">&lt;i&gt;</span>'


def test_labels_are_escaped() -> None:
    """A label may hold a stranger's words."""
    shown = marked(BODY, {0: Mark(Tone.BAD, '"><script>', "x")}, {1: Mark(Tone.BAD, '"><i>')})

    assert [tag for tag in ("<script>", "<i>") if tag in shown] == []


def test_node_marks_stand_where_nodes_are_quoted() -> None:
    """E1 is quoted from the first statement; that it is cited proves nothing of the words."""
    marks = node_marks(report(), diagnosis(), TASK)

    assert {i: (m.tone, m.place, m.name) for i, m in marks.items()} == {
        0: (Tone.SEEN, "node-E1", "E1")
    }


def test_a_claim_that_is_supported_outweighs_its_evidence() -> None:
    """The statement is good, and leads to the claim first."""
    told = Diagnosis(
        nodes=(
            NodeFinding("E1", {"cited": True}, quotes=(IN_REPORT,)),
            NodeFinding("C1", {"supported": True}, quotes=(IN_REPORT,)),
        )
    )
    mark = node_marks(report(), told, TASK)[0]

    assert (mark.tone, mark.place, mark.name) == (Tone.GOOD, "node-C1", "E1 C1")


def test_citations_are_told_apart_by_what_they_lead_to() -> None:
    """Gold evidence, another item, nothing."""
    marks = evidence_marks(report(), TASK)

    assert [marks[i].tone for i in range(3)] == [Tone.GOOD, Tone.PLAIN, Tone.BAD]


def test_verdict_marks_follow_the_verdicts() -> None:
    """Each checked statement has the tone of its verdict; the rest has none."""
    page = check_page()
    marks = verdict_marks(page.statements, page.verdicts)

    assert {i: (m.tone, m.group) for i, m in marks.items()} == {
        0: (Tone.GOOD, "supported"),
        1: (Tone.BAD, "contradicted"),
    }


def test_citations_of_a_dead_reference_are_marked_bad() -> None:
    """As is one that leads nowhere."""
    marks = reference_marks(report(), check_page().references)

    assert [marks[i].tone for i in range(3)] == [Tone.GOOD, Tone.BAD, Tone.BAD]
