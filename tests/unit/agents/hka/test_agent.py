"""The agent of Knowledgeable Deep Research, step by step; programs run in the real sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.requirements import require
from veridical.agents.hka.agent import hka
from veridical.agents.hka.asks.code import Code, CodeAsk
from veridical.agents.hka.asks.conclusion import Conclusion, ConclusionAsk
from veridical.agents.hka.asks.figure import FigureAsk, FigureVerdict, Looked
from veridical.agents.hka.asks.insights import Findings, InsightsAsk
from veridical.agents.hka.asks.intent import Intent, IntentAsk
from veridical.agents.hka.asks.outline import Head, Outline, OutlineAsk
from veridical.agents.hka.asks.step import Done, Move, StepAsk, Tool
from veridical.agents.hka.asks.summary import Summary, SummaryAsk
from veridical.agents.hka.drawing import Drawer, drawer
from veridical.agents.hka.made import Analysed
from veridical.agents.hka.settings import Hka, Part
from veridical.agents.hka.writer import without_repeats
from veridical.agents.research import Paragraph, Section, Sentence
from veridical.agents.research.library import Library
from veridical.agents.sandbox import Limits, find_sandbox
from veridical.ask import ONCE, Answer, Ask, Attachment, Draw, NoVerdict, Role
from veridical.errors import ConfigError
from veridical.retrieval.tables import Table, table_from_grid
from veridical.score import Reason
from veridical.task import Item, Modality, Query

ABSENT = NoVerdict(Reason.UNREADABLE, "the reply could not be read")
ATTACHED = Attachment("figure.png", "0" * 64)
DRAWS = """
import json
import matplotlib.pyplot as plt
figure, axes = plt.subplots()
axes.bar([r["region"] for r in rows], [r["output"] for r in rows])
figure.savefig("figure.png")
json.dump([], open("result.json", "w"))
"""
RAISES = "rows[99]['nothing']"
BLANK = """
import matplotlib.pyplot as plt
plt.figure().savefig("figure.png")
"""


def table(id_: str, title: str, *rows: str) -> Table:
    """A table of lines with cells apart by bars."""
    grid = [row.split("|") for row in rows]
    found = table_from_grid(grid, id=id_, title=title, language="en", source=f"https://x.org/{id_}")
    assert found is not None
    return found


SOLAR = table(
    "solar",
    "Output of solar power by region",
    "Region|Output (TWh)",
    "North|717",
    "South|523",
    "East|31",
)
RAIN = table("rain", "Rain by region", "Region|Rain (mm)", "North|900", "South|400", "East|650")
ITEMS = [
    Item("sun", "Solar power has its largest output in the north. It rains there too."),
    Item("wind", "Wind power is taken from moving air by turbines."),
    Item("map", "A map of solar power by region.", Modality.IMAGE),
]
QUESTION = Query("Which region has the largest output of solar power?")
FOUND = Findings("Output by region", ("The output of the north is 717 TWh.",))


ONE_VIEW = Hka(views=1)


class Told:
    """An asker that says what a test wants of each kind of ask, else what the rules say."""

    def __init__(self, **said: Callable[[Ask], object]) -> None:  # type: ignore[type-arg]
        self.said = said
        self.asks: list[Ask] = []  # type: ignore[type-arg]

    async def ask(self, ask: Ask, draw: Draw = ONCE) -> Answer | NoVerdict:  # type: ignore[type-arg]
        """The answer."""
        self.asks.append(ask)
        answer = self.said.get(ask.kind.partition(".")[2])
        if answer is None:
            return ask.by_rule()
        found = answer(ask)
        return found if isinstance(found, Answer | NoVerdict) else Answer(found)

    def of(self, kind: type) -> list:  # type: ignore[type-arg]
        """The asks of a kind."""
        return [ask for ask in self.asks if isinstance(ask, kind)]


@pytest.fixture(scope="module")
def drawing() -> Drawer:
    """A drawer over the real sandbox."""
    require("bubblewrap")
    pytest.importorskip("matplotlib")
    return asyncio.run(drawer(find_sandbox(Limits(wall_s=60))))


def researched(
    asker: Told,
    drawing: Drawer | NoVerdict,
    *,
    settings: Hka = ONE_VIEW,
    tables: tuple[Table, ...] = (SOLAR, RAIN),
    query: Query = QUESTION,
) -> Analysed:
    """What the agent does."""
    library = Library.of(ITEMS)
    return asyncio.run(
        hka(query, library, asker, tables=tables, drawing=drawing, settings=settings)
    )


def one_after_the_other(*codes: str) -> Callable[[Ask], object]:  # type: ignore[type-arg]
    """Programs in a row; the last for ever."""
    at = count()
    return lambda _: Code(codes[min(next(at), len(codes) - 1)])


def test_by_rule_texts_then_the_table_then_writing(drawing: Drawer) -> None:
    """Every number is traced, the figure is the fitting table's, all stands in the report."""
    asker = Told()
    found = researched(asker, drawing)
    (made,) = found.made
    assert (made.table.id, found.calls) == ("solar", 2)
    assert [ask.by_rule().value.tool for ask in asker.of(StepAsk)] == ["web", "table", "write"]
    assert "717" in made.analysis.text
    (top, *_) = (n for one in made.insights for n in one.numbers)
    assert (top.expression.table, top.expression.rows, top.value) == ("solar", (0, 1, 2), 717)
    assert top.label == "North"
    assert found.draft is not None
    shown = [found.evidence.images[n - 1].id for n in found.draft.images()]
    assert "figure-1" in shown
    cited = {found.evidence.texts[n - 1].id for s in found.draft.sentences() for n in s.texts}
    assert {"analysis-1", "sun"} <= cited
    assert all(one.texts for one in found.draft.sentences())
    assert set(made.files()) == {
        f"figures/figure-1.{end}" for end in ("png", "py", "data.json", "numbers.json", "read.json")
    }
    assert made.files()["figures/figure-1.png"].startswith(b"\x89PNG")


