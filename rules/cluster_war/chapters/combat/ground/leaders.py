"""Officers who lead combat teams on a world: they land with them, steady them in close fights, and fall with them."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.combat.ground.troops import Troops
from rules.cluster_war.chapters.officers.posts import in_the_field, lost_with
from rules.cluster_war.chapters.officers.ratings import close_combat
from rules.cluster_war.model.events.officers import OfficerPosted
from rules.cluster_war.model.state.names import ColonyId, DesignId, ShipId, SideId
from rules.cluster_war.model.state.officers import Post
from rules.cluster_war.model.state.surface import REBELS, Force, Surface
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

ASHORE: Final = "CW-17.1-12"


def go_ashore(turn: TurnState, side: SideId, ship: ShipId, world: ColonyId, design: DesignId) -> None:
    """Leaders of combat teams aboard a ship go down with the battalions that land from it."""
    for key, officer in sorted(turn.officers.items()):
        if officer.side == side and officer.post == Post("team", ship):
            unit = f"{world}|{design}"
            turn.officers[key] = changed(officer, post=Post("team", unit))
            turn.tell_side(OfficerPosted(side, key, officer.name, "team", unit, cause=Cause(ASHORE)))


def go_aboard(turn: TurnState, side: SideId, world: ColonyId, design: DesignId, ship: ShipId) -> None:
    """Leaders go aboard with the last battalion of the type they lead."""
    unit = f"{world}|{design}"
    if in_the_field(turn, side, unit):
        return
    for key, officer in sorted(turn.officers.items()):
        if officer.side == side and officer.post == Post("team", unit):
            turn.officers[key] = changed(officer, post=Post("team", ship))
            turn.tell_side(OfficerPosted(side, key, officer.name, "team", ship, cause=Cause(ASHORE)))


def led(turn: TurnState, surface: Surface, force: Force, troops: Troops) -> Troops:
    """What a force fights as with its leader: a soldier is with the first battalion of the type they lead, and adds to its
    ratings in close combat alone (CW-17.1-12)."""
    if not turn.settings.flag_officers or force.side == REBELS or troops.starship_grade:
        return troops
    alike = (f.id for f in surface.forces.values() if (f.side, f.design) == (force.side, force.design))
    if force.id != min(alike, key=lambda key: (len(key), key), default=""):
        return troops
    own = _Staff(turn, force.side)
    far, near, guard, cover = close_combat(
        own, f"{surface.world}|{force.design}", (*troops.attack, *troops.defense), turn.settings
    )
    return changed(troops, attack=(far, near), defense=(guard, cover))


def fallen(turn: TurnState, surface: Surface, gone: Iterable[Force]) -> None:
    """Leaders whose last battalion was destroyed are lost with it (CW-17.1-28)."""
    colony = turn.colonies.get(surface.world)
    for side, design in sorted({(f.side, f.design) for f in gone if f.side != REBELS}):
        unit = f"{surface.world}|{design}"
        held = colony is not None and colony.side == side and colony.garrison.get(design)
        if not held and not in_the_field(turn, side, unit):
            lost_with(turn, {unit}, side)


class _Staff:
    """The officers of one side: two sides may call their troops alike."""

    def __init__(self, turn: TurnState, side: SideId) -> None:
        self.officers = {key: o for key, o in turn.officers.items() if o.side == side}
