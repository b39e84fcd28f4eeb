"""What a program does on the bare host, its sandbox keeps it from; every twin is run as well."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.requirements import require
from tests.sandbox.programs import ATTEMPTS, Attempt
from veridical.agents.sandbox import Limits, Program, Sandbox, State, find_sandbox

LIMITS = Limits(wall_s=4, cpu_s=3, memory_mb=400, processes=24, disk_mb=64)
MORE_MB = 500


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"here")

    def log_message(self, *args: object) -> None:
        pass


@dataclass
class Host:
    """What stands on the host for programs to reach."""

    folder: Path
    names: dict[str, object] = field(default_factory=dict)

    def filled(self, code: str) -> str:
        """A program with what it is to reach."""
        return code.format(**self.names)

    def fresh(self) -> None:
        """A file and a process that a program may have taken away."""
        (self.folder / "victim").write_text("x")
        for rest in ("victim2", "new", "hard"):
            (self.folder / rest).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    """The sandbox, with limits that a test can meet."""
    require("bubblewrap")
    return find_sandbox(LIMITS)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Servers, files and processes on the host."""
    folder = tmp_path_factory.mktemp("h")
    mark = f"{os.getpid()}"
    (folder / "secret").write_text("a secret")
    web = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))
    threading.Thread(target=_echo, args=(udp,), daemon=True).start()
    here = [_listening(f"\0veridical-{mark}"), _listening(str(folder / "s"))]
    neighbour = subprocess.Popen(["/usr/bin/sleep", "600"])
    reader, writer = os.pipe()
    os.write(writer, b"inherited" * 100)
    host = Host(
        folder,
        {
            "port": web.server_port,
            "udp": udp.getsockname()[1],
            "abstract": f"veridical-{mark}",
            "socket": folder / "s",
            "secret": folder / "secret",
            "folder": folder,
            "victim": folder / "victim",
            "mark": mark,
            "pid": neighbour.pid,
            "fd": reader,
            "host": platform.node(),
            "more": MORE_MB,
        },
    )
    yield host
    web.shutdown()
    web.server_close()
    udp.close()
    for one in here:
        one.close()
    os.close(writer)
    os.close(reader)
    neighbour.kill()
    neighbour.wait()


def _listening(address: str) -> socket.socket:
    found = socket.socket(socket.AF_UNIX)
    found.bind(address)
    found.listen(64)
    return found


def _echo(udp: socket.socket) -> None:
    while True:
        try:
            data, where = udp.recvfrom(99)
            udp.sendto(data, where)
        except OSError:
            return


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda a: a.name)
def test_attempt_fails_inside_and_its_twin_succeeds_outside(
    attempt: Attempt, sandbox: Sandbox, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is reached, nothing is changed, and the program itself would work."""
    monkeypatch.setenv("VERIDICAL_SECRET", "a secret")
    host.fresh()
    before = (host.folder / "secret").read_bytes()
    with subprocess.Popen(["/usr/bin/sleep", "600"]) as prey:
        host.names["prey"] = prey.pid
        inside = sandbox.run_now(Program(host.filled(attempt.code)))
        assert "DONE" not in inside.stdout
        assert inside.state is not State.RAN or not inside.stdout.strip()
        assert prey.poll() is None
        assert (host.folder / "secret").read_bytes() == before
        assert (host.folder / "victim").exists()
        assert {"new", "hard"}.isdisjoint(p.name for p in host.folder.iterdir())

        outside = subprocess.run(
            [sys.executable, "-c", host.filled(attempt.twin)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            pass_fds=[int(str(host.names["fd"]))],
        )
        prey.kill()
    assert "DONE" in outside.stdout, outside.stderr