def test_a_program_that_raises_twice_is_mended(drawing: Drawer) -> None:
    """The error and the last program go with each repair; one failed first run is counted."""
    asker = Told(code=one_after_the_other(RAISES, RAISES, DRAWS), insights=lambda _: FOUND)
    found = researched(asker, drawing, settings=Hka(views=1, without=(Part.WEB,)))
    asks = asker.of(CodeAsk)
    assert [bool(ask.error) for ask in asks] == [False, True, True]
    assert asks[1].code == RAISES
    assert "IndexError" in asks[1].error
    assert (found.rates.programs, found.rates.failed_first, found.rates.failed_last) == (1, 1, 0)
    assert found.made[0].analysis.text == FOUND.sentences[0]
    (number,) = found.made[0].insights[0].numbers
    assert (number.written, number.expression.operation, number.label) == ("717", "cell", "North")


def test_a_program_that_never_works_is_given_up(drawing: Drawer) -> None:
    """Five runs, no figure, and the report stands on its texts."""
    asker = Told(code=one_after_the_other(RAISES))
    found = researched(asker, drawing, tables=(SOLAR,))
    assert len(asker.of(CodeAsk)) == 5
    assert (found.rates.failed_first, found.rates.failed_last, found.made) == (1, 1, ())
    assert found.draft is not None


def test_a_blank_figure_is_seen_without_anybody_who_sees(drawing: Drawer) -> None:
    """Its pixels reject it before anybody is asked; a later one that shows something passes."""
    asker = Told(code=one_after_the_other(BLANK, DRAWS), insights=lambda _: FOUND)
    found = researched(asker, drawing, tables=(SOLAR,))
    assert len(asker.of(FigureAsk)) == 1
    assert asker.of(CodeAsk)[1].error == "its figure shows nothing"
    assert (found.rates.rejected_first, found.rates.rejected_last) == ({"empty": 1}, {})
    assert (found.rates.figures, len(found.made)) == (1, 1)


