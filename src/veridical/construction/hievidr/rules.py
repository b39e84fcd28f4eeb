"""What rules can refuse before a judge is asked: the paper's first filter, 30,000 → 12,853.

The paper names the check of the graph (connected, without cycles, one conclusion, every evidence
node feeds a claim) and no other rule; the others here are ours, each with its name in the funnel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from veridical.construction.hievidr.drafted import Drafted
from veridical.construction.hievidr.outline import leans
from veridical.construction.pipeline import Candidate, Dropped, Outcome
from veridical.report.language import language_of
from veridical.report.quantities import quantities, same_value
from veridical.retrieval.tfidf import tokens, unspaced

SHORTEST, LONGEST = 12, 600
"""Code points of a question."""
SAID = 0.5
"""The share of a node's words that its item has at least."""
_EVASIVE = re.compile(
    r"\b(?:cannot be (?:answered|determined)|not enough information|insufficient information)\b"
    r"|无法(?:回答|确定|判断)|信息不足",
    re.IGNORECASE,
)

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NUMERAL = re.compile(
    r".*\d.*|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty"
    r"|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|half|halves|thirds?|quarters?"
    r"|once|twice|double[ds]?|triple[ds]?|.?[〇零一二两三四五六七八九十百千万亿半倍].?"
)
"""A word that may be a number, or a pair of characters with one in it."""

Rule = Callable[[Drafted], Iterator[Dropped]]


class RuleFilter:
    """Drops a draft at the first rule that it breaks."""

    name = "rule filter"

    async def __call__(self, candidate: Candidate[object], /) -> Outcome:
        """The candidate, or which rule it breaks."""
        draft = candidate.value
        assert isinstance(draft, Drafted)
        return next((drop for rule in RULES for drop in rule(draft)), (candidate,))


def _length(draft: Drafted) -> Iterator[Dropped]:
    size = len(draft.question.strip())
    if not SHORTEST <= size <= LONGEST:
        yield Dropped("question_length", f"{size} characters; {SHORTEST} to {LONGEST} are wanted")


def _alone(draft: Drafted) -> Iterator[Dropped]:
    found = leans(draft.question)
    if found:
        yield Dropped("question_leans_on_a_document", f'it says "{found}"')


def _language(draft: Drafted) -> Iterator[Dropped]:
    wanted = draft.graphed.bundle.language
    if wanted == "en" and not unspaced(draft.question):
        return
    found = language_of(draft.question)
    if {wanted, found} == {"en", "zh"}:
        yield Dropped("question_language", f"it is in {found}, its items are in {wanted}")


def _answer(draft: Drafted) -> Iterator[Dropped]:
    evasive = _EVASIVE.search(draft.answer)
    if evasive:
        yield Dropped("answer_evades", f'it says "{evasive[0]}"')
    asked, answered = set(tokens(draft.question)), set(tokens(draft.answer))
    if answered and answered <= asked:
        yield Dropped("question_gives_answer_away", "every word of the answer stands in it")


def _several_items(draft: Drafted) -> Iterator[Dropped]:
    many = len(draft.graphed.evidence_items)
    if many < _FEWEST_ITEMS:
        yield Dropped("one_item_is_enough", f"all evidence rests on {many} item")


def _grounded(draft: Drafted) -> Iterator[Dropped]:
    """Evidence says what its item says: its numbers all, of its words at least half."""
    items = {one.id: one for one in draft.graphed.bundle.items}
    for node in draft.graphed.graph.evidence:
        item = items[node.item or ""]
        stated = f"{item.title}\n{item.text}"
        if node.text in stated:
            continue
        words = set(tokens(node.text))
        new = words - set(tokens(stated))
        if len(new) > (1 - SAID) * len(words):
            yield Dropped("evidence_not_in_its_item", f"{node.id} shares too few words with it")
        number = _new_number(node.text, stated, new)
        if number:
            yield Dropped("number_not_in_its_item", f"{node.id} says {number}")


def _new_number(said: str, stated: str, new: set[str]) -> str:
    """A quantity that the item does not state, as it is written; "" = there is none.

    Reading quantities is slow, so it is done only where some number is written that the item
    does not write.
    """
    digits = set(_NUMBER.findall(said)) <= set(_NUMBER.findall(stated))
    if digits and not any(_NUMERAL.fullmatch(word) for word in new):
        return ""
    there = quantities(stated)
    off = (q for q in quantities(said) if not any(same_value(q, t) for t in there))
    return next((q.text for q in off), "")


def _once(draft: Drafted) -> Iterator[Dropped]:
    seen: set[str] = set()
    for node in draft.graphed.graph.nodes:
        plain = " ".join(node.text.split()).casefold()
        if plain in seen:
            yield Dropped("node_twice", f"{node.id} repeats another node")
        seen.add(plain)


_FEWEST_ITEMS = 2
RULES: tuple[Rule, ...] = (_length, _alone, _language, _answer, _several_items, _grounded, _once)
"""In the order in which they are tried, the cheap ones first."""
