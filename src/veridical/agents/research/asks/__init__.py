"""What the research agents ask: a plan, a ranking, a draft, what is missing."""
