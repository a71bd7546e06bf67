"""Text in both notations, read and written: tile lists (`r5 r6 J=r7`) and the one-line form (`r5-6jr7 b9j 30`).

docs/notation.md describes both. Whether a well-formed position can occur is judged in `position`.
"""

from solver.notation.one_line import parse_line, read_position
from solver.notation.printing import canonical_line, format_line, line_set
from solver.notation.reading import LONGEST
from solver.notation.tile_list import parse_set, parse_tiles

__all__ = [
    "LONGEST",
    "canonical_line",
    "format_line",
    "line_set",
    "parse_line",
    "parse_set",
    "parse_tiles",
    "read_position",
]