def test_no_figure_at_all_is_empty_to_the_last(drawing: Drawer) -> None:
    """Five rounds, then it is dropped, even as published: there is nothing to analyse."""
    asker = Told(code=one_after_the_other("print(1)"))
    found = researched(asker, drawing, tables=(SOLAR,), settings=Hka(as_published=True))
    assert len(asker.of(CodeAsk)) == 5
    assert found.rates.rejected_last == {"empty": 1}
    assert found.made == ()


def test_a_rejected_figure_is_drawn_anew(drawing: Drawer) -> None:
    """Whoever draws is told why; the second passes."""
    verdicts = iter([FigureVerdict.WRONG, FigureVerdict.VALID])
    asker = Told(figure=lambda _: Answer(Looked(next(verdicts)), "no axis is named"))
    found = researched(asker, drawing, tables=(SOLAR,))
    first, second = asker.of(CodeAsk)
    assert second.error == "visually_wrong: no axis is named"
    assert second.code == first.by_rule().value.code != second.by_rule().value.code
    assert (found.rates.rejected_first, found.rates.rejected_last) == ({"visually_wrong": 1}, {})
    assert (len(found.made), found.rates.unseen, found.not_assessed) == (1, 0, ())


@pytest.mark.parametrize(("as_published", "many"), [(False, 0), (True, 1)])
def test_a_figure_that_never_passes(drawing: Drawer, many: int, *, as_published: bool) -> None:
    """It is dropped; as published it is analysed all the same."""
    asker = Told(
        code=one_after_the_other(DRAWS),
        figure=lambda _: Looked(FigureVerdict.IRRELEVANT),
        insights=lambda _: FOUND,
    )
    settings = Hka(validations=2, as_published=as_published)
    found = researched(asker, drawing, tables=(SOLAR,), settings=settings)
    assert len(asker.of(FigureAsk)) == 2
    assert found.rates.rejected_last == {"irrelevant": 1}
    assert len(found.made) == many


def test_where_nobody_sees_it_is_said(drawing: Drawer) -> None:
    """A line, and no absence of the report."""
    found = researched(Told(), drawing)
    assert found.rates.unseen == 1
    assert any("nobody is bound who sees" in line for line in found.not_assessed)
    assert found.absence is None


def test_the_coder_sees_fields_and_no_values(drawing: Drawer) -> None:
    """Neither rows nor the rules' program enter the prompt; without the schema the rows do."""
    for without, is_seen in (((), False), ((Part.SCHEMA,), True)):
        asker = Told()
        researched(asker, drawing, settings=Hka(without=without))
        prompt = "\n".join(part.text for part in asker.of(CodeAsk)[0].prompt())
        assert ("717" in prompt) == is_seen
        assert "set_xlabel" not in prompt
        assert ("output: float or None" in prompt) != is_seen


def test_a_table_gives_a_second_view_where_the_rules_write(drawing: Drawer) -> None:
    """Of the same field as another kind, for there is no other; a model's program gives one."""
    found = researched(Told(), drawing, tables=(SOLAR,), settings=Hka())
    assert [one.figure.id for one in found.made] == ["figure-1", "figure-2"]
    assert [one.table.id for one in found.made] == ["solar", "solar"]
    assert found.made[0].code != found.made[1].code
    published = researched(Told(), drawing, tables=(SOLAR,), settings=Hka(as_published=True))
    assert len(published.made) == 1
    by_model = Told(code=one_after_the_other(DRAWS), insights=lambda _: FOUND)
    assert len(researched(by_model, drawing, tables=(SOLAR,), settings=Hka()).made) == 1


