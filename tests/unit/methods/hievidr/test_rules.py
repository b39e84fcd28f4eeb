"""The built-in rules' ratings move the way a reader's would, in English and in Chinese."""

from __future__ import annotations

import pytest

from veridical.ask import NoVerdict
from veridical.checks.reading import Said
from veridical.methods.hievidr.citing import CitingStatement
from veridical.methods.hievidr.rules.answer import rate_answer
from veridical.methods.hievidr.rules.citation import MOST_PLACES, rate_citation
from veridical.methods.hievidr.rules.claim import find_claim, rate_claim
from veridical.methods.hievidr.rules.rated import RuleRatings
from veridical.methods.hievidr.rules.report import rate_report
from veridical.score import Reason

# ---- answer --------------------------------------------------------------------------------

GOLD = {
    "en": "Ice floats because water expands by about 9 % on freezing, so that ice has a density of "
    "only 917 kg/m³. The deep water stays liquid because water is densest at 3.98 °C.",
    "zh": "冰之所以浮在水面，是因为水结冰时体积膨胀约9%，所以冰的密度只有917千克每立方米。"
    "深水不结冰，是因为水在3.98摄氏度时密度最大。",
}
WRONG = {"en": ("917", "719"), "zh": ("917", "719")}
FILLER = {
    "en": " Many people have admired frozen lakes in winter, and painters have shown them often in "
    "every century, with skaters, sledges, dogs and bare trees under a pale sky.",
    "zh": "许多人在冬天欣赏过结冰的湖面，历代画家也常常描绘溜冰的人、雪橇、狗以及苍白天空下"
    "光秃的树木。这些画作如今收藏在各地的博物馆里，吸引着大量游客前来参观。",
}

languages = pytest.mark.parametrize("language", ["en", "zh"])


def of_answer(language: str, conclusion: str) -> dict[str, int]:
    """The ratings of a conclusion against the gold answer."""
    return rate_answer("Why does ice float?", GOLD[language], conclusion).ratings


@languages
def test_the_gold_answer_itself_is_best(language: str) -> None:
    """Every dimension 5."""
    assert set(of_answer(language, GOLD[language]).values()) == {5}


@languages
def test_a_wrong_number_lowers_accuracy(language: str) -> None:
    """The same words with another density are less accurate, and less complete."""
    right = of_answer(language, GOLD[language])
    wrong = of_answer(language, GOLD[language].replace(*WRONG[language]))

    assert wrong["accuracy"] < right["accuracy"]
    assert wrong["completeness"] < right["completeness"]


@languages
def test_half_an_answer_is_incomplete(language: str) -> None:
    """One of two points: completeness falls, conciseness does not."""
    stop = "。" if language == "zh" else ". "
    half = of_answer(language, GOLD[language].split(stop)[0] + stop)

    assert half["completeness"] < 5
    assert half["conciseness"] == 5


@languages
def test_filler_is_not_concise(language: str) -> None:
    """What is beside the point lowers conciseness alone."""
    padded = of_answer(language, GOLD[language] + FILLER[language])

    assert padded["conciseness"] < 5
    assert padded["accuracy"] == 5


@languages
def test_saying_it_twice_is_not_concise(language: str) -> None:
    """Repetition is no depth."""
    assert of_answer(language, GOLD[language] + " " + GOLD[language])["conciseness"] < 4


@languages
def test_another_subject_is_wrong(language: str) -> None:
    """Nothing of the answer: the lowest accuracy, completeness and integration."""
    other = of_answer(language, FILLER[language])

    assert [other[d] for d in ("accuracy", "completeness", "integration")] == [1, 1, 1]


# ---- citation ------------------------------------------------------------------------------

EVIDENCE = {
    "en": "At 0 °C ice has a density of 917 kg/m³, while liquid water at the same temperature has "
    "a density of 999.84 kg/m³.",
    "zh": "0摄氏度时冰的密度为917千克每立方米，液态水的密度为999.84千克每立方米。",
}
CITING = {
    "en": "Since ice has a density of 917 kg/m³ at 0 °C, against 999.84 kg/m³ for liquid water, "
    "it floats.",
    "zh": "0摄氏度时冰的密度为917千克每立方米，液态水为999.84千克每立方米，所以冰浮在水面。",
}


def of_citation(language: str, text: str, *, is_certain: bool = True) -> dict[str, int]:
    """The ratings of one citing statement."""
    context = CitingStatement(text, f"{text} [1]", 0, is_certain)
    rated = rate_citation("water", EVIDENCE[language], (context,))
    assert isinstance(rated, RuleRatings)
    return rated.ratings


