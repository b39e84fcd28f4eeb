"""Which system calls the kernel refuses inside: a filter program for `bwrap --seccomp`.

Beyond what the namespaces and the missing capabilities already forbid: memory that no limit
counts (memfd, shared segments), looking into other processes, and doors of the kernel that a
program that draws figures has no need of. A refused call fails with EPERM.
"""

from __future__ import annotations

import platform
import struct

_CALLS: dict[str, tuple[int, int]] = {
    # name: its number on x86_64, on aarch64
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "setns": (308, 268),
    "unshare": (272, 97),
    "syslog": (103, 116),
    "acct": (163, 89),
    "personality": (135, 92),
}
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | 1
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4


def seccomp_filter(machine: str | None = None) -> bytes:
    """The filter for a machine; no bytes where its numbers are not known.

    Args:
        machine: as `platform.machine` calls it; None = this one.
    """
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return b""
    column, architecture = known
    refused = [numbers[column] for numbers in _CALLS.values()]
    lines = [
        _line(_LOAD, _ARCHITECTURE_AT),
        _line(_EQUAL, architecture, yes=1),
        _line(_RETURN, _KILL),
        _line(_LOAD, _NUMBER_AT),
        # numbers of the other ABI of the same architecture
        _line(_AT_LEAST, _X32, yes=len(refused) + 1),
        # the jump leads from the line after it to the last
        *(_line(_EQUAL, one, yes=len(refused) - at) for at, one in enumerate(refused)),
        _line(_RETURN, _ALLOW),
        _line(_RETURN, _REFUSE),
    ]
    return b"".join(lines)


def _line(code: int, value: int, *, yes: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, 0, value)
