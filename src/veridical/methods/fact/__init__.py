"""FACT of DeepResearch Bench (arXiv:2506.11763): does a cited page say what it is cited for?"""
