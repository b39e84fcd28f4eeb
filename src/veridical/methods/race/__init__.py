"""RACE of DeepResearch Bench (arXiv:2506.11763): how good is a report beside a reference?"""
