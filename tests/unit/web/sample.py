"""Small pages made of real pieces, for the tests of `veridical.web`."""

from __future__ import annotations

from dataclasses import replace

from veridical.ask import NoVerdict, Quote
from veridical.diagnosis import (
    Diagnosis,
    Exhibit,
    ExhibitMark,
    ExhibitRow,
    NodeFinding,
    Standing,
)
from veridical.graph import EvidenceGraph, Node, NodeType
from veridical.measure import Scale
from veridical.report.model import EvidenceList, Report
from veridical.report.parse import parse_report
from veridical.report.render import render_html
from veridical.score import Bounds, Gated, Measured, Missing, Reason, Undefined
from veridical.task import Gold, Item, Query, Task
from veridical.web.pages import CheckPage, LeaderboardPage, ReportPage, TaskPage
from veridical.web.pages.check import (
    CheckedStatement,
    FindingRow,
    ReferenceRow,
    SourceCheck,
    VerdictKind,
)
from veridical.web.pages.frame import Fact, Frame, Tone
from veridical.web.pages.leaderboard import Breakdown, MatrixCell, MatrixRow, SystemRow
from veridical.web.pages.report import AskCard
from veridical.web.pages.scores import Cell, Column, GateLine, ScoreLine
from veridical.web.pages.task import TaskRow

SOURCE = "Ice has 917 kg/m³ [1]. Water is densest at 3.98 °C [2]. So ice floats [9]."
E1 = Node("E1", NodeType.EVIDENCE, "Ice has a density of 917 kg/m³.", "water-01")
E2 = Node("E2", NodeType.EVIDENCE, "Fresh water is densest at 3.98 °C.", "water-02")
C1 = Node("C1", NodeType.CLAIM, "Ice is lighter than cold water.")
A = Node("A", NodeType.CONCLUSION, "Ice floats on a lake.")
GRAPH = EvidenceGraph((A, C1, E1, E2), (("E1", "C1"), ("E2", "C1"), ("C1", "A")))

ITEMS = {
    "water-01": Item(id="water-01", text="At 0 °C, ice has 917 kg/m³; water 999.84.", title="Ice"),
    "water-02": Item(id="water-02", text="Fresh water is densest at 3.98 °C.", title="Water"),
    "sound-01": Item(id="sound-01", text="Sound travels at 343 m/s.", title="Sound"),
}
TASK = Task(
    id="t-water",
    query=Query(text="Why does ice float?"),
    language="en",
    gold=Gold("Because it is lighter.", GRAPH),
    tags={"difficulty": "easy"},
)
FRAME = Frame(
    title="Ice & water",
    facts=(Fact("Judged by", "built-in rules 1"), Fact("Settings", "", (Fact("tau", "0.1"),))),
    is_indicative=True,
)
SCALE = Scale(0, 20)
TOTAL = Column(
    name="published",
    title="Total",
    scale=Scale(0, 100),
    convention="A gated part counts 0.",
    is_total=True,
)
PART = Column(name="example.part", title="Part", scale=SCALE, source="Example, eq. 1")
STAGES = ("none", "citation", "claim")
TIMED_OUT = Measured(12.5, 4, Missing.of([Reason.TIMEOUT]), Bounds(10.0, 15.0))
ASK_ID = "a1" * 32
LATE_ID = "b2" * 32
IN_ITEM = Quote("water-01", 9, 26, "ice has 917 kg/m³")
IN_REPORT = Quote("report", 0, 17, "Ice has 917 kg/m³")


def report() -> Report:
    """Three statements, each with one citation; the last one leads nowhere."""
    return parse_report(SOURCE, name="water.md", evidence=EvidenceList(("water-01", "sound-01")))


def diagnosis() -> Diagnosis:
    """The chain breaks at E2, which was retrieved and never cited."""
    return Diagnosis(
        nodes=(
            NodeFinding("A", {"instantiated": True, "supported": None}),
            NodeFinding("C1", {"instantiated": True, "supported": False}, asks=(ASK_ID,)),
            NodeFinding("E1", {"retrieved": True, "cited": True}, quotes=(IN_REPORT, IN_ITEM)),
            NodeFinding("E2", {"retrieved": True, "cited": False}, note="Never cited."),
        ),
        broken=("E2",),
        furthest="citation",
        summary="The chain broke at E2.",
        conclusion=Quote("report", 56, 74, SOURCE[56:74]),
    )


def asks() -> tuple[AskCard, ...]:
    """One ask with an answer, one without."""
    answered = AskCard(
        id=ASK_ID,
        kind="claim_support",
        title="Do E1 and E2 carry C1?",
        inputs=(Fact("claim", C1.text),),
        answer=(Fact("supported", "no"),),
        why="E2 is not cited.",
        quotes=(IN_ITEM,),
        respondent="built-in rules 1",
    )
    late = NoVerdict(Reason.TIMEOUT, "60 s")
    return (answered, AskCard(id=LATE_ID, kind="report_rating", no_verdict=late))


