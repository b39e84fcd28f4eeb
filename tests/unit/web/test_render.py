"""Pages as HTML: self-contained, escaped, complete, true to their dataclasses."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest
from jinja2 import meta

from tests.unit.web.sample import (
    ASK_ID,
    FRAME,
    ITEMS,
    LATE_ID,
    PAGES,
    TASK,
    check_page,
    leaderboard_page,
    report_page,
    task_page,
)
from veridical.score import Gated
from veridical.task import Item, Query
from veridical.web.pages import Page
from veridical.web.pages.frame import Fact
from veridical.web.pages.leaderboard import OtherRun
from veridical.web.render import environment, render

TEMPLATES = Path(__file__).parents[3] / "src" / "veridical" / "web" / "templates"
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"
GIVEN_BY_RENDER = {
    "root",
    "policy",
    "style",
    "early_script",
    "script",
    "picture_address",
    "known_asks",
    "known_nodes",
}
MACRO_FILES = {"pieces", "nodes", "parts", "told"}
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda p: type(p).__name__)


def _names_in(template: str) -> set[str]:
    """The names that a template and the files it extends or imports take from outside."""
    source = (TEMPLATES / template).read_text("utf-8")
    tree = environment().parse(source)
    parts = {name for name in meta.find_referenced_templates(tree) if name}
    found = meta.find_undeclared_variables(tree) - set(environment().globals)
    return found.union(*(_names_in(part) for part in parts))


@each_page
def test_a_template_uses_every_field_and_no_other(page: Page) -> None:
    """What a page shows is its dataclass, exactly."""
    used = _names_in(page.template) - GIVEN_BY_RENDER - MACRO_FILES

    assert used == {f.name for f in fields(page)}


@each_page
def test_every_field_is_explained(page: Page) -> None:
    """The docstring says what each field is."""
    told = set(re.findall(r"^ {4,8}(\w+): ", type(page).__doc__ or "", re.MULTILINE))

    assert told == {f.name for f in fields(page)}


@each_page
def test_a_page_loads_nothing(page: Page) -> None:
    """No address but fragments, neighbors and the sources a reader may follow."""
    html = render(page)
    loaded = re.findall(r'(?:src|srcset|action)="([^"]*)"|@import|url\(', html)
    linked = re.findall(r"<(?:link|iframe|object|embed|base)\b", html)

    assert (loaded, linked) == ([], [])


@each_page
def test_the_policy_allows_the_pages_own_scripts_alone(page: Page) -> None:
    """Every inline script has its hash in the policy, and no hash is left over."""
    html = render(page)
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    hashes = [
        "sha256-" + base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts
    ]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy

    assert re.findall(r"&#39;(sha256-[^&]*)&#39;", policy[1]) == hashes


@each_page
def test_the_policy_forbids_all_else(page: Page) -> None:
    """Nothing comes from a network."""
    assert "default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; " in render(page)


@each_page
def test_no_element_shares_its_id(page: Page) -> None:
    """Fragments lead to one place."""
    ids = re.findall(r'\sid="([^"]*)"', render(page))

    assert sorted(ids) == sorted(set(ids))


@each_page
def test_every_fragment_leads_somewhere(page: Page) -> None:
    """No dead anchors."""
    html = render(page)
    ids = set(re.findall(r'\sid="([^"]*)"', html))

    assert set(re.findall(r'href="#([^"]+)"', html)) - ids == set()


@each_page
def test_the_banner_says_that_rules_judged(page: Page) -> None:
    """Wherever the built-in rules answered."""
    sentence = "Judged by the built-in rules: indicative, not comparable with a model judge"

    assert sentence in render(page)


def test_a_model_judge_gets_no_banner() -> None:
    """The banner is about the rules alone."""
    page = replace(leaderboard_page(), frame=replace(FRAME, is_indicative=False))

    assert "indicative" not in render(page)


def test_a_run_that_is_not_complete_warns() -> None:
    """Before any number."""
    frame = replace(FRAME, warning="This run is not complete: 3 asks timed out.")

    assert "This run is not complete: 3 asks timed out." in render(
        replace(leaderboard_page(), frame=frame)
    )


@each_page
def test_rendering_twice_gives_the_same(page: Page) -> None:
    """Pages of a replayed run are equal byte for byte."""
    assert render(page) == render(page)


def test_strangers_text_is_escaped_everywhere() -> None:
    """Query, system, items, facts, notes: none of them is HTML."""
    base = report_page()
    query = Query(text=EVIL)
    task = msgspec.structs.replace(TASK, query=query, language=EVIL, tags={EVIL: EVIL})
    page = replace(
        base,
        frame=replace(FRAME, title=EVIL, warning=EVIL, facts=(Fact(EVIL, EVIL),)),
        system=EVIL,
        task=task,
        asks=tuple(replace(a, title=EVIL, why=EVIL, answer=(Fact(EVIL, EVIL),)) for a in base.asks),
        items={k: Item(id=k, text=EVIL, title=EVIL, source=EVIL) for k in ITEMS},
    )

    assert [tag for tag in ("<script>alert", "<img src=x") if tag in render(page)] == []


def test_a_script_address_is_no_anchor() -> None:
    """The reference's address is shown as text."""
    html = render(check_page())

    assert ("javascript:alert(1)" in html, 'href="javascript' in html) == (True, False)


