"""Where sentences begin and end, in many languages and beside citation markers."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.report.sentences import sentence_spans


def split(text: str, language: str | None = None, *, markers: bool = False) -> list[str]:
    """Return the sentences; with `markers`, every "[n]" is a citation marker."""
    glue = [found.span() for found in re.finditer(r"\[\d+\]", text)] if markers else []
    return [text[start:end] for start, end in sentence_spans(text, language, glue)]


# Sentences are parted by "|" here and by nothing or one space in the text.
ENGLISH = [
    "It rose 3.5 percent.|Then it fell.",
    "Smith et al. (2020) agree.|Others do not.",
    "Smith et al. found it.|The rest did not.",
    "Use a model, e.g. BERT, i.e. an encoder.|It works.",
    "The U.S. Congress met.|It voted.",
    "He lives in the U.S.|The rest do not.",
    "Dr. Smith and Prof. Jones left.|Mr. Brown stayed.",
    "See Fig. 3 vs. No. 4.|Eq. 5 follows.",
    "No.|I do not agree.",
    "Approx. 5 firms, incl. Apple Inc. and Google, joined.|Two left.",
    "Sales of Apple Inc. fell.|In May they rose.",
    "On Jan. 5 it rose.|On Dec. 6 it fell.",
    "J. K. Rowling wrote it.|R. A. Fisher did not.",
    "He left... and came back.|Then he stayed.",
    "He left...|Then he came.",
    "Details at https://www.a-b.com.|People may also write.",
    "Ask at https://a.example/?q=1!x for more.|Done.",
    '"Yes."|"No!" he said.|(It did.)|Done.',
    'He said "Stop!" and left.|"Really?" he asked.',
    "They wrote “It works.”|We agree.",
    "It is **bold.**|Next.",
    "Sales fell in 2020.|35 firms closed.",
    "Sales fell.|iPhone sales rose.|mRNA was found.",
    "She has a Ph.D.|In 2020 she left.",
    "At 5 p.m. it rained.|Was it cold?|Yes!",
    "Yahoo! is a firm.|It is old.",
    "1. First item.|2. Second item.",
    "They sell A, B, etc.|But not C.",
    "Is it true?!|We doubt it.",
    "The file is node.js.|It runs.",
    "Version 2.1.3 is out.|Get it.",
]

OTHERS = [
    ("zh", "甲公司增长20%。|乙公司下降！|丙公司持平？"),
    ("zh", "甲增长3.5%；乙下降。|丙持平。"),
    ("zh", "他说：“好。”|然后走了。"),
    ("zh", "（见图1。）|下一句。"),
    ("zh", "甲方《合同》！』|乙方。"),
    ("zh", "他想了想……然后走了。|真的。"),
    ("zh", "他来了!|然后走了?|是的。"),
    ("zh", "使用 GPT-4.5 模型。|效果好。"),
    ("ja", "今日は晴れです。|「はい。」と言った。|明日は雨です"),
    ("ja", "売上は3.5%増えた。|利益は減った。"),
    ("hi", "यह एक वाक्य है। |यह दूसरा है।"),
    ("ar", "هل هذا صحيح؟ |نعم هذا صحيح."),
    ("ur", "یہ پہلا جملہ ہے۔ |یہ دوسرا ہے۔"),
    ("de", "Am 3. März wuchs es. |Der Rest nicht."),
    ("de", "Im 19. Jahrhundert war es so, z.B. in Wien. |Heute nicht."),
    ("de", "Es waren 3,5 Mio. Euro. |Das war viel."),
    ("fr", "M. Dupont et Mme. Durand sont là. |Ils mangent."),
    ("es", "El Sr. García llegó. |¿Por qué? |No se sabe."),
    ("ru", "А. С. Пушкин родился в 1799 г. в Москве. |Он писал."),
    ("ko", "수출이 늘었다. |수입은 줄었다."),
]


@pytest.mark.parametrize("marked", ENGLISH)
def test_splits_english(marked: str) -> None:
    """Stops that end a sentence are told from those that do not."""
    assert marked.split("|") == split(marked.replace("|", " "), "en")


@pytest.mark.parametrize(("language", "marked"), OTHERS)
def test_splits_other_languages(language: str, marked: str) -> None:
    """Each language's own stops end sentences, with or without white space."""
    expected = [piece.strip() for piece in marked.split("|")]

    assert expected == split(marked.replace("|", ""), language)


MARKED = [
    "First thing. [1]|Second thing. [2].|Third thing.",
    "First thing.[1]|Second thing.[2][3]|Third thing.",
    "First thing. [1] [2]  [3]|Second [4] thing.",
    "Inside [1] stays. |Before the stop [2].|Last. [3]",
    "As Smith et al. [3] show, it grew.|It did.",
    "It grew by 3. [1]|It fell.",
    "Really? [1]|Yes! [2]",
]


@pytest.mark.parametrize("marked", MARKED)
def test_markers_after_the_stop_belong_to_the_sentence_before(marked: str) -> None:
    """A marker with only white space before it closes the sentence that it follows."""
    expected = [piece.strip() for piece in marked.split("|")]

    assert expected == split(marked.replace("|", " "), "en", markers=True)


def test_markers_after_a_chinese_stop() -> None:
    """The same holds after "。", with a stop behind the marker, and without white space."""
    actual = split("结论甲。[1] 结论乙。[2][3]。结论丙[4]。结论丁", "zh", markers=True)

    assert actual == ["结论甲。[1]", "结论乙。[2][3]。", "结论丙[4]。", "结论丁"]


