"""Markdown → `Layout`, through pyromark's events."""

from veridical.report.markdown.blocks import markdown_layout

__all__ = ["markdown_layout"]
