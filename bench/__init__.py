"""Side-by-side and limit measurements, never part of a pass or a failure in CI."""
