"""The language of a text, by scripts and function words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veridical.report.language import language_of

KNOWN = [
    ("en", "The share of renewables is growing, and this was not expected by the agency."),
    ("zh", "甲公司在2023年的营业收入增长了20%，主要来自海外市场。"),
    ("zh", "OpenAI 发布了 GPT-4 模型，Google 也推出了 Gemini 系列，竞争加剧。"),
    ("zh", "根據最新報告，臺灣的半導體產業持續成長。"),
    ("ja", "今日は晴れです。会社の売上高は前年比で増加した。"),
    ("ja", "トヨタ自動車の販売台数は過去最高となった。"),
    ("ja", "カタカナだけ"),
    ("ko", "한국의 수출은 지난해보다 늘었다."),
    ("ru", "Доля возобновляемых источников энергии растёт."),
    ("uk", "Частка відновлюваних джерел енергії зростає."),
    ("ar", "هل هذا صحيح؟ نعم هذا صحيح."),
    ("fa", "گزارش می‌گوید که اقتصاد ایران رشد کرده است و پژوهشگران تایید کردند."),
    ("hi", "यह एक वाक्य है। यह दूसरा है।"),
    ("th", "วันนี้อากาศดี ฉันไปตลาด"),
    ("de", "Die Zahl der Beschäftigten ist im vergangenen Jahr nicht gestiegen."),
    ("fr", "Le nombre de salariés n'est pas en hausse dans les régions du nord."),
    ("es", "El número de empleados no ha crecido en los últimos años según el informe."),
    ("pt", "O número de empregados não cresceu nos últimos anos, segundo o relatório."),
    ("it", "Il numero dei dipendenti non è cresciuto negli ultimi anni, secondo la relazione."),
    ("nl", "Het aantal werknemers is in het afgelopen jaar niet gestegen, maar de omzet wel."),
    ("el", "Η οικονομία αναπτύσσεται."),
]

UNCLEAR = ["", " \n", "42", "1.234, 5 %", "Zyx Qwv", "https://www.a-b.com/the/of/and", "😀😀"]


@pytest.mark.parametrize(("expected", "text"), KNOWN)
def test_names_the_language(expected: str, text: str) -> None:
    """Each listed language is named from one sentence."""
    assert expected == language_of(text)


@pytest.mark.parametrize("text", UNCLEAR)
def test_says_undetermined_when_it_cannot_say(text: str) -> None:
    """Numbers, names, addresses and signs are no evidence of a language."""
    assert language_of(text) == "und"


def test_kana_tells_japanese_from_chinese() -> None:
    """The same Han words are Chinese alone and Japanese among kana."""
    actual = (language_of("東京大学研究報告"), language_of("東京大学の研究報告です"))

    assert actual == ("zh", "ja")


def test_addresses_do_not_count() -> None:
    """A Chinese text stays Chinese beside a long Latin address."""
    text = "数据来源 https://www.example.org/" + "the-of-and-" * 50 + " 说明增长明显"

    assert language_of(text) == "zh"


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_answers_on_any_text(text: str) -> None:
    """Any text gets a short lower-case tag."""
    tag = language_of(text)

    assert tag.isascii()
    assert 2 <= len(tag) <= 3
