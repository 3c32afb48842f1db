"""A world at war to draw: the humans' army on a world of the vermin, two cities, and a month's news of it."""

from collections.abc import Mapping
from typing import Any, Final

from render.campaign.front.film import FrontMonth
from render.campaign.front.scene import scene_of
from rules.cluster_war.chapters.combat.ground.forces import make_surface
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.ground import ForcesMarched, GroundFought, TroopsLanded
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import City, Force
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Cause, changed
from tests.rules.cluster_war.chapters.combat.ground.war import WORLD, front

CAUSE: Final = Cause("CW-9.3-13")
ARMY: Final[tuple[tuple[str, str, str, dict[str, Any]], ...]] = (
    ("A1", "INF", "0203", {"dug_in": True}),
    ("A2", "INF", "0203", {"dug_in": True, "teams": 6}),
    ("A3", "HTK", "0303", {"goal": "0402", "teams": 8}),
    ("A4", "INF", "0402", {"teams": 4}),
)
GARRISON: Final[tuple[tuple[str, str, str, dict[str, Any]], ...]] = (
    ("V1", "INF", "0402", {"dug_in": True, "teams": 7}),
    ("V2", "INF", "0402", {"dug_in": True}),
    ("V3", "FORT", "0503", {"dug_in": True}),
    ("V4", "HTK", "0503", {}),
    ("V5", "MINES", "0403", {}),
)


def battlefield() -> GameState:
    """The state in the second month of the invasion."""
    state = front(attitude="Militant")
    fort = Design("FORT", "Surface fort", "base", 30, 60)
    sides = {key: changed(side, designs={**side.designs, "FORT": fort}) for key, side in state.sides.items()}
    surface = make_surface(state.colonies[WORLD], "9555")
    forces = {
        f"{side}/{name}": Force(f"{side}/{name}", side, design, at, **more)
        for side, army in (("humans", ARMY), ("vermin", GARRISON))
        for name, design, at, more in army
    }
    terrain = {
        **surface.terrain,
        "0203": "forest",
        "0303": "clear",
        "0402": "clear",
        "0503": "badlands",
        "0403": "swamp",
    }
    cities = (City("Burrow", "0402", 2), City("Old Warren", "0503", 1, rebels=True))
    at_war = changed(surface, terrain=terrain, cities=cities, forces=forces)
    flags = {"humans": 0x4F8FFF, "vermin": 0xE8B04A}
    sides = {key: changed(side, colour=flags.get(key, side.colour)) for key, side in sides.items()}
    return changed(state, turn=2, sides=sides, surfaces={WORLD: at_war})


def news() -> tuple[Event, ...]:
    """What both sides heard of the month, and a march that the humans alone know of."""
    head: dict[str, Any] = {"world": WORLD, "hex": "0505"}
    both = ("humans", "vermin")
    return (
        TroopsLanded(
            side="humans", **head, at="0203", week=1, units=(("Infantry", 3),), rounds=2, cause=CAUSE, seen_by=both
        ),
        ForcesMarched("humans", WORLD, "Infantry", 1, "0203", "0302", 2, cause=CAUSE, seen_by=("humans",)),
        ForcesMarched("humans", WORLD, "Infantry", 1, "0302", "0402", 3, cause=CAUSE, seen_by=("humans",)),
        _fight(3, {"humans": 3, "vermin": 1}),
        _fight(4, {"humans": 3, "vermin": 2}),
    )


def _fight(week: int, lost: Mapping[str, int]) -> GroundFought:
    sides = ("humans", "vermin")
    units = dict.fromkeys(sides, 1)
    return GroundFought(
        world=WORLD,
        hex="0505",
        at="0402",
        week=week,
        city="Burrow",
        sides=sides,
        units=units,
        lost=lost,
        cause=CAUSE,
        seen_by=sides,
    )


def months_of(side: str) -> tuple[FrontMonth, ...]:
    """The month of the landing as a side saw it."""
    view = seen(side)
    return (FrontMonth(1, None, scene_of(view, view.fronts[WORLD]), news()),)


def seen(side: str) -> View:
    """A side's view of it; "" is the game master's."""
    state = battlefield()
    return view_for(state, side) if side else gm_view(state)
