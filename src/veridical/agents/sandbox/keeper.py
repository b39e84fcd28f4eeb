"""Runs inside the sandbox: sets the limits, runs the program, hands out what it left.

Sent as text to an interpreter that knows nothing of this package; standard library only. The
program runs in a child, so that whatever it does to itself, its keeper tells of it. A program
that ends its keeper tells nothing, and that is what its outcome says.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import resource
import selectors
import signal
import stat
import sys
import traceback
from typing import Any

MAGIC = b"veridical-sandbox\n"
IN, OUT = "/in", "/out"
MIB = 1 << 20


def main() -> None:
    """Read the order, run, send."""
    order = json.loads(sys.stdin.buffer.read())
    limits = order["limits"]
    for name, content in order["files"].items():
        with open(os.path.join(IN, os.path.basename(name)), "wb") as file:  # noqa: PTH118, PTH119, PTH123
            file.write(base64.b64decode(content))
    out, err = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        run(order, out, err)
    # nobody of the same id may look into this process from now on
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    os.close(out[1])
    os.close(err[1])
    said, dropped, status = watch(child, (out[0], err[0]), limits["output_bytes"])
    send(said, dropped, status, limits)


def run(order: dict[str, Any], out: tuple[int, int], err: tuple[int, int]) -> None:
    """The child: the program under its limits; never returns."""
    status = 1
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        for own, fd in ((nothing, 0), (out[1], 1), (err[1], 2)):
            os.dup2(own, fd)
        os.closerange(3, 64)
        os.chdir(OUT)
        limit(order["limits"])
        if order["packages"]:
            sys.path.insert(0, order["packages"])
        names = {"__name__": "__main__", "__file__": "program.py", **order["objects"]}
        exec(compile(order["code"], "program.py", "exec"), names)  # noqa: S102
        status = 0
    except SystemExit as e:
        status = (
            (e.code & 0xFF) or int(e.code != 0)
            if isinstance(e.code, int)
            else int(e.code is not None)
        )
    except BaseException:  # noqa: BLE001 - whatever the program raises is what is told
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def limit(limits: dict[str, int]) -> None:
    """Bind this process and its children."""
    for what, most in (
        (resource.RLIMIT_CPU, limits["cpu_s"]),
        (resource.RLIMIT_AS, limits["memory_mb"] * MIB),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_NOFILE, limits["open_files"]),
        (resource.RLIMIT_FSIZE, limits["disk_mb"] * MIB),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def watch(child: int, pipes: tuple[int, int], most: int) -> tuple[list[bytes], int, int]:
    """What the child says until it ends, what of it is dropped, and how it ended."""
    said, dropped = dict.fromkeys(pipes, b""), 0
    with selectors.DefaultSelector() as selector:
        for fd in pipes:
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ)
        ended = None
        while ended is None:
            for key, _ in selector.select(0.01):
                dropped += drain(key.fd, said, most) or 0
            pid, found = os.waitpid(child, os.WNOHANG)
            ended = found if pid else None
        # children that it left behind hold the pipes open
        kill_rest()
        for fd in pipes:
            while (rest := drain(fd, said, most)) is not None:
                dropped += rest
    return [said[fd] for fd in pipes], dropped, os.waitstatus_to_exitcode(ended)


def drain(fd: int, said: dict[int, bytes], most: int) -> int | None:
    """Read once; how much was dropped, None where nothing is to be read."""
    try:
        piece = os.read(fd, 65_536)
    except BlockingIOError:
        return None
    if not piece:
        return None
    keep = piece[: most - len(said[fd])]
    said[fd] += keep
    return len(piece) - len(keep)


def kill_rest() -> None:
    """End whatever the program left running."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def send(said: list[bytes], dropped: int, status: int, limits: dict[str, int]) -> None:
    """Head, then what was said, then the files."""
    files, left_out = left(limits["files"], limits["disk_mb"] * MIB)
    head = {
        "status": status,
        "stdout": len(said[0]),
        "stderr": len(said[1]),
        "dropped": dropped,
        "files": [(name, len(content)) for name, content in files],
        "left_out": left_out,
    }
    body = b"".join([*said, *(content for _, content in files)])
    sys.stdout.buffer.write(MAGIC + json.dumps(head).encode() + b"\n" + body)
    sys.stdout.buffer.flush()


def left(most: int, most_bytes: int) -> tuple[list[tuple[str, bytes]], list[str]]:
    """The regular files in the working folder, and the names of what is not handed out."""
    files: list[tuple[str, bytes]] = []
    left_out = []
    total = 0
    for name in sorted(os.listdir(OUT)):  # noqa: PTH208
        content = regular(os.path.join(OUT, name), most_bytes - total)  # noqa: PTH118
        if content is None or len(files) == most:
            left_out.append(ascii(name)[1:-1][:80])
        else:
            files.append((ascii(name)[1:-1], content))
            total += len(content)
    return files, left_out[:100]


def regular(path: str, most: int) -> bytes | None:
    """The content of a file that is one, and no link; None for the rest, or too much."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    told = os.fstat(fd)
    if not stat.S_ISREG(told.st_mode) or told.st_size > most:
        os.close(fd)
        return None
    with os.fdopen(fd, "rb") as file:
        return file.read(told.st_size)


if __name__ == "__main__":
    main()
