"""Shows whether a deep-research report is true to its evidence.

Three verbs, as functions that also work in a notebook::

    from veridical import check, evaluate, load_run

    result = check("report.md", sources="sources/")
    run = evaluate("bench/", "reports/", method="hievidr", out="run/")
    run = load_run("run/")

Everything else lives in the modules, which are imported when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from veridical.version import __version__

if TYPE_CHECKING:
    from veridical.runs.verbs import check, evaluate, load_run

__all__ = ["__version__", "check", "evaluate", "load_run"]

_VERBS = frozenset({"check", "evaluate", "load_run"})


def __getattr__(name: str) -> object:
    """Import a verb when it is first used: `import veridical` stays cheap."""
    if name not in _VERBS:
        raise AttributeError(f"module 'veridical' has no attribute {name!r}")
    from veridical.runs import verbs

    return getattr(verbs, name)
