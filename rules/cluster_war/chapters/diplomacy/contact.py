"""Who is in regular contact with whom, as a side knows it (CW-13.0-06)."""

from typing import Final

from rules.cluster_war.model.economy.supply import Place, before, colonies_of, map_of
from rules.cluster_war.model.state.geometry import distance
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View
from rules.errors import IllegalOrderError, NotYoursError, quoted, unknown

AMBASSADORS: Final = "CW-13.0-08"


def in_contact(place: Place, side: SideId, other: SideId) -> bool:
    """Whether the side has regular contact: ambassadors or liaisons, an own fleet at one of the other's worlds, theirs at
    one of its own, or touching supply grids. It is judged by what the side knows, so a refusal tells nothing new."""
    if isinstance(place, View):
        known, seen = place.foreign_colonies, place.foreign_fleets
    else:
        known, seen = place.knowledge[side].colonies, place.knowledge[side].fleets
    if has_ambassadors(place, side, other):
        return True
    theirs = {c.hex for c in known.values() if c.side == other}
    mine = {c.hex for c in colonies_of(place, side)}
    if any(f.side == side and f.transit is None and f.hex in theirs for f in place.fleets.values()):
        return True
    if any(f.side == other and f.hex in mine for f in seen.values()):
        return True
    on, reach = map_of(place), place.settings.grid_touch
    return any(distance(on, a, b) <= reach for a in mine for b in theirs)


def has_ambassadors(place: Place, side: SideId, other: SideId) -> bool:
    """Whether two empires had exchanged ambassadors, or other staff, when orders were given."""
    if isinstance(place, View):
        return other in place.embassies
    return "|".join(sorted((side, other))) in before(place).embassies


def check_extensive(place: Place, side: SideId, other: SideId, what: str) -> None:
    """Refuse extensive diplomacy between empires that have not exchanged ambassadors, where the campaign asks for them
    (CW-13.0-08)."""
    if place.settings.rulings.get(AMBASSADORS) != "ambassadors" or has_ambassadors(place, side, other):
        return
    known = place.flags if isinstance(place, View) else place.sides
    name = known[other].name if other in known else other
    raise IllegalOrderError(
        f"{what} takes ambassadors: you and {name} have not exchanged any yet (/treaty ambassadors).", rule=AMBASSADORS
    )


def check_contact(place: Place, side: SideId, other: SideId) -> None:
    """Refuse dealings with oneself, with nobody, and with an empire out of contact (CW-13.0-06)."""
    known = place.flags if isinstance(place, View) else place.sides
    if other == side:
        raise IllegalOrderError("That is your own empire.", rule="CW-13.0-06")
    if other not in known:
        others = sorted(set(known) - {side})
        raise unknown(NotYoursError, f"There is no empire {quoted(other)}.", other, "There are", others)
    if not in_contact(place, side, other):
        raise IllegalOrderError(
            f"You are not in regular contact with {known[other].name}: send a ship to one of their worlds, let your "
            "supply grids touch, or exchange ambassadors.",
            rule="CW-13.0-06",
        )
