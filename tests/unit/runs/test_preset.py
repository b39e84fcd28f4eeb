"""The published judge: what is taken of it, and what is told where a run departs from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.small_method import METHOD as SMALL
from veridical.ask import Role
from veridical.methods.hievidr.method import HIEVIDR, PRESET
from veridical.methods.kdr.method import KDR
from veridical.methods.kdr.method import PRESET as KDR_PRESET
from veridical.runs.preset import departures, with_preset
from veridical.runs.settings import Flags, Settings, read_settings

ROLES = (Role.JUDGE, Role.VISION, Role.EXAMINER)


def settings(
    folder: Path, monkeypatch: pytest.MonkeyPatch, model: str, **flags: object
) -> Settings:
    """A model in three roles, at an address that nobody answers."""
    monkeypatch.chdir(folder)
    said = Flags(
        models=dict.fromkeys(ROLES, model),
        base_url="http://127.0.0.1:9/v1",
        **flags,  # type: ignore[arg-type]
    )
    return with_preset(read_settings(None, said), HIEVIDR)


def temperatures(found: Settings) -> dict[Role, float | None]:
    """By role."""
    return {role: one.parameters.temperature for role, one in found.bindings.items()}


def test_the_papers_temperature_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0.2 for whoever stands in for its judge, and nothing for others."""
    found = settings(tmp_path, monkeypatch, "mine:m")

    assert temperatures(found) == {Role.JUDGE: 0.2, Role.VISION: 0.2, Role.EXAMINER: None}


def test_what_is_said_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also 0, which is no absence."""
    found = settings(tmp_path, monkeypatch, "mine:m", temperature=0.0)

    assert set(temperatures(found).values()) == {0.0}
    assert "temperature 0; published: 0.2" in departures(Role.JUDGE, found, HIEVIDR)


@pytest.mark.parametrize(
    "model",
    [
        "Qwen/Qwen3-VL-235B-A22B-Instruct",
        "qwen3-vl:235b-a22b-instruct",
        "qwen/qwen3-vl-235b-a22b-instruct",
    ],
)
def test_the_published_judge_departs_in_what_we_do_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    """However a server writes its name; asked one by one nothing is left but the page's picture."""
    found = settings(tmp_path, monkeypatch, f"mine:{model}", one_by_one=True)

    assert departures(Role.JUDGE, found, HIEVIDR) == PRESET.otherwise
    assert departures(Role.VISION, found, HIEVIDR) == ()
    assert departures(Role.EXAMINER, found, HIEVIDR) == ()


def test_every_departure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another model, questions put together, nobody who sees."""
    found = settings(tmp_path, monkeypatch, "mine:Qwen3-VL-235B-A22B-Thinking")
    blind = replace(found, bindings={Role.JUDGE: found.bindings[Role.JUDGE]})

    assert departures(Role.JUDGE, blind, HIEVIDR) == (
        "model Qwen3-VL-235B-A22B-Thinking; published: Qwen3-VL-235B-A22B-Instruct",
        "up to 10 questions about the same text in a call; published: one by one",
        "nobody answers as vision; published: Qwen3-VL-235B-A22B-Instruct",
        *PRESET.otherwise,
    )


def test_a_method_that_names_no_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Departs from nothing, and changes nothing."""
    found = settings(tmp_path, monkeypatch, "mine:m", temperature=0.7)

    assert with_preset(found, SMALL) == found
    assert departures(Role.JUDGE, found, SMALL) == ()


def test_a_role_that_another_model_answered_in_is_held_to_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DeepSeek-V3.2 judges and GPT-5 sees, as published; the other way round both depart."""
    found = settings(tmp_path, monkeypatch, "mine:deepseek-ai/DeepSeek-V3.2", temperature=1.0)
    sees = replace(found.bindings[Role.VISION], model="gpt-5")
    apart = replace(found, bindings={**found.bindings, Role.VISION: sees})
    blind = replace(found, bindings={Role.JUDGE: found.bindings[Role.JUDGE]})

    assert departures(Role.VISION, apart, KDR) == ()
    assert departures(Role.JUDGE, apart, KDR) == KDR_PRESET.otherwise
    assert departures(Role.VISION, found, KDR) == (
        "model deepseek-ai/DeepSeek-V3.2; published: GPT-5",
    )
    assert "nobody answers as vision; published: GPT-5" in departures(Role.JUDGE, blind, KDR)
    assert "nobody answers as examiner; published: DeepSeek-V3.2" in departures(
        Role.JUDGE, blind, KDR
    )
