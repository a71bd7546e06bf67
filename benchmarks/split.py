"""Where the time goes, group by group of the corpus and preset by preset: phases of benchmarks.profile, averaged."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import mean

from benchmarks import corpus, positions
from benchmarks.growth import EDITIONS, OBJECTIVE
from benchmarks.positions import sample
from benchmarks.profile import PHASES, REST, typical
from solver.position import Position

POSITIONS = 20
REPEAT = 3


@dataclass(frozen=True, slots=True)
class Share:
    """The mean processor time that a phase takes over the positions of a group, or under a preset."""

    kind: str
    name: str
    phase: str
    milliseconds: float


def shares(step: Callable[[str], None], count: int = POSITIONS) -> Iterator[Share]:
    """Every phase of each group and preset, over so many positions; `step` is called with a name before each."""
    for kind, asked in (("group", _groups(count)), ("preset", _presets(count))):
        for name, places in asked.items():
            step(f"{kind} {name}")
            splits = [typical(place, edition, OBJECTIVE, REPEAT) for place, edition in places]
            for phase in (*PHASES, REST):
                taken = mean(1000 * split.seconds[phase] for split in splits)
                yield Share(kind, name, phase, round(taken, 4))


def _groups(count: int) -> Mapping[str, list[tuple[Position, str]]]:
    """Positions of the corpus, each under its own rules."""
    return {
        group: [(item.position, item.rules.name) for item in sample(corpus.load(group), count)]
        for group in corpus.GROUPS
    }


def _presets(count: int) -> Mapping[str, list[tuple[Position, str]]]:
    """The same positions of data/positions.jsonl under each preset."""
    entries = sample(positions.load(), count)
    return {edition: [(entry.position(edition), edition) for entry in entries] for edition in EDITIONS}
