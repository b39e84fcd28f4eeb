"""All Hypothesis strategies.

`SETTINGS` bounds every law: a default run makes at most 200 examples of each, and
VERIDICAL_FUZZ asks for more.
"""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

SETTINGS = settings(
    max_examples=int(os.environ.get("VERIDICAL_FUZZ", "200")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

_WORDS = (
    "Revenue rose 20% in 2023",
    "甲公司增长20%",
    "naïve café",
    "😀 a",
    "x",
    "$35M and $5",
    "$x_1$",
    "H~2~O",
    "5 < 6 & 7 > 2",
    "a  b",
)
_MARKERS = (
    "[1]",
    "[1, 2]",
    "［3］",
    "【4】",
    "[^n]",
    "[^n1]",
    "[E1]",
    "[[5]](https://a.example/b)",
)
_SPACES = (
    " ",
    "\n",
    "\n\n",
    "  \n",
    "\\\n",
    "\t",
    "\r\n",
    "\r",
    "\n\n\n",
    "\u3000",
    "\x0b",
    "\x00",
)
_MARKDOWN = (
    "# ",
    "## H\n",
    "- ",
    "* ",
    "12. ",
    "  - ",
    "    ",
    "> ",
    ">> ",
    "```\n",
    "~~~\n",
    "```math\n",
    "`",
    "``",
    "**",
    "*",
    "_",
    "~~",
    "~",
    "---\n",
    "===\n",
    "| a | b |\n|---|---|\n| c | d |\n",
    "|",
    "|image1|",
    "| image 2 |",
    "｜image3｜",
    "|---|\n",
    "![alt](a.png 't')",
    "![",
    "](",
    "[",
    "]",
    "(",
    ")",
    "<https://a.example/x>",
    "https://a.example/a_b*c*",
    "[1]: https://a.example 'T'\n",
    "[^n1]: note\n",
    "\n    more\n",
    "$$",
    "$",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "\\",
    "&amp;",
    "&nGt;",
    "&notit;",
    "&#x41;",
    "- [ ] ",
    "> [!NOTE]\n",
    "Figure 1: x\n",
    "表1：甲\n",
)
_HTML = (
    "<p>",
    "</p>",
    "<div id='d'>",
    "</div>",
    "<ul>",
    "<ol start=3>",
    "</ol>",
    "<li>",
    "</li>",
    "<table>",
    "<tr>",
    "<td colspan=2>",
    "<th rowspan='2'>",
    "</td>",
    "</tr>",
    "</table>",
    "<thead>",
    "<caption>",
    "</caption>",
    "<h2>",
    "</h2>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<a href='#r1'>",
    "</a>",
    "<sup>",
    "</sup>",
    "<b>",
    "</b>",
    "<br>",
    "<br/>",
    "<hr>",
    "<img src=a.png alt='A'>",
    "<figure>",
    "</figure>",
    "<figcaption>",
    "</figcaption>",
    "<svg><text>L</text>",
    "</svg>",
    "<span style='display:none'>",
    "</span>",
    "<div hidden>",
    "<!-- c -->",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<think>",
    "</think>",
    "<![CDATA[",
    "]]>",
    "<!doctype html>",
    "<",
    ">",
    "</",
    "<?",
    '<a b="',
    "'",
    "<blockquote>",
    "</blockquote>",
    "<template>",
    "<title>",
    "<textarea>",
    "<math>",
    "</math>",
)


def _soup(*groups: tuple[str, ...]) -> st.SearchStrategy[str]:
    pieces = st.one_of(
        *(st.sampled_from(group) for group in groups), st.text(max_size=3), st.sampled_from(_SPACES)
    )
    return st.lists(pieces, max_size=40).map("".join)


def any_texts() -> st.SearchStrategy[str]:
    """Any text at all, lone surrogates included."""
    return st.text(st.characters(codec=None), max_size=200)


def markdown_soups() -> st.SearchStrategy[str]:
    """Markdown's own pieces in any order, with some HTML: hardly a report, always a text."""
    return _soup(_WORDS, _MARKERS, _MARKDOWN, _MARKDOWN, _HTML)


def html_soups() -> st.SearchStrategy[str]:
    """HTML's own pieces in any order."""
    return _soup(_WORDS, _MARKERS, _HTML, _HTML, _HTML)


def sources() -> st.SearchStrategy[str]:
    """Texts of all these kinds."""
    return st.one_of(markdown_soups(), html_soups(), any_texts())
