"""A base of 1,200 tables: places, abstracts, finding, one chosen, none twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.table_base import write_base
from veridical.agents.research.asks.rank import RankAsk
from veridical.ask import Answer
from veridical.retrieval.tables import Table, TableBase, summary_of, table_from_grid
from veridical.retrieval.tables.knowledge import place_in, place_of
from veridical.runs.corpus import build_corpus, corpus_items, table_base

MANY = 1_200


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[TableBase, list[str]]:
    """The base out of a corpus of its files, and the titles."""
    folder = tmp_path_factory.mktemp("base")
    titles = write_base(folder / "in", MANY)
    done = build_corpus(folder / "c", [folder / "in"])
    assert done.refused == ()
    assert {item.document for item in corpus_items(folder / "c")} >= {done.parts[0].name}
    return table_base(folder / "c"), titles


def by_rule(query: str, described: Sequence[str]) -> list[int]:
    """The order that the built-in rules give."""
    said = RankAsk(query, tuple(described)).by_rule()
    return [n - 1 for n in said.value.numbers] if isinstance(said, Answer) else []


def test_every_table_is_typed_and_placed(built: tuple[TableBase, list[str]]) -> None:
    """With objects, a schema that names each field, a summary, a topic and its abstract."""
    base, titles = built
    assert len(base) == MANY
    assert len({table.title for table in base.tables.values()}) == len(set(titles)) == MANY
    for table in base.tables.values():
        assert table.objects
        assert all(place_of(table))
        assert all(f"#   {column.field}: " in table.schema for column in table.columns)
        assert table.summary
    topics = base.topics
    assert sum(len(one.tables) for one in topics) == MANY
    assert len({one.domain for one in topics}) == 3
    assert all(one.abstract.startswith("What is known of") for one in topics)


def test_questions_find_their_table(built: tuple[TableBase, list[str]]) -> None:
    """Of every twentieth title, at least 57 of 60 first; in Chinese too."""
    base, titles = built
    asked = titles[::20]
    right = [
        found.title == title
        for title in asked
        if (found := base.chosen(f"What does the table say: {title}?", by_rule)) is not None
    ]
    assert len(right) == 60
    assert sum(right) >= 57
    chinese = next(title for title in titles if title.startswith("长江"))
    best = base.chosen(f"{chinese}是多少", by_rule)
    assert best is not None
    assert best.title == chinese


def test_used_tables_are_not_found_again(built: tuple[TableBase, list[str]]) -> None:
    """Another one takes the place, until there is none."""
    base, titles = built
    used: list[str] = []
    for _ in range(30):
        table = base.chosen(titles[0], by_rule, without=used)
        assert table is not None
        assert table.id not in used
        used.append(table.id)
    assert base.chosen(titles[0], by_rule, without=list(base.tables)) is None
    assert base.found("zzz qqq") == ()


def test_the_nearest_where_nobody_orders() -> None:
    """Neither an empty order nor one that names what is not there."""
    one = table("Rainfall by year", "Year|Rain (mm)", "2001|800")
    base = TableBase([one, table("Stones", "Kind|Mass (kg)", "granite|3", id_="u")])
    for order in ([], [7, -3]):
        found = base.chosen("rainfall", lambda _q, _d, order=order: order)
        assert found == one
    assert TableBase([]).chosen("rainfall", by_rule) is None


def test_summaries() -> None:
    """Spans and names, no number of a row; in the table's language."""
    english = table(
        "T", "Country|Year|Output (TWh)", "A|2019|5.5", "B|2020|6", "C|2021|7", "D|2022|8"
    )
    assert summary_of(english) == (
        "4 rows: Country (A, B, C and 1 more); Year 2019 to 2022; Output (TWh)."
    )
    chinese = table("表", "国家|年份|产量（吨）", "中国|2019|5", "日本|2020|6", language="zh")
    assert summary_of(chinese) == "共2行：国家（中国、日本）；年份 2019至2020；产量 (吨)。"


@pytest.mark.parametrize(
    ("folders", "place"),
    [
        ((), ("", "", "")),
        (("a",), ("a", "", "")),
        (("a", "b"), ("a", "b", "")),
        (("a", "b", "c", "d"), ("a", "b", "c / d")),
    ],
)
def test_folders_are_places(folders: tuple[str, ...], place: tuple[str, str, str]) -> None:
    """The first two by themselves, the rest together."""
    assert place_in(folders) == place


def test_what_is_written_beside_a_table_is_its_summary(tmp_path: Path) -> None:
    """Instead of the one by rule."""
    (tmp_path / "in" / "earth").mkdir(parents=True)
    (tmp_path / "in" / "earth" / "rain.csv").write_text("Year,Rain (mm)\n2001,800\n2002,900\n")
    (tmp_path / "in" / "earth" / "rain.caption.txt").write_text(
        "Totals of the monsoon\nas they were measured at one station."
    )
    build_corpus(tmp_path / "c", [tmp_path / "in"])
    (found,) = table_base(tmp_path / "c").found("monsoon station")
    assert found.summary == "Totals of the monsoon as they were measured at one station."
    assert (place_of(found), found.language) == (("earth", "", ""), "en")


def table(title: str, *rows: str, id_: str = "t", language: str = "en") -> Table:
    """A table of lines with cells apart by bars."""
    grid = [row.split("|") for row in rows]
    found = table_from_grid(grid, id=id_, title=title, language=language)
    assert found is not None
    return found
