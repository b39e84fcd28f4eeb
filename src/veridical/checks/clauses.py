"""Where can a sentence be cut into parts that each say something by themselves?

Cuts are made where two main clauses meet, and only where the second one names its own subject;
"grew in 2020 but fell in 2021" stays whole. All parts together are the sentence.
"""

from __future__ import annotations

import re

_SUBJECT = (
    r"(?:the|a|an|its|their|his|her|our|it|they|he|she|we|this|these|those|both|another|some|many"
    r"|most|several|[A-Z][\w’'&.-]*|\d[\d.,]*\s*%?)"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|may|might|does|did|do|\w{3,}ed"
    r"|grew|fell|rose|made|said|says|led|held|took|gave|became|began|lost|won|sold|bought|built"
    r"|brought|came|cut|kept|left|met|paid|put|ran|saw|set|shows|went|wrote)\b"
)
_CUT = re.compile(
    rf";\s+(?=\S)|,\s+(?:while|whereas|but|and|yet|although)\s+(?={_SUBJECT}\s)"
    r"|；\s*"
)
_HAN = re.compile("[\u3400-\u9fff]")
_OPENING = re.compile(r"[(（\[【“「《]")
_CLOSING = re.compile(r"[)）\]】”」》]")
_FEW_WORDS = 3
_FEW_HAN = 6


def clauses(text: str) -> tuple[tuple[int, int], ...]:
    """Where the parts of a sentence stand in it; one part where it cannot be cut.

    Args:
        text: a sentence without markers.

    Example:
        >>> text = "Solar grew by 5% in 2020, while the share of coal fell to 20%."
        >>> [text[a:b] for a, b in clauses(text)]
        ['Solar grew by 5% in 2020', 'while the share of coal fell to 20%.']
    """
    parts: list[tuple[int, int]] = []
    start = 0
    for cut in _CUT.finditer(text):
        after = cut.start() + len(cut[0]) - len(cut[0].lstrip(";,；， "))
        if _is_open(text[start : cut.start()]) or not _stands(text[start : cut.start()]):
            continue
        if not _stands(text[after:]):
            break
        parts.append((start, cut.start()))
        start = after
    return (*parts, (start, len(text)))


def _is_open(text: str) -> bool:
    """Whether a bracket or a quotation is still open at its end."""
    return len(_OPENING.findall(text)) > len(_CLOSING.findall(text))


def _stands(part: str) -> bool:
    """Whether it is long enough to say something, and has a verb."""
    if _HAN.search(part):
        return len(_HAN.findall(part)) >= _FEW_HAN
    return len(part.split()) >= _FEW_WORDS and _VERB.search(part) is not None
