"""A plan as a file that a person reads and edits: a question a line.

The file is data: it is read line by line, and nothing in it is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from veridical.errors import InputError

LONGEST = 1_000
"""Characters of a question."""
_LARGEST = 100_000
_NOTE = "#"
_HEAD = (
    "# The plan of: {question}",
    "# A question a line, at most {most}; lines that begin with # say nothing.",
    "# Searched for one by one, in this order, which is that of the report.",
)


def plan_text(question: str, plan: Sequence[str], most: int) -> str:
    """A plan as the text of its file."""
    shown = " ".join(question.split())
    head = [line.format(question=shown, most=most) for line in _HEAD]
    return "\n".join([*head, "", *(" ".join(one.split()) for one in plan)]) + "\n"


def read_plan(path: Path, most: int) -> tuple[str, ...]:
    """The questions of a plan's file.

    Args:
        path: the file, in UTF-8.
        most: how many questions an agent takes.

    Raises:
        InputError: it cannot be read, holds no question or too many, one twice, or one that
            is too long or holds what is no text.
    """
    found: dict[str, int] = {}
    for number, line in enumerate(_lines(path), start=1):
        said = " ".join(line.split())
        if not said or said.startswith(_NOTE):
            continue
        _refuse_unfit(said, f"{path}, line {number}")
        if said in found:
            raise InputError(
                f"{path}, line {number}",
                "asks again",
                got=said,
                expected=f"each question once, as in line {found[said]}",
                fix="Remove it.",
            )
        found[said] = number
    if not 1 <= len(found) <= most:
        raise InputError(
            str(path),
            "is no plan" if not found else "asks too much",
            got=f"{len(found)} questions",
            expected=f"1 to {most}, a line each",
            fix="Correct it.",
        )
    return tuple(found)


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise InputError(
                str(path), "is too long", expected=f"at most {_LARGEST:,} bytes", fix="Shorten it."
            )
        return data.decode("utf-8-sig").splitlines()
    except OSError as e:
        raise InputError(
            str(path),
            "cannot be read",
            got=e.strerror or str(e),
            expected="a file with a question a line",
            fix="Check the path.",
        ) from e
    except UnicodeDecodeError as e:
        raise InputError(str(path), "is no UTF-8 text", fix="Save it as UTF-8.") from e


def _refuse_unfit(said: str, where: str) -> None:
    if len(said) > LONGEST:
        raise InputError(
            where,
            "is too long for a question",
            got=f"{len(said):,} characters",
            expected=f"at most {LONGEST:,}",
            fix="Shorten it.",
        )
    if not said.isprintable():
        raise InputError(
            where, "holds what is no text", got=said, expected="a question", fix="Remove it."
        )