def test_outward_anchors_tell_nobody() -> None:
    """No referrer, no opener."""
    html = render(check_page())

    assert '<a href="https://corpus.veridical.example/water-01" rel="noreferrer noopener">' in html


def test_the_leaderboard_names_what_is_missing() -> None:
    """Bounds, reasons and gated reports stand beside the number."""
    html = render(leaderboard_page())

    assert [s for s in ("10.00–15.00", "1 timed out", "2 gated") if s not in html] == []


def test_the_leaderboard_leads_to_every_report() -> None:
    """Down to its file."""
    assert 'href="systems/atlas/t-water.html"' in render(leaderboard_page())


def test_a_total_says_its_convention() -> None:
    """Wherever it is shown."""
    pages = [leaderboard_page(), report_page()]

    assert ["A gated part counts 0." in render(p) for p in pages] == [True, True]


def test_pages_below_the_top_find_their_way_back() -> None:
    """Relative addresses, so that the folder can lie anywhere."""
    assert [
        re.findall(r'href="([./]*index\.html)"', render(p))[0]
        for p in (leaderboard_page(), report_page(), task_page())
    ] == ["index.html", "../../index.html", "../index.html"]


def test_a_gated_score_shows_no_number() -> None:
    """The gate's name stands in its place."""
    base = report_page()
    page = replace(base, scores=(replace(base.scores[0], score=Gated("claim")),))

    assert "No number, not asked: the gate “claim” is closed." in render(page)


def test_an_ask_without_a_verdict_says_why() -> None:
    """And that it counts as missing."""
    assert "No verdict: timed out (60 s). It counts as missing" in render(report_page())


def test_a_score_leads_to_its_asks() -> None:
    """Number, ask, answer: one anchor each."""
    html = render(report_page())

    assert (f'href="#ask-{ASK_ID}"' in html, f'id="ask-{LATE_ID}"' in html) == (True, True)


def test_a_node_named_in_a_tally_leads_to_the_node() -> None:
    """A counted value that is a node's id is an anchor."""
    assert '<dd><a href="#node-E1">E1</a></dd>' in render(report_page())


def test_each_verdict_is_counted() -> None:
    """Zeros too: nothing found is a finding."""
    html = render(check_page())
    counts = re.findall(r'data-verdict="(\w+)" aria-pressed="false" data-count="(\d+)"', html)

    assert counts == [("supported", "1"), ("contradicted", "1"), ("unreachable", "0")]


def test_runs_by_other_methods_are_linked_with_what_is_to_be_known() -> None:
    """Each by its title; their words are text, whatever they hold; without any there is no head."""
    other = OtherRun("RACE", "race/pages/index.html", "Better than <b>?", "A note & more.")
    html = render(replace(leaderboard_page(), note="Two of six.", others=(other,)))

    assert '<a href="race/pages/index.html">RACE</a> Better than &lt;b&gt;?' in html
    assert '<span class="quiet">A note &amp; more.</span>' in html
    assert '<p class="note-beside">Two of six.</p>' in html
    assert "by other methods" not in render(leaderboard_page())
