"""Papers as they are set: two columns, charts as drawings and as pictures, tables with rules."""

from __future__ import annotations

import io
from typing import Any

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.lineplots import LinePlot
from reportlab.graphics.shapes import Drawing
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    Image,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

_PROSE = (
    "The measurements were taken at four stations over two years and are given as means of daily "
    "values. Figure 1 shows that the output rises in the second year. As Table 1 tells, the "
    "northern station has the least of all, which agrees with what was found before. "
)
_CHINESE = (
    "本文在四个站点进行了为期两年的观测，给出日平均值。图1显示第二年的产量有所上升，"
    "表1给出各站的数值，其中北部站点最低，这与此前的研究结果一致。"
)
CELLS = [
    ["Station", "Output (TWh)", "Share (%)"],
    ["Northern", "12.5", "21"],
    ["Southern", "19.75", "33"],
    ["Eastern", "27.1", "46"],
]


def style(size: float = 9.5, font: str = "Times-Roman", **more: Any) -> ParagraphStyle:
    """A style of letters."""
    leading = size * 1.25
    return ParagraphStyle(f"{font}{size}", fontName=font, fontSize=size, leading=leading, **more)


def bars(width: float = 220) -> Drawing:
    """A bar chart, drawn on the page itself."""
    drawing = Drawing(width, 130)
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 30, 25, width - 50, 90
    chart.data = [(12.5, 19.75, 27.1)]
    chart.categoryAxis.categoryNames = ["Northern", "Southern", "Eastern"]
    chart.bars[0].fillColor = colors.steelblue
    drawing.add(chart)
    return drawing


def lines(width: float = 220) -> Drawing:
    """A line chart."""
    drawing = Drawing(width, 120)
    plot = LinePlot()
    plot.x, plot.y, plot.width, plot.height = 30, 20, width - 50, 85
    plot.data = [[(1, 3), (2, 5), (3, 4), (4, 8)]]
    drawing.add(plot)
    return drawing


def photograph(width: float = 200, height: float = 120) -> Image:
    """A picture of pixels."""
    from PIL import Image as Pixels

    pixels = Pixels.linear_gradient("L").resize((200, 120)).convert("RGB")
    file = io.BytesIO()
    pixels.save(file, "PNG")
    file.seek(0)
    return Image(file, width, height)


def ruled(font: str = "Times-Roman") -> Table:
    """A table with three rules."""
    table = Table(CELLS, colWidths=[80, 70, 70])
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), font, 8.5),
                ("LINEABOVE", (0, 0), (-1, 0), 1, colors.black),
                ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
                ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black),
            ]
        )
    )
    return table


def grid() -> Table:
    """A table with a line around each cell."""
    table = Table(CELLS, colWidths=[80, 70, 70])
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)]))
    return table


def bare() -> Table:
    """A table without a line."""
    return Table(CELLS, colWidths=[80, 80, 80])


def paper(*, columns: int = 2) -> bytes:
    """A paper in English: three figures, three tables, five headings."""
    prose = style(alignment=TA_JUSTIFY)
    small = style(8.5, "Times-Italic")
    story: list[Any] = [
        Paragraph("Output of Four Stations", style(16, "Times-Bold", spaceAfter=8)),
        Paragraph("Abstract", style(11.5, "Times-Bold")),
        Paragraph(_PROSE * 2, prose),
        Paragraph("1 Introduction", style(11.5, "Times-Bold")),
        Paragraph(_PROSE * 3, prose),
        Spacer(1, 6),
        bars(),
        Paragraph("Figure 1: Output of each station in the second year, in TWh.", small),
        Spacer(1, 6),
        Paragraph(_PROSE * 3, prose),
        Paragraph("2 Methods", style(11.5, "Times-Bold")),
        Paragraph("2.1 Stations", style(10.5, "Times-Bold")),
        Paragraph(_PROSE * 2, prose),
        Spacer(1, 6),
        Paragraph("Table 1: Output and share of the stations.", small),
        Spacer(1, 4),
        ruled(),
        Spacer(1, 8),
        Paragraph(_PROSE * 4, prose),
        Spacer(1, 6),
        photograph(),
        Paragraph("Fig. 2. The eastern station as seen from the air.", small),
        Spacer(1, 6),
        Paragraph(_PROSE * 2, prose),
        Paragraph("2.2 Grids", style(10.5, "Times-Bold")),
        Paragraph(_PROSE, prose),
        Spacer(1, 6),
        Paragraph("Table 2. The same in a grid.", small),
        Spacer(1, 4),
        grid(),
        Spacer(1, 8),
        Paragraph(_PROSE * 2, prose),
        Spacer(1, 6),
        Paragraph("Table 3: The same without lines.", small),
        bare(),
        Spacer(1, 8),
        Paragraph(_PROSE, prose),
        Spacer(1, 6),
        lines(),
        Paragraph("Figure 3: Output by quarter.", small),
        Spacer(1, 6),
        Paragraph(_PROSE, prose),
    ]
    return _set(story, columns)


def chinese_paper() -> bytes:
    """A paper in Chinese: a figure and a table."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    prose = style(10, "STSong-Light", wordWrap="CJK")
    head = style(12.5, "STSong-Light")
    small = style(9, "STSong-Light", wordWrap="CJK")
    story: list[Any] = [
        Paragraph("四个站点的产量研究", style(17, "STSong-Light", spaceAfter=8)),
        Paragraph("1 引言", head),
        Paragraph(_CHINESE * 4, prose),
        Spacer(1, 6),
        bars(300),
        Paragraph("图1 各站点第二年的产量", small),
        Spacer(1, 6),
        Paragraph(_CHINESE * 4, prose),
        Paragraph("2 方法", head),
        Paragraph(_CHINESE * 2, prose),
        Paragraph("表1：各站点的产量与份额", small),
        Spacer(1, 4),
        ruled(),
        Spacer(1, 8),
        Paragraph(_CHINESE * 3, prose),
    ]
    return _set(story, 1)


def _set(story: list[Any], columns: int) -> bytes:
    file = io.BytesIO()
    document = BaseDocTemplate(file, pagesize=A4, title="A paper", invariant=True)
    width = (A4[0] - 100 - 20 * (columns - 1)) / columns
    frames = [Frame(50 + n * (width + 20), 50, width, A4[1] - 100) for n in range(columns)]
    document.addPageTemplates([PageTemplate(frames=frames)])
    document.build(story)
    return file.getvalue()
