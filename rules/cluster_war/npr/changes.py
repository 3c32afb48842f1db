"""One change of a race's profile each, as its game master makes it: the race before in, the race after out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.npr import Npr, NprColony, NprForce
from rules.errors import GameError, quoted


def with_fields(changes: Mapping[str, Any], npr: Npr) -> Npr:
    """The race with some of its fields changed; what it settles next counts from a production that was set."""
    done = replace(npr, **changes)
    return replace(done, settled_at=done.gross) if "gross" in changes else done


def with_force(force: NprForce, npr: Npr) -> Npr:
    """The race with a force: a new one where its id is empty, else in place of that one, which is gone without ships.

    GameError: there is no force of that id.
    """
    old = next((f for f in npr.forces if f.id == force.id), None)
    if force.id and old is None:
        raise GameError(f"{npr.name} has no force number {force.id}.")
    rest = tuple(f for f in npr.forces if f.id != force.id)
    if not force.ships:
        if old is None:
            raise GameError("Name the force's number to take it away.")
        return replace(npr, forces=rest)
    key = force.id or next_force_id(npr)
    called = force.name or (old.name if old else f"{force.role.capitalize()} {key}")
    return replace(npr, forces=(*rest, replace(force, id=key, name=called)))


def next_force_id(npr: Npr) -> str:
    """The lowest number above all forces' numbers."""
    return str(max((int(f.id) for f in npr.forces if f.id.isdecimal()), default=0) + 1)


def with_colony(colony: NprColony, npr: Npr) -> Npr:
    """The race with one colony more, its hex part of the territory."""
    rest = tuple(c for c in npr.colonies if c.id != colony.id)
    territory = npr.territory if colony.hex in npr.territory else (*npr.territory, colony.hex)
    sites = tuple(s for s in npr.sites if s != colony.id)
    return replace(npr, colonies=(*rest, colony), territory=territory, sites=sites)


def without_colony(colony: NprColony, npr: Npr) -> Npr:
    """The race with one colony less; GameError if it has none there."""
    rest = tuple(c for c in npr.colonies if c.id != colony.id)
    if len(rest) == len(npr.colonies):
        raise GameError(f"{npr.name} has no colony at {quoted(colony.id)}.")
    return replace(npr, colonies=rest)


def with_relation(side: SideId, value: int, npr: Npr) -> Npr:
    """The race as it stands to a side, from -3 (war) to 3 (allied)."""
    return replace(npr, relations={**npr.relations, side: value})


def with_story(culture: str, story: str, notes: str, npr: Npr) -> Npr:
    """The race with what is written about it (CW-19.0-17)."""
    return replace(npr, culture=culture, story=story, notes=notes)
