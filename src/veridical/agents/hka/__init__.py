"""Knowledgeable Deep Research's agents (arXiv:2604.07720) over web pages, texts and tables."""
