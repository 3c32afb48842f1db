"""What an empire's fleets and designs are for, and how good they are at it."""

from collections.abc import Container, Mapping
from functools import cached_property
from math import isqrt
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.navigation import has_ftl
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import DesignId, Settings
from rules.cluster_war.model.state.holdings import Design, Fleet
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, hexes_a_month
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.turn.planning.suggestions.outlook import SCOUTS_BAYS

Role: TypeAlias = Literal["surveyor", "scout", "hauler", "war", "other"]


def role_of_design(design: Design, settings: Settings) -> Role:
    """What a ship of a design is for: surveys with bays and sensors, scouting with sensors and at most its own supplies, freight
    without weapons."""
    if design.kind != "ship":
        return "other"
    if design.survey_bays and design.lrs:
        return "surveyor"
    if is_warship(design, settings) and not _looks_like_a_scout(design):
        return "war"
    if design.lrs and design.cargo_bays <= SCOUTS_BAYS:
        return "scout"
    return "hauler" if design.cargo_bays else "scout" if design.lrs else "other"


def _looks_like_a_scout(design: Design) -> bool:
    """A ship that nobody has drawn, whose note tells of no weapon, with sensors."""
    return not design.layout and not design.launchers and not design.note and design.lrs > 0


def role_of(planned: PlannedState, fleet: Fleet, of_designs: Mapping[DesignId, Role]) -> Role:
    """What a fleet is for, by the roles of its ships' designs: one that can fight is for war, whatever else goes with it."""
    roles = {of_designs[planned.ships[s].design] for s in fleet.ships}
    order: tuple[Role, ...] = ("war", "surveyor", "hauler", "scout", "other")
    return next(role for role in order if role in roles or role == "other")


def waits(planned: PlannedState, fleet: Fleet) -> bool:
    """Whether a fleet is somewhere and nothing sends it on: neither a course, a raid, a survey, nor an order."""
    return (
        fleet.transit is None
        and fleet.course is None
        and not fleet.route
        and fleet.id not in planned.moving
        and fleet.bound is None
    )


def is_surveying(fleet: Fleet) -> bool:
    """Whether a survey is under way, which leaving would lose (CW-12.1-11)."""
    return fleet.survey is not None


def surveys(planned: PlannedState, fleet: Fleet) -> bool:
    """Whether a fleet has what a survey takes (CW-12.1-07)."""
    has = force(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.officers)
    return bool(has.lrs and has.survey_bays)


def strain(planned: PlannedState, fleet: Fleet) -> int:
    """The worst stress aboard, in percent."""
    return max((planned.ships[s].stress for s in fleet.ships), default=0)


def strength(planned: PlannedState, fleet: Fleet, armed: Container[DesignId]) -> int:
    """Hull spaces of a fleet's ships of `armed` designs, less half of those of its damaged ships; 0 at least."""
    designs, whole, hurt = planned.me.designs, 0, 0
    for key in fleet.ships:
        ship = planned.ships[key]
        hull = designs[ship.design].hull
        if ship.design in armed:
            whole += hull
        if ship.damage or ship.wounds.damaged or ship.wounds.destroyed:
            hurt += hull
    return max(0, whole - hurt // 2)


PACE: Final = "pace"
MASS: Final = "mass"
MERIT_SCALE: Final = 10_000
HULL_SPACE_CPS: Final = 4
"""CPs that a hull space of a ship of war counts for, beside its price: yards and fleets have room for so many."""
BIG_SHIP_HULL: Final = 100
"""Hull spaces at which one who wants mass thinks twice as much of a ship."""


def might(design: Design, settings: Settings) -> int:
    """What a unit is worth in a battle, as the quick engine counts: so much more fire is worth what so much more endurance is."""
    numbers = numbers_of(settings)
    worth = strength_of(Combatant("", "", design, ""), numbers, settings)
    fire = worth.beams + worth.breakers + worth.shells + worth.missiles + worth.racks
    lasts = worth.hull * numbers.whole("lost at") // 100 + worth.armor + worth.shields + 3 * worth.firm
    lasts += worth.defense
    return isqrt(fire * lasts * (100 + worth.aim) * (100 + worth.cover)) // 100


def pace(design: Design, settings: Settings) -> int:
    """How fast a ship travels, in halves of a G where its drive goes by G, else in hexes a month; 1 at least."""
    if not design.ftl or not has_ftl(design):
        return 1
    if drive_of(design.ftl, settings).family == "second stage":
        return max(1, int(design.drive * 2))
    return max(1, hexes_a_month(design, settings))


def merit(design: Design, role: Role | str, weighs: str, settings: Settings) -> int:
    """What a design of a role is good for, for each CP, of ships of war for each hull space, too: the more the better, 0 for
    nothing. `weighs` is what its character wants of a ship of war (CW-TAB-GOVERNOR-DRAWINGS)."""
    fast, cost = pace(design, settings), max(1, design.cost)
    match role:
        case "hauler":
            return MERIT_SCALE * design.cargo_bays * fast // cost
        case "surveyor":
            return MERIT_SCALE * (design.survey_bays + design.lrs) * fast // cost if design.survey_bays else 0
        case "scout":
            return MERIT_SCALE * fast * fast // cost
        case "assault":
            return MERIT_SCALE * design.barracks * (6 + fast) // cost
        case "base":
            return MERIT_SCALE * might(design, settings) // cost
        case _:
            fights = might(design, settings) * (fast * fast if weighs == PACE else 6 + fast)
            return (
                MERIT_SCALE
                * fights
                * (BIG_SHIP_HULL + design.hull if weighs == MASS else BIG_SHIP_HULL)
                // ((cost + HULL_SPACE_CPS * design.hull) * BIG_SHIP_HULL)
            )


class DesignRoster:
    """A side's designs in one turn: their roles and merits, and which of them can be built. Neither the designs nor what the side
    has learned change while its governor thinks."""

    def __init__(self, me: Side, settings: Settings) -> None:
        self._me, self._settings = me, settings
        self._mights: dict[DesignId, int] = {}
        self._merits: dict[tuple[DesignId, str, str], int] = {}

    @cached_property
    def designs(self) -> tuple[Design, ...]:
        """All of them, by id."""
        return tuple(design for _, design in sorted(self._me.designs.items()))

    @cached_property
    def roles(self) -> Mapping[DesignId, Role]:
        """What ships of each design are for."""
        return {key: role_of_design(design, self._settings) for key, design in self._me.designs.items()}

    @cached_property
    def armed(self) -> frozenset[DesignId]:
        """Those of which every unit can fight."""
        return frozenset(key for key, design in self._me.designs.items() if is_warship(design, self._settings))

    @cached_property
    def able(self) -> frozenset[DesignId]:
        """Those that can be built: no technology is lacking (CW-8.0-07)."""
        designs = self._me.designs.items()
        return frozenset(key for key, design in designs if not technology_problems(design, self._me, self._settings))

    def might(self, design: Design) -> int:
        """As the function `might`, of one of these designs."""
        if design.id not in self._mights:
            self._mights[design.id] = might(design, self._settings)
        return self._mights[design.id]

    def merit(self, design: Design, role: str, weighs: str) -> int:
        """As the function `merit`, of one of these designs."""
        key = (design.id, role, weighs)
        if key not in self._merits:
            self._merits[key] = merit(design, role, weighs, self._settings)
        return self._merits[key]
