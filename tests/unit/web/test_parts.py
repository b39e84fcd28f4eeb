"""Long pages in parts: what is shown at once, what waits packed, and that nothing is lost."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.web.sample import check_page
from veridical.report.parse import parse_report
from veridical.report.render import render_html
from veridical.web import parts
from veridical.web.body import pieces
from veridical.web.pages.check import CheckedStatement, CheckPage, FindingRow, VerdictKind
from veridical.web.pages.frame import Tone
from veridical.web.parts import CARDS_SHOWN, FINDINGS_SHOWN, card_parts, finding_parts, packed
from veridical.web.render import render

BAD = VerdictKind(name="contradicted", title="Contradicted", tone=Tone.BAD)
OPEN = VerdictKind(name="unreachable", title="Unreachable", tone=Tone.UNKNOWN)
HOSTILE = "</script><script>alert(1)</script><!--\u2028<img src=x onerror=alert(1)>"
_PACKED = re.compile(r'<script type="text/plain">([^<]*)</script>')


def _statements(verdict: str, first: int, n: int) -> tuple[CheckedStatement, ...]:
    return tuple(
        CheckedStatement(statement=i, verdict=verdict, why=f"why {i}")
        for i in range(first, first + n)
    )


def unpacked(data: str) -> str:
    """What a script makes of a part."""
    return zlib.decompress(base64.b64decode(data)).decode()


def _long_page(n: int, said: str = "") -> CheckPage:
    words = "\n\n".join(
        f"Statement number {i} says that rivers rise {i} cm. {said}" for i in range(n)
    )
    report = parse_report(words)
    checked = tuple(
        CheckedStatement(
            statement=s.index, verdict="contradicted", why=f"It says otherwise. {said}"
        )
        for s in report.statements
    )
    return replace(
        check_page(), report=report, body=render_html(report), statements=checked, references=()
    )


def test_few_statements_are_not_packed() -> None:
    """A page of ordinary length is read without a script."""
    found = list(card_parts(_statements("contradicted", 0, CARDS_SHOWN), [BAD]))

    assert [part.is_packed for part in found] == [False]


def test_the_gravest_are_shown_and_the_rest_is_packed() -> None:
    """Every statement once, in the order given."""
    every = (*_statements("contradicted", 0, 200), *_statements("unreachable", 200, 1000))
    found = list(card_parts(every, [BAD, OPEN]))
    shown = [one for part in found if not part.is_packed for one in part.statements]

    assert [one for part in found for one in part.statements] == list(every)
    assert (found[0].is_packed, found[-1].is_packed) == (False, True)
    assert len(shown) == CARDS_SHOWN


def test_a_part_says_which_statements_it_spans() -> None:
    """Of one verdict alone, so that a filter can leave it out whole."""
    every = (*_statements("contradicted", 0, 400), *_statements("unreachable", 100, 400))

    for part in card_parts(every, [BAD, OPEN]):
        assert {one.verdict for one in part.statements} == {part.kind.name}
        assert all(part.first <= one.statement <= part.last for one in part.statements)


def test_statements_of_other_verdicts_are_left_out() -> None:
    """They stand behind their own fold."""
    every = (*_statements("contradicted", 0, 3), *_statements("unreachable", 3, 3))

    assert [p.statements for p in card_parts(every, [OPEN])] == [every[3:]]


@pytest.mark.parametrize("n", [0, 1, FINDINGS_SHOWN, FINDINGS_SHOWN + 1, 5 * FINDINGS_SHOWN])
def test_every_finding_is_in_a_part(n: int) -> None:
    """Whatever their number."""
    rows = [FindingRow(kind="k", severity="error", tone=Tone.BAD, message=str(i)) for i in range(n)]

    assert [one for part in finding_parts(rows) for one in part.findings] == rows


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_packed_comes_back_and_means_nothing_in_html(text: str) -> None:
    """Letters, digits and three signs: no tag, comment or separator can be among them."""
    data = str(packed(text))

    assert re.fullmatch(r"[A-Za-z0-9+/=]*", data)
    assert unpacked(data) == text


def test_a_long_page_holds_every_card() -> None:
    """Shown or packed, each once."""
    n = CARDS_SHOWN + 3 * parts.PART
    html = render(_long_page(n))
    whole = html + "".join(unpacked(data) for data in _PACKED.findall(html))

    assert sorted(map(int, re.findall(r'id="about-s(\d+)"', whole))) == list(range(n))


class _Tags(HTMLParser):
    """Collects scripts and event handlers."""

    def __init__(self) -> None:
        super().__init__()
        self.active: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what could act."""
        if tag == "script" or any(name.startswith("on") for name, _ in attrs):
            self.active.append(tag)


def test_a_strangers_words_stay_words_when_unpacked() -> None:
    """They were escaped before they were packed."""
    html = render(_long_page(CARDS_SHOWN + 2 * parts.PART, HOSTILE))
    tags = _Tags()
    for data in _PACKED.findall(html):
        tags.feed(unpacked(data))

    assert _PACKED.findall(html)
    assert tags.active == []


def test_a_long_page_is_at_most_six_times_its_report() -> None:
    """Statements of ordinary length, each with a card and a sign."""
    said = "It is measured each year at the same place by the same people."
    page = _long_page(4000, said)

    assert len(render(page).encode()) <= 6 * len(page.report.source.encode())


def test_a_body_is_cut_only_after_blocks() -> None:
    """Together the pieces are the body, and each can be marked alone."""
    body = render_html(parse_report("\n\n".join(f"- Rivers rise {i} cm.\n" for i in range(9000))))
    found = list(pieces(body))

    assert "".join(found) == body
    assert len(found) > 2
    assert all(piece.count("<span") == piece.count("</span>") for piece in found)
