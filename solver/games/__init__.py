"""Beyond one turn: what an ended hand scores, score sheets, and the best Closed hand of an International game."""
