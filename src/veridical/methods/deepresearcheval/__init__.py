"""DeepResearchEval's scores (arXiv:2601.09688); `method.py` puts them together."""
