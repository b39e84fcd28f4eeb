"""How a run of `research` goes: by an edited plan, several times, on a terminal, broken off."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.journeys.program import Program, answers
from tests.journeys.test_research_faults import Known, Script, at, known, told
from tests.rule_server import plain
from tests.scripted_server import Act, ScriptedServer, Seen
from tests.warm import PROGRAM
from veridical.runs.demo import BENCH

__all__ = ["known"]
QUESTION = "Why does ice float on a lake, and why does its deep water not freeze in winter?"
PLAIN = ["research", QUESTION, "--corpus", str(BENCH), "--out", "out"]
PLAN = Path("out") / "report.plan.txt"


@pytest.mark.parametrize("agent", ["deep_research", "hka"])
def test_a_plan_is_written_edited_and_gone_on_with(program: Program, agent: str) -> None:
    """With no terminal the file is all; what stands in it afterwards is searched for."""
    first = program(*PLAIN, "--agent", agent, "--edit-plan")
    assert (first.code, first.err) == (0, "")
    assert f"go on with --plan {PLAN}" in first.out
    file = program.folder / PLAN
    written = file.read_text("utf-8")
    assert "Why does ice float on a lake\n" in written
    assert not (program.folder / "out" / "report.md").exists()
    file.write_text(
        written + "# a note\nHow dense is ice\n$(touch hacked); `touch hacked`\n", "utf-8"
    )
    done = program(*PLAIN, "--agent", agent, "--plan", PLAN)
    assert done.code == 0, done.err
    about = json.loads((program.folder / "out" / "report.about.json").read_text("utf-8"))
    assert about["sub_questions"][-2:] == ["How dense is ice", "$(touch hacked); `touch hacked`"]
    assert about["is_plan_given"]
    assert not list(program.folder.rglob("hacked"))
    again = program(*PLAIN, "--agent", agent, "--edit-plan")
    assert (again.code, again.err.count("\n")) == (3, 1)
    assert "is a plan already" in again.err


pytestmark = pytest.mark.long

EDITOR = """\
import sys
path = sys.argv[-1]
with open(path, encoding="utf-8") as file:
    text = file.read()
with open(path, "w", encoding="utf-8") as file:
    file.write(text.replace("Why does ice float on a lake", "How dense is ice"))
