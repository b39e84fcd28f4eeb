"""Runs and checks in the formats of other tools."""
