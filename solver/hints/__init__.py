"""What a player is shown between the question and the answer: the turn step by step, in words, as much as is asked for.

Everything here starts from what `solve` found; nothing here searches for a better turn.
"""
