"""The GM's hand on systems and worlds, and on what is known of them (chapters 2, 12, 19)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.colonies.strain import reset_stress
from rules.cluster_war.detection.scouting import learn
from rules.cluster_war.gm.amending import Amending, Apply, amount
from rules.cluster_war.state.names import HexId, KnowledgeLevel, SideId
from rules.cluster_war.state.places import StarSystem
from rules.cluster_war.working.amendment import Amendment
from rules.errors import GameError, quoted

CARE: Final = "CW-7.1-10"


@dataclass(frozen=True, slots=True)
class GrantKnowledge(Amendment):
    """Let a side know a system as if scouted or surveyed."""

    side: SideId
    hex: HexId
    level: KnowledgeLevel


@dataclass(frozen=True, slots=True)
class ChangeWorld(Amendment):
    """Change a world's STEP code, maximum CPs or resources; None leaves a part as it is."""

    hex: HexId
    orbit: int
    step: str | None = None
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CareForWorld(Amendment):
    """Care for a strip-mined world's environment adds to its chance to recover (CW-7.1-10)."""

    hex: HexId
    orbit: int
    percent: int = 5


@dataclass(frozen=True, slots=True)
class PrepareSystem(Amendment):
    """Mark a system as ready for players to find; with `system`, its contents as the dice made them (CW-19.0-03)."""

    hex: HexId
    system: StarSystem | None = None


def _knowledge(month: Amending, order: GrantKnowledge) -> None:
    side = month.side(order.side).id
    learn(month, side, month.system(order.hex), order.level, week=month.first_week, cause=month.cause)


def _world(month: Amending, order: ChangeWorld) -> None:
    system = month.system(order.hex)
    body = next((b for b in system.bodies if b.orbit == order.orbit), None)
    if body is None:
        raise GameError(f"{order.hex} has no world in orbit {order.orbit}.", rule="CW-2.1-01")
    if order.step is not None and (len(order.step) != 4 or any(c not in "0123456789X" for c in order.step)):
        raise GameError("A STEP code is four characters, each 0 to 9 or X, like 5555.", rule="CW-2.1-03")
    new = replace(
        body,
        step=body.step if order.step is None else order.step,
        max_cp=body.max_cp if order.max_cp is None else amount(order.max_cp),
        resources=body.resources if order.resources is None else order.resources,
    )
    changed = replace(system, bodies=tuple(new if b.orbit == order.orbit else b for b in system.bodies))
    month.cluster = replace(month.cluster, systems={**month.cluster.systems, system.hex: changed})
    reset_stress(month.strains, f"{system.hex}-{order.orbit}", body.step, new.step)
    owners = tuple(sorted(c.side for c in month.colonies.values() if (c.hex, c.orbit) == (order.hex, order.orbit)))
    for side in owners:
        learn(month, side, changed, "surveyed", week=month.first_week, cause=month.cause)
    month.tell(f"World {order.orbit} of {order.hex} is now {new.step}, maximum {new.max_cp} CPs.", *owners)


def _care(month: Amending, order: CareForWorld) -> None:
    key = f"{order.hex}-{order.orbit}"
    strain = month.strains.get(key)
    if strain is None:
        raise GameError(f"World {order.orbit} of {quoted(order.hex)} is under no stress.", rule=CARE)
    if not 0 <= order.percent <= 100:
        raise GameError(f"Care adds 0 to 100 per cent, not {order.percent}.", rule=CARE)
    month.strains[key] = replace(strain, care=order.percent)
    owners = {c.side for c in month.colonies.values() if c.id == key} | ({strain.side} if strain.side else set())
    text = f"Care for world {order.orbit} of {order.hex} adds {order.percent} % to its chance to recover."
    month.tell(text, *sorted(owners), rule=CARE)


def _prepare(month: Amending, order: PrepareSystem) -> None:
    system, contents = month.system(order.hex), order.system
    if contents is not None:
        if (contents.hex, contents.codes) != (system.hex, system.codes):
            raise GameError(f"The stars of {order.hex} are on everybody's map; only what is beside them can be made.")
        month.cluster = replace(month.cluster, systems={**month.cluster.systems, system.hex: contents})
    month.after = replace(month.after, prepared=tuple(sorted({*month.start.prepared, system.hex})))
    month.tell(f"{order.hex} is prepared.")


APPLY: Final[Apply] = {
    GrantKnowledge: _knowledge,
    ChangeWorld: _world,
    CareForWorld: _care,
    PrepareSystem: _prepare,
}
