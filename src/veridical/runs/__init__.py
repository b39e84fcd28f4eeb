"""Running methods over benches: configuration, results, resume, export."""