def exhibits() -> tuple[Exhibit, ...]:
    """Criteria with marks, one of them missing, and a statement beside a figure."""
    mark = ExhibitMark("this report", Measured(7.5), 0, 10)
    lacking = ExhibitMark("this report", Undefined(Reason.TIMEOUT, "60 s"), 0, 10)
    criteria = (
        ExhibitRow(text="Names the causes", group="Insight", marks=(mark,), asks=(ASK_ID,)),
        ExhibitRow(text="Weighs them", group="Insight", marks=(lacking,)),
    )
    beside = ExhibitRow(
        text="Ice floats",
        verdict="number_differs",
        standing=Standing.BAD,
        note="the axis says otherwise",
        quotes=(IN_REPORT, IN_ITEM),
        picture="images/ice.png",
        read=(("density", "0.92"),),
        asks=(ASK_ID,),
    )
    return (
        Exhibit(title="Criteria", note="Marks of 0 to 10.", rows=criteria),
        Exhibit(title="Figures beside their statements", rows=(beside,)),
        Exhibit(title="Key points"),
    )


def report_page() -> ReportPage:
    """A report whose chain breaks."""
    return ReportPage(
        frame=FRAME,
        system="atlas",
        task=TASK,
        report=report(),
        body=render_html(report()),
        scores=(
            ScoreLine(column=TOTAL, score=Measured(42.0)),
            ScoreLine(column=PART, score=TIMED_OUT, tally=(Fact("node", "E1"),), asks=(ASK_ID,)),
        ),
        gates=(
            GateLine(name="citation", opens=True),
            GateLine(name="claim", opens=False, note="C1 is not supported"),
            GateLine(name="answer", opens=None, is_reached=False),
        ),
        diagnosis=diagnosis(),
        exhibits=exhibits(),
        asks=asks(),
        items=ITEMS,
    )


def leaderboard_page() -> LeaderboardPage:
    """Two systems, one of them with a missing answer and a gated part."""
    full = SystemRow(
        system="atlas",
        cells=(Cell(score=Measured(80.0)), Cell(score=Measured(18.0))),
        stopped=(0, 1, 2),
        tasks=3,
    )
    partial = SystemRow(
        system="beacon",
        cells=(Cell(score=Undefined(Reason.TIMEOUT)), Cell(score=TIMED_OUT, gated=2)),
        stopped=(1, 1, 0),
        undecided=1,
        tasks=3,
        absent=1,
        missing=1,
    )
    cells = (
        MatrixCell(score=Measured(80.0), stage=2),
        MatrixCell(score=Gated("claim"), stage=None),
    )
    line = MatrixRow(task="t-water", query="Why does ice float?", tags=("easy",), cells=cells)
    breakdown = Breakdown(
        label="difficulty",
        values=("easy",),
        tasks=(3,),
        scores=((Measured(80.0),), (Undefined(Reason.TIMEOUT),)),
    )
    return LeaderboardPage(
        frame=FRAME,
        columns=(TOTAL, PART),
        stages=STAGES,
        rows=(full, partial),
        matrix=(line,),
        breakdowns=(breakdown,),
    )


def task_page() -> TaskPage:
    """The task with one system on it."""
    row = TaskRow(
        system="atlas",
        cells=(Cell(score=Measured(42.0)), Cell(score=TIMED_OUT)),
        stage=1,
        note="The chain broke at E2.",
    )
    return TaskPage(
        frame=replace(FRAME, title="t-water"),
        task=TASK,
        columns=(TOTAL, PART),
        stages=STAGES,
        rows=(row,),
        items=ITEMS,
    )


SUPPORTED = VerdictKind(name="supported", title="Supported", tone=Tone.GOOD, meaning="Said there.")
CONTRADICTED = VerdictKind(name="contradicted", title="Contradicted", tone=Tone.BAD)
UNREACHABLE = VerdictKind(name="unreachable", title="Unreachable", tone=Tone.UNKNOWN)


def check_page() -> CheckPage:
    """A checked report with one statement of each of two verdicts."""
    good = SourceCheck(
        citation="[1]",
        source_name="Ice",
        address="https://corpus.veridical.example/water-01",
        verdict="supported",
        quotes=(IN_ITEM,),
    )
    wrong = SourceCheck(citation="[2]", source_name="Sound", verdict="contradicted")
    return CheckPage(
        frame=replace(FRAME, title="water.md"),
        report=report(),
        body=render_html(report()),
        verdicts=(SUPPORTED, CONTRADICTED, UNREACHABLE),
        statements=(
            CheckedStatement(statement=0, verdict="supported", checks=(good,)),
            CheckedStatement(
                statement=1,
                verdict="contradicted",
                why="The source says otherwise.",
                checks=(wrong,),
            ),
        ),
        findings=(
            FindingRow(
                kind="number_differs",
                severity="error",
                tone=Tone.BAD,
                line=1,
                column=27,
                message="3.98 °C is not in the source.",
                statement=1,
                quote=IN_ITEM,
            ),
        ),
        references=(
            ReferenceRow(reference=0, state="read", tone=Tone.GOOD, statements=(0,)),
            ReferenceRow(reference=1, state="dead", tone=Tone.BAD, address="javascript:alert(1)"),
        ),
        styles=(("numeric", 3),),
    )


PAGES = (leaderboard_page(), report_page(), task_page(), check_page())
