"""What do the pronouns of a sentence stand for, by the rules?

Only the sentence's own subject is looked at: "It", "The company", "该公司". It stands for the
nearest name that opens a sentence before it. Where no such name is near, the sentence stays as
it is and says so; nothing is guessed from far away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NEAR = 4
"""How many sentences before it are looked at."""

_THINGS = (
    "company|firm|bank|group|agency|authority|organi[sz]ation|university|institute|country|city"
    "|government|ministry|commission|study|report|survey|law|act|regulation|treaty|agreement"
    "|product|model|system|vehicle|drug|vaccine|project|plant|platform|team|author|company’s"
)
_OPENS = re.compile(
    r"^(?:(?:however|moreover|in addition|also|meanwhile|but|and|while|whereas|although)[, ]\s*)?"
    r"(?P<word>(?:it|they|its|their)\b"
    rf"|(?:the|this|that|these|those)\s+(?:same\s+)?(?:{_THINGS})s?\b(?!\s+of\b)(?!\s+(?-i:[A-Z0-9]))"
    r"|(?P<event>(?:he|she|his|her)\b|(?:this|these|those)\b(?=\s+(?:is|was|are|were|has|have|had|included?s?|means?|led)\b)))",
    re.IGNORECASE,
)
_OPENS_HAN = re.compile(
    r"^(?:但是?|而且?|同时，?|此外，?|然而，?)?"
    r"(?P<word>(?:该|这家|这个|此|这一|本)(?:公司|集团|银行|机构|大学|国|市|组织|报告|研究|项目|产品|法案|平台)"
    r"|其(?!他|它|中|实|余|次)|它们?|(?P<event>他们?|她们?))"
)
_OWNING = re.compile(r"^(?:its|their)$", re.IGNORECASE)
_WEAK = re.compile(
    r"^(?:The|A|An|However|Moreover|Meanwhile|According|In|On|At|By|As|For|From|With|While|After|Before|Since"
    r"|During|This|These|Those|That|Such|It|They|He|She|There|Its|Their|His|Her|We|Our|But|And|If"
    r"|When|Although|Overall|Table|Figure|Section|Source)$"
)
_VERB = (
    r"(?=\s+(?:is|was|are|were|has|have|had|will|would|can|could|said|says|reported|announced|grew|fell"
    r"|rose|made|led|sold|bought|built|won|lost|held|took|began|became|[a-z]{2,}(?:ed|es|s))\b|\s*[,(]|['’]s\b)"
)
_NAME = re.compile(
    r"^(?:(?:However|Moreover|Meanwhile|In \d{4}|In [A-Z]\w+ \d{4}),\s+)?"
    r"(?P<name>(?:[Tt]he\s+)?[A-Z][\w&.’'-]*(?:\s+(?:(?:of|and|the|for|de|van)\s+)?[A-Z0-9][\w&.’'-]*){0,6})"
    + _VERB
)
_NAME_HAN = re.compile(
    r"^(?:[^，。]{0,12}，)?(?P<name>《[^》]{1,30}》"
    r"|[A-Za-z][A-Za-z0-9 .&-]{0,30}(?=[\u4e00-\u9fff])"
    r"|[\u4e00-\u9fff]{2,12}?(?:公司|集团|大学|银行|研究所|研究院|组织|政府|委员会|协会|平台|法案|项目))"
)
_COMMON = re.compile(r"(?:tions?|ments?|ity|ness|ings?|ism|ies|ists?|ers|[^s]s)$")
"""What a single capitalized word that opens a sentence ends in, where it is no name."""
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A sentence in words that stand by themselves.

    Attributes:
        wording: with the name in the pronoun's place, or as it was.
        open: the pronoun that was not resolved; "" if none is left.
        name: what was put in its place; "" if nothing had to be.
    """

    wording: str
    open: str = ""
    name: str = ""


def resolved(text: str, before: Sequence[str]) -> Resolved:
    """A sentence with its subject named.

    Args:
        text: its words, without markers.
        before: the sentences before it, the nearest last.

    Example:
        >>> resolved("It was founded in 1998.", ["Acme Corp makes anvils."]).wording
        'Acme Corp was founded in 1998.'
    """
    opening = (_OPENS_HAN if _HAN.search(text) else _OPENS).match(text)
    if opening is None:
        return Resolved(text)
    word = opening["word"]
    if opening["event"]:  # it points to what happened, or to somebody whom only sense can tell
        return Resolved(text, open=word)
    name = next((found for b in reversed(before[-NEAR:]) if (found := _name(b))), "")
    if not name:
        return Resolved(text, open=word)
    owned = _owned(name, word)
    rest = text[opening.end("word") :]
    gap = "" if _HAN.search(text) or not rest[:1].isalnum() else " "
    return Resolved(f"{owned}{gap}{rest}", name=name)


def _owned(name: str, word: str) -> str:
    if word == "其":
        return f"{name}的"
    if not _OWNING.match(word):
        return name
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def _name(sentence: str) -> str:
    """The name that opens a sentence, "" if none does."""
    text = sentence.strip()
    found = (_NAME_HAN if _HAN.search(text) else _NAME).match(text)
    if found is None:
        return ""
    name = found["name"].strip().removesuffix("’s").removesuffix("'s")
    parts = name.split()
    if len(parts) == 1 and name.istitle() and _COMMON.search(name):
        return ""
    is_weak = _WEAK.match(parts[0]) and (len(parts) == 1 or parts[0] != "The")
    return "" if is_weak else name
