"""Files of other benches: one result of a chat page, many articles in one file, real data."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.report_files import data, package, paragraph
from veridical.errors import InputError
from veridical.report import Report
from veridical.runs.importers.deepresearcheval import read_result
from veridical.runs.importers.imported import Lost
from veridical.runs.importers.reports import read_import, read_reports, report_of
from veridical.runs.submissions import read_submissions
from veridical.runs.verbs import evaluate
from veridical.task import Bench, Query, Task, read_bench

QUERY = "How fast does ice melt?"
PAGE = (
    f"Conversation with Someone   {QUERY}  Here's a research plan. \n (1) Find ice.\n(2) Melt it. "
    "More Edit plan  I've completed your research. Feel free to ask me follow-up questions or "
    "request changes. Ice Completed May 1 Someone can make mistakes, so double-check it  Ice "
    "Contents Export Create "
)
PANEL = (
    "Sources used in the report[a.orgIce pageOpens in a new window](https://a.org/x_(1))"
    "[b.orgMeltOpens in a new window](https://b.org/y)Sources read but not used in the report"
    "[c.orgNoOpens in a new window](https://c.org/z)"
)


def result(response: str, panel: str = PANEL, query: str = QUERY) -> dict[str, object]:
    """A result file as JSON."""
    entry = {"query": query, "response": response, "deep_research_sources": panel}
    return {"entries": [entry], "query_id": 7, "timestamp": "2025-08-19T22:24:19"}


def told(report: Report) -> list[str]:
    """What was lost."""
    return [note.detail for note in report.notes if note.kind == "not_imported"]


def keys(report: Report) -> dict[str, list[str]]:
    """The sources of each statement."""
    found = {}
    for statement in report.statements:
        sources = [report.citations[index].source for index in statement.citations]
        found[statement.text] = [source.key for source in sources if source]
    return found


def test_a_result_of_a_chat_page() -> None:
    """The page around the report is named and left out; its numbers count its panel."""
    data = json.dumps(result(PAGE + "Ice melts fast.  [1]   It is cold. [2][3]")).encode()
    found = read_import(data, "r.json")
    report = report_of(found, "r.json")

    assert keys(report) == {
        "Ice melts fast.": ["https://a.org/x_(1)"],
        "It is cold.": ["https://b.org/y"],
    }
    assert (found.task, found.query, found.date) == ("7", QUERY, "2025-08-19")
    assert told(report) == [
        "1 echo of the query",
        "2 steps of the plan of the research",
        f"{len(PAGE)} characters of the chat page before the report",
        "1 number without a source",
        "1 source that was read but not used",
    ]


def test_a_panel_that_counts_otherwise() -> None:
    """Where linked numbers contradict the panel, its order says nothing about plain ones."""
    report = report_of(
        read_result(result("Ice melts [1](https://b.org/y). Cold [2].", query="")), "r"
    )

    assert [c.resolution for c in report.citations] == ["link", "missing_reference"]


def test_a_report_without_a_page_around_it() -> None:
    """Nothing is cut, but an echo of the query at its beginning."""
    assert read_result(result("Ice melts.")).data.startswith(b"Ice melts.")
    assert read_result(result("How fast  does ice melt?\n\nIce melts.")).data == b"Ice melts.\n\n"


def bench() -> Bench:
    """Two tasks."""
    return Bench((Task("1", Query("Why?")), Task("ice", Query("为什么？"))), {}, Path())


def article(number: object, prompt: str, text: str) -> str:
    """A line of DeepResearch Bench."""
    return json.dumps({"id": number, "prompt": prompt, "article": text}, ensure_ascii=False)


def test_articles_are_submissions(tmp_path: Path) -> None:
    """By the id, else by the words of the task; the system is called like the file."""
    file = tmp_path / "claude.jsonl"
    lines = [article(1, "Why?", "Ice [1].\n\n[1] https://a.org"), article(99, " 为什么？ ", "冰。")]
    file.write_text("\n".join(lines), "utf-8")
    found = read_submissions(file, bench())

    assert [(s.system, s.task_id, s.name) for s in found] == [
        ("claude", "1", "claude.jsonl#1"),
        ("claude", "ice", "claude.jsonl#99"),
    ]
    assert len(read_reports(file)) == 2


def test_articles_of_no_task(tmp_path: Path) -> None:
    """One line says which."""
    file = tmp_path / "claude.jsonl"
    file.write_text(article(5, "Else?", "Ice."), "utf-8")
    with pytest.raises(InputError) as caught:
        read_submissions(file, bench())

    assert str(caught.value) == (
        f"{file}#5: answers a task that the bench does not have, got '5'; expected a task of the "
        "bench, by its id or its words. Rename the report or name another bench."
    )


def test_a_folder_of_all_formats(tmp_path: Path) -> None:
    """DOCX by its name, JSON by its content; JSON that is no report is passed over."""
    folder = tmp_path / "some"
    folder.mkdir()
    equation = "<w:p><m:oMathPara/></w:p>"
    (folder / "ice.docx").write_bytes(package(paragraph("冰融化。") + equation))
    (folder / "deep_1.json").write_text(json.dumps(result(PAGE + "Ice.") | {"query_id": 1}))
    (folder / "1.evidence.json").write_text('{"texts": ["a"]}')
    (folder / "sources.json").write_text('{"1": "a.txt"}')
    found = read_submissions(folder, bench())

    assert [(s.system, s.task_id, s.name) for s in found] == [
        ("some", "1", "deep_1.json"),
        ("some", "ice", "ice.docx"),
    ]
    assert found[1].lost == (Lost(1, "equation"),)
    assert told(found[1].parsed().report) == ["1 equation"]


def test_evaluate_tells_what_was_lost(tmp_path: Path) -> None:
    """A line a report; the run's own copy is the Markdown that was judged."""
    demo = Path(__file__).parents[4] / "src" / "veridical" / "runs" / "demo_bench"
    tasks = [task.id for task in read_bench(demo).tasks]
    folder = tmp_path / "reports" / "some"
    folder.mkdir(parents=True)
    equation = "<w:p><m:oMathPara/></w:p>"
    for task in tasks:
        (folder / f"{task}.docx").write_bytes(package(paragraph("Ice melts.") + equation))
    lines: list[str] = []
    evaluate(demo, tmp_path / "reports", out=tmp_path / "run", on_lost=lines.append)

    assert lines == [f"some/{task}.docx: not imported: 1 equation" for task in sorted(tasks)]


