"""The GM's hand on the map, its worlds and their colonies, and on what is known of them (chapters 2, 5, 12, 19, B)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.colonies.mining_strain import reset_stress
from rules.cluster_war.chapters.combat.ground.forces import tell_lost
from rules.cluster_war.chapters.detection.surveys import learn
from rules.cluster_war.model.holdings.order_kind import settle_hindrance
from rules.cluster_war.model.state.common import ColonyId, HexId, KnowledgeLevel, LinkKind, SideId
from rules.cluster_war.model.state.places import Link, StarSystem
from rules.cluster_war.model.working.amendment import Amending, Amendment, Apply, amount
from rules.cluster_war.model.worlds.jump_map import JUMP_MAP_COUNTER, with_link, without_link
from rules.cluster_war.model.worlds.terrain import with_hole
from rules.values import GameError, changed, quoted

CARE_RULE: Final = "CW-7.1-10"
LINK_NAMES: Final[Mapping[LinkKind, str]] = {
    "jump": "jump line",
    "wormhole": "wormhole",
    "held": "held wormhole",
    "gate": "pair of gates",
}


class GrantKnowledge(Amendment):
    """Let a side know a system as if scouted or surveyed."""

    side: SideId
    hex: HexId
    level: KnowledgeLevel


class ChangeWorld(Amendment):
    """Change a world's STEP code, maximum CPs or resources; None leaves a part as it is."""

    hex: HexId
    orbit: int
    step: str | None = None
    max_cp: int | None = None
    resources: tuple[str, ...] | None = None


class CareForWorld(Amendment):
    """Care for a strip-mined world's environment adds to its chance to recover (CW-7.1-10)."""

    hex: HexId
    orbit: int
    percent: int = 5


class PrepareSystem(Amendment):
    """Mark a system as ready for players to find; with `system`, its contents as the dice made them (CW-19.0-03)."""

    hex: HexId
    system: StarSystem | None = None


def _knowledge(turn: Amending, order: GrantKnowledge) -> None:
    side = turn.side(order.side).id
    learn(turn, side, turn.system(order.hex), order.level, week=turn.first_week, cause=turn.cause)


def _world(turn: Amending, order: ChangeWorld) -> None:
    system = turn.system(order.hex)
    body = next((b for b in system.bodies if b.orbit == order.orbit), None)
    if body is None:
        raise GameError(f"{order.hex} has no world in orbit {order.orbit}.", rule="CW-2.1-01")
    if order.step is not None and (len(order.step) != 4 or any(c not in "0123456789X" for c in order.step)):
        raise GameError("A STEP code is four characters, each 0 to 9 or X, like 5555.", rule="CW-2.1-03")
    new = changed(
        body,
        step=body.step if order.step is None else order.step,
        max_cp=body.max_cp if order.max_cp is None else amount(order.max_cp),
        resources=body.resources if order.resources is None else order.resources,
    )
    after = changed(system, bodies=tuple(new if b.orbit == order.orbit else b for b in system.bodies))
    turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: after})
    reset_stress(turn.strains, f"{system.hex}-{order.orbit}", body.step, new.step)
    owners = tuple(sorted(c.side for c in turn.colonies.values() if (c.hex, c.orbit) == (order.hex, order.orbit)))
    for side in owners:
        learn(turn, side, after, "surveyed", week=turn.first_week, cause=turn.cause)
    turn.tell(f"World {order.orbit} of {order.hex} is now {new.step}, maximum {new.max_cp} CPs.", *owners)


def _care(turn: Amending, order: CareForWorld) -> None:
    key = f"{order.hex}-{order.orbit}"
    strain = turn.strains.get(key)
    if strain is None:
        raise GameError(f"World {order.orbit} of {quoted(order.hex)} is under no stress.", rule=CARE_RULE)
    if not 0 <= order.percent <= 100:
        raise GameError(f"Care adds 0 to 100 per cent, not {order.percent}.", rule=CARE_RULE)
    turn.strains[key] = changed(strain, care=order.percent)
    owners = {c.side for c in turn.colonies.values() if c.id == key} | ({strain.side} if strain.side else set())
    text = f"Care for world {order.orbit} of {order.hex} adds {order.percent} % to its chance to recover."
    turn.tell(text, *sorted(owners), rule=CARE_RULE)


