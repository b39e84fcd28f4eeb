"""DeepResearchEval's tasks (arXiv:2601.09688, §3): personas of domains, and two filters."""
