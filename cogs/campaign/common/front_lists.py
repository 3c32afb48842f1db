"""Worlds that are fought over, as text: the cities, one's own forces, and the enemies in sight."""

from collections.abc import Iterable

from cogs.common.autocomplete import Pair, plain_text
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.npr.natives import NATIVES
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import DesignId, short_id
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL, REBELS, Force, Front

DOING = {"attack": "attacks", "hold": "holds", "ambush": "lies in ambush", "reserve": "in reserve"}
MOST_ALONE = 12


def front_list(view: View, world: str = "") -> str:
    """All fronts that the reader knows of, or one alone."""
    if not view.fronts:
        return (
            "You have no forces in the field, and no world of yours is fought over. `/invade land` begins an invasion."
        )
    return "\n\n".join(_front(view, front) for key, front in sorted(view.fronts.items()) if world in {"", key})


def _front(view: View, front: Front) -> str:
    held = f"held by {_side(view, front.owner)}" if front.owner else "held by nobody"
    people = f" · its people are {plain(front.people)}" if front.people else ""
    lines = [f"### {plain(front.name)} {front.world}, {held}{people}"]
    for city in front.cities:
        rebels = ", in rebellion" if city.rebels else ""
        lines.append(f"City of {plain(city.name)} in {front.terrain[city.hex]} hex {city.hex}{rebels}")
    shown = list(front.forces.values())
    lines += [f"• {_force(view, front, force)}" for force in shown[:MOST_ALONE]]
    if len(shown) > MOST_ALONE:
        lines.append(f"• and {count(len(shown) - MOST_ALONE, 'more unit')}")
    lines += [
        f"◦ {_side(view, seen.side)}: {seen.count} × {plain(seen.name)} in {seen.at} ({count(seen.teams, 'team')})"
        for seen in front.enemies
    ]
    return "\n".join(lines)


def _force(view: View, front: Front, force: Force) -> str:
    name = plain(designs_of(view, force)[force.design].name) if force.side != REBELS else "Militia"
    whose = f" of {_side(view, force.side)}" if view.is_gm else ""
    teams = "" if force.teams == FULL else f", {count(force.teams, 'team')} left"
    teams += f", {count(force.damage, 'point')} of damage" if force.damage else ""
    dug = ", dug in" if force.dug_in else ""
    goal = f", bound for {force.goal}" if force.goal else ""
    stress = f", stress {force.stress} %" if force.stress else ""
    exact = f", {plain(force.place)}" if force.place else ""
    doing = DOING[force.posture]
    return (
        f"**{short_id(force.id)}** {name}{whose} in {force.at} ({front.terrain[force.at]}){exact}: {doing}"
        f"{dug}{goal}{teams}{stress}"
    )


def designs_of(view: View, force: Force) -> dict[DesignId, Design]:
    """The designs of a force's side, as far as the reader has them; a race of the game master's has infantry."""
    owner = view.me if view.me is not None else view.sides.get(force.side)
    return dict(owner.designs) if owner is not None else {NATIVES.id: NATIVES}


def _side(view: View, side: str) -> str:
    if side == view.side:
        return "you"
    flag = view.all_flags.get(side)
    return plain(flag.name) if flag is not None else "rebels"


def any_front(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Worlds whose surface the reader has."""
    for world, front in sorted(view.fronts.items()):
        yield f"{plain_text(front.name)} {world}", world


def own_fronts(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Worlds with forces of one's own in the field."""
    for world, front in sorted(view.fronts.items()):
        mine = sum(f.side == view.side for f in front.forces.values())
        if mine:
            yield f"{plain_text(front.name)} {world} ({count(mine, 'unit')})", world


def own_forces(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """All one's forces in the field, by their short ids."""
    for world, front in sorted(view.fronts.items()):
        for force in front.forces.values():
            if force.side == view.side:
                name = plain_text(designs_of(view, force)[force.design].name)
                yield f"{short_id(force.id)} {name} in {force.at} of {world}", short_id(force.id)


def surface_hexes(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Hexes of the surfaces one has forces on: cities, enemies in sight, then the others."""
    for _, front in sorted(view.fronts.items()):
        told = {city.hex: f"the city of {plain_text(city.name)}" for city in front.cities}
        told = {seen.at: f"{seen.count} × {plain_text(seen.name)}" for seen in front.enemies} | told
        for at in sorted(front.terrain, key=lambda one: (one not in told, one)):
            yield f"{at} {front.terrain[at]}{': ' + told[at] if at in told else ''} ({plain_text(front.name)})", at