@pytest.mark.parametrize(
    ("name", "steps", "unknown"),
    [
        ("deep_research_1_20250819_222419.json", 8, 0),
        ("deep_research_2_20250819_233323.json", 7, 1),
        ("deep_research_4_20250820_171532.json", 6, 1),
    ],
)
def test_real_results(name: str, steps: int, unknown: int) -> None:
    """Nearly every number resolves; neither plan nor page is a statement."""
    path = data("deepresearcheval", name)
    (report,) = read_reports(path)
    states = Counter(c.resolution.value for c in report.citations)
    said = " ".join(s.text for s in report.statements)

    assert f"{steps} steps of the plan of the research" in told(report)
    assert (f"{unknown} number without a source" in told(report)) == bool(unknown)
    assert states["missing_reference"] < 4 < 70 < states["resolved"]
    assert "Edit plan" not in said
    assert "double-check" not in said


def test_real_articles() -> None:
    """Forty reports, half of them Chinese, nearly all of whose citations resolve."""
    reports = read_reports(data("deepresearch_bench", "reports_claude_3_7.jsonl"))
    states = Counter(c.resolution.value for r in reports for c in r.citations)

    assert len(reports) == 40
    assert Counter(r.language for r in reports) == {"zh": 20, "en": 20}
    assert states["resolved"] > 0.95 * sum(states.values())
