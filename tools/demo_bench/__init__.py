"""Scripts that recompute and redraw what the demo bench holds."""
