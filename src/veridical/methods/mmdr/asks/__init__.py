"""What MMDR-Bench asks, each with its prompt, its rule and its answer's type."""
