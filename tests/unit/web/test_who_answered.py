"""Who answered, in the head of a page."""

from __future__ import annotations

import pytest

from veridical.ask import Role
from veridical.runs.records import ModelRecord
from veridical.web.who_answered import who_answered


def _model(role: Role, *resolved: str, replies: int = 3) -> ModelRecord:
    return ModelRecord(
        role=role, endpoint="mine", requested="m", reader="1", resolved=resolved, replies=replies
    )


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (_model(Role.JUDGE, "m-1"), "mine:m, answered by m-1"),
        (_model(Role.JUDGE, "m-1", "m-2"), "mine:m, answered by m-1 and m-2"),
        (_model(Role.JUDGE), "mine:m, answered by a model that does not say which it is"),
        (_model(Role.JUDGE, replies=0), "mine:m, no reply was used"),
    ],
)
def test_a_model_is_named_as_asked_for_and_as_it_answered(model: ModelRecord, said: str) -> None:
    """Two that answered under one name are both told."""
    (fact,) = who_answered("Judge", "llm/mine:m/abc/reader-1", (model,))

    assert (fact.label, fact.value) == ("Judge", said)


def test_without_a_model_the_rules_are_named() -> None:
    """Their identity waits behind it."""
    (fact,) = who_answered("Judge", "rules/4", ())

    assert (fact.value, fact.facts[0].value) == ("built-in rules", "rules/4")


def test_a_model_in_another_role_leaves_the_judge_to_the_rules() -> None:
    """Both are told."""
    found = who_answered("Judge", "rules/4", (_model(Role.VISION, "eye-1"),))

    assert [(f.label, f.value) for f in found] == [
        ("Judge", "built-in rules"),
        ("Vision", "mine:m, answered by eye-1"),
    ]


def test_tokens_that_were_not_counted_are_not_zero() -> None:
    """An absence is told as one."""
    record = ModelRecord(
        role=Role.JUDGE, endpoint="e", requested="m", reader="1", replies=1, input_tokens=None
    )
    (fact,) = who_answered("Judge", "", (record,))

    assert "not counted, 0" in [one.value for one in fact.facts]
