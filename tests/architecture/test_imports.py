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


def test_a_check_without_a_ledger_loads_no_database(tmp_path: Path) -> None:
    """A whole `check` of a report, from the command line to the page."""
    report = tmp_path / "report.md"
    report.write_text("# T\n\nA mast is 5 m high [1].\n\n## References\n\n[1] A. Lee. 2020.\n")
    words = ["check", str(report), "--out", str(tmp_path / "out")]
    loaded = _loaded(f"from veridical.cli.main import app; app({words!r}, standalone_mode=False)")

    assert (tmp_path / "out").is_dir()
    assert "veridical.respondents.grouped" in loaded
    assert loaded & {"sqlalchemy", "sqlite3", "veridical.ledger.store"} == set()


def test_the_ledger_offers_its_names() -> None:
    """Each from its own module; another name is an error like any module's."""
    import veridical.ledger

    names = {name: getattr(veridical.ledger, name) for name in veridical.ledger.__all__}

    assert all(thing.__name__ == name for name, thing in names.items())
    with pytest.raises(AttributeError, match=r"'veridical\.ledger' has no attribute 'leger'"):
        getattr(veridical.ledger, "leger")  # noqa: B009


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
