"""The built-in rules' view of Vef.: a report held against the ground truth in words."""

from __future__ import annotations

import pytest

from veridical.ask import Answer, Attachment, NoVerdict
from veridical.checks.labelled import facts_of, given_in
from veridical.checks.picture_truth import FailureKind, PictureTruthAsk
from veridical.checks.picture_truth_rule import (
    MISREAD,
    NOTHING_READ,
    RuleVerdict,
    seen_by_rule,
)
from veridical.methods.mmdr.vef import passes, tally_of
from veridical.score import Reason

TREES = "A bar chart of mean width. oak: 1.2 cm. elm: 3.4 cm. ash: 0.5 cm. The bars are green."
CITIES = "条形图，单位为万人，共两根柱。上海：2487万人。北京：2184万人。"


def verdict(truth: str, report: str) -> RuleVerdict:
    """What the rules say."""
    found = seen_by_rule(truth, report)
    assert isinstance(found, RuleVerdict)
    return found


def test_labels_with_their_numbers() -> None:
    """A sentence before a colon is no label, and the next sentence's number is no value."""
    found = facts_of("Mars (red): −63 °C. It has 2 moons. What a careful reader can see here: 5.")

    assert [(f.names, [q.text for q in f.values]) for f in found] == [(("mars", "red"), ["−63 °C"])]


@pytest.mark.parametrize(
    ("sentence", "given"),
    [
        ("Oak has 1.2 cm, elm 3.4 cm and ash 0.5 cm.", ["oak 1.2 cm", "elm 3.4 cm", "ash 0.5 cm"]),
        ("It is 1.2 cm for oak and 3.4 cm for elm.", ["oak 1.2 cm", "elm 3.4 cm"]),
        ("Oak runs from 1.0 to 1.9 cm.", ["oak 1.0", "oak 1.9 cm"]),
        ("Oak and elm differ by 2.2 cm.", []),
        ("Oak is the widest, elm has 3.4 cm.", ["elm 3.4 cm"]),
        ("Soaked wood has 1.2 cm.", []),
    ],
)
def test_numbers_that_a_sentence_gives_to_labels(sentence: str, given: list[str]) -> None:
    """Only where it leaves no doubt; a label is a whole word."""
    found = given_in(sentence, facts_of(TREES))

    assert [f"{g.fact.names[0]} {g.quantity.text}" for g in found] == given


@pytest.mark.parametrize(
    ("truth", "report", "kinds"),
    [
        (TREES, "The chart gives 1.2 cm for oak, 3.4 cm for elm and 0.5 cm for ash.", []),
        (TREES, "Ash is the narrowest, at 0.5 cm.", []),
        (TREES, "The chart gives 3.4 cm for oak and 1.2 cm for elm.", ["swapped_labels"]),
        (TREES, "In the chart elm has 4.3 cm.", ["misread"]),
        (
            TREES,
            "The chart gives 1.2 cm for the tulip and 3.4 cm for the rose.",
            ["wrong_identity"],
        ),
        (
            TREES,
            "The chart has green bars. Its legend lists stars of significance.",
            ["false_presence"],
        ),
        (CITIES, "图中显示，上海有2487万人，北京有2184万人。", []),
        (CITIES, "图中显示，上海有2184万人，北京有2487万人。", ["swapped_labels"]),
        (CITIES, "图中显示，广州有2487万人，深圳有2184万人。", ["wrong_identity"]),
    ],
)
def test_what_fails_and_how(truth: str, report: str, kinds: list[str]) -> None:
    """Each with the report's own sentence."""
    found = verdict(truth, report)

    assert [f.kind for f in found.failures] == kinds
    assert all(f.quote in report for f in found.failures)
    assert (found.score >= 6) is (not kinds)


@pytest.mark.parametrize(
    "report",
    [
        "Oak grows to 40 cm [3].",
        "Figure 2 shows that oak has 9.9 cm.",
        "The chart gives oak 1.2 cm.\n\nOak is felled at 70 years.",
        "In the chart oak has 150 leaves.",
        "A table of the species would help.",
    ],
    ids=["of a source", "the report's own figure", "of something else", "another sort of thing",
         "a table that is wanted"],
)  # fmt: skip
def test_what_speaks_of_something_else_is_no_failure(report: str) -> None:
    """A report says much under the labels of a picture that is not said of the picture."""
    assert verdict(TREES, report).failures == ()


def test_a_title_makes_a_sentence_one_of_the_picture() -> None:
    """Unless it cites a source for what it says."""
    truth = 'A bar chart titled "Mean width". oak: 1.2 cm. elm: 3.4 cm.'

    assert len(verdict(truth, "The mean width of oak is 2.1 cm.").failures) == 1
    assert verdict(truth, "The mean width of oak is 2.1 cm [4].").failures == ()


def test_what_is_left_out_is_no_failure_but_nothing_is_no_pass() -> None:
    """One label of three: 6 + 4·1/3 → 7; a report of something else reads nothing."""
    assert verdict(TREES, "Elm has 3.4 cm.").score == 7
    assert verdict(TREES, "The river is long.").score == NOTHING_READ


def test_the_ask_s_rule_passes_and_fails_as_its_verdict_does() -> None:
    """With the failures in the ask's own kinds."""
    asks = [
        PictureTruthAsk(TREES, "which?", report, (Attachment("/p.png", "0" * 64),), "en")
        for report in ("Oak has 1.2 cm.", "The chart gives oak 3.4 cm.")
    ]
    found = [tally_of(ask, ask.by_rule()) for ask in asks]

    assert [passes(t) for t in found] == [True, False]
    assert [f.kind for f in found[1].failures] == [FailureKind.SWAPPED_LABELS]
    assert all(not ask.objection(said.value) for ask in asks
               if isinstance(said := ask.by_rule(), Answer))  # fmt: skip


def test_without_words_there_is_no_verdict() -> None:
    """Neither pass nor fail."""
    found = seen_by_rule(TREES, " \n# \n")

    assert isinstance(found, NoVerdict)
    assert found.reason is Reason.NOTHING_TO_CHECK


def test_a_misread_alone_is_not_identity_critical() -> None:
    """It costs marks, below the pass."""
    found = verdict(TREES, "In the chart elm has 4.3 cm.")

    assert (found.failures[0].kind, found.score) == (MISREAD, 4)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_prompts_show_truth_question_and_report_as_material(language: str) -> None:
    """Never among the trusted words; an unknown kind of task is left out."""
    pictures = (Attachment("/p.png", "0" * 64),)
    ask = PictureTruthAsk("TRUTH", "QUESTION", "REPORT", pictures, language, True)
    bare = PictureTruthAsk("TRUTH", "QUESTION", "REPORT", pictures, language)

    shown = [p.text for p in ask.prompt() if p.untrusted]
    assert shown == ["TRUTH", "everyday", "QUESTION", "REPORT"]
    assert [p.text for p in bare.prompt() if p.untrusted] == ["TRUTH", "QUESTION", "REPORT"]
    assert not any("{{" in p.text for p in ask.prompt())
