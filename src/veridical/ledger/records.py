"""What is kept: one reply of a port, one answer of a respondent."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from veridical.ask import ONCE, Draw
from veridical.score import Reason


class Status(StrEnum):
    """Whether what is kept may answer a later ask."""

    ANSWERED = "answered"
    NO_VERDICT = "no_verdict"
    READABLE = "readable"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReply:
    """What came over a port, raw.

    Attributes:
        key: hash of all that was sent and of the draw.
        endpoint: the name that its user gave it.
        requested_model: the model asked for.
        resolved_model: the model that says it answered; "" = it does not say.
        parameters: what was set, as JSON.
        request: the bytes sent, attachments by their hashes.
        reply: the bytes that came.
        nominal_cost: list price in billionths of a US dollar, the same whether bought now
            or found here; None = no price known. Whole numbers, so that sums are the same
            in any order.
        paid: what it did cost, in billionths of a US dollar.
        input_tokens: as counted by the endpoint; None = it does not say.
        output_tokens: as counted by the endpoint; None = it does not say.
        status: readable until a respondent could not read it.
        created: when it was kept, ISO 8601 in UTC; filled in by the ledger.
    """

    key: str
    endpoint: str
    requested_model: str
    resolved_model: str = ""
    parameters: str = "{}"
    request: bytes
    reply: bytes
    nominal_cost: int | None = None
    paid: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    status: Status = Status.READABLE
    created: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """What a respondent said to one ask, or that it had nothing to say.

    Attributes:
        key: `veridical.ask.answer_key` of ask, respondent and draw.
        ask: the ask's identity.
        kind: the ask's kind.
        version: the ask's version.
        respondent: the respondent's identity.
        draw: which drawing it is.
        status: answered, or no verdict.
        value: the answer as JSON (`Ask.write`); "" where there is no verdict.
        reason: why there is no verdict.
        detail: more on that.
        replies: keys of the replies it was read from, sorted.
        annotator: of a person's answer, who; None for machines. A person may answer the
            same ask again: rows are added, never changed.
        guideline: of a person's answer, the version of the guideline followed.
        created: when it was kept, ISO 8601 in UTC; filled in by the ledger.
    """

    key: str
    ask: str
    kind: str
    version: str
    respondent: str
    draw: Draw = ONCE
    status: Status = Status.ANSWERED
    value: str = ""
    reason: Reason | None = None
    detail: str = ""
    replies: tuple[str, ...] = ()
    annotator: str | None = None
    guideline: str | None = None
    created: str = ""

    @property
    def sha256(self) -> str:
        """Hash of the value, by which a run tells that it finds what it used."""
        return hashlib.sha256(self.value.encode()).hexdigest()


def storable(text: str) -> str:
    """`text` without what a database refuses: NUL and halves of surrogate pairs."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
