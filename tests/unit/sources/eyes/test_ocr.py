"""Real reading of real pictures, with no network and no model but those that the package brings."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest

from tests.drawn_figures import CONDITIONS, Drawn, attachment, bars, lying, table, worsened
from tests.requirements import require
from veridical.ask import Attachment
from veridical.checks.figure_reading import compare, read_figure
from veridical.errors import ConfigError
from veridical.picture import PictureText
from veridical.sources.eyes import found_eyes
from veridical.sources.eyes.kept import KeptEyes
from veridical.sources.eyes.rapid import ENGINE, MODELS, RapidEyes

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


@pytest.fixture(scope="module")
def eyes() -> RapidEyes:
    """One reader for all: its models take a second to load."""
    require("ocr")
    return RapidEyes()


@pytest.fixture(scope="module")
def clean() -> Drawn:
    """Bars in English."""
    require("ocr")
    pytest.importorskip("matplotlib")
    return bars(zh=False)


@pytest.mark.parametrize("zh", [False, True])
@pytest.mark.parametrize("kind", [bars, lying, table])
def test_a_clean_figure(eyes: RapidEyes, tmp_path: Path, kind, zh: bool) -> None:  # type: ignore[no-untyped-def]
    """Every value at its label; what the text says rightly clashes with nothing."""
    drawn = kind(zh=zh)
    read = eyes.read(attachment(drawn.png, tmp_path))
    assert read is not None
    figure = read_figure(read)

    assert {", ".join(v.labels): v.text for v in figure.values} == dict(drawn.values)
    for label, value in drawn.values.items():
        assert compare(figure, f"{label}: {value}.", "zh" if zh else "en") == ()


LEAST = {
    "third size": 0.0,
    "turned 90°": 0.0,
    "turned 180°": 0.0,
    "half size": 0.6,
    "half size, JPEG 30": 0.0,
}
"""The share of values at their labels that must be read; all of them where none is named."""


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_worse_figure(eyes: RapidEyes, clean: Drawn, tmp_path: Path, condition: str) -> None:
    """Values may be lost; what is read at a label is never taken for another number's clash."""
    data, suffix = worsened(clean.png, condition)
    read = eyes.read(attachment(data, tmp_path, suffix))
    figure = read_figure(read) if read else None
    values = figure.values if figure else ()
    got = {", ".join(v.labels): v.text for v in values}
    right = sum(got.get(label) == value for label, value in clean.values.items())

    assert right >= LEAST.get(condition, 1.0) * len(clean.values)
    for label, value in clean.values.items() if figure else ():
        assert compare(figure, f"It was {value} GW in {label}.", "en") == ()


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(40), b"<svg><text>a</text></svg>", b"GIF89a"],
)
def test_what_cannot_be_read(eyes: RapidEyes, tmp_path: Path, data: bytes) -> None:
    """None, which is no empty picture; nothing raises."""
    assert eyes.read(attachment(data, tmp_path)) is None


@pytest.mark.parametrize("size", [(20_000, 2), (2, 20_000), (1, 1), (4_000, 40)])
@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_picture_that_the_engine_cannot_shrink(
    eyes: RapidEyes,
    clean: Drawn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    is_guarded: bool,
) -> None:
    """A strip says nothing, by its sides or by the engine's own failure; the next one is read."""
    image = pytest.importorskip("PIL.Image")
    if not is_guarded:
        monkeypatch.setattr("veridical.sources.eyes.rapid.LEAST_SIDE", 1)
        monkeypatch.setattr("veridical.sources.eyes.rapid.MOST_STRETCHED", 10**6)
    strip = BytesIO()
    image.new("RGB", size, "white").save(strip, "PNG")
    found = eyes.read(attachment(strip.getvalue(), tmp_path))

    assert found is None or (not is_guarded and found.boxes == ())
    if is_guarded and size == (20_000, 2):
        after = eyes.read(attachment(clean.png, tmp_path))
        assert after is not None
        assert after.boxes


def test_another_file_than_was_meant(eyes: RapidEyes, clean: Drawn, tmp_path: Path) -> None:
    """The hash names the bytes that are read."""
    there = attachment(clean.png, tmp_path)

    assert eyes.read(Attachment(there.path, "0" * 64)) is None
    assert eyes.read(Attachment(str(tmp_path / "gone.png"), there.sha256)) is None


def test_nothing_is_fetched(clean: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new reader loads its models and reads without opening a connection."""

    def refuse(*_args: object, **_more: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    read = RapidEyes().read(attachment(clean.png, tmp_path))

    assert read is not None
    assert read.engine == ENGINE


def test_another_model_is_refused(
    clean: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Models are checked by hash before they are loaded."""
    monkeypatch.setitem(MODELS, "Det", (MODELS["Det"][0], "0" * 64))
    with pytest.raises(ConfigError) as told:
        RapidEyes().read(attachment(clean.png, tmp_path))

    assert str(told.value).startswith(
        "ocr model PP-OCRv6_det_small.onnx: is not the one that the package brings, got "
    )


@dataclass
class Counting:
    """Eyes that count what they are asked."""

    identity: str = "counting-1"
    asked: list[str] = field(default_factory=list)

    def read(self, picture: Attachment) -> PictureText | None:
        """One word; of `0` nothing."""
        self.asked.append(picture.sha256)
        if picture.sha256 == "0":
            return None
        return PictureText(picture.sha256, self.identity, 1, 1)


def test_a_picture_is_read_once(tmp_path: Path) -> None:
    """Kept by content and engine, in memory and on disk; a torn file is read again."""
    inner = Counting()
    picture = Attachment("a.png", "1")
    first, second = KeptEyes(inner, tmp_path), KeptEyes(inner, tmp_path)
    found = [first.read(picture), first.read(Attachment("b.png", "1")), second.read(picture)]
    (kept,) = tmp_path.glob("*.json")
    other = KeptEyes(Counting("counting-2"), tmp_path)

    assert inner.asked == ["1"]
    assert found[0] == found[1] == found[2]
    assert json.loads(kept.read_text("utf-8"))["engine"] == "counting-1"
    assert other.read(picture) is not None
    assert other.inner.asked == ["1"]  # type: ignore[attr-defined]
    kept.write_text("{", "utf-8")
    assert KeptEyes(inner, tmp_path).read(picture) == found[0]


def test_what_cannot_be_read_is_kept_nowhere(tmp_path: Path) -> None:
    """It may be readable another time."""
    assert KeptEyes(Counting(), tmp_path).read(Attachment("a.png", "0")) is None
    assert list(tmp_path.iterdir()) == []


def test_what_this_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings anywhere; other pictures where something is installed."""
    found = found_eyes().identity
    monkeypatch.setattr("veridical.sources.eyes.found.is_installed", lambda: False)

    assert found_eyes().identity == "drawings-1"
    assert found in ("drawings-1", f"drawings-1+{ENGINE}")
