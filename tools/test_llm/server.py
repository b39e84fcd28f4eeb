"""The packaged model's server, a process of its own, started and ended here."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.test_llm.setting_up import Place
from veridical.errors import ConfigError

SCRIPT = Path(__file__).with_name("serve.py")
END_S = 30
"""How long the server may take to end by itself."""


@contextmanager
def serving(place: Place, log: Path, threads: int) -> Iterator[str]:
    """Serve the model until the end of the block; gives the base URL.

    Args:
        place: the server's environment and the checked model file.
        log: where the server's own words go.
        threads: of the processor.

    Raises:
        ConfigError: the server ended before it was ready.
    """
    port = _free_port()
    said = (str(SCRIPT), str(place.weights), place.name, str(port), str(threads))
    command = [str(place.python), "-I", *said]
    with log.open("wb") as errors:
        server = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            _wait_until_ready(server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            _end(server)


def _wait_until_ready(server: subprocess.Popen[bytes], log: Path) -> None:
    assert server.stdout is not None
    for line in server.stdout:
        if line.strip() == b"ready":
            return
    raise ConfigError(
        "the packaged model's server",
        "ended before it was ready",
        fix=f"Read {log}.",
    )


def _end(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None
    server.stdin.close()
    try:
        server.wait(END_S)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
