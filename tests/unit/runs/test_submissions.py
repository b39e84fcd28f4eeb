"""Reports from a folder or a file that nobody vouches for."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.small_method import TASKS, bench, write_reports
from veridical.errors import InputError, TaskFormatError, shown
from veridical.report.model import EvidenceList
from veridical.runs.submissions import EvidenceFile, Submitted, read_submissions
from veridical.task import Query, Task
from veridical.trajectory import Step, StepKind


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Two systems' reports on both tasks."""
    return write_reports(tmp_path / "reports")


def refusal(path: Path, tmp_path: Path, **options: bool) -> str:
    """The line with which reports are refused."""
    with pytest.raises(InputError) as raised:
        read_submissions(path, bench(tmp_path / "bench"), **options)
    return str(raised.value)


def test_a_folder_per_system(tmp_path: Path, reports: Path) -> None:
    """In the order of system and task, each with its format."""
    (reports / "poor" / "t-sky.md").rename(reports / "poor" / "t-sky.html")
    found = read_submissions(reports, bench(tmp_path / "bench"))

    assert [(s.system, s.task_id, s.name, s.format) for s in found] == [
        ("good", "t-grass", "t-grass.md", "markdown"),
        ("good", "t-sky", "t-sky.md", "markdown"),
        ("poor", "t-grass", "t-grass.md", "markdown"),
        ("poor", "t-sky", "t-sky.html", "html"),
    ]
    assert found[0].data == "草是绿的。".encode()


def test_a_flat_folder_is_one_system(tmp_path: Path, reports: Path) -> None:
    """Named after the folder."""
    found = read_submissions(reports / "good", bench(tmp_path / "bench"))

    assert {s.system for s in found} == {"good"}


def test_what_is_no_report_is_left_alone(tmp_path: Path, reports: Path) -> None:
    """Hidden files, pictures, folders without reports."""
    (reports / ".git").mkdir()
    (reports / "pictures").mkdir()
    (reports / "pictures" / "a.png").write_bytes(b"x")
    (reports / "systems.json").write_text("{}", encoding="utf-8")

    assert len(read_submissions(reports, bench(tmp_path / "bench"))) == 4


def test_evidence_and_trajectory_stand_beside_a_report(tmp_path: Path, reports: Path) -> None:
    """What the writer was given, and what it did."""
    (reports / "good" / "t-sky.evidence.json").write_text(
        '{"texts": ["b", "a"], "images": ["c"], "names": {"a": "天空"}}', encoding="utf-8"
    )
    (reports / "good" / "t-sky.trajectory.jsonl").write_text('{"step": 1, "kind": "plan"}\n')
    found = read_submissions(reports, bench(tmp_path / "bench"))[1]

    assert found.evidence == EvidenceFile(("b", "a"), ("c",), {"a": "天空"})
    assert found.trajectory == (Step(1, StepKind.PLAN),)
    parsed = found.parsed()
    assert parsed.evidence == EvidenceList(("b", "a"), ("c",), {"a": "天空"})
    assert [c.label for c in parsed.report.citations] == ["1"]
    assert parsed.report.name == "good/t-sky.md"


def test_what_is_not_there_is_unknown(tmp_path: Path, reports: Path) -> None:
    """No evidence list is not an empty one."""
    found = read_submissions(reports, bench(tmp_path / "bench"))[0]

    assert (found.evidence, found.trajectory) == (None, None)
    assert found.parsed().evidence is None


def test_a_task_id_that_no_file_can_have_is_percent_encoded(tmp_path: Path) -> None:
    """A slash in an id leads nowhere."""
    tasks = (Task("wiki/12:a", Query("x")),)
    reports = write_reports(tmp_path / "reports", {("s", "wiki%2F12%3Aa"): "x"})
    found = read_submissions(reports, bench(tmp_path / "bench", tasks))

    assert [s.task_id for s in found] == ["wiki/12:a"]


