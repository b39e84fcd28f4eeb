"""The list of all measures."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from veridical.cli.main import app
from veridical.errors import ConfigError
from veridical.methods.registry import METHODS
from veridical.runs.measures import MeasureRow, asks_of, measures

HIEVIDR = next(method for method in METHODS if method.name == "hievidr")


def test_every_measure_of_every_method_is_listed() -> None:
    """Each once, in the order of its method."""
    rows = measures(counts_asks=False)

    assert [row.name for row in rows] == [m.name for method in METHODS for m in method.measures]
    assert {row.asks for row in rows} == {None}


def test_a_row_says_what_the_measure_says() -> None:
    """Paper, scale, equation, needs."""
    row = next(row for row in measures(counts_asks=False) if row.name == "hievidr.citation")

    assert row == MeasureRow(
        method="hievidr",
        paper="HiEviDR-Bench",
        arxiv="2607.25151",
        name="hievidr.citation",
        title="Citation",
        aspect="citation",
        lowest=0,
        highest=20,
        higher_is_better=True,
        source="eq. 11",
        needs=("a gold graph",),
        asks=None,
        is_pooled=False,
    )


def test_asks_are_counted_with_all_gates_open() -> None:
    """Traceability asks nobody; Report asks for the text and for its pictures."""
    counts = asks_of(HIEVIDR)

    assert counts.keys() == {m.name for m in HIEVIDR.measures}
    assert counts["hievidr.traceability"] == 0
    assert counts["hievidr.report"] == 2
    assert counts["hievidr.claim"] > 0


def test_what_looks_at_a_questions_pictures_takes_asks() -> None:
    """Vef. and the failures behind it apply to the shipped report whose asks are counted."""
    counts = asks_of(next(method for method in METHODS if method.name == "mmdr"))
    looking = {name: n for name, n in counts.items() if ".vef" in name or ".failure." in name}

    assert len(looking) == 7
    assert [name for name, n in looking.items() if not n] == []


def test_an_aspect_goes_across_papers() -> None:
    """Of every method that has it, and of no other aspect."""
    rows = measures(aspect="citation", counts_asks=False)

    assert {row.aspect for row in rows} == {"citation"}
    assert {"hievidr", "fact"} <= {row.method for row in rows}


def test_an_unknown_aspect_names_those_that_are() -> None:
    """In one line."""
    with pytest.raises(ConfigError, match=r"--aspect: is that of no measure, got nope; expected "):
        measures(aspect="nope", counts_asks=False)


def test_the_verb_prints_a_table_and_json() -> None:
    """The same measures in both."""
    shown = CliRunner().invoke(app, ["measures", "--method", "fact", "--by-aspect"])
    told = CliRunner().invoke(app, ["measures", "--method", "fact", "--json"])
    names = [row["name"] for row in json.loads(told.output)]

    assert (shown.exit_code, told.exit_code) == (0, 0)
    assert [name for name in names if name not in shown.output] == []
    assert "asks: different questions for the shipped report" in shown.output
