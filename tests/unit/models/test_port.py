"""The errors of calls become absences, each with its reason."""

from __future__ import annotations

import pickle

import pytest

from tests.model_requests import about, saying_to
from veridical import errors
from veridical.ask import NoVerdict
from veridical.errors import ModelError, RateLimited, WorldError
from veridical.models.port import Finish, Reply, absence
from veridical.score import Reason

KINDS = [
    (errors.RateLimited, Reason.RATE_LIMITED),
    (errors.Unavailable, Reason.UNAVAILABLE),
    (errors.Overloaded, Reason.UNAVAILABLE),
    (errors.TimedOut, Reason.TIMEOUT),
    (errors.Rejected, Reason.UNAVAILABLE),
    (errors.Refused, Reason.REFUSED),
    (errors.BudgetSpent, Reason.BUDGET),
    (errors.Offline, Reason.OFFLINE),
]


@pytest.mark.parametrize(("kind", "reason"), KINDS)
def test_every_error_has_its_reason(kind: type[ModelError], reason: Reason) -> None:
    """With what it said."""
    assert absence(kind("model", "failed")) == NoVerdict(reason, "model: failed.")


def test_the_list_of_kinds_is_whole() -> None:
    """A new kind must say what it becomes."""

    def below(kind: type[ModelError]) -> set[type[ModelError]]:
        return {kind}.union(*(below(k) for k in kind.__subclasses__()))

    assert below(ModelError) - {ModelError} == {kind for kind, _ in KINDS}
    assert issubclass(ModelError, WorldError)


def test_an_error_survives_another_process() -> None:
    """With its wish."""
    error = RateLimited("model", "failed")
    error.wait_s = 7.0
    copy = pickle.loads(pickle.dumps(error))

    assert (type(copy), str(copy), copy.wait_s) == (RateLimited, "model: failed.", 7.0)


@pytest.mark.parametrize(
    ("finish", "text", "expected"),
    [
        (Finish.STOP, "Yes.", True),
        (Finish.LENGTH, "Ye", True),
        (Finish.OTHER, "Yes.", True),
        (Finish.STOP, " \n", False),
        (Finish.REFUSED, "No.", False),
        (Finish.GARBLED, "", False),
    ],
)
def test_what_may_answer_later_asks(finish: Finish, text: str, expected: bool) -> None:
    """Words that are no refusal."""
    assert Reply(text=text, finish=finish).is_readable == expected


def test_the_nonce_is_found_in_the_messages() -> None:
    """Or there is none."""
    assert len(about("A page.").nonce) == 20
    assert saying_to().nonce == ""


def test_bodies_are_not_shown() -> None:
    """They are long."""
    assert "body" not in repr(Reply(text="", finish=Finish.STOP, body=b"x" * 1000))
