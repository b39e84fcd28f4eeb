"""Shows whether a deep-research report is true to its evidence."""
