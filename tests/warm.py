"""The program in processes of its own that need not import it first.

One process imports the whole package once and then, for each start, forks: the child gets the
arguments, folder, environment and files of a fresh process, runs the program's `main`, and leaves
by the interpreter's own exit. What an interpreter reads as it starts (``PYTHON…``, the locale)
is the parent's, so who sets that wants a cold start.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).with_name("veridical")
WARNINGS = {"PYTHONWARNINGS": "error"}
_ENTRIES = {"veridical": "veridical.cli.main", "rules": "tests.rule_server"}
"""What can be started, and the module whose ``main`` it is."""


@dataclass
class Started:
    """A process that was forked.

    Attributes:
        pid: its number.
        line: says how it ended.
    """

    pid: int
    line: socket.socket

    def wait(self, timeout_s: float | None) -> int | None:
        """Its exit code, negative for a signal; None if it still runs."""
        if not select.select([self.line], [], [], timeout_s)[0]:
            return None
        with self.line:
            return int(self.line.recv(64))

    def kill(self, timeout_s: float, number: int = signal.SIGKILL) -> int | None:
        """Send a signal, then wait."""
        os.kill(self.pid, number)
        return self.wait(timeout_s)


def start(
    entry: str,
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    out: int,
    err: int,
) -> Started:
    """Start one.

    Args:
        entry: ``veridical`` or ``rules``.
        arguments: without the program's name.
        folder: where.
        environment: all of it.
        out: file descriptor of its standard output.
        err: the same of its standard error.
    """
    line = socket.socket(socket.AF_UNIX)
    line.connect(_parent())
    told = {"entry": entry, "arguments": arguments, "folder": str(folder)}
    text = json.dumps({**told, "environment": dict(environment)}).encode()
    socket.send_fds(line, [len(text).to_bytes(8, "big")], [out, err])
    line.sendall(text)
    return Started(int.from_bytes(line.recv(8), "big"), line)


@cache
def _parent() -> str:
    """The address of this process's own parent of programs, which it starts."""
    address = str(Path(tempfile.mkdtemp(prefix="warm-")) / "line")
    environment = {**os.environ, **WARNINGS}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.warm", address],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"

    def stop() -> None:
        process.terminate()
        process.wait(10)
        process.stdout.close()  # type: ignore[union-attr]

    atexit.register(stop)
    return address


def _import_all() -> None:
    """What can be imported: a part that cannot fails where the program needs it."""
    package = importlib.import_module("veridical")
    for module in pkgutil.walk_packages(package.__path__, "veridical.", onerror=lambda _: None):
        with suppress(ImportError):
            importlib.import_module(module.name)
    importlib.import_module("tests.rule_server")
    environment = importlib.import_module("veridical.web.render").environment()
    for template in environment.list_templates(extensions="html"):
        environment.get_template(template)


def _read(line: socket.socket) -> tuple[dict[str, Any], list[int]]:
    head, fds, _, _ = socket.recv_fds(line, 8, 2)
    left, parts = int.from_bytes(head, "big"), []
    while left:
        parts.append(line.recv(left))
        left -= len(parts[-1])
    return json.loads(b"".join(parts)), fds


def _become(told: dict[str, Any], out: int, err: int) -> None:
    """Be the process that was asked for; returns never."""
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.closerange(3, max(out, err) + 10)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.argv = [str(PROGRAM), *told["arguments"]]
    importlib.import_module(_ENTRIES[told["entry"]]).main()
    sys.exit(0)


def _serve(address: str) -> None:
    """Fork one child a line until stopped; this returns in no process but a child's."""
    running: dict[int, socket.socket] = {}
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(64)
    reads, writes = socket.socketpair()
    writes.setblocking(False)
    signal.set_wakeup_fd(writes.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    os.write(1, b"ready\n")
    gc.collect()
    gc.freeze()
    while True:
        ready, _, _ = select.select([listening, reads], [], [])
        if reads in ready:
            reads.recv(4096)
            _reap(running)
        if listening in ready:
            line, _ = listening.accept()
            told, fds = _read(line)
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for other in (listening, reads, writes, line, *running.values()):
                    other.close()
                _become(told, *fds)
            for fd in fds:
                os.close(fd)
            line.sendall(pid.to_bytes(8, "big"))
            running[pid] = line


def _reap(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as line:
            line.sendall(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    _import_all()
    _serve(sys.argv[1])
