"""Options that several verbs share, and the part of the help that they stand in."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer

from veridical.cli.main import run
from veridical.cli.models import ModelOptions
from veridical.cli.spliced import spliced


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Two options."""

    width: Annotated[int, typer.Option()] = 3
    height: Annotated[int, typer.Option()] = 4


@spliced
def area(name: str, *, shape: Shape, unit: str = "m") -> int:
    """Take a shape apart."""
    assert (name, unit) == ("field", "km")
    return shape.width * shape.height


def test_fields_stand_where_the_parameter_stood() -> None:
    """With their annotations and defaults; the verb keeps its name and words."""
    found = inspect.signature(area).parameters

    assert list(found) == ["name", "width", "height", "unit"]
    assert (found["width"].default, area.__name__, area.__doc__) == (
        3,
        "area",
        "Take a shape apart.",
    )
    assert (
        inspect.get_annotations(area)["height"]
        == Annotated[int, found["height"].annotation.__metadata__[0]]
    )


def test_options_reach_the_verb_as_one() -> None:
    """Those that are not given keep their defaults."""
    assert area(name="field", width=5, unit="km") == 20


def test_an_option_of_no_field_is_refused() -> None:
    """As of any function."""
    with pytest.raises(TypeError, match="depth"):
        area(name="field", unit="km", depth=2)


@pytest.mark.parametrize("verb", ["check", "evaluate", "plan", "rejudge", "doctor"])
def test_model_options_have_a_part_of_the_help(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the verb's own, and each once."""
    assert run([verb, "--help"]) == 0
    own, models = capsys.readouterr().out.split("\nModels:\n")
    named = ["--judge", "--vision", "--examiner", "--base-url", "--key-env", "--config"]

    assert [name for name in named if f"  {name} " not in models] == []
    assert [name for name in named if f"  {name} " in own] == []
    assert "  --help " in own


@pytest.mark.parametrize("field", ["temperature", "max_usd", "max_tokens", "max_calls"])
def test_a_zero_is_said(field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no absence: it makes settings, where silence makes none."""
    monkeypatch.chdir(tmp_path)
    judge = {"judge": "ollama:m"} if field == "temperature" else {}

    assert ModelOptions().settings() is None
    assert ModelOptions(**judge, **{field: 0}).settings() is not None
