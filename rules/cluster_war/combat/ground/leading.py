"""Leaders of combat teams: soldiers who add to the close combat of the battalion they are with (CW-17.1-12)."""

from collections.abc import Mapping

from rules.changes import changed
from rules.cluster_war.combat.ground.troops import Troops
from rules.cluster_war.officers.ratings import close_combat
from rules.cluster_war.state.names import ColonyId, DesignId, SideId
from rules.cluster_war.state.surface import Force
from rules.cluster_war.working.turn_state import TurnState


def led(month: TurnState, world: ColonyId, force: Force, troops: Troops) -> Troops:
    """The troops as they fight with a leader among them. Who leads ground forces of a garrison is with the first battalion of
    these that is left on the world."""
    if not month.settings.flag_officers or troops.starship_grade:
        return troops
    if force.id != _first(month, world).get((force.side, force.design)):
        return troops
    if not any(o.side == force.side and o.post is not None and o.post.kind == "team" for o in month.officers.values()):
        return troops
    ratings = (*troops.attack, *troops.defense)
    far, near, guard, cover = close_combat(month, f"{world}|{force.design}", ratings, month.settings)
    return changed(troops, attack=(far, near), defense=(guard, cover))


def _first(month: TurnState, world: ColonyId) -> Mapping[tuple[SideId, DesignId], str]:
    """The first battalion of each kind that the world's owner has in the field."""
    owner, found = month.colonies[world].side, dict[tuple[SideId, DesignId], str]()
    for force in sorted(month.surfaces[world].forces.values(), key=lambda f: (len(f.id), f.id)):
        if force.side == owner:
            found.setdefault((force.side, force.design), force.id)
    return found
