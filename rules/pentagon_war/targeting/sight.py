"""What may be shot at: units, bodies and installations, and which of them a side knows of."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import GameError, IllegalOrderError, quoted
from rules.pentagon_war.changes import Unit, find
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Craft, SideId, UnitId


@dataclass(frozen=True, slots=True)
class Installation:
    """A ground installation on a body, a target of its own: its id is "earth/Dover" (PW-A70)."""

    id: UnitId
    name: str
    body: Body


Target: TypeAlias = Unit | Body | Installation


def find_target(battle: Battle, target: UnitId) -> Target | None:
    """A unit in play, an undestroyed body, or an installation by "body/name"; None if there is none of this id."""
    unit = find(battle, target)
    if unit is not None:
        return unit
    name, slash, ground = target.partition("/")
    body = battle.bodies.get(name)
    if body is None or body.destroyed:
        return None
    if not slash:
        return body
    return Installation(target, ground, body) if ground in body.installations else None


def known(battle: Battle, side: SideId, target: UnitId) -> Target | None:
    """The target if a side knows of it: not an enemy craft it has not detected (PW-B83)."""
    found = find_target(battle, target)
    return None if isinstance(found, Craft) and found.hidden and found.side != side else found


def name_of(target: Target) -> str:
    """How players read of a target."""
    return target.name if isinstance(target, Craft | Body | Installation) else target.id


def seen_target(battle: Battle, side: SideId, target: UnitId) -> Target:
    """The target a side names; GameError if it knows of none such, or if it is hidden.

    Nobody aims at a hidden craft, its own side neither: the announcement would show everybody where it is (PW-B83).
    """
    found = known(battle, side, target)
    if found is None:
        raise GameError(f"{quoted(target)} is nothing you can see in this battle.")
    if isinstance(found, Craft) and found.hidden:
        raise IllegalOrderError(f"{found.name} is hidden; to aim at it would give it away.", rule="PW-B83")
    return found
