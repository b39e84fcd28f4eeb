"""HiEviDR-Bench's scores (arXiv:2607.25151), one file a part; `method.py` puts them together."""
