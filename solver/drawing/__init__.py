"""Positions and answers drawn for people. Nothing here computes a turn or judges one."""

from solver.drawing.advice import draw_alternatives, draw_mending, draw_outs, draw_shown
from solver.drawing.games import GameRow, draw_choice, draw_game, draw_scores
from solver.drawing.steps import Lying, draw_lying
from solver.drawing.tables import draw_editions, draw_preset, draw_presets
from solver.drawing.terminal import draw_openings, draw_result, draw_verdict

__all__ = [
    "GameRow",
    "Lying",
    "draw_alternatives",
    "draw_choice",
    "draw_editions",
    "draw_game",
    "draw_lying",
    "draw_mending",
    "draw_openings",
    "draw_outs",
    "draw_preset",
    "draw_presets",
    "draw_result",
    "draw_scores",
    "draw_shown",
    "draw_verdict",
]
