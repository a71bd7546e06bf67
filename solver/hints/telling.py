"""What a draw would be worth and why a tile stays on the rack, in a sentence of a language."""

from solver.hints.messages import DEFAULT, catalogue
from solver.hints.naming import Names
from solver.hints.outs import Outs
from solver.hints.why_not import Answer, WhyNot


def outs_text(found: Outs, language: str = DEFAULT) -> str:
    """How many unseen tiles let the player go out; where none does, how many let the player play."""
    words, proven = catalogue(language), found.proven
    if found.winning:
        key = "outs.goes_out" if proven else "outs.goes_out_at_least"
    elif found.playable:
        key = "outs.plays" if proven else "outs.plays_at_least"
    else:
        key = "outs.none" if proven else "outs.unknown"
    return words.say(key, winning=found.winning, playable=found.playable, unseen=found.unseen)


def why_not_text(found: WhyNot, language: str = DEFAULT) -> str:
    """Why the tile stays."""
    words = catalogue(language)
    tile = Names(words).series([found.tile])
    if found.answer == Answer.COSTS and found.term is not None:
        return words.say("why_not.costs", tile=tile, cost=found.cost, term=words.say(f"terms.{found.term}"))
    if found.answer == Answer.RULES and found.rules_needed is not None:
        return words.say("why_not.rules", tile=tile, rules=found.rules_needed.name)
    return words.say("why_not.equal" if found.answer == Answer.COSTS else f"why_not.{found.answer}", tile=tile)
