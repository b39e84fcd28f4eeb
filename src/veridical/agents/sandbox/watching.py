"""Holds a running sandbox to its time, its memory and its output, from outside."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from veridical.agents.sandbox.limits import MIB, Limits
from veridical.agents.sandbox.outcome import Outcome, State, outcome

_LOOK_S = 0.05
_COMPLAINT = 2_000
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def watched(command: Sequence[str], sent: bytes, limits: Limits) -> tuple[Outcome, str]:
    """Run a command to its end or to a limit.

    Args:
        command: what starts the sandbox.
        sent: to its standard input.
        limits: of time, memory and output.

    Returns:
        What came of it, and what was said on the command's own standard error.
    """
    with subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        feeding = threading.Thread(target=_feed, args=(process, sent), daemon=True)
        feeding.start()
        try:
            said, complaint, over = _read(process, limits)
        finally:
            _end(process)
            feeding.join()
    found = outcome(said, limits.files) if over is None else Outcome(over)
    return found, complaint.decode("utf-8", "replace").strip()


def _feed(process: subprocess.Popen[bytes], sent: bytes) -> None:
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.write(sent)
        process.stdin.close()


def _read(process: subprocess.Popen[bytes], limits: Limits) -> tuple[bytes, bytes, State | None]:
    """What it sends until it ends, and the limit that it met."""
    assert process.stdout is not None
    assert process.stderr is not None
    said, complaint = bytearray(), bytearray()
    now = time.monotonic()
    last, look = now + limits.wall_s, now
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, said)
        selector.register(process.stderr, selectors.EVENT_READ, complaint)
        while selector.get_map():
            for key, _ in selector.select(_LOOK_S):
                piece = os.read(key.fd, 1 << 18)
                key.data.extend(piece)
                if not piece:
                    selector.unregister(key.fileobj)
            del complaint[_COMPLAINT:]
            now = time.monotonic()
            if now < look:
                continue
            look = now + _LOOK_S
            over = _over(process.pid, limits, said, is_late=now > last)
            if over is not None:
                return b"", b"", over
    return bytes(said), bytes(complaint), None


def _over(pid: int, limits: Limits, said: bytearray, *, is_late: bool) -> State | None:
    if is_late:
        return State.OUT_OF_TIME
    if len(said) > limits.most_bytes:
        return State.OUT_OF_OUTPUT
    if _resident_bytes(pid) > limits.memory_mb * MIB:
        return State.OUT_OF_MEMORY
    return None


def _resident_bytes(pid: int) -> int:
    """Resident memory of a process and all below it, shared pages counted for each."""
    total, waiting = 0, [pid]
    while waiting:
        one = Path("/proc", str(waiting.pop()))
        with suppress(OSError, ValueError, IndexError):
            total += int((one / "statm").read_text().split()[1]) * _PAGE_BYTES
            children = (one / "task").glob("*/children")
            waiting += [int(child) for at in children for child in at.read_text().split()]
    return total


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdout, process.stderr):
        assert pipe is not None
        pipe.close()
    process.wait()
