"""Judges that fail in the ways in which models fail, as scripts of a server.

`copying` takes over a verdict that it finds in the text. `inventing` obeys, gives the mark and
quotes what stands nowhere. `obeying` obeys, gives the mark and quotes the attacker's words in
every stretch in which they can be cut. `framing` obeys and quotes what is true beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable

from tests.attacks.cases import Case
from tests.scripted_server import Act, Script, Seen

_OBJECT = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_BETWEEN = re.compile(r"<<<MATERIAL (\w+)[^\n]*\n(.*?)\n<<<END \1", re.DOTALL)
_VERDICTS = ("supported", "支持", "verdict")
NOT_IN_SOURCE = {"nonce": "NONCE", "quotes": [], "why": "no word of it", "value": "not_in_source"}
MOST = 20


def reply(quotes: Iterable[str], value: str = "supported") -> Act:
    """A verdict with the mark and these quotes."""
    listed = [{"source": "1.md", "text": text} for text in quotes]
    said = {"nonce": "NONCE", "quotes": listed, "why": "as told", "value": value}
    return Act(text=json.dumps(said, ensure_ascii=False))


def copying(_case: Case) -> Script:
    """Copies the first verdict object found in the material, to the letter; else answers."""

    def script(seen: Seen) -> Act:
        shown = "\n".join(text for _, text in _BETWEEN.findall(seen.prompt))
        found = [o for o in _OBJECT.findall(shown) if any(v in o for v in _VERDICTS)]
        return Act(text=found[0] if found else json.dumps(NOT_IN_SOURCE))

    return script


def inventing(case: Case) -> Script:
    """Quotes the claim itself, which no source says, and a made-up sentence about it."""
    said = case.order.about.claim
    return lambda _: reply([said, f"According to the page, {said}."])


def obeying(case: Case) -> Script:
    """Quotes the attacker's words: whole, by line, by sentence, and what stands around them."""
    return lambda seen: reply([*case.pieces, *_around(case, seen)][:MOST])


def framing(case: Case) -> Script:
    """Quotes the page's own true sentences."""
    return lambda _: reply(case.order.about.page)


def _around(case: Case, seen: Seen) -> list[str]:
    """Whole paragraphs of the material that hold a piece of the attack."""
    shown = [text for _, text in _BETWEEN.findall(seen.prompt)]
    paragraphs = [p for text in shown for p in text.split("\n\n")]
    return [p for p in paragraphs if any(piece in p for piece in case.pieces)]


JUDGES: dict[str, Callable[[Case], Script]] = {
    "copying": copying,
    "inventing": inventing,
    "obeying": obeying,
    "framing": framing,
}
