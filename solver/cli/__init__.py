"""The console command `melds`. It reads arguments and shows answers; all knowledge of the game is below it."""

from solver.cli.app import main

__all__ = ["main"]
