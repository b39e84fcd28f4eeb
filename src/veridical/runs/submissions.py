"""The reports under test, read from a folder or a JSONL file that nobody vouches for.

A folder is ``REPORTS/<system>/<task id>.md`` (or ``.markdown``, ``.html``, ``.htm``,
``.txt``, ``.docx``, ``.pdf``, ``.json``), or flat: ``REPORTS/<task id>.md``, the folder's name
being the system's. What is neither Markdown nor HTML is turned into Markdown
(`veridical.runs.importers.reports`). Beside a report may stand ``<task id>.evidence.json``,
what the writer was given, and ``<task id>.trajectory.jsonl``, what the system did. A task id
with characters that no file name has is percent-encoded.

A JSONL file has one object a line: ``system``, ``task``, ``report`` and, if known,
``evidence``, ``trajectory`` and ``format``; or it is a file of DeepResearch Bench, whose system
is called like the file.

File names, links and contents are untrusted: nothing outside the folder is read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import msgspec

from veridical.errors import InputError
from veridical.measure import Page, Submission
from veridical.report.model import EvidenceList
from veridical.runs.answering import (
    no_such_task,
    refuse_absent,
    refuse_twice,
    refuse_unknown,
    refuse_unprintable,
)
from veridical.runs.parsed import PARSED, AsWritten
from veridical.task import Bench, read_lines
from veridical.trajectory import Step, read_trajectory

if TYPE_CHECKING:
    from veridical.runs.importers.imported import Lost
    from veridical.runs.report_pictures import PicturesFile
    from veridical.runs.rivals import RivalFile


class EvidenceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a writer was given, as ``<task id>.evidence.json`` says it.

    Attributes:
        texts: ids of text items, in the order its markers count.
        images: ids of image and table items, in the order its markers count.
        names: a readable title or address by id, where known.
    """

    texts: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    names: dict[str, str] = {}

    def as_list(self) -> EvidenceList:
        """The same for the parser."""
        return EvidenceList(self.texts, self.images, dict(self.names))


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a JSONL file of reports."""

    system: str
    task: str
    report: str
    evidence: EvidenceFile | None = None
    trajectory: tuple[Step, ...] | None = None
    format: Literal["markdown", "html"] | None = None


@dataclass(frozen=True)
class Submitted:
    """One system's report on one task, not parsed yet.

    Attributes:
        system: the name of the system.
        task_id: the task it answers.
        name: the report's file name, for messages.
        data: the report's bytes.
        format: ``markdown`` or ``html``; None = to be found out.
        evidence: what the writer was given; None if unknown.
        trajectory: what the system did; None if unknown.
        pages: what stood behind its citations (`veridical.runs.pages`); None if nothing was
            looked up.
        lost: what was not carried over when it was turned into Markdown.
        rival: the report that it is compared with (`veridical.runs.rivals`); None if none is.
        rivals: those that it is compared with in pairs.
        folder: where its pictures lie, and nothing outside is looked at; None if unknown.
        pictures: those that were stored with it (`veridical.runs.report_pictures`); None if it
            was not stored yet, or has none.
    """

    system: str
    task_id: str
    name: str
    data: bytes
    format: str | None
    evidence: EvidenceFile | None = None
    trajectory: tuple[Step, ...] | None = None
    pages: Mapping[str, Page] | None = None
    lost: tuple[Lost, ...] = ()
    rival: RivalFile | None = None
    rivals: tuple[RivalFile, ...] = ()
    folder: Path | None = None
    pictures: PicturesFile | None = None

    @property
    def evidence_json(self) -> bytes | None:
        """The evidence list as it is stored."""
        return None if self.evidence is None else _json(self.evidence)

    @property
    def trajectory_jsonl(self) -> bytes | None:
        """The trajectory as it is stored."""
        if self.trajectory is None:
            return None
        return b"".join(_json(step) + b"\n" for step in self.trajectory)

    @property
    def lost_json(self) -> bytes | None:
        """What its import lost, as it is stored; None if that was nothing."""
        return _json(self.lost) if self.lost else None

    def parsed(self) -> Submission:
        """The submission with its report parsed."""
        from veridical.runs.importers.imported import with_lost

        written = AsWritten(self.data, self.format, f"{self.system}/{self.name}")
        if self.evidence is not None:
            given = self.evidence
            names = tuple(given.names.items())
            written = replace(written, texts=given.texts, images=given.images, names=names)
        report = with_lost(PARSED.of(written), self.lost)
        rival = self.rival.parsed() if self.rival is not None else None
        rivals = tuple(one.parsed() for one in self.rivals)
        evidence = written.evidence
        return Submission(
            self.system, self.task_id, report, evidence, self.trajectory, self.pages, rival, rivals
        )


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def sha256(data: bytes) -> str:
    """The hash under which a file is stored."""
    return hashlib.sha256(data).hexdigest()


def read_submissions(
    path: Path, bench: Bench, *, may_lack_reports: bool = False
) -> tuple[Submitted, ...]:
    """The reports of a folder or a JSONL file, in the order of (system, task).

    Args:
        path: the folder, or a file that ends in ``.jsonl``.
        bench: the tasks that they answer.
        may_lack_reports: whether a system may have left tasks out.

    Raises:
        InputError: no report, an unknown task, two reports for one task, a report that is
            missing, a link that leads out of the folder, a file that cannot be read.
        TaskFormatError: a trajectory or JSONL line that does not follow its format.
    """
    found = _from_jsonl(path, bench) if path.suffix == ".jsonl" else _from_folder(path, bench)
    submitted = sorted(found, key=lambda s: (s.system, s.task_id))
    if not submitted:
        raise InputError(
            str(path),
            "has no report",
            expected="SYSTEM/TASK.md, TASK.md, or a .jsonl file",
            fix="Check the path.",
        )
    known = {task.id for task in bench.tasks}
    refuse_unprintable(submitted)
    refuse_unknown(submitted, known)
    refuse_twice(submitted)
    if not may_lack_reports:
        refuse_absent(submitted, known)
    return tuple(submitted)


def _from_jsonl(path: Path, bench: Bench) -> Iterator[Submitted]:
    from veridical.runs.importers.tasks import is_foreign

    if is_foreign(path):
        yield from _from_others(path, bench)
        return
    for line in read_lines(path, _Line):
        data = line.report.encode("utf-8", "replace")
        yield Submitted(
            line.system,
            line.task,
            line.task,
            data,
            line.format,
            line.evidence,
            line.trajectory,
            folder=path.parent,
        )


def _from_others(path: Path, bench: Bench) -> Iterator[Submitted]:
    """The reports of a JSONL file in another format, all of the system that the file names."""
    from veridical.runs.importers.reports import read_imports
    from veridical.runs.importers.tasks import articles, task_of, unknown_task

    for name, found in articles(path, read_imports(_read(path), shown_path(path))):
        task = task_of(found, bench)
        if task is None:
            raise unknown_task(shown_path(path.with_name(name)), found)
        yield Submitted(
            path.stem, task, name, found.data, found.format, lost=found.lost, folder=path.parent
        )


def _from_folder(folder: Path, bench: Bench) -> Iterator[Submitted]:
    if not folder.is_dir():
        raise InputError(str(folder), "is no folder", expected="reports", fix="Check the path.")
    root = folder.resolve()
    systems = [d for d in _entries(folder) if d.is_dir() and _reports(d)]
    flat = _reports(folder)
    if systems and flat:
        raise InputError(
            shown_path(folder),
            "has reports both beside and inside its folders",
            got=shown_path(flat[0]),
            expected="one of the two",
            fix="Move the loose reports into a folder named after their system.",
        )
    ids = {quote(task.id, safe=""): task.id for task in bench.tasks}
    ids |= {task.id: task.id for task in bench.tasks}
    for system, reports in [(d, _reports(d)) for d in systems] or [(root, flat)]:
        for report in reports:
            yield _from_file(report, system.name, (ids, bench), root)


def _entries(folder: Path) -> list[Path]:
    try:
        entries = sorted(e for e in folder.iterdir() if not e.name.startswith("."))
    except OSError as e:
        raise _unreadable(folder, e) from e
    for entry in entries:
        if entry.is_symlink() and not entry.exists():
            _file(entry)
    return entries


def _reports(folder: Path) -> list[Path]:
    from veridical.runs.importers.tasks import holds_report

    return [e for e in _entries(folder) if not e.is_dir() and holds_report(e)]


def _from_file(
    report: Path, system: str, known: tuple[Mapping[str, str], Bench], root: Path
) -> Submitted:
    from veridical.runs.importers.reports import read_import
    from veridical.runs.importers.tasks import task_of

    ids, bench = known
    name = report.name[: -len(report.suffix)]
    is_json = report.suffix.lower() == ".json"
    if name not in ids and not is_json:
        raise no_such_task(shown_path(report), name, ids.values())
    found = read_import(_read(_file(_inside(report, root))), shown_path(report))
    task = ids.get(name) or task_of(found, bench)
    if task is None:
        raise no_such_task(shown_path(report), name, ids.values())
    evidence = beside(report, f"{name}.evidence.json")
    trajectory = beside(report, f"{name}.trajectory.jsonl")
    return Submitted(
        system,
        task,
        report.name,
        found.data,
        found.format,
        read_evidence(_inside(evidence, root)) if evidence else None,
        read_trajectory(_inside(trajectory, root)) if trajectory else None,
        lost=found.lost,
        folder=report.parent,
    )


def _inside(path: Path, root: Path) -> Path:
    try:
        is_inside = path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # a loop of links
        is_inside = False
    if not is_inside:
        raise InputError(
            shown_path(path),
            "is a link that leads out of the folder of reports",
            expected="files inside it",
            fix="Copy the file there.",
        )
    return path


def beside(report: Path, name: str) -> Path | None:
    """The file of that name beside a report; None where there is nothing of that name.

    Raises:
        InputError: there is something, and it is no file: nothing given is left out unsaid.
    """
    path = report.with_name(name)
    return _file(path) if os.path.lexists(path) else None


def _file(path: Path) -> Path:
    """A pipe would be waited for without end, and a broken link be taken for nothing."""
    if not path.is_file():
        raise InputError(
            shown_path(path),
            "is no file that can be read",
            expected="a file",
            fix="Put the file itself there, or remove it.",
        )
    return path


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as e:
        raise _unreadable(path, e) from e


def read_evidence(path: Path) -> EvidenceFile:
    """What a writer was given, from the file beside its report.

    Raises:
        InputError: the file cannot be read, or is no evidence list.
    """
    try:
        return msgspec.json.decode(_read(path).removeprefix(b"\xef\xbb\xbf"), type=EvidenceFile)
    except msgspec.DecodeError as e:
        raise InputError(
            shown_path(path),
            f"is no evidence list: {e}",
            expected='{"texts": [ids], "images": [ids]}',
            fix="Mend the file.",
        ) from e


def shown_path(path: Path) -> str:
    """A path whose bytes may be no text, for messages."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(
        shown_path(path), f"cannot be read: {error.strerror}", fix="Check the path and its rights."
    )
