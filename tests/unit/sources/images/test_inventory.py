"""What stands beside a figure, what it cites, and what stands behind placeholders."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.unit.findings.test_figures import DOT
from veridical.picture import ImagePlace, ImageState
from veridical.report.model import EvidenceList
from veridical.report.parse import parse_report
from veridical.sources.images import Surroundings, inventory

REPORT = """# Sales

Far before.

Sales grew in 2021.

![Sales](a.png)

Figure 1: Sales by year [1].

They fell in 2022 [2].

Far after.

[1] https://one.org/a
[2] https://two.org/b
"""
REPORT_ZH = """# 销量

更早的话。

2021年销量增长。

![销量](a.png)

图1：各年销量[1]。

2022年销量下降[2]。

更晚的话。

[1] https://one.org/a
[2] https://two.org/b
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (REPORT, ["Sales grew in 2021.", "Figure 1: Sales by year.", "They fell in 2022."]),
        (REPORT_ZH, ["2021年销量增长。", "图1：各年销量。", "2022年销量下降。"]),
    ],
)
def test_what_stands_beside_a_figure(source: str, expected: list[str]) -> None:
    """The block before, its caption, the block after the caption; the caption's source."""
    report = parse_report(source)
    (image,) = inventory(report)

    assert [report.statements[i].text for i in image.statements] == expected
    assert image.caption.startswith(("Figure 1", "图1"))
    assert image.sources == ("https://one.org/a",)


@pytest.mark.parametrize(
    ("placeholder", "state", "item"),
    [
        ("|image1|", ImageState.PRESENT, "E7"),
        ("|image2|", ImageState.MISSING, "E8"),
        ("|image3|", ImageState.MISSING, ""),
    ],
)
def test_a_placeholder(tmp_path: Path, placeholder: str, state: ImageState, item: str) -> None:
    """It stands for an item of what the writer was given, whose file may be lacking."""
    (tmp_path / "e7.png").write_bytes(DOT)
    evidence = EvidenceList((), ("E7", "E8"))
    report = parse_report(f"Ice floats.\n\n{placeholder}\n\nIt is light.\n", evidence=evidence)
    files = {"E7": tmp_path / "e7.png"}
    (image,) = inventory(report, Surroundings(evidence=evidence, item_file=files.get))

    assert (image.place, image.state, image.item) == (ImagePlace.ITEM, state, item)
    assert bool(image.path) == (state is ImageState.PRESENT)


@pytest.mark.timed
def test_the_inventory_is_linear(tmp_path: Path) -> None:
    """Four times the figures take no more than some eight times the time."""

    def seconds(count: int) -> float:
        blocks = (f"It grew.\n\n![a](data:image/png;base64,AAAA{n:06d})" for n in range(count))
        report = parse_report("\n\n".join(blocks))
        begin = time.process_time()
        assert len(inventory(report, Surroundings(tmp_path))) == count
        return time.process_time() - begin

    short = min(seconds(400) for _ in range(3))
    assert seconds(1_600) < 10 * short + 0.1


def test_a_report_without_figures() -> None:
    """Nothing to find."""
    assert inventory(parse_report("Ice floats.")) == ()


def test_many_pictures_beside_a_long_table_name_a_few_statements_each() -> None:
    """What is kept grows with the report, not with its square."""
    rows = "".join(f"| a{n} | It rose to {n} in {1900 + n}. |\n" for n in range(200))
    row_of_pictures = " ".join(f"![p{n}](p{n}.png)" for n in range(200))
    report = parse_report(f"| x | y |\n|---|---|\n{rows}\n{row_of_pictures}\n")
    found = inventory(report)

    assert len(found) == 200
    assert max(len(image.statements) for image in found) <= 48