sys.exit(int(sys.argv[1]))
"""


@dataclass
class Terminal:
    """The program on a terminal of its own.

    Attributes:
        folder: where it is started.
        environment: on top of this process's own.
    """

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(
        self, *arguments: str | Path, until: Callable[[], bool] = lambda: False
    ) -> tuple[int, str]:
        """Run it to its end, with a Ctrl-C as soon as `until`; its code and all it showed."""
        outer, inner = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", **self.environment}
        process = subprocess.Popen(
            [str(PROGRAM), *map(str, arguments)],
            cwd=self.folder,
            env=environment,
            stdin=inner,
            stdout=inner,
            stderr=inner,
        )
        os.close(inner)
        shown, is_over = bytearray(), False
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if not is_over and until():
                process.send_signal(signal.SIGINT)
                is_over = True
            if select.select([outer], [], [], 0.02)[0]:
                try:
                    part = os.read(outer, 65_536)
                except OSError:  # the other side is closed
                    break
                shown += part
            elif process.poll() is not None:
                break
        code = process.wait(30)
        os.close(outer)
        return code, shown.decode("utf-8", "replace")


@pytest.mark.parametrize("code", [0, 3])
def test_an_editor_opens_on_a_terminal(tmp_path: Path, code: int) -> None:
    """Started without a shell, whatever the folder is called; its failure is told."""
    (tmp_path / "edit.py").write_text(EDITOR, "utf-8")
    editor = f"{sys.executable} {tmp_path / 'edit.py'} {code}"
    out = "out; touch hacked"
    arguments = ["research", QUESTION, "--corpus", BENCH, "--out", out, "--edit-plan"]
    ended, shown = Terminal(tmp_path, {"EDITOR": editor}).run(*arguments)
    assert ended == (3 if code else 0), shown
    assert not (tmp_path / "hacked").exists()
    if code:
        assert "EDITOR: ended with an error, got 3" in shown
        return
    about = json.loads((tmp_path / out / "report.about.json").read_text("utf-8"))
    assert about["sub_questions"][0] == "How dense is ice"


def test_the_plan_and_the_cost_are_shown_and_a_break_keeps_all(
    known: Known, tmp_path: Path
) -> None:
    """The tree while it runs; after Ctrl-C how to go on, which asks nothing again."""
    terminal = Terminal(tmp_path, {"MY_KEY": "sk-journey"})
    with ScriptedServer(Script(known), latency_s=0.4) as server:
        command = told("deep_research", server.base_url)
        code, shown = terminal.run(*command, until=lambda: server.calls >= 4)
        assert code == 130
        assert "broken off: every answer so far is kept in out" in shown
        assert "the same command goes on" in " ".join(shown.split())
        assert "Traceback" not in shown
        assert "Why does ice float on a lake" in shown
        assert "✓" in shown
        assert re.search(r"\d+ asks, about [\d,]+ tokens; models: \d+ calls", shown)
        finished = len(answers(tmp_path / "out" / "ledger.sqlite"))
        before = [plain(seen.prompt) for seen in server.seen]
        done = at(tmp_path)(*command)
        after = [plain(seen.prompt) for seen in server.seen[len(before) :]]
    assert done.code == 0, done.err
    assert finished >= 3
    assert set(after).isdisjoint(before[:finished])
    assert (tmp_path / "out" / "report.md").read_bytes() == known.report("deep_research")


@dataclass
class Wavering:
    """A writer that cuts its report otherwise each time that the same is asked.

    Attributes:
        script: what it says else.
        times: how often each prompt came.
    """

    script: Script
    times: dict[str, int] = field(default_factory=dict)

    def __call__(self, seen: Seen) -> Act:
        """What a request meets."""
        act, prompt = self.script(seen), plain(seen.prompt)
        if self.script.known.replies[prompt][0] != "write":
            return act
        met = self.times[prompt] = self.times.get(prompt, 0) + 1
        reply = json.loads(act.text)
        draft = reply.get("value", reply)
        draft["sections"] = draft["sections"][: met % 2 + 1]
        draft["conclusion"] = draft["conclusion"][: met % 2 + 1]
        return Act(text=json.dumps(reply))


def test_runs_differ_and_are_counted_together(known: Known, tmp_path: Path) -> None:
    """Each is drawn anew, has its folder and its scores; a second command asks nothing."""
    program = at(tmp_path)
    with ScriptedServer(Wavering(Script(known))) as server:
        command = told("rag", server.base_url, "--runs", "3", "--then-check")
        done = program(*command)
        assert done.code == 0, done.err
        assert server.calls == 3
        again = program(*command)
        assert (again.code, server.calls) == (0, 3)
    assert again.out == done.out
    out = tmp_path / "out"
    reports = [(out / f"run-{n}" / "report.md").read_bytes() for n in (1, 2, 3)]
    assert reports[0] == reports[2] != reports[1]
    assert all((out / f"run-{n}" / "report.html").exists() for n in (1, 2, 3))
    kept = json.loads((out / "runs.json").read_text("utf-8"))
    scores = {one["name"]: one for one in kept["scores"]}
    numbers = [one["scores"]["statements"] for one in kept["runs"]]
    mean = sum(numbers) / 3
    spread = (sum((n - mean) ** 2 for n in numbers) / 2) ** 0.5
    assert spread > 0
    assert scores["statements"]["mean"] == pytest.approx(mean)
    assert scores["statements"]["deviation"] == pytest.approx(spread)
    assert f"statements: {mean:.3f} ± {spread:.3f} (n = 3)" in done.out


def test_runs_that_were_killed_go_on(known: Known, tmp_path: Path) -> None:
    """In the second of three: the first is not asked again."""
    program, ledger = at(tmp_path), tmp_path / "out" / "ledger.sqlite"
    asks = known.found["deep_research", ""].asks
    with ScriptedServer(Script(known), latency_s=0.05) as server:
        command = told("deep_research", server.base_url, "--runs", "3")
        assert program.killed_when(lambda: server.calls >= asks + 2, *command) < 0
        finished, before = len(answers(ledger)), server.calls
        done = program(*command)
        assert done.code == 0, done.err
        assert server.calls - before == 3 * asks - finished
    assert finished > asks
    for run in (1, 2, 3):
        report = (tmp_path / "out" / f"run-{run}" / "report.md").read_bytes()
        assert report == known.report("deep_research")


def test_runs_over_a_bench_are_systems_and_have_a_spread(program: Program) -> None:
    """`evaluate` scores each, and tells mean and deviation over them."""
    told = ["research", "--tasks", BENCH, "--corpus", BENCH, "--out", "reports", "--agent", "rag"]
    done = program(*told, "--runs", "2")
    assert done.code == 0, done.err
    folders = sorted(path.name for path in (program.folder / "reports").iterdir())
    assert folders == ["rag.run-1", "rag.run-2"]
    scored = program("evaluate", BENCH, "reports", "--out", "run", "--date", "2026-01-15")
    assert scored.code == 0, scored.err
    assert re.search(r"rag: published \d+\.\d\d ± 0\.00 over 2 runs", scored.out)


USAGE = [
    (["--agent", "rag", "--edit-plan"], "--plan: means nothing for this agent"),
    (["--agent", "rag", "--plan", "p.txt"], "--plan: means nothing for this agent"),
    (["--edit-plan", "--plan", "p.txt"], "--edit-plan: means nothing with --plan"),
    (["--plan", "none.txt"], "none.txt: cannot be read"),
    (["--plan", "p.txt"], "p.txt: asks too much, got '6 questions'; expected 1 to 5"),
    (["--protocol", "x"], "--protocol: is unknown"),
    (["--runs", "0"], "--runs"),
]


@pytest.mark.parametrize(("more", "wrong"), USAGE)
def test_usage(program: Program, more: list[str], wrong: str) -> None:
    """One line, exit code 3, nothing made."""
    (program.folder / "p.txt").write_text("".join(f"q{n}\n" for n in range(6)), "utf-8")
    done = program(*PLAIN, *more)
    assert (done.code, done.err.count("\n")) == (3, 1), done.err
    assert wrong in done.err
    assert not (program.folder / "out").exists()
