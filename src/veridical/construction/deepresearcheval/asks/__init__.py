"""What is asked while personas and their tasks are made and judged."""
