"""Posts and their facilities: who may serve where, losses with a unit, and who takes over (CW-17.1-17 to CW-17.1-28)."""

from collections.abc import Collection, Mapping
from typing import Final

from rules.cluster_war.model.events.ground import GroundUnitsLost
from rules.cluster_war.model.events.industry import UnitsScrapped
from rules.cluster_war.model.events.logistics import CraftLanded
from rules.cluster_war.model.events.officers import OfficerLost, OfficerPosted, OfficerTookOver
from rules.cluster_war.model.state.common import SideId, short_id
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Officer, Post, PostKind, in_charge
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed

POST_ROOMS: Final[Mapping[PostKind, tuple[str, ...]]] = {
    "admiral": ("Flag bridge", "Headquarters"),
    "commander": ("Combat information center", "Command post"),
}
"""The components from which an admiral and a commander work; a captain has a bridge or a command post."""
POST_RULES: Final[Mapping[PostKind, str]] = {
    "admiral": "CW-17.1-18",
    "commander": "CW-17.1-19",
    "captain": "CW-17.1-20",
    "team": "CW-17.1-12",
    "aboard": "CW-17.1-27",
}
SINGLE_POSTS: Final[tuple[PostKind, ...]] = ("admiral", "commander", "captain")
"""Posts that one officer alone can hold on a unit (CW-17.1-17)."""
CHIEF_POSTS: Final[tuple[PostKind, ...]] = ("admiral", "commander")
OFFICER_LOST_RULE: Final = "CW-17.1-28"
POSTS_IN_WORDS: Final[Mapping[PostKind, str]] = {
    "admiral": "admiral on",
    "commander": "commander on",
    "captain": "captain of",
    "team": "leading the combat team of",
    "aboard": "aboard",
}


def has_room_for(kind: PostKind, design: Design) -> bool:
    """Whether a ship or base has the facility of a post; of components that nobody has listed it has a bridge alone."""
    if kind == "captain":
        return design.bridge or "Command post" in design.layout
    return kind not in POST_ROOMS or any(room in design.layout for room in POST_ROOMS[kind])


def lost_with(turn: TurnState, units: Collection[str], side: SideId = "") -> tuple[Officer, ...]:
    """The officers (of one `side`, where it is named) who served on these units are lost with them; their sides hear of it,
    and of who takes over.

    To be called when ships, bases or combat teams are destroyed or taken, before or after they are removed.
    """
    gone = [
        o
        for _, o in sorted(turn.officers.items())
        if o.post is not None and o.post.unit in units and side in {"", o.side}
    ]
    chiefs = [o for o in gone if o.post is not None and _leads(turn, o, o.post)]
    for officer in gone:
        del turn.officers[officer.id]
        unit = officer.post.unit if officer.post is not None else ""
        turn.tell_side(OfficerLost(officer.side, officer.id, officer.name, unit, cause=Cause(OFFICER_LOST_RULE)))
        if officer in chiefs and officer.post is not None:
            _take_over(turn, officer, officer.post, units)
    return tuple(gone)


def _leads(turn: TurnState, officer: Officer, post: Post) -> bool:
    """Whether an officer is the one in charge of those in like posts in the fleet."""
    return post.kind in CHIEF_POSTS and in_charge(_own(turn, officer), post.kind, _together(turn, post.unit)) == officer


def _take_over(turn: TurnState, lost: Officer, post: Post, gone: Collection[str]) -> None:
    left = _together(turn, post.unit) - set(gone)
    heir = in_charge(_own(turn, lost), post.kind, left)
    if heir is not None and heir.post is not None:
        unit = heir.post.unit
        turn.tell_side(OfficerTookOver(heir.side, heir.id, heir.name, post.kind, unit, cause=Cause(OFFICER_LOST_RULE)))


def _own(turn: TurnState, officer: Officer) -> list[Officer]:
    return [o for o in turn.officers.values() if o.side == officer.side]


