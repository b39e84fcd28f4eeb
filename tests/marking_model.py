"""A model that writes rubrics and marks by them: what it says depends on what it is shown alone.

A script for `tests.scripted_server`. It reads its prompt as a model must: which form is wanted,
which criteria stand under which number, which report is shown first. Marks are drawn from the
words of a criterion, so that a criterion has the same mark in whatever call it is asked; they say
nothing about a report.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.scripted_server import Act, Script, Seen

CRITERIA = 5
"""In each dimension."""
OWN = 3
"""Dimensions of a task's own."""
_MATERIAL = re.compile(
    r"(?:(?:Number|编号) (\d+)[.：]\n\n)?<<<MATERIAL ([a-p]{20}) ?(.*)\n((?s:.*?))\n<<<END \2"
)


@dataclass(frozen=True)
class Shown:
    """A piece of material in a prompt.

    Attributes:
        number: of the ask that it belongs to; "" if it belongs to all.
        title: its field.
        text: its words.
    """

    number: str
    title: str
    text: str


def shown_in(prompt: str) -> list[Shown]:
    """The material of a prompt, in its order, without what was wrong with an earlier reply."""
    found = (Shown(m[1] or "", m[3], m[4]) for m in _MATERIAL.finditer(prompt))
    return [one for one in found if one.title != "what was wrong"]


def mark_of(*words: str) -> float:
    """A mark from 0 to 10, drawn from words."""
    digest = hashlib.sha256("\n".join(words).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 1001 / 100


def replying(seen: Seen) -> Act:
    """The reply to a request."""
    return Act(text=reply_to(seen))


def reply_to(seen: Seen) -> str:
    """The words of the reply."""
    return json.dumps({"nonce": "NONCE", **_said(seen)}, ensure_ascii=False)


def _said(seen: Seen) -> dict[str, object]:
    shown = shown_in(seen.prompt)
    wanted = _fields(seen)
    if "answers" in wanted:
        numbered = [one for one in shown if one.number]
        order = _order(shown)
        return {"answers": [{"id": one.number, **_marks(wanted, one.text, order)}
                            for one in numbered]}  # fmt: skip
    if wanted & {"mark", "first"}:
        return _marks(wanted, shown[-1].text, _order(shown))
    return {"why": "as it seems", **_rubric(wanted, shown)}


def _fields(seen: Seen) -> frozenset[str]:
    """The names of all fields that the form of the reply has."""
    told = re.findall(r'(?m)^"(\w+)"(?:: |：)', seen.prompt)
    return frozenset(told)


def _order(shown: list[Shown]) -> tuple[str, ...]:
    """The two reports in the order shown; none where a report is marked alone."""
    return tuple(one.text for one in shown if one.title in {"first", "second"})


def _marks(wanted: frozenset[str], criterion: str, order: tuple[str, ...]) -> dict[str, object]:
    why = {"why": "The report says something on this; it could say more, and better ordered."}
    if "mark" in wanted:
        return {**why, "mark": mark_of(criterion)}
    first, second = (mark_of(criterion, text) for text in order)
    return {**why, "first": first, "second": second}


def _rubric(wanted: frozenset[str], shown: list[Shown]) -> dict[str, object]:
    last = shown[-1]
    if "sides" in wanted:
        return {"sides": [{"name": f"Own side {n}", "definition": f"Side {n} of this task."}
                          for n in range(1, OWN + 1)]}  # fmt: skip
    if "weights" in wanted:
        ids = re.findall(r"(?m)^(\S+) – ", last.text)
        return {"weights": [{"side": one, "weight": 1 / len(ids)} for one in ids]}
    if "criteria" in wanted:
        return {"criteria": list(_criteria(last.text))}
    return {"comprehensiveness": 0.3, "insight": 0.35, "instruction_following": 0.2,
            "readability": 0.15}  # fmt: skip


def _criteria(side: str) -> Iterator[dict[str, object]]:
    """Of about the length that examiners write."""
    name = side.partition(":")[0][:40]
    for n in range(1, CRITERIA + 1):
        yield {
            "criterion": f"Criterion {n} of {name}",
            "explanation": "The report treats this point by itself, says what is known and what "
            "is not, and compares what differs, so that a reader can use it.",
            "weight": 1 / CRITERIA,
        }


def cutting(share: float, *, seed: int = 0, finish: str = "length") -> Script:
    """The same, a share of the replies broken off at six tenths, by their prompts.

    Args:
        share: of the replies.
        seed: another seed, other replies.
        finish: why the reply ends, as the server says.
    """

    def script(seen: Seen) -> Act:
        text = reply_to(seen)
        plain = re.sub("[a-p]{20}", "*", seen.prompt)
        digest = hashlib.sha256(f"{seed} {plain}".encode()).digest()
        if int.from_bytes(digest[:8], "big") / 2**64 < share:
            return Act(text=text[: len(text) * 6 // 10], finish=finish)
        return Act(text=text)

    return script
