"""HTML → `Layout`, through a small tokenizer that knows where everything stands."""

from veridical.report.html.blocks import html_layout
from veridical.report.html.recognition import looks_like_html

__all__ = ["html_layout", "looks_like_html"]
