"""HiEviDR-Bench's tasks (arXiv:2607.25151, §3.1): evidence graphs with a question and an answer."""
