"""A damaged fleet, docks and tenders for tests of repair."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Wounds
from rules.values import changed
from tests.rules.cluster_war.yard import YARD, empire, fleet

G = Fraction
SHIELD: Final = "Shield projector 1"
BEAM: Final = "Beam emitter 1"
STRONG: Final = "Beam emitter 2"
MISSILES: Final = "Missile launcher"
LAYOUT: Final = {"Bridge": 1, "Drive 3G": 6, SHIELD: 10, BEAM: 2, "LRS": 1}
OTHER: Final = {"Bridge": 1, "Drive 3G": 6, STRONG: 6, MISSILES: 4}
REPAIRS: Mapping[str, Design] = {
    **YARD,
    **{
        d.id: d
        for d in (
            Design("war", "Warship", "ship", 20, 140, G(3), lrs=1, prefix="WA", layout=LAYOUT),
            Design(
                "twin",
                "Twin",
                "ship",
                20,
                150,
                G(3),
                prefix="TW",
                layout=OTHER,
            ),
            Design("tender", "Tender", "ship", 20, 90, G(3), repair_bays=1, cargo_bays=4, prefix="TE"),
            Design("carrier", "Carrier", "ship", 20, 90, G(3), hangar=50, prefix="CV"),
            Design("shop", "Repair Base", "base", 20, 90, repair_bays=2, prefix="RB"),
            Design(
                "wing", "Wing", "small_craft", 10, 25, unit="gunboat", prefix="WI", layout={SHIELD: 8, "Cockpit": 1}
            ),
        )
    },
}


def war(state: GameState | None = None, **facilities: object) -> GameState:
    """The humans' home world, and the designs above."""
    state = state or empire(**facilities)  # type: ignore[arg-type] # keywords are Colony's own fields
    return changed(state, sides={key: changed(s, designs=REPAIRS) for key, s in state.sides.items()})


def hurt(state: GameState, unit: str, **wounds: object) -> GameState:
    """The state with this wrong with one ship or base of the humans ("DD01")."""
    key, found = f"humans/{unit}", Wounds(**wounds)  # type: ignore[arg-type] # keywords are Wounds' own fields
    if key in state.bases:
        return changed(state, bases={**state.bases, key: changed(state.bases[key], wounds=found)})
    return changed(state, ships={**state.ships, key: changed(state.ships[key], wounds=found)})


def away(*designs: str, cargo: int = 0, at: str = "0909") -> GameState:
    """A fleet far from everything, whose first ship carries so many CPs."""
    return fleet(war(), at, *designs, cargo=cargo)
