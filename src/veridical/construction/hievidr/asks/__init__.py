"""What is asked while an evidence graph and its question are made and judged."""
