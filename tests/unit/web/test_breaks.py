"""The breaks of a chain as a report's page lists them."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.web.sample import report_page
from veridical.diagnosis import Diagnosis, NodeFinding
from veridical.web.render import render


def test_each_break_of_a_chain_has_a_line_of_its_own() -> None:
    """With a way to its node."""
    findings = (NodeFinding("C1", {}, "not said"), NodeFinding("E2", {}, "not <cited>"))
    broken = Diagnosis(findings, ("C1", "E2"), summary="The chain breaks at C1: a; E2: b.")
    html = render(replace(report_page(), diagnosis=broken))

    assert "The chain breaks at 2 nodes:" in html
    assert '<li><a href="#node-C1">C1</a>: not said</li>' in html
    assert '<li><a href="#node-E2">E2</a>: not &lt;cited&gt;</li>' in html
    assert broken.summary not in html
