"""Drawings that run or load nothing, and those that would."""

from __future__ import annotations

from pathlib import Path

import pytest

from veridical.web.svg import is_still

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parents[3] / "src/veridical/runs/demo_bench/images").glob("*.svg")),
    ids=lambda path: path.stem,
)
def test_the_drawings_that_ship_are_still(path: Path) -> None:
    """They are shown on the demo's pages."""
    assert is_still(path.read_bytes())


@pytest.mark.parametrize(
    "drawing",
    [
        f'{OPEN}><rect fill="url(#g)"/><use href="#a"/><text>5 % (on time) a=b</text></svg>',
        f"{OPEN}><style>rect {{ fill: red; marker: url(#m) }}</style></svg>",
        f'{OPEN}><image xlink:href="data:image/png;base64,AAAA"/></svg>',
        f'{OPEN}><rect fill="url( \'#g\')"/><a href="#b"><text>url(x) \\alpha</text></a></svg>',
        f'<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        f'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">{OPEN}/>',
    ],
)
def test_what_stays_within_the_drawing_is_still(drawing: str) -> None:
    """Its own parts, its own pixels, its own styles."""
    assert is_still(drawing.encode())


@pytest.mark.parametrize(
    "drawing",
    [
        f"{OPEN}><script>alert(1)</script></svg>",
        '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><h:script xmlns:h="http://www.w3.org/1999/xhtml"/></svg>',
        f'{OPEN} onload="alert(1)"/>',
        f'{OPEN}><g ONCLICK="alert(1)"/></svg>',
        f'{OPEN}><a href="javascript:alert(1)"><text>x</text></a></svg>',
        f'{OPEN}><animate attributeName="href" to="javascript:alert(1)"/></svg>',
        f'{OPEN}><image href="http://example.org/a.png"/></svg>',
        f'{OPEN}><image xlink:href="//example.org/a.png"/></svg>',
        f'{OPEN}><use href="data:image/svg+xml,x#a"/></svg>',
        f"{OPEN}><foreignObject><p>x</p></foreignObject></svg>",
        f"{OPEN}><style>@import 'http://example.org/a.css';</style></svg>",
        f"{OPEN}><style>rect {{ fill: URL( 'http://example.org/a') }}</style></svg>",
        f"{OPEN}><style>rect {{ fill: u\\72l(http://example.org/a) }}</style></svg>",
        f"{OPEN}><style><![CDATA[@import 'http://example.org/a.css';]]></style></svg>",
        f'{OPEN}><rect style="fill:url(http://example.org/a)"/></svg>',
        f'<?xml-stylesheet href="http://example.org/a.css"?>{OPEN}/>',
        f'<!DOCTYPE svg [<!ENTITY a "&#60;script/>">]>{OPEN}>&a;</svg>',
        f"{OPEN}>",
        "",
        "no drawing",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_reaches_out_or_runs_is_not(drawing: str, encoding: str) -> None:
    """In any encoding and under any prefix; what is no XML counts as active too."""
    assert not is_still(drawing.encode(encoding))
