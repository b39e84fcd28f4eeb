"""MMDeepResearch-Bench's scores (FLAE, TRACE, MOSAIC); `method.py` puts them together."""