def test_a_jsonl_file_of_reports(tmp_path: Path) -> None:
    """One object a line."""
    path = tmp_path / "reports.jsonl"
    lines = [
        {"system": "s", "task": "t-sky", "report": "蓝色", "evidence": {"texts": ["a"]}},
        {
            "system": "s",
            "task": "t-grass",
            "report": "<p>x",
            "format": "html",
            "trajectory": [{"step": 1, "kind": "plan"}],
        },
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    found = read_submissions(path, bench(tmp_path / "bench"))

    assert found == (
        replace(
            Submitted("s", "t-grass", "t-grass", b"<p>x", "html", None, (Step(1, StepKind.PLAN),)),
            folder=tmp_path,
        ),
        replace(
            Submitted("s", "t-sky", "t-sky", "蓝色".encode(), None, EvidenceFile(("a",))),
            folder=tmp_path,
        ),
    )


def test_a_broken_jsonl_line_is_named(tmp_path: Path) -> None:
    """File, line, and what is wrong."""
    path = tmp_path / "reports.jsonl"
    path.write_text('{"system": "s", "task": "t"}\n', encoding="utf-8")
    with pytest.raises(TaskFormatError) as raised:
        read_submissions(path, bench(tmp_path / "bench"))

    assert str(raised.value) == (
        f"{path}, line 1: does not follow its format: Object missing required field "
        "`report`, got {'system': 's', 'task': 't'}; expected one JSON object with the "
        "fields system, task, report, evidence, trajectory, format. Mend the line."
    )


def test_an_unknown_task_is_refused(tmp_path: Path, reports: Path) -> None:
    """With the tasks that there are."""
    (reports / "good" / "t-see.md").write_text("x", encoding="utf-8")

    assert refusal(reports, tmp_path) == (
        f"{reports}/good/t-see.md: answers a task that the bench does not have, got 't-see'; "
        "expected t-grass, t-sky. Rename the report or name another bench."
    )


def test_an_unknown_task_of_a_line_is_refused(tmp_path: Path) -> None:
    """By the name of its system."""
    path = tmp_path / "reports.jsonl"
    path.write_text('{"system": "s", "task": "../t", "report": ""}', encoding="utf-8")

    assert refusal(path, tmp_path) == (
        "system \"s\": answers a task that the bench does not have, got '../t'; "
        "expected t-grass, t-sky. Rename the report or name another bench."
    )


def test_missing_reports_are_refused(tmp_path: Path, reports: Path) -> None:
    """A system's mean over the tasks it liked is no mean."""
    (reports / "poor" / "t-sky.md").unlink()

    assert refusal(reports, tmp_path) == (
        'system "poor": has no report for 1 of 2 tasks: t-sky; '
        "expected a report for every task. Add them, or allow systems to lack reports."
    )


def test_missing_reports_may_be_allowed(tmp_path: Path, reports: Path) -> None:
    """By saying so."""
    (reports / "poor" / "t-sky.md").unlink()
    found = read_submissions(reports, bench(tmp_path / "bench"), may_lack_reports=True)

    assert len(found) == 3


def test_two_reports_for_one_task_are_refused(tmp_path: Path, reports: Path) -> None:
    """Nobody guesses which."""
    (reports / "good" / "t-sky.html").write_text("x", encoding="utf-8")

    assert refusal(reports, tmp_path) == (
        "system \"good\", task \"t-sky\": has two reports, got ['t-sky.html', 't-sky.md']; "
        "expected one. Remove one of them."
    )


def test_loose_reports_beside_systems_are_refused(tmp_path: Path, reports: Path) -> None:
    """Nobody guesses whose they are."""
    (reports / "t-sky.md").write_text("x", encoding="utf-8")

    assert refusal(reports, tmp_path) == (
        f"{reports}: has reports both beside and inside its folders, "
        f"got {shown(str(reports / 't-sky.md'))}; "
        "expected one of the two. Move the loose reports into a folder named after their system."
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"texts": ["a"', "Input data was truncated"),
        ("", "Input data was truncated"),
        ('{"texts": [1]}', "Expected `str`, got `int` - at `$.texts[0]`"),
        ('{"text": ["a"]}', "Object contains unknown field `text`"),
        ("[]", "Expected `object`, got `array`"),
    ],
    ids=["cut", "empty", "number", "unknown field", "array"],
)
def test_a_broken_evidence_list_is_named(
    tmp_path: Path, reports: Path, text: str, wrong: str
) -> None:
    """Never read as an empty one."""
    path = reports / "good" / "t-sky.evidence.json"
    path.write_text(text, encoding="utf-8")

    assert refusal(reports, tmp_path) == (
        f"{path}: is no evidence list: {wrong}; "
        'expected {"texts": [ids], "images": [ids]}. Mend the file.'
    )


@pytest.mark.parametrize("name", ["t-sky.md", "t-sky.evidence.json", "t-sky.trajectory.jsonl"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, reports: Path, name: str) -> None:
    """A report cannot bring the machine's files in."""
    secret = tmp_path / "secret"
    secret.write_text("{}", encoding="utf-8")
    (reports / "good" / name).unlink(missing_ok=True)
    (reports / "good" / name).symlink_to(secret)

    assert refusal(reports, tmp_path) == (
        f"{reports}/good/{name}: is a link that leads out of the folder of reports; "
        "expected files inside it. Copy the file there."
    )


def test_a_linked_folder_that_leads_out_is_refused(tmp_path: Path, reports: Path) -> None:
    """Neither file by file nor as a whole."""
    other = write_reports(tmp_path / "other")
    (reports / "third").symlink_to(other / "good")

    assert refusal(reports, tmp_path).startswith(
        f"{reports}/third/t-grass.md: is a link that leads out of the folder of reports; "
    )


def test_a_link_inside_the_folder_is_followed(tmp_path: Path, reports: Path) -> None:
    """Two systems may share a report."""
    (reports / "poor" / "t-sky.md").unlink()
    (reports / "poor" / "t-sky.md").symlink_to(reports / "good" / "t-sky.md")
    found = read_submissions(reports, bench(tmp_path / "bench"))

    assert found[1].data == found[3].data


def test_no_report_at_all_is_refused(tmp_path: Path) -> None:
    """An empty folder is a mistake in the path."""
    (tmp_path / "reports").mkdir()

    assert refusal(tmp_path / "reports", tmp_path) == (
        f"{tmp_path}/reports: has no report; expected SYSTEM/TASK.md, TASK.md, or a .jsonl file. "
        "Check the path."
    )


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """As a path."""
    assert refusal(tmp_path / "none", tmp_path) == (
        f"{tmp_path}/none: is no folder; expected reports. Check the path."
    )


@pytest.mark.parametrize("name", [b"\xff\xfe", b"a\nb", b" "])
def test_a_system_whose_name_cannot_be_printed_is_refused(tmp_path: Path, name: bytes) -> None:
    """It would break every table."""
    folder = tmp_path / "reports" / os.fsdecode(name)
    folder.mkdir(parents=True)
    (folder / "t-sky.md").write_bytes(b"x")

    assert refusal(tmp_path / "reports", tmp_path, may_lack_reports=True).startswith(
        "reports: a system's name cannot be printed, got "
    )


def test_reports_are_read_as_bytes(tmp_path: Path, reports: Path) -> None:
    """Whatever the locale, and whatever the bytes: decoding is the parser's."""
    (reports / "good" / "t-sky.md").write_bytes(b"\xff\xfe\x00blue")
    found = read_submissions(reports, bench(tmp_path / "bench"))[1]

    assert found.data == b"\xff\xfe\x00blue"
    assert found.parsed().task_id == TASKS[0].id


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _broken_link(path: Path) -> None:
    path.symlink_to("nowhere")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize("name", ["t-sky.md", "t-sky.evidence.json", "t-sky.trajectory.jsonl"])
@pytest.mark.parametrize("make", [_pipe, _broken_link, _loop])
def test_what_has_a_files_name_and_is_none_is_refused(
    tmp_path: Path, reports: Path, name: str, make: Callable[[Path], None]
) -> None:
    """At once and in one line; nothing that was given is taken for absent."""
    path = reports / "good" / name
    path.unlink(missing_ok=True)
    make(path)

    assert re.fullmatch(
        rf"{re.escape(str(path))}: is (no file that can be read; expected a file\. Put the file "
        r"itself there, or remove it|a link that leads out of the folder of reports; .*)\.",
        refusal(reports, tmp_path),
    )


def test_a_folder_named_like_a_companion_is_refused(tmp_path: Path, reports: Path) -> None:
    """It is no evidence list."""
    (reports / "good" / "t-sky.evidence.json").mkdir()

    assert "t-sky.evidence.json: is no file that can be read; expected a file." in refusal(
        reports, tmp_path
    )


def test_a_system_that_is_a_broken_link_is_refused(tmp_path: Path, reports: Path) -> None:
    """Its reports would be left out unsaid."""
    (reports / "third").symlink_to("nowhere")

    assert "third: is no file that can be read; expected a file." in refusal(reports, tmp_path)
