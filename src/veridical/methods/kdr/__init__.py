"""Knowledgeable Deep Research (arXiv:2604.07720): what does a report conclude, say and show?"""
