"""Whether the golden tests would notice a wrong equation: `python -m tools.mutate`."""