def _prepare(turn: Amending, order: PrepareSystem) -> None:
    system, contents = turn.system(order.hex), order.system
    if contents is not None:
        if (contents.hex, contents.codes) != (system.hex, system.codes):
            raise GameError(f"The stars of {order.hex} are on everybody's map; only what is beside them can be made.")
        made = with_hole(contents, turn.settings)
        turn.cluster = changed(turn.cluster, systems={**turn.cluster.systems, system.hex: made})
    turn.after = changed(turn.after, prepared=tuple(sorted({*turn.start.prepared, system.hex})))
    turn.tell(f"{order.hex} is prepared.")


class SetColony(Amendment):
    """Set a colony's size, or remove it with size 0."""

    colony: ColonyId
    size: int


class HinderColony(Amendment):
    """A strike, unrest or a blockade: `percent` of a colony's output is lost each turn, and it may be cut off from the
    grid, until the GM says otherwise; 0 and False end it (CW-5.0-24)."""

    colony: ColonyId
    percent: int = 50
    blockaded: bool = False


def _colony(turn: Amending, order: SetColony) -> None:
    found = turn.colony(order.colony)
    if order.size:
        turn.colonies[found.id] = changed(found, size=amount(order.size))
        turn.tell(f"{found.name} is now size {order.size} (it was {found.size}).", found.side)
        return
    del turn.colonies[found.id]
    surface = turn.surfaces.pop(found.id, None)
    if surface is not None:
        tell_lost(turn, found.id, surface.forces.values(), turn.cause, "given up")
    for build in [b.id for b in turn.builds.values() if b.colony == found.id]:
        del turn.builds[build]
    turn.tell(f"{found.name} is lost.", found.side)


def _hinder(turn: Amending, order: HinderColony) -> None:
    found = turn.colony(order.colony)
    if not 0 <= order.percent <= 100:
        raise GameError(f"From 0 to 100 per cent of the output can be lost, not {order.percent}.", rule="CW-5.0-24")
    turn.colonies[found.id] = changed(found, hindered=order.percent, blockaded=order.blockaded)
    if order.percent != found.hindered:
        settle_hindrance(turn, found)
    parts = [f"loses {order.percent} % of its output"] if order.percent else []
    parts += ["is cut off from the grid"] if order.blockaded else []
    state = " and ".join(parts) if parts else "works freely again"
    turn.tell(f"{found.name} {state}.", found.side, rule="CW-5.0-24")


class AddLink(Amendment):
    """Draw a line on the jump map, a wormhole, a wormhole that a base of `side` holds open, or a gate (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""


class RemoveLink(Amendment):
    """Take a line off the map (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"


def _ends(turn: Amending, order: AddLink | RemoveLink) -> tuple[HexId, HexId]:
    a, b = sorted((turn.hex(order.a), turn.hex(order.b)))
    return a, b


def _add(turn: Amending, order: AddLink) -> None:
    """Told to the holder of a wormhole, seen by others where they know it. With a jump line the whole jump map stands
    before the game master."""
    a, b = _ends(turn, order)
    holders = [turn.side(order.side).id] if order.side else []
    links = with_link(turn.cluster.links, Link(a, b, order.kind, order.side))
    turn.cluster = changed(turn.cluster, links=links)
    if order.kind == "jump":
        turn.counters[JUMP_MAP_COUNTER] = 1
    turn.tell(f"A {LINK_NAMES[order.kind]} now joins {a} and {b}.", *holders)


def _remove(turn: Amending, order: RemoveLink) -> None:
    a, b = _ends(turn, order)
    links = without_link(turn.cluster.links, Link(a, b, order.kind))
    holders = {line.side for line in turn.cluster.links if line.side and line not in links}
    turn.cluster = changed(turn.cluster, links=links)
    turn.tell(f"The {LINK_NAMES[order.kind]} between {a} and {b} is gone.", *sorted(holders))


APPLY: Final[Apply] = {
    GrantKnowledge: _knowledge,
    ChangeWorld: _world,
    CareForWorld: _care,
    PrepareSystem: _prepare,
    SetColony: _colony,
    HinderColony: _hinder,
    AddLink: _add,
    RemoveLink: _remove,
}
