"""Who answered, for a reader: the model as it was asked for, and as it named itself."""

from __future__ import annotations

from collections.abc import Iterable

from veridical.runs.records import ModelRecord
from veridical.web.pages.frame import Fact

RULES = "rules/"
"""How the identity of the built-in rules begins."""


def who_answered(label: str, respondent: str, models: Iterable[ModelRecord]) -> tuple[Fact, ...]:
    """One fact per model that a role was bound to; without any, who answered all.

    Args:
        label: what to call whoever answered where no model did.
        respondent: the identity of the judge.
        models: those that roles were bound to, with what answered.
    """
    found = tuple(_model(one) for one in models)
    if any(one.label == "Judge" for one in found):
        return found
    shown = "built-in rules" if respondent.startswith(RULES) else ""
    identity = (Fact("identity", respondent),) if shown else ()
    return (Fact(label, shown or respondent, identity), *found)


def _model(record: ModelRecord) -> Fact:
    asked = f"{record.endpoint}:{record.requested}"
    resolved = " and ".join(record.resolved)
    if not record.replies:
        said = f"{asked}, no reply was used"
    else:
        said = f"{asked}, answered by {resolved or 'a model that does not say which it is'}"
    tokens = (record.input_tokens, record.output_tokens)
    facts = (
        Fact("model asked for", asked),
        Fact("models that answered", resolved or "not said"),
        Fact("replies read", str(record.replies)),
        Fact("tokens in, out", ", ".join("not counted" if n is None else str(n) for n in tokens)),
        Fact("parameters", bytes(record.parameters).decode()),
    )
    return Fact(record.role.value.capitalize(), said, facts)
