"""What is left of a colony's industry once part of it is destroyed, from orbit or on the ground (CW-9.2-15, CW-9.4-01)."""

from typing import Final

from rules.cluster_war.model.holdings.capacity import less_industry
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Build, Colony
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

FIELDS: Final = ("shipyard_bays", "heavy_industry", "light_industry", "science_stations", "training")
"""What of a colony's industry may be part of its bases."""


def in_bases(turn: TurnState, colony: Colony, field: str) -> int:
    """What of a colony's `field` ("shipyard_bays") is part of the bases of its garrison, and falls with them alone."""
    designs = turn.sides[colony.side].designs
    bases = ((designs[d], n) for d, n in colony.garrison.items() if d in designs and designs[d].kind == "base")
    return sum(getattr(base, field, 0) * n for base, n in bases)


def without(colony: Colony, field: str, gone: int) -> Colony:
    """A colony after so much of a `field` was destroyed; what was being changed to another product line stands idle then."""
    left: int = getattr(colony, field) - gone
    match field:
        case "light_industry":
            return less_industry(changed(colony, retooling={}), gone)
        case "shipyard_bays":
            return changed(colony, shipyard_bays=left)
        case "heavy_industry":
            return changed(colony, heavy_industry=left)
        case "science_stations":
            return changed(colony, science_stations=left)
        case "training":
            return changed(colony, training=left)
        case _:
            return changed(colony, munitions=left)


def without_bases(colony: Colony, design: Design, count: int) -> Colony:
    """A colony after `count` bases of a design that served it are gone, with the yards, factories and labs in them (CW-6.1-01);
    never less than none of what has been destroyed before."""
    parts = {field: getattr(design, field) * count for field in FIELDS} if design.kind == "base" else {}
    for field, lost in parts.items():
        gone = min(lost, getattr(colony, field))
        colony = without(colony, field, gone) if gone else colony
    return colony


def limit_works(turn: TurnState, colony: Colony) -> None:
    """Works at a colony go on with no more than what is left there to work with."""
    for build in turn.builds.at(colony.id):
        turn.builds[build.id] = changed(build, capacity=min(build.capacity, _room(colony, build)))


def _room(colony: Colony, build: Build) -> int:
    """The most that a build can still use at a place."""
    match build.place:
        case "shipyard":
            return colony.shipyard_bays + colony.heavy_industry
        case "heavy":
            return colony.heavy_industry
        case "factory":
            return colony.light_industry + colony.heavy_industry
        case _:
            return build.capacity
