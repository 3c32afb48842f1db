"""Psionic empires for tests."""

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Race
from rules.values import changed as replace

SEERS = Race(
    "Seers",
    "5555",
    abilities=("Psionic Ability +3", "Psionic Ability: Combat Precognition", "Psionic Ability: Screaming"),
)


def gifted(state: GameState, *abilities: str, side: str = "humans", **more: object) -> GameState:
    """The state with a race that has the trait and these disciplines, as its record names them."""
    owner = state.sides[side]
    named = tuple(f"Psionic Ability: {ability}" for ability in abilities)
    race = replace(owner.race, abilities=(*owner.race.abilities, "Psionic Ability", *named))
    changed = replace(owner, race=race, **more)  # type: ignore[arg-type] # keywords are Side's own fields
    return replace(state, sides={**state.sides, side: changed})


def trained(state: GameState, *designs: str, abilities: tuple[str, ...] = ("combat-precognition",)) -> GameState:
    """The state in which the crews of these designs of the humans are psychics."""
    owner = state.sides["humans"]
    traits = tuple(f"psi:{ability}" for ability in abilities)
    drawn = {key: replace(owner.designs[key], traits=traits) for key in designs}
    return replace(state, sides={**state.sides, "humans": replace(owner, designs={**owner.designs, **drawn})})
