"""A small war for tests: the humans' trooper over a world of the vermin, with infantry and tanks aboard."""

from collections.abc import Mapping

from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.model.state.war import Force
from rules.cluster_war.model.unit_design.transport import crate_room
from rules.values import changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.yard import YARD, empire, fleet, rich

WORLD = "0505-2"
FLEET = "humans-F1"
SHIP = "humans/TR01"
TROOPER = Design("trooper", "Trooper", "ship", 40, 90, YARD["freighter"].drive, cargo_bays=4, barracks=6, prefix="TR")
DESIGNS: Mapping[str, Design] = {
    **YARD,
    "trooper": TROOPER,
    "INF": Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2)),
    "HTK": Design("HTK", "Heavy Tank", "ground", 3, 25, gear=2, ratings=(11, 1, 10, 1), traits=("mobile",)),
    "MINES": Design("MINES", "Ground minefield", "ground", 1, 8),
    "MEGA": Design("MEGA", "Mega Tank", "ground", 40, 300, unit="mega tank"),
    "SPACE": Design("SPACE", "Space Marines", "ground", 1, 16, traits=("drop capable",)),
}
LANDING = InvadeWorld(FLEET, WORLD, "land", "attack")
HOT = InvadeWorld(FLEET, WORLD, "city", "attack")


def front(
    aboard: Mapping[str, int] | None = None,
    garrison: Mapping[str, int] | None = None,
    *,
    attitude: str = "Neutral",
    size: int = 60,
    **colony: object,
) -> GameState:
    """The trooper lies over a colony of the vermin of 60 CPs, with this aboard and that in its garrison."""
    state = empire(rich("0505"))
    state = with_colony(state, "vermin", "0505", 2, size, **{"name": "Burrow", "garrison": garrison or {}, **colony})
    sides = {key: changed(side, designs=DESIGNS) for key, side in state.sides.items()}
    sides["vermin"] = changed(sides["vermin"], race=changed(sides["vermin"].race, attitude=attitude))
    state = fleet(changed(state, sides=sides), "0505", "trooper")
    crates = {"INF": 2, "HTK": 1} if aboard is None else dict(aboard)
    room = sum(crate_room(DESIGNS[d]) * n for d, n in crates.items())
    ship = changed(state.ships[SHIP], crates=crates, crate_room=room, supplies=0)
    known = state.knowledge["humans"]
    sighting = ColonySighting(WORLD, "vermin", "0505", 2, 0)
    knowledge = {**state.knowledge, "humans": changed(known, colonies={WORLD: sighting})}
    return changed(state, ships={**state.ships, SHIP: ship}, knowledge=knowledge)


def forces(state: GameState, side: str) -> list[Force]:
    """A side's forces on the world."""
    surface = state.surfaces.get(WORLD)
    return [] if surface is None else [f for _, f in sorted(surface.forces.items()) if f.side == side]
