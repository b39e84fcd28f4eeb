"""Starts bubblewrap as nobody in particular: `python launcher.py PLAN`, a stand-alone script.

Standard library only. As root it first gives up root: the folders that the sandbox shows are
bound, in a mount namespace of this process alone, to places that any id may reach; then it
takes an unprivileged id, and only then does bubblewrap start. As root the kernel would not
hold processes to their number.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

CLONE_NEWNS = 0x00020000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
STAGE = "/tmp"  # noqa: S108 - of a mount namespace of its own
FAILED = 97


def main(plan: str) -> None:
    """Become unprivileged where needed, then become bubblewrap."""
    told = json.loads(plan)
    folders: list[list[str]] = told["folders"]
    if os.getuid() == 0:
        sources = staged([source for source, _ in folders])
        os.setgroups([])
        os.setresgid(told["id"], told["id"], told["id"])
        os.setresuid(told["id"], told["id"], told["id"])
    else:
        sources = [source for source, _ in folders]
    os.chdir("/")
    held = filter_held(told["filter"])
    binds = [
        word
        for source, (_, shown) in zip(sources, folders, strict=True)
        for word in ("--ro-bind", source, shown)
    ]
    os.execv(told["bwrap"], ["bwrap", *told["before"], *held, *binds, *told["after"]])  # noqa: S606


def filter_held(filter_hex: str) -> list[str]:
    """The filter of system calls, in a descriptor that bubblewrap inherits."""
    if not filter_hex:
        return []
    fd = os.memfd_create("filter", 0)
    os.write(fd, bytes.fromhex(filter_hex))
    os.lseek(fd, 0, os.SEEK_SET)
    os.set_inheritable(fd, True)
    return ["--seccomp", str(fd)]


def staged(folders: list[str]) -> list[str]:
    """The folders under names that any id may reach, for this process and its children."""
    checked("unshare", _LIBC.unshare(CLONE_NEWNS))
    checked("private", _LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    opened = [os.open(folder, os.O_PATH | os.O_CLOEXEC) for folder in folders]
    checked("stage", _LIBC.mount(b"tmpfs", STAGE.encode(), b"tmpfs", 0, b"mode=755"))
    found = []
    for number, fd in enumerate(opened):
        place = f"{STAGE}/{number}"
        os.mkdir(place)  # noqa: PTH102
        source = f"/proc/self/fd/{fd}".encode()
        checked("bind", _LIBC.mount(source, place.encode(), None, MS_BIND | MS_REC, None))
        found.append(place)
    return found


_LIBC = ctypes.CDLL(None, use_errno=True)


def checked(what: str, result: int) -> None:
    """End this process where a call failed."""
    if result:
        said = f"{what}: {os.strerror(ctypes.get_errno())}"
        sys.stderr.write(f"launcher: {said}\n")
        sys.exit(FAILED)


if __name__ == "__main__":
    main(sys.argv[1])
