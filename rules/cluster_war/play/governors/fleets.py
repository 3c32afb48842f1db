"""What an empire's fleets are for, and which of them wait for orders."""

from collections.abc import Container, Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Fleet

Role: TypeAlias = Literal["surveyor", "scout", "hauler", "war", "other"]


def role_of_design(design: Design, settings: Settings) -> Role:
    """What a ship of a design is for: surveys with bays and sensors, scouting with sensors alone, freight without weapons."""
    if design.kind != "ship":
        return "other"
    if design.survey_bays and design.lrs:
        return "surveyor"
    if is_warship(design, settings) and not _looks_like_a_scout(design):
        return "war"
    if design.cargo_bays:
        return "hauler"
    return "scout" if design.lrs else "other"


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
