"""Positions and answers drawn for people. Nothing here computes a turn or judges one."""

from solver.drawing.games import GameRow, draw_choice, draw_game, draw_scores
from solver.drawing.steps import Lying, draw_lying
from solver.drawing.tables import draw_editions, draw_preset, draw_presets
from solver.drawing.terminal import draw_openings, draw_result, draw_verdict

__all__ = [
    "GameRow",
    "Lying",
    "draw_choice",
    "draw_editions",
    "draw_game",
    "draw_lying",
    "draw_openings",
    "draw_preset",
    "draw_presets",
    "draw_result",
    "draw_scores",
    "draw_verdict",
]
