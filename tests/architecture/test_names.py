"""Names are the field's standard terms, one meaning each; papers are named where they live."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "veridical"
FILES = sorted(SOURCE.rglob("*.py"))
BANNED_MODULES = {"utils", "helpers", "common", "core", "misc", "manager", "base"}
BANNED_WORDS = {"judgement", "opponent", "baseline_report", "metric"}
PAPERS = re.compile(r"hievidr|mmdr|mmdeepresearch|\bkdr|deepresearcheval", re.IGNORECASE)
PAPER_PLACES = (
    "methods/",
    "construction/",
    "agents/hka/",
    "runs/importers/",
    "runs/demo_bench/",
)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_modules_are_named_after_their_concept(path: Path) -> None:
    """No module is called utils or the like."""
    names = {part.removesuffix(".py") for part in path.relative_to(SOURCE).parts}

    assert names & BANNED_MODULES == set()


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_public_names_avoid_banned_synonyms(path: Path) -> None:
    """No public function or class uses a banned synonym."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    public = [n.name for n in ast.walk(tree) if isinstance(n, kinds) and n.name[0] != "_"]
    found = [n for n in public if BANNED_WORDS & set(re.split(r"_|(?<=[a-z])(?=[A-Z])", n.lower()))]

    assert found == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_papers_are_named_only_where_the_design_says(path: Path) -> None:
    """The code outside a paper's own folders does not know papers by name."""
    place = path.relative_to(SOURCE).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    imports = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    found = [n for n in names + imports if PAPERS.search(n)]

    assert place.startswith(PAPER_PLACES) or found == []
