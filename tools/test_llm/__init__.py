"""Puts the asks to a small real model on this machine; `make test-llm`."""
