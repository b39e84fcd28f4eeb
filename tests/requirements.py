"""What a test cannot do without on this machine: skipped by name, or demanded."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable

import pytest

_PRESENT: dict[str, Callable[[], bool]] = {
    "chromium": lambda: bool(
        shutil.which("chromium") and importlib.util.find_spec("playwright"),
    ),
}


def require(name: str) -> None:
    """Skip the test where `name` is absent; fail where VERIDICAL_REQUIRE lists it."""
    if _PRESENT[name]():
        return
    if name in os.environ.get("VERIDICAL_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required and is not there")
    pytest.skip(f"needs {name}")