def test_a_sentence_whose_number_comes_from_nowhere_is_dropped(drawing: Drawer) -> None:
    """It is noted; as published it stays, and its number is told as untraced."""
    said = Findings("Output", ("The north has 717 TWh.", "By 2050 it will be 9,999 TWh."))
    asker = Told(code=one_after_the_other(DRAWS), insights=lambda _: said)
    found = researched(asker, drawing, tables=(SOLAR,))
    assert found.made[0].analysis.text == "The north has 717 TWh."
    assert any("no cell: 2050, 9,999" in (step.note or "") for step in found.steps)
    kept = researched(asker, drawing, tables=(SOLAR,), settings=Hka(as_published=True))
    assert [one.untraced for one in kept.made[0].insights] == [(), ("2050", "9,999")]


def test_used_tables_are_not_used_again(drawing: Drawer) -> None:
    """A planner that always wants a table gets each once."""
    n = count()
    asker = Told(step=lambda _: Move(Tool.TABLE, f"rain and solar output by region {next(n)}"))
    found = researched(asker, drawing, settings=Hka(calls=4, views=1))
    assert sorted(one.table.id for one in found.made) == ["rain", "solar"]
    assert [one.figure.id for one in found.made] == ["figure-1", "figure-2"]
    assert found.calls == 4
    assert found.draft is not None
    shown = [found.evidence.images[i - 1].id for i in found.draft.images()]
    assert {"figure-1", "figure-2"} <= set(shown)


@pytest.mark.parametrize("said", [ABSENT, "empty"])
def test_without_an_order_the_most_similar_table_is_taken(drawing: Drawer, said: object) -> None:
    """As in the released code: no verdict, or an empty one."""
    from veridical.agents.research.asks.rank import Ranking

    asker = Told(rank=lambda _: ABSENT if said is ABSENT else Ranking(()))
    found = researched(asker, drawing)
    assert [one.table.id for one in found.made] == ["solar"]


@pytest.mark.parametrize("part", Part)
def test_ablations(drawing: Drawer, part: Part) -> None:
    """What is taken away is not asked for."""
    asker = Told()
    found = researched(asker, drawing, settings=Hka(without=(part,)))
    kinds = {ask.kind for ask in asker.asks}
    assert ("hka.intent" in kinds) == (part is not Part.WEB)
    assert ("hka.code" in kinds) == (part is not Part.TABLES)
    assert ("research.rank" in kinds) == (part not in (Part.TABLES, Part.RERANK))
    assert found.draft is not None
    assert not any("analyses of tables" in line for line in found.not_assessed)


def test_each_ablation_changes_what_it_takes_away(drawing: Drawer) -> None:
    """Texts, figures, the order of tables, the schema: each alone, against the whole."""
    # the order puts the second table first
    from veridical.agents.research.asks.rank import RankAsk, Ranking

    def turned(ask: Ask) -> Ranking:  # type: ignore[type-arg]
        assert isinstance(ask, RankAsk)
        return Ranking(tuple(range(len(ask.items), 0, -1)))

    def found(*without: Part) -> tuple[Analysed, Told]:
        asker = Told(rank=turned)
        settings = Hka(without=without, views=1)
        query = Query("Which region has the largest output of solar power by region?")
        return researched(asker, drawing, settings=settings, query=query), asker

    whole, _ = found()
    assert [one.table.id for one in whole.made][:1] == ["rain"]
    assert {"sun", "analysis-1", "figure-1"} <= set(whole.evidence.ids)
    no_web, _ = found(Part.WEB)
    assert {"sun", "wind", "map"}.isdisjoint(no_web.evidence.ids)
    assert no_web.made
    no_tables, asked = found(Part.TABLES)
    assert (no_tables.made, asked.of(CodeAsk)) == ((), [])
    assert "sun" in no_tables.evidence.ids
    no_rerank, asked = found(Part.RERANK)
    assert [one.table.id for one in no_rerank.made][:1] == ["solar"]
    no_schema, asked = found(Part.SCHEMA)
    assert all("|" in one.table for one in asked.of(CodeAsk))
    assert no_schema.made