@languages
def test_a_good_citation_is_rated_best(language: str) -> None:
    """Says what the evidence says, right at the marker, in a full sentence."""
    assert set(of_citation(language, CITING[language]).values()) == {5}


@languages
def test_a_clashing_citation_is_inconsistent(language: str) -> None:
    """Another number: inaccurate and inconsistent, structure unchanged."""
    rated = of_citation(language, CITING[language].replace("917", "791"))

    assert [rated[d] for d in ("accuracy", "consistency", "structure")] == [1, 1, 5]


@languages
def test_an_unrelated_citation_is_inaccurate_but_not_inconsistent(language: str) -> None:
    """The evidence does not speak of it: no clash, no support."""
    rated = of_citation(language, FILLER[language])

    assert rated["accuracy"] == 2
    assert rated["consistency"] == 5
    assert rated["integration"] < 5


def test_a_marker_after_several_sentences_is_less_structured() -> None:
    """What it covers is open."""
    assert of_citation("en", CITING["en"], is_certain=False)["structure"] == 3


def test_a_fragment_is_less_integrated() -> None:
    """A few words are no sentence."""
    assert of_citation("en", "Density.")["integration"] < 5


def test_one_bad_place_counts_by_its_share() -> None:
    """Two places, one of them clashing: between the best and the worst."""
    contexts = tuple(
        CitingStatement(text, text, 0)
        for text in (CITING["en"], CITING["en"].replace("917", "791"))
    )
    rated = rate_citation("water", EVIDENCE["en"], contexts)

    assert isinstance(rated, RuleRatings)
    assert rated.ratings["consistency"] == 3


def test_an_item_cited_everywhere_is_read_to_a_limit() -> None:
    """Thousands of places cost no more than the first of them."""
    good, bad = (CitingStatement(t, t, 0) for t in (CITING["en"], FILLER["en"]))
    many = rate_citation("water", EVIDENCE["en"], (good,) * MOST_PLACES + (bad,) * 5000)

    assert many == rate_citation("water", EVIDENCE["en"], (good,) * MOST_PLACES)


def test_the_evidences_words_are_quoted() -> None:
    """A rating shows what it rests on."""
    rated = rate_citation("water", EVIDENCE["en"], (CitingStatement(CITING["en"], "", 0),))

    assert isinstance(rated, RuleRatings)
    assert [EVIDENCE["en"][q.start : q.end] for q in rated.quotes] == [q.text for q in rated.quotes]
    assert rated.quotes


def test_a_marker_at_no_statement_is_no_rating() -> None:
    """Nothing is said with it: nothing to check."""
    assert rate_citation("water", EVIDENCE["en"], ()) == NoVerdict(
        Reason.NOTHING_TO_CHECK, "the marker stands at no statement"
    )


# ---- claims --------------------------------------------------------------------------------

CLAIM = {
    "en": "Ice floats because its density of 917 kg/m³ is lower than that of liquid water.",
    "zh": "冰浮在水面，是因为冰的密度917千克每立方米低于液态水。",
}
SAYING = {
    "en": "Thus ice floats, because its density, 917 kg/m³, is lower than that of liquid water.",
    "zh": "因此，冰之所以浮在水面，是因为冰的密度917千克每立方米低于液态水的密度。",
}


def statements(*texts: str) -> tuple[Said, ...]:
    """Statements numbered from 0."""
    return tuple(Said(n, text) for n, text in enumerate(texts))


@languages
def test_the_statement_that_makes_a_claim_is_found(language: str) -> None:
    """In other words, among others."""
    others = (FILLER[language], EVIDENCE[language])

    assert find_claim(CLAIM[language], statements(*others, SAYING[language])).numbers == (2,)


@languages
def test_a_wrong_number_does_not_make_the_claim(language: str) -> None:
    """The same words with another number say another thing."""
    wrong = SAYING[language].replace("917", "791")

    assert find_claim(CLAIM[language], statements(FILLER[language], wrong)).numbers == ()


@languages
def test_what_the_report_says_instead_stands_first(language: str) -> None:
    """A reader takes the first figure for the report's."""
    wrong = SAYING[language].replace("917", "791")
    why = find_claim(CLAIM[language], statements(FILLER[language], wrong)).why

    assert "(report: “791" in why
    assert "; gold: “917" in why


