"""Which bare numbers are names? Section 3, Type 2, ISO 9001, list numbers, 第3章."""

import re

from veridical.report.quantities.quantity import Draft, QuantityKind

_LABELS = frozenset(
    """
    section sections sec chapter chapters ch figure figures fig figs table tables tab equation eq
    eqs appendix annex page pages p pp no nos nr number vol volume issue article articles art item
    step phase stage type level tier grade class category model version ver release part unit room
    gate route highway interstate line channel rule paragraph para clause question option scenario
    case experiment exhibit box note footnote ref reference references rfc track season episode
    round zone block layer task problem day week month year lesson module act bill resolution
    abschnitt kapitel abbildung abb tabelle seite nummer chapitre tableau figura sección capítulo
    tabla página seção gpt llama claude gemini qwen mistral iphone ipad galaxy pixel windows
    android ios macos python java php boeing airbus apollo falcon playstation xbox usb bluetooth
    pcie ddr wifi formula fortune big catch agenda covid omega vitamin nvidia rtx gtx ryzen core
    cortex
    """.split()  # noqa: SIM905
)
"""Words that number things; a bare number behind one is its name."""

_COUNTRIES = frozenset(["US", "UK", "EU", "USA", "UN", "AI", "UAE", "GDP", "CEO", "R"])
_LABEL_BEFORE = re.compile(r"([A-Za-z\u00c0-\u024f]{1,14})[.\u00b0]?[ ]?(?:No\.[ ]|#)?$")
_HAN_LABEL = re.compile(
    r"(?:(?:^|[\s，。、；：（(见如和及与\ufffc])[图圖表式]"
    r"|附录|附件|步骤|阶段|版本|型号|编号|级别|等级)[ ]?$"
)
_HAN_PART = re.compile(r"[ ]?(?:章|节|節|条|條|款|页|頁|卷|期|版|号|號|项|篇|部分|届|屆)")
_HAN_CLASS = re.compile(r"[ ]?[级級号號线線届屆班]")
_LIST_NUMBER = re.compile(r"[.)、．](?=\s|[^\W\d])|[)）]")
_INLINE_NUMBER = re.compile(r"[:;：；。.!?！？][ ]?$")
_SECTION_NUMBER = re.compile(r"[ ]+[A-Z\u4e00-\u9fff]")
_LINE_OPENING = frozenset(" \t#>*_-(（")
_LARGEST_LIST_NUMBER = 99
_LINKS = frozenset(
    [", ", " and ", ", and ", "–", "-", " - ", " – ", " to ", " & ", "/", "和", "、", "至", "到"]
)
_TIES = frozenset(["-", "–", "~", "～", "至", "到", "/"])
_LONGEST_LINK = max(map(len, _LINKS))


def ordinal_in_han(surface: str, draft: Draft) -> Draft | None:
    """Turn "第3" into an ordinal and drop "第3章".

    Args:
        surface: Folded and masked text.
        draft: A quantity.

    Returns:
        The quantity, the ordinal, or None for the number of a part of a text.
    """
    if surface[max(0, draft.start - 1) : draft.start] != "第":
        return draft
    if _HAN_PART.match(surface, draft.end):
        return None
    return draft._replace(start=draft.start - 1, kind=QuantityKind.ORDINAL, unit="")


def is_name(surface: str, draft: Draft) -> bool:
    """Tell whether a bare number in digits names something.

    Args:
        surface: Folded and masked text.
        draft: A quantity without unit, scale and kind.
    """
    before = surface[max(0, draft.start - 20) : draft.start]
    if _is_list_number(surface, draft, before) or _HAN_CLASS.match(surface, draft.end):
        return True
    found = _LABEL_BEFORE.search(before)
    if found:
        word = found[1]
        return word.lower() in _LABELS or _is_product(word)
    return not before.isascii() and bool(_HAN_LABEL.search(before))


def follows_name(surface: str, end: int, start: int) -> bool:
    """Tell whether two numbers make one row of names, as in "Figures 2 and 3".

    Args:
        surface: Folded and masked text.
        end: Where the first number ended.
        start: Where the second one begins.
    """
    return 0 <= start - end <= _LONGEST_LINK and surface[end:start] in _LINKS


def leads_to_name(surface: str, end: int, start: int) -> bool:
    """Tell whether a dash ties a number to the name after it, as in "1-3级".

    Args:
        surface: Folded and masked text.
        end: Where the number ended.
        start: Where the number that is a name begins.
    """
    return start - end == 1 and surface[end] in _TIES


def is_title(surface: str, draft: Draft) -> bool:
    """Tell whether a number in words is part of a title, as in "the Big Four".

    Args:
        surface: Folded and masked text.
        draft: A quantity without unit, scale and kind.
    """
    if not surface[draft.start].isupper():
        return False
    words = surface[max(0, draft.start - 20) : draft.start].split()
    is_next_word = surface[draft.start - 1 : draft.start] == " "
    return is_next_word and bool(words) and words[-1][0].isupper() and words[-1].isalpha()


def _is_product(word: str) -> bool:
    """Tell whether a word looks like a product or standard: "iPhone", "ISO", "ChatGPT"."""
    has_inner_capital = any(letter.isupper() for letter in word[1:])
    return has_inner_capital and word not in _COUNTRIES


def _is_list_number(surface: str, draft: Draft, before: str) -> bool:
    """Tell whether the number opens a line or stands alone in brackets."""
    if not 0 < draft.value <= _LARGEST_LIST_NUMBER:
        return False
    if _INLINE_NUMBER.search(before) and _LIST_NUMBER.match(surface, draft.end):
        return True
    if before[-1:] in ("(", "（", "[") and surface[draft.end : draft.end + 1] in (")", "）", "]"):
        return True
    line = before.rpartition("\n")[2]
    opens_line = (len(line) < len(before) or draft.start < 20) and set(line) <= _LINE_OPENING
    if not opens_line:
        return False
    if _LIST_NUMBER.match(surface, draft.end):
        return True
    return "#" in line or (draft.step < 1 and bool(_SECTION_NUMBER.match(surface, draft.end)))