def test_figures_and_their_sentences_survive_an_outline_without_them(drawing: Drawer) -> None:
    """The writer is asked again; a draft that leaves a figure out is refused."""
    from veridical.agents.research.asks.write import WriteAsk
    from veridical.agents.research.draft import Draft, Paragraph, Section

    asker = Told()
    researched(asker, drawing)
    (ask, *_) = asker.of(WriteAsk)
    said = Section("s", (Paragraph((Sentence("A.", (1,)),)),))
    assert ask.kept.images == (1,)
    assert ask.objection(Draft("t", (said,), ())) == "image 1 is left out, and has to stay"
    bare = OutlineAsk("s", ("t",), ("figure",))
    assert bare.objection(Outline((Head("h"),))) == "figure 1 is left out"


def test_a_writer_who_sees_is_shown_the_drawn_figure(drawing: Drawer) -> None:
    """As a file with the hash of what is kept beside the report."""
    import hashlib

    from veridical.agents.research.asks.write import WriteAsk
    from veridical.agents.research.gallery import Gallery

    asker = Told()
    found = asyncio.run(
        hka(
            QUESTION,
            Library.of(ITEMS),
            asker,
            tables=(SOLAR,),
            drawing=drawing,
            settings=ONE_VIEW,
            gallery=Gallery(frozenset({Role.WRITER})),
        )
    )
    (ask, *_) = asker.of(WriteAsk)
    digest = hashlib.sha256(found.made[0].picture).hexdigest()
    assert [one.sha256 for one in ask.attachments()] == [digest]
    assert ask.attached == ("picture 1",)


def test_a_part_that_nothing_answers_has_no_section_and_is_told(drawing: Drawer) -> None:
    """No sentence without a source stands in for it."""
    query = Query("Which region has the largest output of solar power? What do zebras eat?")
    found = researched(Told(), drawing, query=query)
    assert found.not_found == ("What do zebras eat",)
    assert found.draft is not None
    assert [one.heading for one in found.draft.sections] == [
        "Which region has the largest output of solar power"
    ]
    assert found.absence is None


RIVERS = table("rivers", "长江与黄河", "河流|全长（千米）", "长江|6300", "黄河|5464")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which region has the largest output?", "Which region has the largest output?"),
        (
            "Is it sunnier in the north or the south?",
            "Is it sunnier in the north or the south? (Output of solar power by region)",
        ),
        ("What do zebras eat in the north?", ""),
        ("哪条河流的全长更长？", "哪条河流的全长更长？"),
        ("为什么天空是蓝色的？", ""),
    ],
)
def test_what_the_rules_ask_of_tables(question: str, asked: str) -> None:
    """By the description, else by the names of the rows, which then name the table."""
    from veridical.agents.hka.fitting import question_for

    every = {one.id: one for one in (SOLAR, RIVERS)}
    assert question_for(question, every, ()) == asked
    assert question_for(question, every, ("solar", "rivers")) == ""


def test_an_analysis_answers_where_no_other_sentence_does() -> None:
    """Nobody says then that the evidence is silent."""
    from veridical.agents.research.asks.extract import Kept, extracted

    told = "North has the largest output, 717 TWh."
    made = extracted("Which zebra?", (), (told,), ("By region",), kept=Kept((1,), (1,)))
    assert made is not None
    assert [one.text for one in made.sections[0].paragraphs[0].sentences] == [told]
    assert [one.text for one in made.sentences()].count(told) == 2


def test_no_part_is_begun_once_the_calls_are_spent() -> None:
    """Three parts, two calls: the second part has one, the third none."""
    query = Query("What is solar power? What is wind power? What is a map?")
    n = count()

    def step(ask: Ask) -> Move:  # type: ignore[type-arg]
        assert isinstance(ask, StepAsk)
        if ask.history and ask.subtask == "What is solar power":
            return Move(Tool.WRITE)
        return Move(Tool.WEB, f"power {next(n)}")

    asker = Told(step=step)
    found = researched(asker, ABSENT, settings=Hka(calls=2), query=query)
    assert found.calls == 2
    assert found.sub_questions == ("What is solar power", "What is wind power")


