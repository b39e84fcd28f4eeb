"""What MMDR-Bench reads off a report's words: sections, pictures, length; in both languages."""

from __future__ import annotations

import asyncio
import base64

import pytest

from veridical.errors import ConfigError
from veridical.measure import Context, Submission
from veridical.methods.mmdr.length import MEASURE, characters
from veridical.methods.mmdr.pairs import is_key, on_picture, weight
from veridical.methods.mmdr.protocol import audit_protocol
from veridical.methods.mmdr.sections import Part, parts_of
from veridical.methods.mmdr.settings import Regime, Settings
from veridical.methods.mmdr.signals import citing
from veridical.methods.mmdr.totals import part_shares
from veridical.report import parse_report
from veridical.score import Measured
from veridical.task import Query, Task


@pytest.mark.parametrize(
    "heading",
    [
        "Telescopes",
        "Photovoltaics in 2024",
        "Photosynthesis",
        "Finalists",
        "The World Cup final",
        "Contextual ads",
        "Disclosing costs",
        "Semifinals",
        "Prehistory",
        "图书馆现状",
        "图灵机",
        "地图与导航",
        "企图",
        "How this engine runs",
        "Enclosing walls",
        "Foreclosing banks",
    ],
)
def test_a_word_inside_another_announces_no_section(heading: str) -> None:
    """Headings are read by whole words."""
    assert parts_of([heading]) == set()


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Executive Summary", Part.SUMMARY),
        ("Key takeaways", Part.SUMMARY),
        ("第1章Overview", Part.SUMMARY),
        ("2. Introduction", Part.BACKGROUND),
        ("Context", Part.BACKGROUND),
        ("Scope", Part.METHODOLOGY),
        ("Methodological notes", Part.METHODOLOGY),
        ("Approaches", Part.METHODOLOGY),
        ("How we searched", Part.METHODOLOGY),
        ("How this report was made", Part.METHODOLOGY),
        ("Findings", Part.ANALYSIS),
        ("Photos", Part.VISUAL),
        ("Visual material", Part.VISUAL),
        ("Visualisations", Part.VISUAL),
        ("图表", Part.VISUAL),
        ("图1与图2", Part.VISUAL),
        ("示意图", Part.VISUAL),
        ("图片说明", Part.VISUAL),
        ("Conclusions", Part.CONCLUSION),
        ("Concluding remarks", Part.CONCLUSION),
        ("Final thoughts", Part.CONCLUSION),
        ("Closing remarks", Part.CONCLUSION),
        ("结论", Part.CONCLUSION),
    ],
)
def test_whole_words_announce_their_section(heading: str, part: Part) -> None:
    """In every form that a heading has them in."""
    assert parts_of([heading]) == {part}


SENTENCES = {
    "en": "Ice floats on water because its density is much lower than that of water [1]. ",
    "zh": "冰浮在水面上是因为它的密度比水小很多很多[1]。",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_is_factual_by_what_it_says_in_either_script(language: str) -> None:
    """20 Chinese characters say as much as 60 Latin ones: C = 1, not 0."""
    text = f"# T\n\n{SENTENCES[language] * 10}\n\n## References\n\n[1] https://a.org/ice\n"

    assert citing(parse_report(text.encode())) == 1.0


def test_a_short_chinese_sentence_is_not_factual() -> None:
    """Of 10 characters, as of 30 Latin ones."""
    text = "# T\n\n冰浮在水面上很轻啊[1]。\n\n## References\n\n[1] https://a.org/ice\n"

    assert citing(parse_report(text.encode())) == 0.0


def test_a_chinese_claim_is_key_and_long_by_what_it_says() -> None:
    """31 characters are a key claim, 45 a long one, 10 neither."""
    claim = "研究者发现深海热泉附近的微生物群落依赖硫化物获取能量而不是阳光"

    assert (len(claim), is_key(claim), is_key("冰浮在水面上很轻啊。")) == (31, True, False)
    assert (weight("冰" * 45), weight("冰" * 30)) == (1.3, 1.0)


@pytest.mark.parametrize(
    "claim",
    [
        "政府试图在2020年降低排放",
        "该图书馆于1999年建成",
        "图灵机于1936年提出",
        "企图",
        "试图表明",
        "在俄罗斯的版图中",
        "例如图书馆",
        "发表2篇论文",
        "意图1次",
        "蓝图中的城市",
        "上图书馆借书",
        "力图示范",
        "代表3人出席",
    ],
)
def test_a_chinese_word_with_the_sign_for_a_picture_speaks_of_none(claim: str) -> None:
    """Nor does 表 in 发表 and 代表: such claims count for Cov."""
    assert not on_picture(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "图1显示产量上升",
        "如图所示，产量上升",
        "上图显示产量上升",
        "见下图",
        "图中可见",
        "该图片",
        "该示意图给出流程",
        "图像显示",
        "表 2 给出数字",
        "根据图表",
        "照片中",
        "这张柱状图",
        "图三为产量",
        "图2020年产量",
        "The chart shows a rise",
        "As Figure 2 shows",
    ],
)
def test_words_for_a_picture_speak_of_one(claim: str) -> None:
    """In both languages."""
    assert on_picture(claim)


GOOD = base64.b64encode(b"x" * 900).decode()
PLAIN = "# Ice\n\nIce floats.\n\n"


@pytest.mark.parametrize(
    "padding",
    [
        "![x](data:image/png;base64," + "A" * 1200,
        f"![x](data:image/png;base64,{GOOD})",
        "data:image/png;base64,\n" + "\n".join("A" * 76 for _ in range(20)),
        "https://a.org/" + "a/" * 800,
        "![](https://a.org/" + "a/" * 800 + "p.png)",
        "Z" * 1500,
        "<!-- " + "hidden words " * 200 + "-->",
    ],
    ids=["broken", "whole", "in lines", "address", "picture", "one run", "comment"],
)
def test_what_nobody_reads_makes_a_report_no_longer(padding: str) -> None:
    """A short report stays one, by the gate and by the protocol."""
    report = parse_report((PLAIN + padding + "\n").encode())

    assert characters(report) < 40
    assert any("below 1,000" in f.message for f in audit_protocol(report, regime=Regime.DAILY))


def test_what_is_read_makes_a_report_longer() -> None:
    """Headings, sentences, cells, captions and the text of references."""
    table = "| a | b |\n|---|---|\n| c | de |"
    text = f"# Ice\n\nIce floats [1].\n\n{table}\n\n## References\n\n[1] Ice\n"
    context = Context(
        Task("t", Query("what?")),
        Submission("s", "t", parse_report(text.encode()), None),
        {},
        None,  # type: ignore[arg-type]
    )

    # "Ice" 3, "Ice floats ." and its marker, a b c de, "References", "[1] Ice"
    assert asyncio.run(MEASURE(context)).score == Measured(float(3 + 15 + 5 + 10 + 7))


@pytest.mark.parametrize("shares", ["1e308,1e308,1e308", "1e9,1,1", "5e-324,0,0", "1e-300,1,1"])
def test_shares_out_of_measure_are_refused_in_one_line(shares: str) -> None:
    """Their sum would be no number, or their products none."""
    with pytest.raises(ConfigError, match="settings of mmdr, shares") as told:
        Settings(shares=shares)

    assert "\n" not in str(told.value)


def test_large_and_small_shares_within_bounds_are_together_one() -> None:
    """The ends of what may be said."""
    found = part_shares(Settings(shares="1000000,0.000001,1000000"))

    assert sum(found.values()) == pytest.approx(1.0)