@languages
def test_other_statements_do_not_make_the_claim(language: str) -> None:
    """Nothing near it: no statement is named."""
    assert find_claim(CLAIM[language], statements(FILLER[language])).numbers == ()


def test_two_statements_may_make_a_claim_together() -> None:
    """Each says a part; they need not stand side by side."""
    claim = "Water expands by 9 % on freezing, and a lake freezes from its surface downward."
    said = statements(
        "On freezing, water expands by 9 %.", FILLER["en"], "A lake freezes from its surface down."
    )

    assert find_claim(claim, said).numbers == (0, 2)


def test_a_statement_that_adds_nothing_is_not_named() -> None:
    """Saying it twice does not make it two."""
    assert find_claim(CLAIM["en"], statements(SAYING["en"], SAYING["en"])).numbers == (0,)


def test_a_claim_without_neighbors_lacks_context() -> None:
    """Alone in its paragraph: 1; among others: more."""
    question = "Why does ice float on a lake?"
    alone = rate_claim(question, CLAIM["en"], SAYING["en"], SAYING["en"])
    within = rate_claim(
        question, CLAIM["en"], SAYING["en"], EVIDENCE["en"] + SAYING["en"] + GOLD["en"]
    )

    assert alone.ratings["contextualization"] == 1
    assert within.ratings["contextualization"] > 2
    assert alone.ratings["clarity"] == 5


def test_a_claim_buried_in_words_is_less_clear() -> None:
    """Three times the length of a sentence."""
    buried = rate_claim("", CLAIM["en"], SAYING["en"] + FILLER["en"] * 6, "")

    assert buried.ratings["clarity"] < 4


# ---- report --------------------------------------------------------------------------------

QUESTION = "Why does ice float on a lake, and why does the deep water stay liquid?"


def sentences(n: int, *, sources: int = 4, sections: int = 4) -> tuple[Said, ...]:
    """Different sentences on the subject, each citing something, over several sections."""
    subjects = ["ice", "lake water", "the deep water", "the floating ice", "liquid water"]
    verbs = ["expands", "floats", "sinks", "stays liquid", "freezes", "rises", "cools"]
    return tuple(
        Said(
            i,
            f"{subjects[i % 5].capitalize()} {verbs[i % 7]} because of fact number {i} on day {i}.",
            section=i % sections,
            sources=(f"s{i % sources}",) if sources else (),
        )
        for i in range(n)
    )


def of_report(said: tuple[Said, ...]) -> dict[str, int]:
    """The ratings of a report."""
    return rate_report(QUESTION, ["Ice", "Lake"], said).ratings


def test_a_cited_report_on_the_question_is_rated_well() -> None:
    """Focus, scope, depth and support 4 or better."""
    rated = of_report(sentences(24, sources=6))

    assert min(rated[d] for d in ("focus", "scope", "depth", "support")) >= 4


def test_support_is_the_share_of_cited_statements() -> None:
    """None cited: 1; all: 5; half: 3."""
    cited, uncited = sentences(10), sentences(10, sources=0)

    assert [of_report(s)["support"] for s in (uncited, cited, cited[:5] + uncited[5:])] == [1, 5, 3]


def test_repetition_lowers_redundancy() -> None:
    """The same sentence over and over."""
    once = sentences(8)

    assert of_report(once * 4)["redundancy"] < of_report(once)["redundancy"]


def test_another_subject_lowers_focus() -> None:
    """A section on banks."""
    text = "Banks lend money to traders whose shares fell sharply."
    off = tuple(Said(90 + n, text, section=9) for n in range(12))

    assert of_report(sentences(12) + off)["focus"] < of_report(sentences(12))["focus"]


def test_one_source_in_one_section_is_narrow() -> None:
    """Scope falls with sources and sections."""
    narrow = of_report(sentences(12, sources=1, sections=1))

    assert narrow["scope"] < of_report(sentences(12, sources=6))["scope"]


def test_bare_assertions_are_shallow() -> None:
    """Without reasons and numbers depth falls."""
    bare = tuple(Said(n, t) for n, t in enumerate(["Ice floats on the lake.", "Water stays."]))

    assert of_report(bare)["depth"] == 1


def test_a_chinese_report_is_rated_too() -> None:
    """The question's words are found without spaces."""
    said = statements("冰浮在水面，是因为冰的密度较低。", "深水保持液态，因为4摄氏度的水密度最大。")
    rated = rate_report("冰为什么浮在水面，深水为什么保持液态？", ["冰"], said).ratings

    assert rated["focus"] >= 4
