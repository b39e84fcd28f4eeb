"""What MMDeepResearch-Bench's formula channel is fed with, counted by hand off small reports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import built
from tests.golden.mmdr_built import FULL, NO_FEATURES
from veridical.methods.mmdr.features import Features, Three, features, formula
from veridical.methods.mmdr.sections import headings
from veridical.methods.mmdr.settings import Regime
from veridical.methods.mmdr.signals import citing, signals, valid_references
from veridical.methods.mmdr.text import running, sources_of, variety
from veridical.report import parse_report
from veridical.report.model import Report

SMALL = """# Ice

## Summary

Ice floats because it is light [1]. Water has 4 forms.

## Data

Ice has 917 kg per cubic metre [1][2]. Water has 1000 kg per cubic metre [2].

- Ice is cold.

## References

[1] https://a.org/x
[2] https://b.org/y
"""


def report(text: str) -> Report:
    """It, parsed."""
    return parse_report(text.encode())


def fed(text: str, regime: Regime = Regime.DAILY, pictures: int = 0) -> Features:
    """The features of a report on a query with so many pictures."""
    parsed = report(text)
    return features(parsed, signals(parsed, regime, pictures))


# ---- App. A.2: features ----------------------------------------------------------------------


def test_a2_features_of_a_small_report() -> None:
    """5 sentences in 3 paragraphs (a list is one) under 2 headings. One has a cue; two of the
    three that cite hold a digit, as one without a citation does; of the paragraphs the second
    alone cites two sources.
    """
    found = fed(SMALL)

    assert found.headings == pytest.approx(2 / 3)
    assert found.cues == pytest.approx(1 / 5)
    assert found.numbers == pytest.approx(2 / 5)
    assert found.joined == pytest.approx(1 / 3)
    assert (found.long, found.is_empty) == (0.0, False)


def test_a2_features_of_an_empty_report_are_0_and_its_formula_too() -> None:
    """No paragraph: H is no quotient. Σ(0) would be .5: nothing said is 0 by rule."""
    found = fed("")

    assert (found.headings, found.cues, found.joined, found.is_empty) == (0.0, 0.0, 0.0, True)
    assert formula(replace(NO_FEATURES, is_empty=True)) == Three(0.0, 0.0, 0.0)


def test_a2_headings_over_nothing_are_0() -> None:
    """Two headings, and no sentence below them."""
    assert fed("# Ice\n\n## Summary\n\n## Data\n").headings == 0.0


WORDS_700 = "Ice floats. " * 350
PICTURE = "![](https://a.org/{}.png)\n\n"


def test_a2_pictures_over_what_is_wanted() -> None:
    """700 words of research want 700/350 = 2: one picture is .5, three are 1; of an everyday
    task 700/700 = 1, and of 1,400 words 2. A text of two words wants 1 and not 2/350 of one.
    """
    one = f"{WORDS_700}\n\n{PICTURE.format(1)}"

    assert fed(one, Regime.RESEARCH, 1).pictures == pytest.approx(0.5)
    assert fed(one, Regime.DAILY, 1).pictures == pytest.approx(1.0)
    assert fed(WORDS_700 + one, Regime.DAILY, 1).pictures == pytest.approx(0.5)
    assert fed(f"Ice floats.\n\n{PICTURE.format(1)}", Regime.RESEARCH, 1).pictures == 1.0
    many = WORDS_700 + "\n\n" + "".join(PICTURE.format(n) for n in range(3))
    assert fed(many, Regime.RESEARCH, 1).pictures == 1.0


def test_a2_without_pictures_in_the_query_none_is_wanted() -> None:
    """P = 1, though the report shows none."""
    assert fed("Ice floats.\n", Regime.RESEARCH, 0).pictures == 1.0


# ---- App. A.2: variety -----------------------------------------------------------------------


def test_a2_variety_drops_what_leaves_the_window() -> None:
    """A, then 200 times b: windows of 2 types and of 1: (2 + 1)/(2 · 200)."""
    assert variety(["a"] + ["b"] * 200) == pytest.approx(3 / 400)


def test_a2_variety_of_a_word_that_comes_and_goes() -> None:
    """200 a, b, 200 a: of 202 windows all but the first and the last hold b: (1 + 200·2 + 1) /
    (202 · 200).
    """
    assert variety(["a"] * 200 + ["b"] + ["a"] * 200) == pytest.approx(402 / (202 * 200))


def test_a2_variety_of_a_whole_window_is_its_own() -> None:
    """199 a and b: 2/200; of one word 1."""
    assert variety(["a"] * 199 + ["b"]) == pytest.approx(2 / 200)
    assert variety(["a"]) == 1.0


# ---- App. A.2: signals -----------------------------------------------------------------------


def test_a2_citations_count_where_they_lead_to_a_source() -> None:
    """[1] and [2] do, [7] has no entry: 2 citations of 2 sources."""
    seen = signals(report(FULL), Regime.DAILY)

    assert (seen.citations, seen.sources) == (2, 2)


def test_a2_length_is_complete_from_enough_words_on() -> None:
    """350 words of 700 are .5; 1,400 are 1, not 2; of 1,500 they are 14/15."""
    twice = report(WORDS_700 * 2)

    assert signals(report(WORDS_700[: 12 * 175]), Regime.DAILY).length == pytest.approx(0.5)
    assert signals(twice, Regime.DAILY).length == 1.0
    assert signals(twice, Regime.RESEARCH).length == pytest.approx(14 / 15)


def test_a2_pictures_that_are_shown_twice_are_one() -> None:
    """An address twice, three without any, the given image 2 twice and image 3: 6 in all."""
    shown = ["![](p.png)"] * 2 + ["![]()"] * 3 + ["|image 2|"] * 2 + ["|image 3|"]
    text = "Ice.\n\n" + "\n\n".join(shown) + "\n"

    assert signals(report(text), Regime.DAILY).pictures == 6


def test_a2_a_sentence_is_factual_from_50_characters_or_with_a_digit() -> None:
    """49 characters: none is factual, C = 0. 50 with a marker, and a short one with a digit
    without: 1/2.
    """
    fifty = f"{'x' * 24} {'y' * 24}."
    block = "\n\n## References\n\n[1] https://a.org/x\n"
    assert len(fifty) == 50

    assert citing(report(f"{fifty[1:-1]} [1].{block}")) == 0.0
    assert citing(report(f"{fifty[:-1]} [1].\n\nIt has 3.{block}")) == pytest.approx(0.5)


def test_a2_references_are_valid_with_one_address() -> None:
    """Label 1 has one, 2 none, 3 a DOI, 4 two entries, 5 no entry; links are no labels: 2/5."""
    text = (
        "Ice [1]. It [2]. Is [3]. Cold [4]. Here [5]. See [a paper](https://c.org/p).\n\n"
        "## References\n\n[1] https://a.org/x\n[2] Smith, J. Ice. 1990.\n[3] doi:10.1000/182\n"
        "[4] https://d.org/x\n[4] https://e.org/y\n"
    )

    assert valid_references(report(text)) == pytest.approx(2 / 5)


def test_a2_an_item_that_the_writer_was_given_is_an_address() -> None:
    """E1 was given, E9 was not: 1/2."""
    given = built.report(("Ice floats.", "E1"), ("Ice melts.", "E9"), items=["E1"])

    assert valid_references(given) == pytest.approx(0.5)


def test_a2_sources_are_those_that_citations_lead_to() -> None:
    """[1] and the link; of [2], which has no address, its label; [7] leads nowhere."""
    text = (
        "Ice [1]. It [2][7]. See [a paper](https://c.org/p) [1].\n\n"
        "## References\n\n[1] https://a.org/x\n[2] Smith, J. Ice. 1990.\n"
    )
    parsed = report(text)

    assert sources_of(parsed, parsed.statements) == {"https://a.org/x", "https://c.org/p", "2"}


def test_a2_captions_and_cells_are_no_sentences() -> None:
    """One sentence, one bullet."""
    text = "Ice.\n\n![](p.png)\n\nFigure 1: Ice.\n\n- Cold.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"

    assert [s.text for s in running(report(text))] == ["Ice.", "Cold."]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Ice\n\n## Summary\n\nIce.\n\n## Data\n\nIce.\n", ["Summary", "Data"]),
        ("## Summary\n\nIce.\n\n## Data\n\nIce.\n", ["Summary", "Data"]),
        ("Ice.\n", []),
        ("# Ice\n\nIce.\n\n## References\n\n[1] https://a.org/x\n", []),
    ],
    ids=["after a title", "without a title", "none", "reference list"],
)
def test_a2_headings_leave_out_title_and_reference_list(text: str, found: list[str]) -> None:
    """H is told by the others."""
    assert headings(report(text)) == found
