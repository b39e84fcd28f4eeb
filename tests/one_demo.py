"""One demo for all who look at it, in whatever worker; each gets a copy of its own."""

from __future__ import annotations

import json
import os
import shutil
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.journeys.program import LONGEST_S, Done, Program


def demo_in(folder: Path, factory: pytest.TempPathFactory) -> Done:
    """A finished demo in ``folder/out``, and what the program said.

    The first who asks runs it, in a fresh process; others wait for that one.
    """
    base = factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "one-demo"
    told = place / "told.json"
    try:
        place.mkdir()
    except FileExistsError:
        _wait_for(told)
    else:
        done = Program(place, {}).cold("demo", "--out", "out")
        beside = told.with_suffix(".tmp")
        beside.write_text(json.dumps(asdict(done)), "utf-8")
        beside.replace(told)
    shutil.copytree(place / "out", folder / "out")
    return Done(**json.loads(told.read_text("utf-8")))


def _wait_for(path: Path) -> None:
    until = time.monotonic() + LONGEST_S
    while not path.exists():
        if time.monotonic() > until:
            pytest.fail(f"nobody has finished the demo in {LONGEST_S} s")
        time.sleep(0.2)
