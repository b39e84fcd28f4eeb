"""Departures from the report protocol of MMDR-Bench, found and not found."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.errors import ConfigError
from veridical.findings.finding import FindingKind
from veridical.methods.mmdr.protocol import audit_protocol
from veridical.methods.mmdr.settings import Regime
from veridical.methods.protocols import PROTOCOLS, protocol_named
from veridical.report import parse_report
from veridical.runs.checking import Checking

NAMES = "abcdef"
ENTRIES = "\n".join(f"[{n}] https://{name}.org/ice" for n, name in enumerate(NAMES, start=1))
BODY = " ".join(f"Ice number {n} floats on the water of its lake all winter [{n}]." for n in
                range(1, 7))  # fmt: skip
GOOD = f"""# Ice

## Executive summary

{BODY}

## Analysis

{BODY.replace("floats", "drifts")}

The figure shows how deep each of them lies in the water.

![](https://a.org/p.png)

Figure 1: Depth of ice [1]

## Conclusion

{BODY.replace("floats", "rests")} {"All of it is light. " * 10}

## References:

{ENTRIES}
"""


def messages(text: str, regime: Regime = Regime.DAILY) -> list[str]:
    """What is told of a report."""
    found = list(audit_protocol(parse_report(text.encode()), regime=regime))
    assert {f.kind for f in found} <= {FindingKind.OFF_PROTOCOL}
    return [f.message for f in found]


def test_a_report_that_keeps_to_it_has_no_finding() -> None:
    """Markers, block, sources, picture, sections, length."""
    assert messages(GOOD) == []


def test_research_wants_more_sources_and_sections() -> None:
    """Ten sources, and six sections."""
    assert messages(GOOD, Regime.RESEARCH) == [
        "It cites 6 of about 10 different sources.",
        "Preferred sections that it does not have: background, methodology, visual integration.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("winter [2].", "winter [2, 3].", "[2, 3] names several sources"),
        ("winter [2].", "winter.[^2]\n\n[^2]: https://b.org\n\nAnd", "is no marker of the form"),
        ("## References:", "## Sources", 'stand under "Sources", not "References:"'),
        ("[4] https://d.org/ice", "[4] A book on ice", "Reference [4] has no address."),
        ("[4] https://d.org/ice", "[4] https://d.org\n[4] https://d.net", "index [4] has 2 lines"),
        ("https://d.org/ice", "https://reddit.com/r/ice", "reddit.com is a source that is not"),
        ("Figure 1: Depth of ice [1]", "Figure 1: Depth of ice", "a caption without a marker"),
        ("Figure 1: Depth of ice [1]", "", 'has no caption line "Figure 1: …"'),
        ("\n![](https://a.org/p.png)\n", "Here ![](https://a.org/p.png) it is.\n",
         "does not stand on a line of its own"),
        ("## Conclusion", "## And so", "Preferred sections that it does not have: conclusion."),
    ],
)  # fmt: skip
def test_each_departure_is_told(old: str, new: str, told: str) -> None:
    """At its place, in a sentence."""
    assert old in GOOD
    found = messages(GOOD.replace(old, new))

    assert any(told in message for message in found), found


def test_all_sources_from_one_site() -> None:
    """By registered names."""
    text = GOOD
    for name in NAMES:
        text = text.replace(f"https://{name}.org/ice", f"https://{name}.bbc.co.uk/{name}")

    assert "All its sources are from bbc.co.uk." in messages(text)


def test_a_short_report_without_a_list() -> None:
    """Both are told, at its beginning."""
    found = list(audit_protocol(parse_report("冰会浮起来。".encode()), regime=Regime.DAILY))
    told = [f.message for f in found]

    assert told[0] == "It has 6 characters; below 1,000 none is judged."
    assert told[1] == "There is no block of references at its end."
    assert {f.line for f in found} == {1}


def test_references_that_do_not_stand_at_the_end() -> None:
    """Something is said after them."""
    text = GOOD + "\n## Afterword\n\nIce melts in spring, as everybody knows who has been there.\n"

    assert "Its references do not stand at the end." in messages(text)


def test_check_tells_departures_only_where_it_is_asked_to(tmp_path: Path) -> None:
    """Among the other findings, as notes."""
    path = tmp_path / "r.md"
    path.write_text(GOOD.replace("## Conclusion", "## And so"), "utf-8")
    kinds = [
        [f.kind for f in Checking(None, tmp_path / "l", protocol=name).check(path, None).findings]
        for name in ("", "mmdr-daily")
    ]

    assert kinds[0].count(FindingKind.OFF_PROTOCOL) == 0
    assert kinds[1].count(FindingKind.OFF_PROTOCOL) == 1


def test_an_unknown_protocol_is_refused(tmp_path: Path) -> None:
    """With those that there are."""
    with pytest.raises(ConfigError, match="expected mmdr or mmdr-daily"):
        protocol_named("x")
    path = tmp_path / "r.md"
    path.write_text("Ice floats.", "utf-8")
    with pytest.raises(ConfigError, match="--protocol: is unknown"):
        Checking(None, tmp_path / "l", protocol="x").check(path, None)
    assert set(PROTOCOLS) == {"mmdr", "mmdr-daily"}
