"""What mining stations tell of another side's colony at the same world (CW-7.1-02; docs/rulings.md, R-061)."""

from rules.cluster_war.model.economy.yields import neighbours
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed


def note_neighbours(turn: TurnState) -> None:
    """At the month's end: whoever's stations are at work at another's world enters its colony's size with the sighting."""
    for side in sorted(turn.sides):
        known = turn.knowledge[side].colonies
        sizes = {key: size for key, size in neighbours(turn, side).items() if key in known}
        if sizes:
            turn.learn(side, colonies={**known, **{key: changed(known[key], size=n) for key, n in sizes.items()}})
