"""Where people run it: a notebook's cell, a machine that speaks Chinese, a bare one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.journeys.program import Program, files

NOTEBOOK = """
import asyncio, sys
from pathlib import Path
from veridical import check, evaluate, load_run

async def cell():
    bench = Path(sys.argv[1])
    result = check(bench / "reports/atlas/t-water.md", sources=bench)
    run = evaluate(bench, sys.argv[2], out="run", date="2026-01-15", may_lack_reports=True)
    return result, run, load_run("run")

result, run, again = asyncio.run(cell())
print(sum(n for state, n in result.counts.items() if state == "supported") > 5)
print(run.manifest.status, len(run.results), again.rows == run.rows)
"""


def test_the_functions_work_in_a_notebook(program: Program, demo_bench: Path) -> None:
    """Inside a running event loop, where no second one can be started."""
    target = program.folder / "reports" / "atlas"
    target.mkdir(parents=True)
    for path in (demo_bench / "reports" / "atlas").glob("t-water.*"):
        shutil.copy(path, target)
    done = program.python(NOTEBOOK, demo_bench, "reports")

    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == ["True", "complete 1 True"]


@pytest.fixture(scope="module")
def chinese(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A machine whose files and terminal are GBK; where none can be made, one that is ASCII."""
    folder = tmp_path_factory.mktemp("locale")
    built = subprocess.run(
        ["localedef", "-i", "zh_CN", "-f", "GBK", str(folder / "zh_CN.GBK")],
        capture_output=True,
        check=False,
    )
    settled = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "gbk"}
    if built.returncode == 0:
        return {**settled, "LOCPATH": str(folder), "LC_ALL": "zh_CN.GBK"}
    return {**settled, "LC_ALL": "C"}


def test_that_machine_does_not_write_utf8_by_itself(
    tmp_path: Path, chinese: dict[str, str]
) -> None:
    """Else the tests below would say nothing."""
    code = "import locale; print(locale.getpreferredencoding(False))"
    done = Program(tmp_path, chinese, "gbk").python(code)

    assert done.out.strip() in {"GBK", "ANSI_X3.4-1968", "646", "US-ASCII"}


def test_chinese_files_on_that_machine(
    tmp_path: Path, chinese: dict[str, str], demo_bench: Path
) -> None:
    """Read and written as UTF-8; the terminal gets its own encoding (U104)."""
    shutil.copy(demo_bench / "reports" / "cipher" / "t-tides.md", tmp_path / "tides.md")
    there = Program(tmp_path, chinese, "gbk")(
        "check", "tides.md", "--sources", demo_bench, "--out", "there"
    )
    here = Program(tmp_path, {})("check", "tides.md", "--sources", demo_bench, "--out", "here")

    assert (there.code, there.err) == (0, "")
    assert "牛顿在1768年出版的" in there.out
    assert files(tmp_path / "there") == files(tmp_path / "here")
    assert there.out == here.out.replace("here/", "there/")


def test_a_file_named_in_that_machines_encoding(tmp_path: Path, chinese: dict[str, str]) -> None:
    """Its name is read as the machine writes it, and shown in any case."""
    name = "潮汐.md".encode("gbk")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("海水是咸的。", "utf-8")
    done = Program(tmp_path, chinese, "gbk")("check", name, "--out", "out")

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("潮汐.md" if "LOCPATH" in chinese else "\\udcb3")


def test_a_character_that_terminal_lacks(tmp_path: Path, chinese: dict[str, str]) -> None:
    """It is shown in another way, and nothing fails."""
    (tmp_path / "r.md").write_text("Ice 🧊 weighs 5 kg [1]. Rain [1].\n\n[1] Ice", "utf-8")
    done = Program(tmp_path, chinese, "gbk")("check", "r.md")

    assert (done.code, done.err) == (0, "")


def test_a_run_on_that_machine(tmp_path: Path, chinese: dict[str, str], demo_bench: Path) -> None:
    """The same bytes as anywhere else."""
    for system in ("atlas", "ember"):
        (tmp_path / "reports" / system).mkdir(parents=True)
        for path in (demo_bench / "reports" / system).glob("t-tides.*"):
            shutil.copy(path, tmp_path / "reports" / system)
    settings = ("--date", "2026-01-15", "--may-lack-reports")
    there = Program(tmp_path, chinese, "gbk")(
        "evaluate", demo_bench, "reports", "--out", "there", *settings
    )
    here = Program(tmp_path, {})("evaluate", demo_bench, "reports", "--out", "here", *settings)

    assert (there.code, there.err, here.code) == (0, "", 0)
    assert files(tmp_path / "there") == files(tmp_path / "here")


def test_no_file_is_opened_in_the_machines_own_encoding(tmp_path: Path, demo_bench: Path) -> None:
    """Python itself tells where an encoding is left open."""
    (tmp_path / "r.md").write_text("海水是咸的[1]。\n\n[1] 海. https://sea.org", "utf-8")
    strict = Program(tmp_path, {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error"})
    done = strict("check", "r.md", "--sources", demo_bench)

    assert (done.code, done.err) == (0, "")


def test_a_machine_without_a_home(tmp_path: Path) -> None:
    """Nothing is written outside the folders that were named."""
    (tmp_path / "r.md").write_text("Ice floats [1].\n\n[1] Ice. https://ice.org", "utf-8")
    bare = Program(tmp_path, {"HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere"})
    done = bare("check", "r.md", "--out", "out", "--json")

    assert (done.code, done.err) == (0, "")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "r.md"]
    assert json.loads(done.out)["counts"]["not_looked_up"] == 1


def test_doctor_says_what_there_is(program: Program) -> None:
    """A row a thing, and what it is for."""
    done = program("doctor")
    names = [line.split()[0] for line in done.out.splitlines()]

    assert (done.code, done.err) == (0, "")
    assert names[:3] == ["what", "veridical", "python"]
    assert {"sqlalchemy", "chromium", "bubblewrap", "postgresql", "judge"} <= set(names)
    assert done.out.splitlines()[-1] == (
        "Without a configured model the built-in rules answer: indicative only."
    )
