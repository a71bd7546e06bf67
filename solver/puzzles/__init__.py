"""Puzzles: made from whole games, proven to have exactly one solution, graded, and shipped as a library.

`puzzle` says what one is, `prove` and `grade` what is proven of it, `canonical` when two are the same. `sources`,
`jokers` and `generate` make them, `harvest` and `executors` spread the work, `lines` and `files` write them, `library`
ships them.
"""
