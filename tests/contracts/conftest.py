"""The databases that a ledger runs on: a SQLite file and a private PostgreSQL server."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.requirements import postgres_programs, require

STARTING_S = 60


@dataclass
class Server:
    """A PostgreSQL server on a socket of its own, which no network reaches."""

    programs: Path
    folder: Path
    user: str
    made: int = 0

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://{self.user}@/{database}?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs as the server's user."""
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, **as_user(self.user))

    def new_database(self) -> str:
        """An empty database's URL."""
        self.made += 1
        name = f"ledger{self.made}"
        self.run("createdb", "-h", str(self.folder), "-U", self.user, name)
        return self.url(name)


def as_user(user: str) -> dict[str, object]:
    """What makes a subprocess run as `user`, if that is somebody else."""
    if user == pwd.getpwuid(os.getuid()).pw_name:
        return {"cwd": "/"}
    entry = pwd.getpwnam(user)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": [], "cwd": "/"}


def _user() -> str:
    # the server refuses to run as root
    me = pwd.getpwuid(os.getuid()).pw_name
    return "postgres" if me == "root" else me


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A private server for this session."""
    require("postgres")
    programs = postgres_programs()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="veridical-pg-"))
    server = Server(programs, folder, _user())
    if os.getuid() == 0:
        shutil.chown(folder, server.user)
    data = str(folder / "data")
    server.run("initdb", "-D", data, "-U", server.user, "-A", "trust", "-E", "UTF8", "--no-sync")
    process = subprocess.Popen(
        [
            str(programs / "postgres"),
            *("-D", data),
            *("-k", str(folder)),
            *("-c", "listen_addresses="),
            *("-c", "fsync=off"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **as_user(server.user),
    )
    try:
        _wait(server)
        yield server
    finally:
        process.terminate()
        process.wait(STARTING_S)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: Server) -> None:
    until = time.monotonic() + STARTING_S
    while time.monotonic() < until:
        try:
            server.run("pg_isready", "-h", str(server.folder))
        except subprocess.CalledProcessError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("PostgreSQL did not start")


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The place of an empty ledger."""
    if request.param == "sqlite":
        return str(tmp_path / "run.ledger")
    server: Server = request.getfixturevalue("postgres")
    return server.new_database()
