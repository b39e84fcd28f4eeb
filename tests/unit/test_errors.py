"""Errors: one line that says where, what, and what to do."""

from __future__ import annotations

import pickle

import pytest

from veridical.errors import (
    AnswerError,
    ConfigError,
    GraphError,
    InputError,
    LedgerMismatch,
    Misplaced,
    NeedError,
    NoLedger,
    RunExists,
    StoreError,
    TaskFormatError,
    VeridicalError,
    WorldError,
    shown,
)


def test_the_message_has_every_part() -> None:
    """Where, what, got, expected, what to do."""
    error = InputError("a.md, line 3", "is odd", got=7, expected="an even one", fix="Mend it.")

    assert str(error) == "a.md, line 3: is odd, got 7; expected an even one. Mend it."


def test_the_message_needs_no_more_than_where_and_what() -> None:
    """What is not given leaves no trace."""
    assert str(StoreError("ledger", "is closed")) == "ledger: is closed."


def test_none_is_a_value_that_can_be_shown() -> None:
    """A None that was got is shown, unlike one that was not given."""
    assert str(InputError("x", "is odd", got=None)) == "x: is odd, got None."


def test_the_message_is_one_line() -> None:
    """Line breaks of the parts become spaces."""
    error = WorldError("page", "said\nno", got="a\nb", expected="x\r\ny", fix="Do\n\nit.")

    assert str(error) == r"page: said no, got 'a\nb'; expected x y. Do it."


def test_values_are_cut_at_80_characters() -> None:
    """A long value ends in an ellipsis."""
    assert shown("a b" + "a" * 200) == "'a b" + "a" * 75 + "…"
    assert len(shown(list(range(1000)))) == 80


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (VeridicalError, 2),
        (InputError, 3),
        (TaskFormatError, 3),
        (GraphError, 3),
        (ConfigError, 3),
        (NeedError, 3),
        (WorldError, 2),
        (AnswerError, 2),
        (StoreError, 2),
        (Misplaced, 3),
        (RunExists, 3),
        (LedgerMismatch, 2),
        (NoLedger, 3),
    ],
)
def test_every_error_has_its_exit_code(kind: type[VeridicalError], code: int) -> None:
    """3 for what the user mends, 2 for what the world or the store did."""
    assert code == kind("here", "is wrong").exit_code


def test_errors_travel_between_processes() -> None:
    """An error that crosses a process keeps its kind and its message."""
    error = LedgerMismatch("ledger", "is odd", got=3, fix="Mend it.")
    again = pickle.loads(pickle.dumps(error))

    assert (LedgerMismatch, str(error)) == (type(again), str(again))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x1b[31m\x00\x9b", "a\\x1b[31m\\x00\\x9b"),
        ("a\u202egnp.exe", "a\\u202egnp.exe"),
        ("\ud800\udcff", "\\ud800\\udcff"),
        ("报告 отчёт 🎉", "报告 отчёт 🎉"),
    ],
)
def test_a_message_holds_nothing_that_a_terminal_would_obey(text: str, expected: str) -> None:
    """Names and paths of strangers are in it; letters of any language stay."""
    assert str(InputError(text, f"is {text}")) == f"{expected}: is {expected}."
