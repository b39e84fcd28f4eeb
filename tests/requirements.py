"""What a test cannot do without on this machine: skipped by name, or demanded."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's server programs; None where there is none."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


_PRESENT: dict[str, Callable[[], bool]] = {
    "bubblewrap": lambda: shutil.which("bwrap") is not None,
    "chromium": lambda: bool(
        shutil.which("chromium") and importlib.util.find_spec("playwright"),
    ),
    "fastembed": lambda: importlib.util.find_spec("fastembed") is not None,
    "lancedb": lambda: importlib.util.find_spec("lancedb") is not None,
    "ocr": lambda: all(map(importlib.util.find_spec, ("rapidocr", "onnxruntime"))),
    "postgres": lambda: bool(postgres_programs() and importlib.util.find_spec("psycopg")),
}


def require(name: str) -> None:
    """Skip the test where `name` is absent; fail where VERIDICAL_REQUIRE lists it."""
    if _PRESENT[name]():
        return
    if name in os.environ.get("VERIDICAL_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required and is not there")
    pytest.skip(f"needs {name}")
