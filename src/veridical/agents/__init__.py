"""What works on a report or a task by itself, step by step; every step is a typed ask."""
