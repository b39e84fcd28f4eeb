"""Draws the pictures of the demo bench as plain SVG, from facts and computed figures.

Answers: how did each file under ``images/`` come about? Running it writes them again,
byte for byte, so a changed figure shows as a changed file.

Run ``python -m tools.demo_bench.draw_charts src/veridical/runs/demo_bench/images``.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.demo_bench.computed_facts import (
    PETAL_LENGTH,
    PETAL_WIDTH,
    SEPAL_WIDTH,
    flavanoid_means,
    iris_means,
    iris_ranges,
)

WIDTH, HEIGHT, LEFT, BASE, TOP = 480, 300, 70, 250, 50
COLORS = ("#4269d0", "#efb118", "#3ca951", "#97366d")
SPECIES = ("setosa", "versicolor", "virginica")
# Kell's formula at 101.325 kPa, rounded to the tabulated hundredths of a kg/m³.
WATER = ((0, 999.84), (2, 999.94), (4, 999.97), (6, 999.94), (8, 999.85), (10, 999.70))


def text(x: float, y: float, words: str, *, anchor: str = "middle", size: int = 13) -> str:
    """A label; x and y in pixels, y is the baseline."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"'
    return f"<text {place}>{words}</text>"


def rectangle(x: float, y: float, width: float, height: float, color: str) -> str:
    """A filled box; all lengths in pixels."""
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {box} fill="{color}"/>'


def line(x1: float, y1: float, x2: float, y2: float, color: str = "#333") -> str:
    """A thin stroke between two points in pixels."""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{color}"/>'


def picture(title: str, parts: Sequence[str]) -> str:
    """A complete SVG file with a white ground and a title."""
    frame = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} font-family="sans-serif">'
    ground = rectangle(0, 0, WIDTH, HEIGHT, "#fff")
    body = [head, f"<title>{title}</title>", ground, text(WIDTH / 2, 26, title, size=15), *parts]
    return "\n".join([*body, "</svg>"]) + "\n"


def bars(title: str, unit: str, names: Sequence[str], values: Sequence[str]) -> str:
    """Vertical bars with their values above, or below the axis for negative ones."""
    heights = [float(value.replace("−", "-")) for value in values]
    low, high = min(0.0, *heights), max(heights)
    scale = (BASE - TOP - 20) / (high - low)
    zero = BASE + low * scale
    step = (WIDTH - LEFT - 20) / len(names)
    parts = [line(LEFT, zero, WIDTH - 20, zero), text(12, 44, unit, anchor="start", size=12)]
    for place, (name, value, height) in enumerate(zip(names, values, heights, strict=True)):
        x = LEFT + step * (place + 0.5)
        top = zero - max(height, 0) * scale
        parts += [
            rectangle(x - step / 4, top, step / 2, abs(height) * scale, COLORS[place]),
            text(x, top - 6, value),
            text(x, BASE + 22, name),
        ]
    return picture(title, parts)


def spans(title: str, unit: str, ranges: Sequence[tuple[float, float]]) -> str:
    """One horizontal bar a species, from its smallest to its largest value."""
    low, high = 0.0, math.ceil(max(end for _, end in ranges))
    left = 110

    def across(value: float) -> float:
        return left + (value - low) / (high - low) * (WIDTH - left - 30)

    parts = [line(left, BASE, WIDTH - 30, BASE), text(WIDTH / 2, BASE + 38, unit, size=12)]
    parts += [text(across(mark), BASE + 18, str(mark), size=12) for mark in range(high + 1)]
    for place, (start, end) in enumerate(ranges):
        y = TOP + 20 + 60 * place
        parts += [
            rectangle(across(start), y, across(end) - across(start), 24, COLORS[place]),
            text(left - 12, y + 17, SPECIES[place], anchor="end"),
            text((across(start) + across(end)) / 2, y + 42, f"{start:.1f} to {end:.1f}"),
        ]
    return picture(title, parts)


