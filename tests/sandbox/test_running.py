"""What a program is given, what it may leave, and what is told of how it ended."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.requirements import require
from veridical.agents.sandbox import Limits, Program, Sandbox, State, find_sandbox
from veridical.agents.sandbox import host as host_module
from veridical.agents.sandbox.filter import seccomp_filter
from veridical.agents.sandbox.outcome import MAGIC, outcome
from veridical.errors import ConfigError


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The sandbox, with limits that a test can meet."""
    require("bubblewrap")
    return find_sandbox(Limits(wall_s=5, memory_mb=400, output_bytes=1_000, files=3))


def test_objects_are_defined_and_files_come_back(sandbox: Sandbox) -> None:
    """Names, files in and files out."""
    code = (
        "open('sum.txt', 'w').write(str(sum(table['rows'])))\nprint('说', open('/in/a.bin').read())"
    )
    found = sandbox.run_now(Program(code, {"table": {"rows": [1, 2, 3]}}, {"a.bin": b"given"}))
    assert (found.state, found.stdout, dict(found.files)) == (
        State.RAN,
        "说 given\n",
        {"sum.txt": b"6"},
    )


def test_a_given_file_stays_in_its_folder(sandbox: Sandbox) -> None:
    """A name with a path is its last part."""
    found = sandbox.run_now(Program("import os; print(os.listdir('/in'))", {}, {"../../x": b"1"}))
    assert found.stdout == "['x']\n"


def test_a_number_that_is_none_stays_so(sandbox: Sandbox) -> None:
    """And does not become an empty cell."""
    assert sandbox.run_now(Program("print(x)", {"x": float("nan")})).stdout == "nan\n"


@pytest.mark.parametrize(
    ("files", "wrong"),
    [
        ({"": b"x"}, "a file without a name"),
        ({"..": b"x" * 70 * 2**20}, "more than it holds"),
        ({"a": b"x" * 70 * 2**20}, "more than it holds"),
        ({"a\0b": b""}, "a file without a name"),
    ],
)
def test_files_that_cannot_be_given(files: dict[str, bytes], wrong: str, sandbox: Sandbox) -> None:
    """It is the caller's fault, not the machine's."""
    with pytest.raises(ConfigError, match=wrong):
        sandbox.run_now(Program("pass", {}, files))


def test_an_error_names_its_line(sandbox: Sandbox) -> None:
    """What a writer of code needs in order to mend it."""
    found = sandbox.run_now(Program("a = 1\nb = a / 0\n"))
    assert found.state is State.RAISED
    assert 'File "program.py", line 2' in found.stderr
    assert found.error == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("x = ", State.RAISED),
        ("raise SystemExit(0)", State.RAN),
        ("raise SystemExit('no')", State.RAISED),
        ("raise SystemExit(-5)", State.RAISED),
        ("raise SystemExit(256)", State.RAISED),
        ('x = "\ud800"', State.RAISED),
        ("import os; os._exit(3)", State.RAISED),
        ("import os; os.kill(os.getpid(), 9)", State.KILLED),
        ("import os; os.kill(os.getppid(), 9)", State.KILLED),
        ("while True: pass", State.OUT_OF_TIME),
        ("a = 'x' * 10**9", State.RAISED),
    ],
)
def test_how_it_ended(code: str, state: State, sandbox: Sandbox) -> None:
    """Each end has its own state."""
    assert sandbox.run_now(Program(code)).state is state


def test_output_beyond_the_limit_is_dropped_and_counted(sandbox: Sandbox) -> None:
    """The first bytes are kept."""
    found = sandbox.run_now(Program("print('x' * 999_999)"))
    assert (len(found.stdout), found.dropped) == (1_000, 999_000)


