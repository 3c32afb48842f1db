"""Who flies as what: a ship alone, small craft in squadrons, and beyond what the map bears units of one design together."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Final, TypeAlias

from rules.bridge.craft import SHIELDS, Block, Blueprint, Fitted, blueprint, fitted
from rules.bridge.tables_of import number
from rules.cluster_war.chapters.combat.battle import Combatant, Place
from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.values import Value, changed

Key: TypeAlias = tuple[SideId, str, str, str, Place]
TINY: Final = "small_craft"


class Member(Value):
    """One unit of a formation; a combatant that counts for several has as many."""

    combatant: Combatant
    number: int = 1


class Formation(Value):
    """What flies as one craft: units of one design of one side, as they are, and the craft that they make together."""

    members: tuple[Member, ...]
    plan: Blueprint
    fitted: Fitted

    @property
    def first(self) -> Combatant:
        """Its first unit: side, design and place are the same for all."""
        return self.members[0].combatant

    @property
    def name(self) -> str:
        """What its own side calls it: a ship by its name, several by how many of what."""
        return (self.first.name or self.kind) if len(self.members) == 1 else self.kind

    @property
    def kind(self) -> str:
        """What everybody sees: how many of what."""
        one = self.first.design.name
        return one if len(self.members) == 1 else f"{len(self.members)} × {one}"


def formations(units: Iterable[Combatant], settings: Settings, most: int) -> tuple[Formation, ...]:
    """All units in formations, in their order: at most so many, or else one for each kind of unit.

    Only units of one side, design, fleet, start and place fly as one, and ships only where there are more than the map bears;
    the formations of a kind are as large as each other, or one smaller.
    """
    kinds: dict[Key, list[Member]] = defaultdict(list)
    for unit in units:
        fleet = unit.fleet if unit.count == 1 else unit.unit
        key = (unit.side, unit.design.id, unit.design.name, fleet, unit.place)
        kinds[key] += [Member(unit, n) for n in range(1, unit.count + 1)]
    size = {k: number(settings, "squadron") if m[0].combatant.design.kind == TINY else 1 for k, m in kinds.items()}
    while sum(_parts(len(kinds[k]), size[k]) for k in kinds) > most:
        crowd = max(kinds, key=lambda k: (_parts(len(kinds[k]), size[k]), k))
        if _parts(len(kinds[crowd]), size[crowd]) == 1:
            break
        size[crowd] += 1
    made = []
    for key, members in kinds.items():
        first = members[0].combatant
        plan = blueprint(first.design, settings)
        plan = changed(plan, hidden=plan.hidden or first.hidden)
        parts, at = _parts(len(members), size[key]), 0
        for n in range(parts):
            crew = tuple(members[at : at + -(-(len(members) - at) // (parts - n))])
            at += len(crew)
            made.append(Formation(crew, plan, fitted(plan, first.design.name, len(crew))))
    return tuple(made)


def _parts(members: int, size: int) -> int:
    return -(-members // size)


def out_of_order(unit: Combatant, blocks: Iterable[Block]) -> tuple[int, ...]:
    """How many pieces of each block are out of order in one unit before the fight; burnt shields take the first there are."""
    burnt, found = unit.wounds.burnt, []
    for block in blocks:
        out = min(block.pieces, unit.wounds.damaged.get(block.label, 0) + unit.wounds.destroyed.get(block.label, 0))
        if block.component in SHIELDS:
            taken = min(burnt, block.pieces - out)
            burnt, out = burnt - taken, out + taken
        found.append(out)
    return tuple(found)


def gone_before(formation: Formation) -> tuple[int, ...]:
    """Boxes of each block that are gone as the fight begins: what earlier battles did to its units."""
    each = [out_of_order(member.combatant, formation.plan.blocks) for member in formation.members]
    sums = [sum(out[at] for out in each) for at in range(len(formation.plan.blocks))]
    return tuple(block.out(pieces) for block, pieces in zip(formation.fitted.blocks, sums, strict=True))


def loaded(formation: Formation, settings: Settings) -> int:
    """Missile boxes that are full as the fight begins: by how full its magazines are; all, where it has none."""
    boxes = len(formation.fitted.design.missiles)
    rooms = [magazine_room(member.combatant.design, settings) for member in formation.members]
    if not sum(rooms):
        return boxes
    held = sum(min(munitions_of(m), Fraction(room)) for m, room in zip(formation.members, rooms, strict=True))
    return ceil(boxes * held / sum(rooms))


def munitions_of(member: Member) -> Fraction:
    """The CPs of munitions that one unit has: its part of them, where several draw on one stock."""
    return Fraction(member.combatant.munitions, member.combatant.count)
