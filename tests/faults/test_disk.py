"""A disk that is full or cannot be written: one clear line, and nothing lost."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.runs import Place, ended, forked
from veridical.errors import StoreError
from veridical.ledger import KeptAnswer, open_ledger
from veridical.runs.files import append_line, whole_lines, write_whole

NOBODY = 65534


def said(number: int) -> KeptAnswer:
    """An answer of some size."""
    return KeptAnswer(
        key=f"k{number}", ask="a", kind="x", version="1", respondent="r", value="x" * 3000
    )


def _limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _fill(path: Path, log: Path) -> None:
    """Keep answers one by one until the disk refuses; note each that was handed on."""

    async def keep() -> None:
        with open_ledger(path) as ledger:
            for number in range(10_000):
                await ledger.keep_answer(said(number))
                log.write_text(str(number + 1), encoding="utf-8")

    try:
        asyncio.run(keep())
    except StoreError as e:
        log.with_suffix(".error").write_text(str(e), encoding="utf-8")
        raise


def _kept(path: Path, count: int) -> int:
    with open_ledger(path) as ledger:
        found = [asyncio.run(ledger.find_answer(f"k{n}")) for n in range(count + 1)]
    return sum(one is not None for one in found[:count])


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The limit of a file's size stops the ledger; what was handed on is there."""
    path, log = tmp_path / "run.ledger", tmp_path / "log"

    def work() -> None:
        _limited(400_000)
        _fill(path, log)

    assert ended(forked(work)) == 2
    count = int(log.read_text(encoding="utf-8"))
    error = log.with_suffix(".error").read_text(encoding="utf-8")

    assert count > 10
    assert _kept(path, count) == count
    assert error.startswith(f'ledger "{path}": could not be written: ')
    assert error.endswith(
        "; expected room, and the right to write. "
        "Mend that and run the same command again; what was kept before stays kept."
    )
    assert "\n" not in error


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 600 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("needs the right to mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full(small_disk: Path, tmp_path: Path) -> None:
    """The ledger says that it is full; freed, it goes on where it was."""
    path, log = small_disk / "run.ledger", tmp_path / "log"
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 100_000)
    with pytest.raises(StoreError, match="could not be written: database or disk is full"):
        _fill(path, log)
    count = int(log.read_text(encoding="utf-8"))
    ballast.unlink()

    assert _kept(path, count) == count
    with open_ledger(path) as ledger:
        asyncio.run(ledger.keep_answer(said(count)))
        assert asyncio.run(ledger.find_answer(f"k{count}")) is not None


def test_the_writer_goes_on_after_a_refusal(small_disk: Path, tmp_path: Path) -> None:
    """In the same opening: a full disk is no reason to be closed."""
    ballast = small_disk / "ballast"

    async def keep() -> str:
        with open_ledger(small_disk / "run.ledger") as ledger:
            await ledger.keep_answer(said(0))
            ballast.write_bytes(b"x" * (shutil.disk_usage(small_disk).free - 8192))
            results = await asyncio.gather(
                *(ledger.keep_answer(said(n)) for n in range(1, 100)), return_exceptions=True
            )
            assert {type(one) for one in results} == {StoreError}
            ballast.unlink()
            await ledger.keep_answer(said(1))
            found = await ledger.find_answer("k1")
            return found.key if found else ""

    assert asyncio.run(keep()) == "k1"


@pytest.mark.parametrize("size", [50_000, 75_000, 90_000, 140_000])
def test_a_run_on_a_full_disk_can_be_gone_on_with(tmp_path: Path, size: int) -> None:
    """It ends with exit code 2; with room again, the numbers are those of an unbroken run."""
    unbroken = Place(tmp_path / "unbroken").make()
    unbroken.evaluate()
    place = Place(tmp_path / "place").make()

    def work() -> None:
        _limited(size)
        place.evaluate()

    code = ended(forked(work))
    place.evaluate()

    assert code in {0, 2}
    assert place.files() == unbroken.files()
    if code == 0:
        assert size > 75_000


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="veridical-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_ledger_that_may_not_be_written(public: Path) -> None:
    """One line; the file stays as it was."""
    path, log = public / "run.ledger", public / "log.error"
    with open_ledger(path) as ledger:
        asyncio.run(ledger.keep_answer(said(0)))
    before = path.read_bytes()
    path.chmod(0o444)
    log.touch()
    log.chmod(0o666)
    public.chmod(0o555)

    def work() -> None:
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        try:
            open_ledger(path)
        except StoreError as e:
            log.write_text(str(e), encoding="utf-8")
            raise

    code = ended(forked(work))
    public.chmod(0o755)

    assert code == 2
    assert log.read_text(encoding="utf-8").startswith(f'ledger "{path}": could not be opened: ')
    assert path.read_bytes() == before


def test_a_ledger_in_an_archive_can_be_read(public: Path) -> None:
    """Neither the file nor its folder may be written, yet a run can be recomputed from it."""
    path = public / "run.ledger"
    with open_ledger(path) as ledger:
        asyncio.run(ledger.keep_answer(said(0)))
    path.chmod(0o444)
    public.chmod(0o555)

    def work() -> None:
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        with open_ledger(path, read_only=True) as ledger:
            assert asyncio.run(ledger.find_answer("k0")) is not None

    code = ended(forked(work))
    public.chmod(0o755)

    assert code == 0


def test_a_file_is_written_whole_or_not_at_all(small_disk: Path) -> None:
    """On a full disk the old one stands, and nothing half-written beside it."""
    path = small_disk / "a.json"
    write_whole(path, b"old")
    with pytest.raises(StoreError) as raised:
        write_whole(path, b"x" * 1_000_000)

    assert str(raised.value) == (
        f"{path}: could not be written: No space left on device; "
        "expected room, and the right to do so. "
        "Mend that and run the same command again; what was kept before stays kept."
    )
    assert [p.name for p in small_disk.iterdir()] == ["a.json"]
    assert path.read_bytes() == b"old"


def test_a_line_that_has_no_room_is_taken_back(small_disk: Path) -> None:
    """The lines before it stand, and the next one is whole."""
    path = small_disk / "partial.jsonl"
    append_line(path, b"first")
    with pytest.raises(StoreError):
        append_line(path, b"x" * 1_000_000)
    append_line(path, b"second")

    assert whole_lines(path) == [b"first", b"second"]
