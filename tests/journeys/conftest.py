"""The shipped bench, and one demo for all journeys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.program import Done, Program
from tests.one_demo import demo_in
from veridical.runs.demo import BENCH


@pytest.fixture(scope="session")
def demo_bench() -> Path:
    """The bench that the package ships."""
    return BENCH


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program in an empty folder."""
    return Program(tmp_path, {})


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """A finished demo: its folder, and what the program said."""
    folder = tmp_path_factory.mktemp("demo")
    return folder / "out", demo_in(folder, tmp_path_factory)