def test_the_limit_of_the_released_code_is_thirty() -> None:
    """Even for a planner that never writes."""
    n = count()
    found = researched(Told(step=lambda _: Move(Tool.WEB, f"power {next(n)}")), ABSENT)
    assert found.calls == 30


def test_a_malformed_plan_and_malformed_steps() -> None:
    """The question is its own part, and each tool is tried once."""
    asker = Told(plan=lambda _: ABSENT, step=lambda _: ABSENT, outline=lambda _: ABSENT)
    found = researched(asker, NoVerdict(Reason.NOT_ASSESSED, "there is no bubblewrap"))
    assert found.sub_questions == (QUESTION.text,)
    assert found.calls == 1
    assert found.draft is not None
    assert found.absence == ABSENT


def test_without_a_sandbox_the_report_is_written_all_the_same() -> None:
    """The reason stands beside it, no program is asked for."""
    asker = Told()
    found = researched(asker, NoVerdict(Reason.NOT_ASSESSED, "there is no bubblewrap"))
    assert found.not_assessed == ("analyses of tables: there is no bubblewrap",)
    assert not asker.of(CodeAsk)
    assert found.draft is not None


def test_a_sandbox_that_stops_working_ends_the_analyses_only(tmp_path: Path) -> None:
    """One line, the tool is not offered again, the report is written."""
    from veridical.agents.sandbox import Sandbox

    asker = Told()
    found = researched(asker, Drawer(Sandbox(tmp_path / "bwrap"), {}))
    (line,) = found.not_assessed
    assert line.startswith("analyses of tables: the sandbox")
    assert asker.of(StepAsk)[-1].tools == (Tool.WEB,)
    assert found.draft is not None


def test_a_writer_may_leave_no_figure_out(drawing: Drawer) -> None:
    """Where it is not even asked well, the rules' plan stands and the figure is kept."""
    found = researched(Told(outline=lambda _: ABSENT, conclusion=lambda _: ABSENT), drawing)
    assert found.draft is not None
    assert "figure-1" in [found.evidence.images[n - 1].id for n in found.draft.images()]
    assert found.draft.conclusion == ()


def test_repeats_are_left_out() -> None:
    """Cited sentences and pictures stand once; that nothing was found may be said twice."""
    silent, said = Sentence("Nothing."), Sentence("A.", (1,))
    sections = [
        Section("1", (Paragraph((said, silent), (1,)),)),
        Section("2", (Paragraph((said, silent), (1, 2)),)),
        Section("3", (Paragraph((said,), (2,)),)),
    ]
    assert without_repeats(sections) == (
        Section("1", (Paragraph((said, silent), (1,)),)),
        Section("2", (Paragraph((silent,), (2,)),)),
    )


ASKS: list[Ask] = [  # type: ignore[type-arg]
    StepAsk("s", (Done(Tool.WEB, "q", "r"),)),
    IntentAsk("q", "s"),
    SummaryAsk("q", ("t",)),
    CodeAsk("q", "# t", "c", "e"),
    FigureAsk("q", "# t", ATTACHED),
    InsightsAsk("q", "# t", "[]", ATTACHED),
    OutlineAsk("s", ("t",), ("f",)),
    ConclusionAsk("q", "r", ("t",)),
]


@pytest.mark.parametrize("ask", ASKS, ids=lambda a: a.kind)
def test_prompts_in_both_languages(ask: Ask) -> None:  # type: ignore[type-arg]
    """Trusted words of the language, every field fenced."""
    from dataclasses import replace

    english = ask.prompt()
    chinese = replace(ask, language="zh").prompt()  # type: ignore[call-arg]
    assert [p.title for p in english if p.untrusted] == [p.title for p in chinese if p.untrusted]
    assert any(p.untrusted for p in english)
    assert all(max(p.text) >= "一" for p in chinese if not p.untrusted and p.text)
    assert english[0].text != chinese[0].text
    seen = {FigureAsk: Role.VISION, InsightsAsk: Role.VISION, CodeAsk: Role.CODER}
    assert ask.role in (seen.get(type(ask), Role.PLANNER), Role.WRITER)
    assert ask.attachments() == ((ATTACHED,) if ask.role is Role.VISION else ())


