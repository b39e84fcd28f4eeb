"""A name in the statement stands where the evidence has another.

Only roles that a word before the name fixes are compared ("written by", "capital
of", "known as"), for the rest of the sentence may be told of many. Places after
"in" or "at" are left out: Lyon and France are both right.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from veridical.checks.clash.kinds import Clash, ClashKind, clash
from veridical.checks.clash.negation import is_denied
from veridical.checks.clash.sentence import Sentence, is_telling

_ROLES = frozenset({"by", "of", "as", "for", "with"})
_ARTICLES = frozenset({"the", "a", "an"})
_PARTICLES = frozenset({"of", "de", "la", "van", "von", "der", "al", "bin", "and", "the"})
_PART = re.compile(r"[^\W_]+")
_MOST_OF_THE_TOPIC = 0.5
_STEM = 5
_SAME = (
    frozenset({"england", "english", "britain", "british", "uk", "kingdom", "scotland"}),
    frozenset({"us", "usa", "america", "american", "states"}),
    frozenset({"netherlands", "holland", "dutch"}),
    frozenset({"russia", "russian", "soviet", "ussr"}),
    frozenset({"eu", "european", "europe"}),
    frozenset({"un", "nations"}),
    frozenset({"covid", "covid19", "sars", "sarscov2", "coronavirus"}),
)


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    words: tuple[str, ...]
    role: tuple[str, str] | None


def name_clashes(said: Sentence, found: Sentence) -> Iterator[Clash]:
    """Find names of the statement that the evidence replaces by others in the same role."""
    others = [name for name in _names(found) if name.role]
    if not others or is_denied(said) or is_denied(found):
        return
    for name in _names(said):
        keys = {word.key for word in said.words if name.start <= word.start < name.end}
        is_same_topic = found.covers(said, but=keys) >= _MOST_OF_THE_TOPIC
        if not name.role or not is_same_topic or not _share_a_name(said, found, keys):
            continue
        rival = next((other for other in others if _replaces(other, name, said.text)), None)
        if rival and not _is_known(name, found.text):
            spans = (name.start, name.end), (rival.start, rival.end)
            yield clash(ClashKind.NAME, (said.text, spans[0]), (found.text, spans[1]))


def names(sentence: Sentence) -> list[tuple[int, int]]:
    """The spans of runs of capitalized words that do not open the sentence."""
    return [(name.start, name.end) for name in _names(sentence)]


def is_named(span: tuple[int, int], text: str, window: str) -> bool:
    """Whether a name of one text stands in another, whole, in part or as initials."""
    return _is_known(_Name(*span, _parts(text[slice(*span)]), None), window)


def _share_a_name(said: Sentence, found: Sentence, but: Collection[str]) -> bool:
    """Whether both name the same thing elsewhere; two lists of a kind do not."""
    named = {word.key for at, word in enumerate(said.words) if _names_something(said, at)}
    return bool(named & found.topic - frozenset(but))


def _names_something(sentence: Sentence, at: int) -> bool:
    """Whether a word is part of a name; the first one is if no noun of its own follows."""
    if at > 0 or not _is_capital(sentence, at):
        return _is_capital(sentence, at)
    following = sentence.words[at + 1 : at + 2]
    return any(not is_telling(word) or _is_capital(sentence, at + 1) for word in following)


def _names(sentence: Sentence) -> list[_Name]:
    found: list[_Name] = []
    at = 0
    while at < len(sentence.words):
        last = _run_end(sentence, at)
        if last > at and at > 0:
            start, end = sentence.words[at].start, sentence.words[last - 1].end
            found.append(_Name(start, end, _parts(sentence.text[start:end]), _role(sentence, at)))
        at = max(at + 1, last)
    return found


def _run_end(sentence: Sentence, first: int) -> int:
    """One past the last word of the run of capitalized words that begins here."""
    end = at = first
    while at < len(sentence.words) and not _is_cut(sentence, first, at):
        if _is_capital(sentence, at):
            end = at + 1
        elif at == first or _written(sentence, at) not in _PARTICLES:
            break
        at += 1
    return end


def _is_cut(sentence: Sentence, first: int, at: int) -> bool:
    return at > first and sentence.breaks(sentence.words[at - 1].end, sentence.words[at].start)


def _is_capital(sentence: Sentence, at: int) -> bool:
    word = sentence.words[at]
    return is_telling(word) and not word.is_pair and sentence.text[word.start].isupper()


def _written(sentence: Sentence, at: int) -> str:
    word = sentence.words[at]
    return sentence.text[word.start : word.end].lower()


def _role(sentence: Sentence, first: int) -> tuple[str, str] | None:
    """The word that a name depends on, and how: (`written`, `by`)."""
    at = first - 1
    if at >= 0 and _written(sentence, at) in _ARTICLES:
        at -= 1
    if at < 1 or _written(sentence, at) not in _ROLES or _is_cut(sentence, at - 1, first):
        return None
    governor = sentence.words[at - 1]
    is_plain = is_telling(governor) and not sentence.text[governor.start].isupper()
    is_near = not sentence.breaks(governor.end, sentence.words[first].start)
    return (governor.key, _written(sentence, at)) if is_plain and is_near else None


def _replaces(other: _Name, name: _Name, statement: str) -> bool:
    return other.role == name.role and not _is_known(other, statement)


def _is_known(name: _Name, text: str) -> bool:
    """Whether any part of a name, another form of it or its initials stand in a text."""
    parts = _parts(text)
    stems = {part[:_STEM] for part in parts}
    if any(part[:_STEM] in stems for part in name.words):
        return True
    present = set(parts)
    if any(same & present and same & set(name.words) for same in _SAME):
        return True
    return _has_initials(name.words, parts) or any(
        len(part) > 1 and _is_initials(part, parts[at : at + 2 * len(part)])
        for part in name.words
        for at in range(len(parts))
        if part[0] == parts[at][0]
    )


def _has_initials(words: Sequence[str], parts: Sequence[str]) -> bool:
    return any(1 < len(part) <= len(words) and _is_initials(part, words) for part in set(parts))


def _is_initials(short: str, words: Sequence[str]) -> bool:
    """Whether the letters of a short form are initials of the words, in order."""
    initials = iter(word[0] for word in words)
    return len(short) <= len(words) and all(letter in initials for letter in short)


@lru_cache(maxsize=256)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(word for word in _PART.findall(text.lower()) if word not in _ARTICLES)
