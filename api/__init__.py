"""The HTTP service: a Flask application, the workers that solve for it, and the server that guards both.

All knowledge of the game is in `solver`; the JSON shape is that of `solver.documents`.
"""
