"""Figures drawn by a real drawing library, with what is written in them.

Five kinds in English and Chinese, clean; `worsened` makes ten worse ones of a clean one: low
resolution, JPEG, turned, and mixtures.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veridical.ask import Attachment

DPI = 110
FONTS = ["DejaVu Sans", "Noto Sans CJK JP", "Noto Sans CJK SC"]


@dataclass(frozen=True)
class Drawn:
    """A figure, and what is in it.

    Attributes:
        name: of its kind and language.
        png: its bytes.
        values: the numbers that stand in it, as written, by their labels.
        words: the words that stand in it.
        ticks: the numbers of its axes.
    """

    name: str
    png: bytes
    values: Mapping[str, str]
    words: tuple[str, ...]
    ticks: tuple[str, ...] = ()


def attachment(data: bytes, folder: Path, suffix: str = ".png") -> Attachment:
    """The bytes as a file that can be attached."""
    sha = hashlib.sha256(data).hexdigest()
    path = folder / f"{sha[:16]}{suffix}"
    path.write_bytes(data)
    return Attachment(str(path), sha)


def _drawing(draw: Callable[[Any], None], size: tuple[float, float]) -> bytes:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    with mpl.rc_context({"font.family": FONTS, "font.sans-serif": FONTS}):
        figure, axes = plt.subplots(figsize=size, dpi=DPI)
        draw(axes)
        out = io.BytesIO()
        figure.savefig(out, format="png")
        plt.close(figure)
    return out.getvalue()


def bars(*, zh: bool) -> Drawn:
    """Bars that stand, with their values over them."""
    title = "装机容量（吉瓦）" if zh else "Installed capacity (GW)"
    years, heights = ["2019", "2020", "2021"], [12.5, 18.3, 31.2]

    def draw(axes: Any) -> None:
        axes.bar_label(axes.bar(years, heights))
        axes.set_title(title)

    values = dict(zip(years, ("12.5", "18.3", "31.2"), strict=True))
    ticks = ("0", "5", "10", "15", "20", "25", "30")
    return Drawn(f"bars-{_code(zh)}", _drawing(draw, (6, 4)), values, (title, *years), ticks)


def lying(*, zh: bool) -> Drawn:
    """Bars that lie, with shares at their ends."""
    names = ["德国", "法国", "西班牙", "意大利"] if zh else ["Germany", "France", "Spain", "Italy"]
    title = "可再生能源占比" if zh else "Share of renewables"
    shares = ["45.1%", "30.7%", "22.4%", "12.9%"]

    def draw(axes: Any) -> None:
        held = axes.barh(names, [float(s[:-1]) for s in shares])
        axes.bar_label(held, labels=shares)
        axes.set_title(title)

    values = dict(zip(names, shares, strict=True))
    ticks = ("0", "10", "20", "30", "40")
    return Drawn(f"lying-{_code(zh)}", _drawing(draw, (6, 4)), values, (title, *names), ticks)


def pie(*, zh: bool) -> Drawn:
    """A pie with shares in its slices and names beside them."""
    names = ["煤炭", "天然气", "核能", "风能"] if zh else ["Coal", "Gas", "Nuclear", "Wind"]
    title = "发电结构" if zh else "Power mix"

    def draw(axes: Any) -> None:
        axes.pie([45, 30, 15, 10], labels=names, autopct="%1.0f%%")
        axes.set_title(title)

    values = dict(zip(names, ("45%", "30%", "15%", "10%"), strict=True))
    return Drawn(f"pie-{_code(zh)}", _drawing(draw, (5, 4)), values, (title, *names))


def line(*, zh: bool) -> Drawn:
    """A line with its values over the points."""
    title = "排放量（百万吨）" if zh else "Emissions of power stations (Mt)"
    years, heights = [2018, 2019, 2020, 2021, 2022], [102, 96, 88, 79, 71]

    def draw(axes: Any) -> None:
        axes.plot(years, heights, marker="o")
        axes.set_xticks(years)
        axes.set_ylim(60, 110)
        for x, y in zip(years, heights, strict=True):
            axes.annotate(str(y), (x, y), textcoords="offset points", xytext=(0, 7), ha="center")
        axes.set_title(title)

    values = {str(x): str(y) for x, y in zip(years, heights, strict=True)}
    ticks = ("60", "70", "80", "90", "100", "110")
    words = (title, *map(str, years))
    return Drawn(f"line-{_code(zh)}", _drawing(draw, (6, 4)), values, words, ticks)


def table(*, zh: bool) -> Drawn:
    """A table as a picture."""
    rows = ["北京", "上海", "广州"] if zh else ["Model A", "Model B", "Model C"]
    heads = ["样本数", "错误率"] if zh else ["Samples", "Error rate"]
    cells = [["1,204", "3.4%"], ["987", "2.1%"], ["1,530", "5.8%"]]

    def draw(axes: Any) -> None:
        axes.axis("off")
        held = axes.table(cellText=cells, rowLabels=rows, colLabels=heads, loc="center")
        held.scale(0.7, 2)

    values = {
        f"{row}, {head}": cell
        for row, line_of in zip(rows, cells, strict=True)
        for head, cell in zip(heads, line_of, strict=True)
    }
    return Drawn(f"table-{_code(zh)}", _drawing(draw, (6, 3)), values, (*rows, *heads))


def _code(zh: bool) -> str:
    return "zh" if zh else "en"


KINDS = (bars, lying, pie, line, table)


def every() -> tuple[Drawn, ...]:
    """All kinds in both languages."""
    return tuple(kind(zh=zh) for kind in KINDS for zh in (False, True))


CONDITIONS = (
    "half size",
    "third size",
    "JPEG 50",
    "JPEG 20",
    "half size, JPEG 30",
    "turned 2°",
    "turned 8°",
    "turned 90°",
    "turned 180°",
    "gray, noise",
)


def worsened(png: bytes, condition: str) -> tuple[bytes, str]:
    """A worse picture of a figure, and the suffix of its file."""
    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB")
    size = 2 if "half" in condition else 3 if "third" in condition else 1
    if size > 1:
        image = image.resize((image.width // size, image.height // size), Image.Resampling.LANCZOS)
    if "turned" in condition:
        angle = float(condition.split()[1].rstrip("°"))
        image = image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    if "noise" in condition:
        noise = Image.effect_noise(image.size, 40).convert("L")
        image = Image.blend(image.convert("L"), noise, 0.25).convert("RGB")
    out = io.BytesIO()
    if "JPEG" in condition:
        image.save(out, "JPEG", quality=int(condition.split("JPEG ")[1]))
        return out.getvalue(), ".jpg"
    image.save(out, "PNG")
    return out.getvalue(), ".png"