def _together(turn: TurnState, unit: str) -> set[str]:
    """The units of the task force that a unit belongs to, or belonged to at the turn's start."""
    fleets = (*turn.fleets.values(), *turn.start.fleets.values())
    return next(({*f.ships} for f in fleets if unit in f.ships), {unit})


def muster(turn: TurnState) -> None:
    """At the month's end: who served on a unit that was scrapped, or led troops that went elsewhere, is in the pool again,
    who served on one that is gone is lost with it; who has lost their post's facility is aboard without it. Luck ends."""
    if not turn.officers:
        return
    scrapped = {s for e in turn.events if isinstance(e, UnitsScrapped | CraftLanded) for s in e.ships}
    turn.officers.update({key: changed(o, luck=0) for key, o in turn.officers.items() if o.luck})
    for officer in [o for _, o in sorted(turn.officers.items())]:
        if officer.post is None:
            continue
        unit = officer.post.unit
        if _team_lost(turn, officer, unit):
            lost_with(turn, {unit}, officer.side)
        elif unit in scrapped or _team_left(turn, officer, unit):
            turn.officers[officer.id] = changed(officer, post=None)
            turn.tell_side(OfficerPosted(officer.side, officer.id, officer.name, "", unit, cause=Cause("CW-17.1-03")))
        elif not _stands(turn, officer, unit):
            lost_with(turn, {unit}, officer.side)
        else:
            _keep_room(turn, officer, officer.post)


def _team_left(turn: TurnState, officer: Officer, unit: str) -> bool:
    """Whether the troops of a garrison that an officer led are elsewhere, while the colony is still theirs; those that have
    taken the field on its surface are not."""
    place, _, design = unit.partition("|")
    colony = turn.colonies.get(place)
    mine = colony is not None and colony.side == officer.side and not colony.garrison.get(design)
    return bool(design) and mine and not in_the_field(turn, officer.side, unit)


def in_the_field(turn: TurnState, side: SideId, unit: str) -> bool:
    """Whether a side has ground forces, named "world|design", on the surface of that world."""
    place, _, design = unit.partition("|")
    surface = turn.surfaces.get(place)
    return surface is not None and any((f.side, f.design) == (side, design) for f in surface.forces.values())


def _team_lost(turn: TurnState, officer: Officer, unit: str) -> bool:
    """Whether the troops that an officer led were destroyed to the last this month: their leader is lost with them."""
    place, _, design = unit.partition("|")
    told = (e for e in turn.events if isinstance(e, GroundUnitsLost) and (e.side, e.world) == (officer.side, place))
    return any(e.design == design and e.why == "destroyed" for e in told) and _team_left(turn, officer, unit)


def _stands(turn: TurnState, officer: Officer, unit: str) -> bool:
    if in_the_field(turn, officer.side, unit):
        return True
    place = unit.partition("|")[0]
    found = turn.ships.get(place) or turn.bases.get(place) or turn.colonies.get(place)
    return found is not None and found.side == officer.side


def _keep_room(turn: TurnState, officer: Officer, post: Post) -> None:
    """A post whose facility a refit has taken away ends; the officer stays aboard (CW-17.1-27)."""
    unit = turn.ships.get(post.unit) or turn.bases.get(post.unit)
    if unit is None or has_room_for(post.kind, turn.sides[officer.side].designs[unit.design]):
        return
    turn.officers[officer.id] = changed(officer, post=Post("aboard", post.unit))
    cause = Cause("CW-17.1-27")
    turn.tell_side(OfficerPosted(officer.side, officer.id, officer.name, "aboard", unit.id, cause=cause))


def post_words(post: Post | None) -> str:
    """A post as its owner reads it: "captain of DD01", "in the pool"."""
    if post is None:
        return "in the pool"
    unit, _, design = post.unit.partition("|")
    where = f"{design} at {unit}" if design else short_id(unit)
    return f"aboard {where}" if post.kind == "aboard" else f"{POSTS_IN_WORDS[post.kind]} {where}"