def test_a_marker_is_never_cut() -> None:
    """Stops inside a marker end nothing."""
    text = "It grew (Smith, J. A. 2020. The paper) a lot. It fell."
    glue = [(8, 38)]

    actual = [text[a:b] for a, b in sentence_spans(text, "en", glue)]

    assert actual == ["It grew (Smith, J. A. 2020. The paper) a lot.", "It fell."]


def test_a_marker_after_a_blank_line_is_not_drawn_back() -> None:
    """A reference list under a paragraph is not part of its last sentence."""
    actual = split("It grew.\n\n[1] Smith, a paper", "en", markers=True)

    assert actual == ["It grew.", "[1] Smith, a paper"]


def test_one_marker_for_several_sentences_stays_with_the_nearest() -> None:
    """Scope is the caller's to widen; the span goes to the last sentence."""
    actual = split("X rose. Y fell. Z stayed. [3]", "en", markers=True)

    assert actual == ["X rose.", "Y fell.", "Z stayed. [3]"]


def test_blank_lines_and_bullets_split() -> None:
    """Structure that is left in the text ends sentences without a stop."""
    actual = split("Title here\n\nText goes\non. \n- item one\n- item two", "en")

    assert actual == ["Title here", "Text goes\non.", "- item one", "- item two"]


def test_a_lone_stop_joins_the_sentence_before() -> None:
    """No piece is only punctuation."""
    assert split("Done. . Next one. )", "en") == ["Done. .", "Next one. )"]


def test_leading_signs_join_the_first_sentence() -> None:
    """With no sentence before them, signs go to the one after."""
    assert split("***\n\nHello there.", "en") == ["***\n\nHello there."]


@pytest.mark.parametrize("text", ["", " \n\n ", ".", "***", "。 ！"])
def test_text_without_letters_has_no_sentence(text: str) -> None:
    """Punctuation alone says nothing that could be checked."""
    assert split(text) == []


def test_thai_is_cut_at_the_spaces_between_clauses() -> None:
    """Thai writes no stops; a long text still comes in several pieces."""
    clause = "วันนี้อากาศดีมากและฝนไม่ตก"

    assert split(" ".join([clause] * 3)) == [clause] * 3


def test_thai_names_are_not_cut_off() -> None:
    """A short word between spaces is no clause."""
    assert len(split("เขา ไป ตลาด", "th")) == 1


HEAVY = {
    "report": "The company grew 20% in 2023 [1]. Revenue was 3.5 million. " * 3400,
    "chinese": "甲公司增长20%[1]。乙公司下降！" * 11000,
    "lone stops": ". " * 100_000 + "x",
    "initials": "a. " * 70_000 + "b",
    "markers": ". [1] " * 35_000 + "x",
    "brackets": "[" * 40_000,
    "spaces": " " * 100_000 + "x",
    "lines": "\n \n" * 60_000,
    "quotes": '."' * 100_000,
    "thai": "ก " * 100_000,
    "open markers": ".[1" * 60_000,
}


@pytest.mark.parametrize("name", HEAVY)
def test_long_input_keeps_the_law(name: str) -> None:
    """Very long and very odd texts come through whole."""
    text = HEAVY[name]

    check_cover(text, sentence_spans(text, None, [m.span() for m in re.finditer(r"\[1\]", text)]))


def check_cover(text: str, spans: list[tuple[int, int]]) -> None:
    """Assert order, trimming, content and that nothing visible is outside."""
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)
    assert all(re.search(r"[^\W_]", text[a:b]) for a, b in spans)
    if re.search(r"[^\W_]", text):
        edges = [0, *(edge for span in spans for edge in span), len(text)]
        assert not any(text[a:b].strip() for a, b in zip(edges[::2], edges[1::2], strict=True))


SCRAPS = (
    '. |.|。|!|? |…|[1]| [2] |e.g.|Dr. |3.5|\n\n|\n- |"|)|”|word |The |中文|ไทย |है।| |\u00a0|é|'
    "😀|1. |U.S. "
)
PIECES = st.lists(st.sampled_from(SCRAPS.split("|")), max_size=30).map("".join)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(), PIECES))
def test_spans_cover_any_text(text: str) -> None:
    """Spans are trimmed, ordered, meaningful, and leave only white space out."""
    glue = [found.span() for found in re.finditer(r"\[\d\]", text)]

    check_cover(text, sentence_spans(text, None, glue))


@settings(max_examples=200, deadline=None)
@given(PIECES)
def test_markers_are_whole_in_any_text(text: str) -> None:
    """Every marker lies inside one sentence, if there are sentences."""
    glue = [found.span() for found in re.finditer(r"\[\d\]", text)]
    spans = sentence_spans(text, None, glue)

    assert all(any(a <= start and end <= b for a, b in spans) for start, end in glue)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他很高兴（如丙。丁）。然后走了。", ["他很高兴（如丙。丁）。", "然后走了。"]),
        # a whole sentence in brackets, one that never closes, and one closed before
        ("（甲说了。乙走了。）", ["（甲说了。", "乙走了。）"]),
        ("他很高兴（如丙。丁走了。", ["他很高兴（如丙。", "丁走了。"]),
        ("他（丙）走了。她（丁）来了。", ["他（丙）走了。", "她（丁）来了。"]),
    ],
)
def test_a_stop_in_a_bracket_inside_a_sentence_ends_nothing(text: str, expected: list[str]) -> None:
    """The bracket opens after the sentence began and closes on the same line."""
    assert [text[a:b] for a, b in sentence_spans(text, "zh")] == expected
