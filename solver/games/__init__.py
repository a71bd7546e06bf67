"""Beyond one turn: which draw to choose, ways to win, score sheets, what an ended hand scores, and whole games."""
