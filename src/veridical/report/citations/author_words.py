"""Words by which authors with years are told from places, months and other capitals."""

from __future__ import annotations

_PARTICLE = r"(?:(?:van|von|de|der|den|la|le|el|al|di|da|dos|del|ten|ter)\s+){0,2}"
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'\-\u2010]{0,30}\.?"
_ONE = rf"{_PARTICLE}{_WORD}(?:\s{_WORD}){{0,4}}"

NAMES = rf"{_ONE}(?:,?\s*(?:&|and|und|et|y)\s+{_ONE}|,\s+{_ONE}){{0,6}}"
"""One to seven authors, persons or organizations."""

HAN_NAME = r"[\u4e00-\u9fff·]{2,14}?"
"""An author in Chinese characters."""

YEAR = r"(?:(?:1[89]|20)\d\d[a-z]?(?![\w-])|n\.d\.|in press|forthcoming)年?"
"""A year as citations write it."""

_NO_AUTHOR_WORDS = """
january february march april may june july august september october november december jan feb mar
apr jun jul aug sep sept oct nov dec spring summer autumn fall winter q1 q2 q3 q4 h1 h2 table
figure fig section chapter appendix eq equation since until from in by as of the note version
updated published estimated projected circa ca approximately year fiscal fy
"""
_PLACE_WORDS = """
beijing shanghai tokyo paris london berlin york washington geneva brussels vienna rome madrid
moscow delhi mumbai seoul singapore sydney toronto chicago boston dubai kyoto rio glasgow copenhagen
stockholm oslo helsinki amsterdam hong taipei shenzhen guangzhou china japan india germany france
uk usa us eu europe asia africa america canada australia brazil russia korea italy spain mexico
indonesia vietnam turkey egypt nigeria israel iran
"""
_NO_AUTHORS = frozenset(_NO_AUTHOR_WORDS.split())
_PLACES = frozenset(_PLACE_WORDS.split())
_FAMILY_NAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁"
    "魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎"
    "易常武乔贺赖龚文张陳楊趙劉黃吳孫許鄧馮蕭葉盧蘇蔣賈閻鄒陸龍錢湯賀賴龔"
)
_LONGEST_HAN_NAME = 3


def is_no_author(name: str) -> bool:
    """Whether a name's first word is a month, a season or a part of the report."""
    words = name.casefold().split()
    return not words or words[0].rstrip(".") in _NO_AUTHORS


def is_family_name(name: str) -> bool:
    """Whether a lone name may be a person's: no place, one Latin word, or a Chinese family name."""
    if "\u4e00" <= name[:1] <= "\u9fff":
        return name[0] in _FAMILY_NAMES and len(name) <= _LONGEST_HAN_NAME
    words = name.casefold().split()
    is_short = len(words) == 1 and len(words[0]) > 1 and not name.isupper()
    return is_short and words[0] not in _PLACES and words[0].isalpha()