def test_what_is_no_plain_file_stays_inside(sandbox: Sandbox) -> None:
    """Links, pipes, folders and odd names are named only."""
    code = (
        "import os\nos.symlink('/usr/bin/env', 'link')\nos.mkfifo('pipe')\nos.mkdir('folder')\n"
        "open('名.txt', 'w').close()\nopen('ok.png', 'w').close()\nopen('.hidden', 'w').close()"
    )
    found = sandbox.run_now(Program(code))
    assert list(found.files) == ["ok.png"]
    assert len(found.left_out) == 5


def test_too_many_files_are_named(sandbox: Sandbox) -> None:
    """In the order of their names."""
    found = sandbox.run_now(Program("for n in range(9): open(f'{n}.txt', 'w').close()"))
    assert (sorted(found.files), len(found.left_out)) == (["0.txt", "1.txt", "2.txt"], 6)


def test_nothing_outlives_the_run(sandbox: Sandbox) -> None:
    """Not even a process that left its group."""
    mark = "86399.123"
    code = (
        "import os, subprocess\nif os.fork() == 0:\n    os.setsid()\n"
        f"    subprocess.Popen(['/usr/bin/sleep', '{mark}'])\n    os._exit(0)\nos.wait()\nprint(1)"
    )
    assert sandbox.run_now(Program(code)).stdout == "1\n"
    assert mark not in subprocess.check_output(["/usr/bin/ps", "-eo", "args"], text=True)


def test_runs_are_nobody(sandbox: Sandbox) -> None:
    """Never root."""
    found = sandbox.run_now(Program("import os; print(os.getuid() > 0, os.getgroups())"))
    assert found.stdout.startswith("True")


def test_two_runs_share_nothing(sandbox: Sandbox) -> None:
    """Each has folders of its own."""
    sandbox.run_now(Program("open('/tmp/left', 'w').close(); open('left', 'w').close()"))
    found = sandbox.run_now(Program("import os; print(os.listdir('/tmp'), os.listdir('.'))"))
    assert found.stdout == "[] []\n"


FORGED = [
    b"",
    b"anything",
    MAGIC,
    MAGIC + b"{}\n",
    MAGIC + b'{"status":0,"stdout":-1,"stderr":1,"dropped":0,"files":[],"left_out":[]}\n',
    MAGIC + b'{"status":0,"stdout":9,"stderr":0,"dropped":0,"files":[],"left_out":[]}\nx',
    MAGIC + b'{"status":"0","stdout":0,"stderr":0,"dropped":0,"files":[],"left_out":[]}\n',
    MAGIC + b"[" * 100_000 + b"\n",
]


@pytest.mark.parametrize("sent", FORGED)
def test_what_cannot_be_read_is_killed(sent: bytes) -> None:
    """A program may write over what its keeper sends."""
    assert outcome(sent, 9).state is State.KILLED


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/b", "", ".x", "a\\n", "名", "x" * 81])
def test_a_forged_name_is_left_out(name: str) -> None:
    """No name leads anywhere."""
    head = '{"status":0,"stdout":0,"stderr":0,"dropped":0,"files":[["%s",1]],"left_out":[]}\n'
    found = outcome(MAGIC + (head % name).encode() + b"y", 9)
    assert not found.files
    assert len(found.left_out) == 1


def test_without_bubblewrap_nothing_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bare host is never used instead."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="the sandbox: there is none") as refused:
        find_sandbox()
    assert "Install bubblewrap" in str(refused.value)


def test_a_bubblewrap_that_fails_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With its own words."""
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'No permissions to create a namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    tmp_path.chmod(0o755)
    monkeypatch.setattr(host_module.shutil, "which", lambda name: str(broken))
    with pytest.raises(ConfigError, match="does not start on this machine"):
        find_sandbox()


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_filter_is_whole_lines(machine: str) -> None:
    """Eight bytes each."""
    assert len(seccomp_filter(machine)) % 8 == 0
    assert len(seccomp_filter(machine)) > 100


def test_no_filter_where_numbers_are_unknown() -> None:
    """A wrong number would refuse some other call."""
    assert seccomp_filter("riscv64") == b""
