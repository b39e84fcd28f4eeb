"""Does a source say it under a condition, a limit or a doubt that the statement drops?

Indicative, and slow to say so: one of a closed list of words has to stand in that sentence of
the quoted words which the statement shares most with, and none of them in the statement.
"""

from __future__ import annotations

import re

from veridical.checks.words import words

_QUALIFIERS = re.compile(
    r"\b(?:may|might|could|possibly|perhaps|probably|reportedly|allegedly|presumably|preliminary"
    r"|suggests?|estimated to|expected to|projected to|if|unless|provided that|assuming"
    r"|in (?:mice|rats|vitro|animal models|simulations?|theory|principle|some cases))\b"
    r"|可能|或许|也许|据称|据报道|预计|估计|有望|初步|如果|假如|假设|倘若|除非|只有在|小鼠|体外实验"
)
"""Written in small letters: the month of May and names are none."""
_SENTENCE = re.compile(r"[^.!?。！？;；\n]+(?:\.(?=\S)[^.!?。！？;；\n]+)*")


def drops_a_condition(statement: str, quoted: str) -> bool:
    """Whether the quoted words qualify what the statement says without.

    Args:
        statement: what is said.
        quoted: the words of the source that carry it.
    """
    if _QUALIFIERS.search(statement):
        return False
    said = {word.key for word in words(statement)}
    sentences = [m[0] for m in _SENTENCE.finditer(quoted)]
    if not sentences:
        return False
    shared = [len(said & {word.key for word in words(s)}) for s in sentences]
    nearest = sentences[shared.index(max(shared))]
    return max(shared) > 0 and _QUALIFIERS.search(nearest) is not None
