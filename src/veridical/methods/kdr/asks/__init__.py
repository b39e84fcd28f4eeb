"""What KDR asks of a report, each with its prompt, its rule and its answer's type."""