def water_curve() -> str:
    """Density of liquid water against temperature."""

    def at(degrees: float, density: float) -> tuple[float, float]:
        return LEFT + degrees * 38, BASE - (density - 999.68) * 600

    points = [at(*pair) for pair in WATER]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [
        line(LEFT, BASE, WIDTH - 20, BASE),
        f'<polyline points="{path}" fill="none" stroke="{COLORS[0]}" stroke-width="2"/>',
        text(WIDTH / 2, BASE + 38, "Temperature (°C)", size=12),
        text(12, 44, "Density (kg/m³)", anchor="start", size=12),
    ]
    for (degrees, _), (x, _y) in zip(WATER, points, strict=True):
        parts += [text(x, BASE + 18, str(degrees), size=12)]
    (x0, y0), (x4, y4), (x10, y10) = points[0], points[2], points[-1]
    parts += [
        text(x0 + 4, y0 + 18, "999.84", anchor="start"),
        text(x4, y4 - 8, "999.97"),
        text(x10 - 14, y10 + 2, "999.70", anchor="end"),
    ]
    return picture("Density of liquid water near freezing", parts)


def circle(x: float, y: float, radius: float, color: str) -> str:
    """A filled disk; lengths in pixels."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{color}"/>'


def tide_alignments() -> str:
    """Sun, Moon and Earth at spring tide above and at neap tide below."""
    parts = [
        text(110, 62, "大潮：新月或满月", size=14),
        text(110, 182, "小潮：上弦或下弦", size=14),
    ]
    for y, moons in ((110, ((250, 110), (430, 110))), (235, ((340, 195), (340, 275)))):
        parts += [line(90, y, 430, y, "#bbb"), circle(80, y, 24, COLORS[1])]
        parts += [text(80, y + 40, "太阳", size=12), circle(340, y, 16, COLORS[0])]
        parts += [text(372, y + 22, "地球", size=12)]
        parts += [circle(moon_x, moon_y, 7, "#777") for moon_x, moon_y in moons]
        parts += [text(moon_x - 24, moon_y - 8, "月球", size=12) for moon_x, moon_y in moons]
    return picture("大潮与小潮的日月位置", parts)


def charts() -> dict[str, str]:
    """Every picture of the bench, as SVG text, by file name."""
    planets = ("Mercury", "Venus", "Earth", "Mars")
    flavanoids = [f"{mean:.3f}" for mean in flavanoid_means()]
    widths = [f"{mean:.3f}" for mean in iris_means(PETAL_WIDTH)]
    return {
        "water_density.svg": water_curve(),
        "heart_output.svg": bars(
            "Cardiac output of a young adult", "L/min", ("rest", "heavy exercise"), ("4.9", "20")
        ),
        "planets_temperature.svg": bars(
            "Mean surface temperature", "°C", planets, ("167", "464", "15", "−63")
        ),
        "iris_petal_length_range.svg": spans(
            "Range of petal length", "Petal length (cm)", iris_ranges(PETAL_LENGTH)
        ),
        "iris_sepal_width_range.svg": spans(
            "Range of sepal width", "Sepal width (cm)", iris_ranges(SEPAL_WIDTH)
        ),
        "query_iris_petal_width.svg": bars("Mean petal width", "cm", SPECIES, widths),
        "wine_flavanoids.svg": bars(
            "Mean flavanoid content", "", ("cultivar 1", "cultivar 2", "cultivar 3"), flavanoids
        ),
        "query_rivers_basins.svg": bars(
            "长江与黄河的流域面积", "万平方千米", ("长江", "黄河"), ("180", "79.5")
        ),
        "rivers_length.svg": bars("长江与黄河的长度", "千米", ("长江", "黄河"), ("6300", "5464")),
        "tides_alignment.svg": tide_alignments(),
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in charts().items():
        (folder / name).write_text(content, encoding="utf-8")
