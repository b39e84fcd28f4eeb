"""The reports that others are compared with, found before anything is asked, kept with the run.

A method that compares finds the rival in its submission. It is stored beside the report, so that
a run goes on, and is computed again, with the very words that were shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from veridical.errors import ConfigError, InputError, NeedError, StoreError
from veridical.measure import (
    EVERY,
    RIVAL_OPTION,
    RIVALS_OPTION,
    STAND_IN,
    Method,
    Need,
    Rival,
)
from veridical.runs.submissions import EvidenceFile, Submitted, read_submissions, shown_path
from veridical.task import Bench


class RivalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rival report as it is stored.

    Attributes:
        system: whose it is.
        task: the task it answers.
        name: its file name, for messages.
        data: its bytes.
        format: ``markdown`` or ``html``; None = to be found out.
        evidence: what its writer was given; None if unknown.
    """

    system: str
    task: str
    name: str
    data: bytes
    format: str | None = None
    evidence: EvidenceFile | None = None

    def parsed(self) -> Rival:
        """The rival with its report parsed."""
        one = Submitted(self.system, self.task, self.name, self.data, self.format, self.evidence)
        return Rival(self.system, self.task, one.parsed().report)

    def json(self) -> bytes:
        """As it is stored."""
        return msgspec.json.encode(self, order="sorted")


def read_rival(path: Path) -> RivalFile:
    """A rival as it was stored.

    Raises:
        StoreError: the file cannot be read, or holds something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=RivalFile)
    except (OSError, msgspec.DecodeError) as e:
        raise StoreError(
            str(path),
            f"holds no rival report: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e


def read_names(path: Path) -> dict[str, str]:
    """The file names of rivals by system, as they were stored.

    Raises:
        StoreError: the file cannot be read, or holds something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError) as e:
        raise StoreError(
            str(path),
            f"holds no list of rivals: {e}",
            expected="what veridical wrote",
            fix="Restore the file, or run again into another folder.",
        ) from e


def with_rivals(
    submitted: tuple[Submitted, ...], method: Method, bench: Bench
) -> tuple[Submitted, ...]:
    """The reports with their rivals, where the method compares; those that find none have none.

    Raises:
        NeedError: the method cannot do without a rival, and none is named.
        ConfigError: neither a system of the run nor a place is called so.
        InputError: reports that cannot be read, or of more than one system.
    """
    submitted = _in_pairs(submitted, method.settings.get(RIVALS_OPTION, ""))
    name = method.settings.get(RIVAL_OPTION, "")
    is_needed = any(Need.RIVAL in measure.needs for measure in method.measures)
    if not name and not is_needed:
        return submitted
    systems = sorted({one.system for one in submitted})
    if not name:
        raise NeedError(
            method.name,
            f"needs {Need.RIVAL}",
            expected=f"--option {RIVAL_OPTION}= and a system of the run, a path or {STAND_IN}",
            fix=f"Name one of {', '.join(systems)}, or reports of another system.",
        )
    if name == STAND_IN:
        return _with_stand_ins(submitted, bench)
    if name in systems:
        return _beside(submitted, [one for one in submitted if one.system == name])
    return _beside(submitted, _read(name, bench, systems))


def _in_pairs(submitted: tuple[Submitted, ...], wanted: str) -> tuple[Submitted, ...]:
    """The reports, each with the other systems' on its task: of all, or of those that are named.

    What a named system is compared with is named with it: each pair counts for both its sides.
    """
    if not wanted:
        return submitted
    systems = sorted({one.system for one in submitted})
    named = systems if wanted == EVERY else [name.strip() for name in wanted.split(",")]
    unknown = [name for name in named if name not in systems]
    if unknown:
        raise ConfigError(
            f"option {RIVALS_OPTION}",
            "names no system of the run",
            got=unknown[0],
            expected=f"{EVERY}, or some of {', '.join(systems)}",
            fix="Correct it.",
        )
    files: dict[str, list[RivalFile]] = {}
    for one in sorted(submitted, key=lambda s: s.system):
        files.setdefault(one.task_id, []).append(_file(one))
    return tuple(replace(one, rivals=_others(one, files[one.task_id], named)) for one in submitted)


def _others(
    one: Submitted, files: Sequence[RivalFile], named: Sequence[str]
) -> tuple[RivalFile, ...]:
    is_named = one.system in named
    return tuple(f for f in files if f.system != one.system and (is_named or f.system in named))


def _read(name: str, bench: Bench, systems: Sequence[str]) -> tuple[Submitted, ...]:
    path = Path(name)
    if not path.exists():
        raise ConfigError(
            f"option {RIVAL_OPTION}",
            "is neither a system of the run nor a place",
            got=name,
            expected=f"{', '.join(systems)}, a folder or a .jsonl file, or {STAND_IN}",
            fix="Correct it.",
        )
    found = read_submissions(path, bench, may_lack_reports=True)
    own = sorted({one.system for one in found})
    if len(own) > 1:
        raise InputError(
            shown_path(path),
            "holds reports of more than one system",
            got=own,
            expected="the reports of the rival alone",
            fix="Name the folder of one of them.",
        )
    return found


def _beside(submitted: tuple[Submitted, ...], rivals: Sequence[Submitted]) -> tuple[Submitted, ...]:
    by_task = {one.task_id: _file(one) for one in rivals}
    return tuple(replace(one, rival=by_task.get(one.task_id)) for one in submitted)


def _with_stand_ins(submitted: tuple[Submitted, ...], bench: Bench) -> tuple[Submitted, ...]:
    files = {(one.system, one.task_id): _file(one) for one in submitted}
    return tuple(replace(one, rival=_stand_in(one, files, bench)) for one in submitted)


def _stand_in(
    one: Submitted, files: Mapping[tuple[str, str], RivalFile], bench: Bench
) -> RivalFile | None:
    """The same system's report on the next task in that language, the first after the last."""
    language = {task.id: task.language for task in bench.tasks}
    own = [t for t in language if language[t] == language[one.task_id]]
    own = [t for t in own if (one.system, t) in files]
    following = own[(own.index(one.task_id) + 1) % len(own)]
    return files[one.system, following] if following != one.task_id else None


def _file(one: Submitted) -> RivalFile:
    return RivalFile(one.system, one.task_id, one.name, one.data, one.format, one.evidence)
