"""The sandbox of this machine: found or refused, never replaced by the bare host."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from veridical.agents.sandbox.filter import seccomp_filter
from veridical.agents.sandbox.limits import MIB, Limits
from veridical.agents.sandbox.outcome import Outcome, State
from veridical.agents.sandbox.program import Program, order
from veridical.agents.sandbox.watching import watched
from veridical.errors import ConfigError

_KEEPER = Path(__file__).with_name("keeper.py")
_LAUNCHER = Path(__file__).with_name("launcher.py")
PACKAGES = "/packages"
_WRITABLE = ("/tmp", "/in", "/out", "/dev/shm")  # noqa: S108 - of the sandbox
_FIRST_ID, _IDS = 61184, 4000
"""Ids that systems hand out for a while and that own no file."""
_COUNTER = itertools.count(os.getpid())
_ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 - of the sandbox
    "LANG": "C.UTF-8",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/in",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin",
}


@dataclass(frozen=True)
class Sandbox:
    """Where programs are run.

    Attributes:
        bwrap: bubblewrap's program.
        limits: of every run.
    """

    bwrap: Path
    limits: Limits = field(default_factory=Limits)

    async def run(self, program: Program) -> Outcome:
        """Run a program without holding up anything else.

        Raises:
            ConfigError: the sandbox itself does not work here; the program did not run.
        """
        return await asyncio.to_thread(self.run_now, program)

    def run_now(self, program: Program) -> Outcome:
        """Run a program and wait for it.

        Raises:
            ConfigError: the sandbox itself does not work here; the program did not run.
        """
        sent = order(program, self.limits, PACKAGES)
        command = [sys.executable, "-I", "-S", str(_LAUNCHER), self._plan().decode()]
        found, complaint = watched(command, sent, self.limits)
        # a keeper that has begun says nothing on standard error, and always sends something
        if found.state is State.KILLED and complaint:
            raise ConfigError(
                "the sandbox",
                "does not start on this machine",
                got=complaint,
                expected="bubblewrap with user namespaces, and as root mount namespaces",
                fix="Allow unprivileged user namespaces, or leave generated code out.",
            )
        return found

    def _plan(self) -> bytes:
        return msgspec.json.encode(
            {
                "bwrap": str(self.bwrap),
                "id": _FIRST_ID + next(_COUNTER) % _IDS,
                "filter": seccomp_filter().hex(),
                "folders": _folders(),
                "before": _before(self.limits),
                "after": _after(),
            }
        )


def find_sandbox(limits: Limits | None = None) -> Sandbox:
    """The sandbox of this machine, tried once.

    Raises:
        ConfigError: there is no bubblewrap, or it does not work here.
    """
    at = shutil.which("bwrap")
    if at is None:
        raise ConfigError(
            "the sandbox",
            "there is none",
            expected="the program bwrap, since generated code never runs on the bare host",
            fix="Install bubblewrap, as with `apt-get install bubblewrap`.",
        )
    found = Sandbox(Path(at), limits or Limits())
    if found.run_now(Program("print('works')")).stdout != "works\n":
        raise ConfigError(
            "the sandbox",
            "does not run a program that only prints",
            got=at,
            fix="Try bwrap by hand on this machine.",
        )
    return found


def _folders() -> list[tuple[str, str]]:
    """What is shown inside, and as what: the system, the interpreter, its packages."""
    base = str(Path(sys.base_prefix).resolve())
    own = [] if Path(base).is_relative_to("/usr") else [(base, base)]
    return [("/usr", "/usr"), *own, (sysconfig.get_path("purelib"), PACKAGES)]


def _before(limits: Limits) -> list[str]:
    disk = str(limits.disk_mb * MIB)
    return [
        *("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv"),
        *(word for k, v in _ENVIRONMENT.items() for word in ("--setenv", k, v)),
        *("--proc", "/proc", "--dev", "/dev"),
        *(word for at in _WRITABLE for word in ("--size", disk, "--tmpfs", at)),
        *("--remount-ro", "/dev"),
        *(word for lib in _links() for word in ("--symlink", f"usr/{lib}", f"/{lib}")),
    ]


def _links() -> list[str]:
    return [name for name in ("bin", "lib", "lib64") if Path("/usr", name).is_dir()]


def _after() -> list[str]:
    program = str(Path(sys.base_prefix).resolve() / "bin" / f"python3.{sys.version_info.minor}")
    keeper = _KEEPER.read_text(encoding="utf-8")
    return ["--remount-ro", "/", "--chdir", "/out", program, "-I", "-S", "-B", "-c", keeper]