WRONG: list[tuple[Ask, object, str]] = [  # type: ignore[type-arg]
    (StepAsk("s", tools=(Tool.WEB,)), Move(Tool.TABLE, "q"), "the tool table cannot be used"),
    (StepAsk("s"), Move(Tool.WEB, " "), "the query is empty"),
    (StepAsk("s", (Done(Tool.WEB, "q", ""),)), Move(Tool.WEB, "q"), "that was done already"),
    (StepAsk("s"), Move(Tool.WRITE), ""),
    (IntentAsk("q", "s"), Intent(()), "it holds no query, or an empty one"),
    (IntentAsk("q", "s"), Intent(("a",) * 4), "it holds 4 queries, and at most 3 are wanted"),
    (SummaryAsk("q", ("t",)), Summary(" "), "it is empty"),
    (CodeAsk("q", "t"), Code(" "), "there is no program"),
    (CodeAsk("q", "t"), Code("#" * 20_001), "it is longer than 20000 characters"),
    (InsightsAsk("q", "t", "", ATTACHED), Findings("", ("a",)), "there is no caption"),
    (
        InsightsAsk("q", "t", "", ATTACHED),
        Findings("c", ()),
        "it holds no sentence, or an empty one",
    ),
    (
        InsightsAsk("q", "t", "", ATTACHED),
        Findings("c", ("a",) * 9),
        "it holds 9 sentences, and at most 8 are wanted",
    ),
    (OutlineAsk("s", (), ("f", "g")), Outline((Head("h", (1,)),)), "figure 2 is left out"),
    (OutlineAsk("s", (), ("f",)), Outline((Head("h", (1, 1)),)), "a figure is none, or twice"),
    (OutlineAsk("s", (), ("f",)), Outline((Head("h", (1, 2)),)), "a figure is none, or twice"),
    (OutlineAsk("s", (), ("f",)), Outline((Head("h", (1,)),)), ""),
    (OutlineAsk("s", ()), Outline(()), "it holds no heading, or an empty one"),
    (
        OutlineAsk("s", ()),
        Outline((Head("h"),) * 7),
        "it holds 7 headings, and at most 6 are wanted",
    ),
    (
        ConclusionAsk("q", "r", ("t",)),
        Conclusion("T", (Sentence("a", (2,)),)),
        "text 2 is cited, and there are 1",
    ),
    (ConclusionAsk("q", "r", ("t",)), Conclusion("T", ()), "it says nothing, or has no title"),
]


@pytest.mark.parametrize(("ask", "value", "objection"), WRONG)
def test_objections(ask: Ask, value: object, objection: str) -> None:  # type: ignore[type-arg]
    """What fits its type and is impossible all the same."""
    assert ask.objection(value) == objection


def test_rules_without_grounds_say_nothing() -> None:
    """No verdict, never an empty answer."""
    asks: list[Ask] = [  # type: ignore[type-arg]
        SummaryAsk("q", ("t",)),
        CodeAsk("q", "t"),
        FigureAsk("q", "t", ATTACHED),
        InsightsAsk("q", "t", "", ATTACHED),
    ]
    said = [ask.by_rule() for ask in asks]
    assert all(isinstance(s, NoVerdict) and s.reason is Reason.NOT_ASSESSED for s in said)


@pytest.mark.parametrize(
    "name", ["calls", "runs", "validations", "table_k", "web_k", "texts", "views"]
)
def test_settings_that_allow_nothing(name: str) -> None:
    """One line."""
    with pytest.raises(ConfigError, match=f"research, {name}: allows nothing"):
        Hka(**{name: 0})  # type: ignore[arg-type]
