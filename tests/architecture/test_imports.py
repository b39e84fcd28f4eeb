"""Importing the package costs little and does nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "veridical"
MODULES = sorted(
    "veridical." + ".".join(p.relative_to(SOURCE).with_suffix("").parts)
    for p in SOURCE.rglob("*.py")
    if p.name != "__init__.py"
)
HEAVY = ("numpy", "scipy", "sklearn", "pint", "dateparser", "aiohttp", "pandas", "torch")


def _loaded(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_package_imports_nothing_heavy() -> None:
    """`import veridical` loads neither SQLAlchemy nor jinja2 nor any numeric library."""
    loaded = _loaded("import veridical")

    assert loaded & {*HEAVY, "sqlalchemy", "jinja2", "typer", "rich"} == set()


def test_check_needs_no_numeric_library() -> None:
    """What `check` runs loads no numeric library."""
    loaded = _loaded("from veridical.cli.main import app; from veridical import check")

    assert loaded & set(HEAVY) == set()


def test_importing_everything_has_no_effect() -> None:
    """Every module can be imported, and none prints or writes."""
    code = "import importlib\n" + "".join(f"importlib.import_module({m!r})\n" for m in MODULES)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("name", ["check", "evaluate", "load_run"])
def test_the_package_offers_its_verbs(name: str) -> None:
    """The verbs are functions of the package itself."""
    import veridical

    assert callable(getattr(veridical, name))
