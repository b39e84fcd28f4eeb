"""Static pages: finished dataclasses in, self-contained HTML out; no logic of its own."""
