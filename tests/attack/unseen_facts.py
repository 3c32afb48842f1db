"""What cloaks hide: fleets that nobody sees, and what they switch on out of others' sight (CW-12.0-08 to CW-12.0-12)."""

from dataclasses import replace
from typing import Final

from rules.cluster_war.movement.orders.emitting import SetEmissions
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.units import Fleet, Ship
from tests.attack.fact import Fact, Line
from tests.attack.other_facts import changing

GHOSTS: Final = ("humans/ZZ01", "humans/ZZ02")


def in_full(state: GameState) -> GameState:
    """The campaign as it would be with detection played in full, and cloaked ships on the Humans' roster."""
    humans = state.sides["humans"]
    model = next(d for d in humans.designs.values() if d.kind == "ship" and d.prefix == "SC")
    ghost = replace(model, id="ZZ", name="Ghost", prefix="ZZ", traits=("cloaked",))
    owner = replace(humans, designs={**humans.designs, "ZZ": ghost})
    settings = replace(state.settings, detection="full")
    return replace(state, settings=settings, sides={**state.sides, "humans": owner})


def haunted(state: GameState) -> GameState:
    """Two cloaked ships over the Vermin's home world, and one fleet of them over the Oolab's."""
    state = in_full(state)
    ships, fleets = dict(state.ships), dict(state.fleets)
    for number, (ship, side) in enumerate(zip(GHOSTS, ("vermin", "oolab"), strict=True)):
        ships[ship] = Ship(ship, "humans", "ZZ")
        key = f"humans-F9{number}"
        fleets[key] = Fleet(key, "humans", f"Secret Ghost {number}", state.sides[side].home, (ship,))
    return replace(state, ships=ships, fleets=fleets)


UNSEEN_FACTS: Final[tuple[Fact, ...]] = (
    Fact(
        "a cloaked fleet over others' worlds", "cloaks", (changing(haunted),), alone=True, instead=(changing(in_full),)
    ),
    Fact(
        "SetEmissions",
        SetEmissions,
        (changing(in_full), Line('emissions "Outpost" sensors')),
        alone=True,
        instead=(changing(in_full),),
    ),
)
