"""`rapidocr` as eyes: English, Chinese and digits, with the models that its package brings.

The models are named by path and checked by hash before they are loaded, so that nothing is ever
downloaded and the same bytes always read the same. One thread reads at a time.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO
from math import atan2, cos, sin
from pathlib import Path
from typing import Any

from veridical.ask import Attachment
from veridical.errors import ConfigError
from veridical.picture import PictureText, TextBox
from veridical.sources.images.kinds import GIF, JPEG, PNG, WEBP, Facts, facts_of

ENGINE = "rapidocr-3.10.0"
MODELS = {
    "Det": (
        "PP-OCRv6_det_small.onnx",
        "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    ),
    "Rec": (
        "PP-OCRv6_rec_small.onnx",
        "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    ),
    "Cls": (
        "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
        "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
    ),
}
READ = frozenset({PNG, JPEG, GIF, WEBP})
LARGEST_BYTES = 20_000_000
LARGEST_PIXELS = 40_000_000
LEAST_SIDE = 6
"""Pixels: no letter can be told in less."""
MOST_STRETCHED = 50
"""The longer side over the shorter one; the engine shrinks what is longer to nothing."""
_SMALL = 350
"""Pixels: a picture whose shorter side is shorter is enlarged before it is read."""
_LEVEL = 0.008
_MOST_ASKEW = 0.5
"""Radians: what is less askew is not set straight, what is more is turned on purpose."""
Corners = Sequence[tuple[float, float]]
"""Of a line of words, from its upper left clockwise."""
LEAST_CONFIDENCE = 0.5
"""Below it the engine itself calls what it read a guess."""


def is_installed() -> bool:
    """Whether the extra ``ocr`` is there; nothing of it is imported."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


@dataclass
class RapidEyes:
    """Reads pictures with rapidocr; places in a picture that is askew are those it had straight.

    Attributes:
        threads: how many cores one picture takes; what is read does not depend on it.
    """

    threads: int = 1
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _engine: Callable[[Any], Any] | None = field(default=None, repr=False)

    @property
    def identity(self) -> str:
        """Package and version; the version pins the models."""
        return ENGINE

    def read(self, picture: Attachment) -> PictureText | None:
        """What is written in a picture.

        Raises:
            ConfigError: the extra ``ocr`` is not installed, or is not what it should be.
        """
        data = readable_bytes(picture)
        if data is None:
            return None
        facts = facts_of(data)
        with self._lock:
            found = self._read(data, _enlargement(facts))
        if found is None:
            return None
        size = (facts.width or 0, facts.height or 0)
        return PictureText(picture.sha256, self.identity, *size, boxes=found)

    def _read(self, data: bytes, times: int) -> tuple[TextBox, ...] | None:
        if self._engine is None:
            self._engine = _engine(self.threads)
        try:
            found = self._engine(data if times == 1 else _enlarged(data, times))
        except _failures():
            return None
        if found.boxes is None:
            return ()
        lines = list(zip(found.boxes, found.txts or (), found.scores or (), strict=False))
        angle = _angle([corners for corners, text, _ in lines if len(text.strip()) > 1])
        read = [
            _box(_level(c, angle), text, score, times) for c, text, score in lines if text.strip()
        ]
        return tuple(sorted(read, key=lambda box: (box.top, box.left)))


def readable_bytes(picture: Attachment) -> bytes | None:
    """The bytes that are meant, where they are a picture that can be read."""
    path = Path(picture.path)
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    facts = facts_of(data)
    pixels = (facts.width or 0) * (facts.height or 0)
    is_good = facts.media_type in READ and facts.is_whole and 0 < pixels <= LARGEST_PIXELS
    is_good = is_good and _has_room(facts)
    return data if is_good and hashlib.sha256(data).hexdigest() == picture.sha256 else None


def _has_room(facts: Facts) -> bool:
    """Whether a picture is high and wide enough for a line of words."""
    short, long = sorted((facts.width or 0, facts.height or 0))
    return short >= LEAST_SIDE and long <= MOST_STRETCHED * short


def _failures() -> tuple[type[Exception], ...]:
    """What the engine and what it decodes with raise at a picture that they cannot take."""
    import cv2  # comes with rapidocr
    from rapidocr.ch_ppocr_det.utils import ResizeImgError as DetectorResizeError
    from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError
    from rapidocr.main import RapidOCRError
    from rapidocr.utils.load_image import LoadImageError
    from rapidocr.utils.process_img import ResizeImgError

    resizing = (ResizeImgError, DetectorResizeError)
    own = (LoadImageError, *resizing, RapidOCRError, ONNXRuntimeError)
    return (*own, cv2.error, OSError, ValueError, ZeroDivisionError, SyntaxError)


def _angle(lines: Sequence[Corners]) -> float:
    """By how much a picture is askew, radians: the middle one of its lines' slopes."""
    slopes = sorted(atan2(c[1][1] - c[0][1], c[1][0] - c[0][0]) for c in lines)
    middle = slopes[len(slopes) // 2] if slopes else 0.0
    return middle if _LEVEL <= abs(middle) <= _MOST_ASKEW else 0.0


def _level(corners: Corners, angle: float) -> Corners:
    """The corners in the picture set straight, about its upper left corner."""
    down, along = sin(-angle), cos(-angle)
    return [(x * along - y * down, x * down + y * along) for x, y in corners]


def _enlargement(facts: Facts) -> int:
    """How many times a picture is enlarged before it is read."""
    return 2 if min(facts.width or 0, facts.height or 0) < _SMALL else 1


def _enlarged(data: bytes, times: int) -> Any:
    """The picture's pixels, blue first, enlarged by cubic interpolation."""
    import numpy
    from PIL import Image  # both come with rapidocr

    with Image.open(BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    size = (picture.width * times, picture.height * times)
    return numpy.asarray(picture.resize(size, Image.Resampling.BICUBIC))[:, :, ::-1].copy()


def _box(corners: Corners, text: str, score: float, times: int) -> TextBox:
    across, down = zip(*((float(x) / times, float(y) / times) for x, y in corners), strict=True)
    edges = (min(across), min(down), max(across), max(down))
    left, top, right, bottom = (round(edge, 1) for edge in edges)
    return TextBox(text.strip(), round(float(score), 4), left, top, right, bottom)


def _engine(threads: int) -> Callable[[Any], Any]:
    if not is_installed():
        raise ConfigError(
            "ocr",
            "what reads pictures is not installed",
            expected="rapidocr and onnxruntime",
            fix="Run: pip install 'veridical[ocr]'.",
        )
    import rapidocr

    folder = Path(rapidocr.__file__).parent / "models"
    settings: dict[str, Any] = {
        "Global.log_level": "critical",
        "Global.text_score": LEAST_CONFIDENCE,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    for part, (name, expected) in MODELS.items():
        settings[f"{part}.model_path"] = str(_model(folder / name, expected))
    engine: Callable[[Any], Any] = rapidocr.RapidOCR(params=settings)
    return engine


def _model(path: Path, expected: str) -> Path:
    try:
        got = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        got = "no such file"
    if got != expected:
        raise ConfigError(
            f"ocr model {path.name}",
            "is not the one that the package brings",
            got=got,
            expected=f"sha256 {expected}",
            fix="Run: pip install --force-reinstall 'rapidocr==3.10.0'.",
        )
    return path
