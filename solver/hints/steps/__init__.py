"""A turn step by step: what a person does with their hands, one act at a time.

`rows` gives every tile a number, `labels` decides which copy goes where, `matching` finds the fewest moves, `acts`
makes acts of them, `order` puts those in order; `explaining` joins them all, and `words` says it.
"""

from solver.hints.steps.explaining import Action, Explanation, Step, explain
from solver.hints.steps.rows import Pile
from solver.hints.steps.words import first_piles, sentences

__all__ = ["Action", "Explanation", "Pile", "Step", "explain", "first_piles", "sentences"]
