"""What can go wrong, named by the boundary it crossed.

VeridicalError
├─ InputError       TaskFormatError · GraphError · ConfigError     (the user's to mend)
├─ NeedError        the task lacks gold that a measure needs (raised before anything is spent)
├─ WorldError       the world did not answer (may be tried again)
│  └─ ModelError    RateLimited · Unavailable(Overloaded) · TimedOut · Rejected · Refused ·
│                   BudgetSpent · Offline
├─ AnswerError      an answer that does not fit its ask (becomes NoVerdict; never escapes)
└─ StoreError       Misplaced(RunExists) · LedgerMismatch(NoLedger)

Every message is one line: ``where: what is wrong, got …; expected …. What to do.``
Missing verdicts are no errors: they are values (see `veridical.score` and `veridical.ask`).
"""

from __future__ import annotations

from typing import ClassVar, TypeVar, cast

SHOWN_CHARACTERS = 80
_ABSENT = object()


def shown(value: object) -> str:
    """`value` on one line, cut at 80 characters."""
    text = value if isinstance(value, str) and value.isidentifier() else repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def printable(text: str) -> str:
    """`text` with what a terminal would obey, or could not show, written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class VeridicalError(Exception):
    """Every error of this package: one line that says where, what and what to do.

    Args:
        where: the locator, lower case first (``task "t-12"``, ``report.md, line 3``).
        wrong: what is wrong there.
        got: the offending value, shown cut at 80 characters.
        expected: what would have been right.
        fix: what the reader should do, in the imperative.
    """

    exit_code: ClassVar[int] = 2

    def __init__(
        self,
        where: str,
        wrong: str,
        *,
        got: object = _ABSENT,
        expected: str = "",
        fix: str = "",
    ) -> None:
        message = f"{where}: {wrong}"
        message += "" if got is _ABSENT else f", got {shown(got)}"
        message += f"; expected {expected}" if expected else ""
        message += "." + (f" {fix}" if fix else "")
        super().__init__(printable(" ".join(message.split())))

    def __reduce__(self) -> tuple[object, ...]:
        """As kind, message and fields, so that it crosses from one process to another."""
        return _again, (type(self), str(self)), vars(self)


def _again(kind: type[VeridicalError], message: str) -> VeridicalError:
    error = kind.__new__(kind)
    error.args = (message,)
    return error


E = TypeVar("E", bound=VeridicalError)


def within(where: str, error: E) -> E:
    """The same error with the place that it was met in before its message."""
    placed = _again(type(error), printable(f"{where}, {error}"))
    placed.__cause__ = error
    return cast("E", placed)


class InputError(VeridicalError):
    """A file, an option or a value that its user has to mend."""

    exit_code = 3


class TaskFormatError(InputError):
    """A task, corpus or trajectory line that does not follow its format."""


class GraphError(InputError):
    """Nodes and edges that are no evidence graph."""


class ConfigError(InputError):
    """Settings that contradict each other or mean nothing."""


class NeedError(VeridicalError):
    """A task lacks the gold that a measure needs."""

    exit_code = 3


class WorldError(VeridicalError):
    """An endpoint, a page or a disk that did not answer; may be tried again."""


class ModelError(WorldError):
    """A call to a model that brought no reply.

    Attributes:
        reason: the value of the `veridical.score.Reason` that it becomes.
        is_passing: whether the same call may succeed a little later.
        is_overload: whether the endpoint asks for fewer calls.
        wait_s: how long the endpoint asks to wait, in seconds; None = it does not say.
    """

    reason: ClassVar[str] = "unavailable"
    is_passing: ClassVar[bool] = False
    is_overload: ClassVar[bool] = False
    wait_s: float | None = None


class RateLimited(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The endpoint allows no more calls for now (status 429)."""

    reason = "rate_limited"
    is_passing = True
    is_overload = True


class Unavailable(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The endpoint is down, failed, or cut the connection."""

    is_passing = True


class Overloaded(Unavailable):
    """The endpoint says that it has too much to do (status 503 or 529)."""

    is_overload = True


class TimedOut(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """No reply came within the time that was given."""

    reason = "timeout"
    is_passing = True


class Rejected(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The endpoint does not take this request, and would not take it later."""


class Refused(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The endpoint or its model declines to answer because of the content."""

    reason = "refused"


class BudgetSpent(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The call could exceed what the run may spend; it was not made."""

    reason = "budget"


class Offline(ModelError):  # noqa: N818 - named after the fact, as in the tree above
    """The call would need the network, and the run forbids it; it was not made."""

    reason = "offline"


class AnswerError(VeridicalError):
    """An answer that does not fit its ask; a respondent turns it into `NoVerdict`."""


class StoreError(VeridicalError):
    """What is stored cannot be used as asked."""


class Misplaced(StoreError):  # noqa: N818 - named after the fact, as in the tree above
    """A place that its user named holds something else, or cannot hold what it should."""

    exit_code = 3


class RunExists(Misplaced):
    """A run of that name holds other work."""


class LedgerMismatch(StoreError):  # noqa: N818 - named after the fact, as in the tree above
    """A ledger of another schema, or one that lacks an answer that is needed."""


class NoLedger(LedgerMismatch):
    """What its user named is there, and is no ledger, or is not there at all."""

    exit_code = 3
