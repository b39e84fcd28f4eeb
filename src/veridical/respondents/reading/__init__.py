"""What a model wrote, read as the answer to an ask, or refused with the reason.

Nothing is guessed and nothing is clamped: only an object with the call's mark counts, labels
come from a closed table, numbers lie on the scale that was asked for, quotes stand in the
material. What cannot be read says why, in words that go back to the model once.
"""
