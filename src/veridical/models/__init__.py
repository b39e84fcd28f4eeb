"""Models behind one port: adapters that reach them, wrappers that record, limit and budget.

``Budgeted(Limited(Recorded(OpenAICompatible(…))))`` is the usual stack; `stack` builds it.
Importing this package imports no HTTP library.
"""
