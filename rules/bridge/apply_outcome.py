"""From the tactical map back to the campaign: what became of every unit, each once (CW-9.0-11, CW-9.6).

Of a component's boxes that are lost so many of its pieces are out of order, as they were shared out; of those that this battle
put out of order a part is destroyed and the rest damaged (BR-T03). Shields are burnt out instead. Missiles fired or lost with
their boxes are off the munitions; what a ship carries is lost with its share of the ship. Small craft are lost, not damaged.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from rules.bridge.battle import BattleField
from rules.bridge.course import BattleCourse
from rules.bridge.craft import (
    SHIELDS,
    SMALL_CRAFT_KIND,
    Block,
    Formation,
    FormationMember,
    gone_before,
    loaded_missiles,
    munitions_of,
)
from rules.bridge.losses import by_block, gone_of, lost_boxes
from rules.bridge.tables_of import number
from rules.cluster_war.chapters.combat.battle import Combatant
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import Fate, UnitOutcome, Wounds
from rules.pentagon_war.campaign import give_back
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.units import Craft
from rules.values import Value

FULL_PERCENT = 100


class UnitResult(Value):
    """What became of one unit of a formation, and its part of the munitions left; several of one combatant are put together by
    `outcomes`."""

    member: FormationMember
    outcome: UnitOutcome
    munitions: Fraction = Fraction(0)


def outcomes(field_: BattleField, fought: BattleCourse, settings: Settings) -> tuple[UnitOutcome, ...]:
    """Every unit of a clash once, in no order."""
    found: dict[str, list[UnitResult]] = defaultdict(list)
    units = {}
    for came_out in give_back(fought.battle).outcomes:
        formation = field_.formations[came_out.craft.id]
        for result in _formation(formation, came_out.craft, field_, fought, settings):
            found[result.member.combatant.unit].append(result)
            units[result.member.combatant.unit] = result.member.combatant
    several = tuple(_together(units[key], results) for key, results in found.items())
    return (*several, *(_kept_back(unit, field_, fought) for unit in field_.kept_back))


def _kept_back(unit: Combatant, field_: BattleField, fought: BattleCourse) -> UnitOutcome:
    """A reserve leaves with its camp; troops and what cannot move stay where they are."""
    lost = bool(fought.winner) and field_.camp_of(unit.side) != fought.winner
    leaves = lost and unit.place == "edge" and unit.design.drive > 0
    return untouched_unit(unit, "fled" if leaves else "survived")


def untouched_unit(unit: Combatant, fate: Fate = "survived") -> UnitOutcome:
    """A unit as it went in."""
    count = unit.count if unit.count > 1 or "|" in unit.unit else 0
    return UnitOutcome(unit.unit, fate, unit.wounds, unit.munitions, dict(unit.crates), count=count)


def _together(unit: Combatant, results: Sequence[UnitResult]) -> UnitOutcome:
    """A combatant's one outcome: that of its only unit, or how many are left of several."""
    if unit.count == 1 and "|" not in unit.unit:
        return results[0].outcome
    living = [result for result in results if result.outcome.fate != "destroyed"]
    if not living:
        return UnitOutcome(unit.unit, "destroyed")
    munitions = min(unit.munitions, floor(sum((result.munitions for result in living), Fraction(0))))
    best = next((r.outcome for r in living if r.outcome.fate == "survived"), living[0].outcome)
    return UnitOutcome(unit.unit, best.fate, best.wounds, munitions, best.crates, count=len(living))


def _formation(
    formation: Formation, craft: Craft, field_: BattleField, fought: BattleCourse, settings: Settings
) -> Sequence[UnitResult]:
    """What became of each unit that flew as one: the last are lost first, and the wounds are shared out from the first on."""
    if craft.fate == "destroyed":
        return [UnitResult(m, UnitOutcome(m.combatant.unit, "destroyed")) for m in formation.members]
    before = gone_before(formation)
    after = by_block(formation.fitted.blocks, lost_boxes(craft))
    stood = sum(boxes_left(craft).values()) + sum(max(0, a - b) for a, b in zip(after, before, strict=True))
    share = Fraction(sum(max(0, a - b) for a, b in zip(after, before, strict=True)), max(1, stood))
    many = len(formation.members)
    tiny = formation.first.design.kind == SMALL_CRAFT_KIND
    dead = max(gone_of(craft, many), floor(many * share + Fraction(1, 2)) if tiny else 0)
    if dead >= many:
        return [UnitResult(m, UnitOutcome(m.combatant.unit, "destroyed")) for m in formation.members]
    alive = formation.members[: many - dead]
    new = [] if tiny else _new_pieces(formation, before, after, dead)
    full = sum(box.state == "full" for box in craft.missiles)
    was_full = loaded_missiles(formation, settings)
    lost = max(Fraction(0), (share * many - dead) / len(alive))
    kept = Fraction(full * many, was_full * len(alive)) if was_full else Fraction(1)
    fate: Fate = "fled" if _fled(craft, field_, fought) else "survived"
    results = [UnitResult(m, UnitOutcome(m.combatant.unit, "destroyed")) for m in formation.members[many - dead :]]
    for n, member in enumerate(alive):
        unit = member.combatant
        mine = [pieces[n] for pieces in new] if new else []
        results.append(
            UnitResult(
                member,
                UnitOutcome(
                    unit.unit,
                    fate,
                    wounds=_wounds(unit, formation.plan.blocks, mine, settings),
                    munitions=floor(unit.munitions * min(kept, Fraction(1))),
                    crates={d: c - floor(c * lost) for d, c in unit.crates.items()},
                    count=1 if "|" in unit.unit else 0,
                ),
                munitions_of(member) * min(kept, Fraction(1)),
            )
        )
    return results


def _fled(craft: Craft, field_: BattleField, fought: BattleCourse) -> bool:
    """Whether a craft that left is gone: those of the camp that holds the field come back when it is over."""
    return craft.fate == "disengaged" and craft.side != fought.winner


def _new_pieces(
    formation: Formation, before: Sequence[int], after: Sequence[int], dead: int
) -> Sequence[Sequence[int]]:
    """For each block how many pieces each living unit has lost in this battle; the dead have taken theirs along."""
    living = len(formation.members) - dead
    found = []
    for block, each, was, now in zip(formation.fitted.blocks, formation.plan.blocks, before, after, strict=True):
        pieces = max(0, block.lost(now) - block.lost(was) - dead * each.pieces)
        found.append([max(0, min(each.pieces, pieces - n * each.pieces)) for n in range(living)])
    return found


def _wounds(unit: Combatant, blocks: Sequence[Block], new: Sequence[int], settings: Settings) -> Wounds:
    """A unit's wounds with those of this battle: never more of a thing than there is."""
    if not any(new):
        return unit.wounds
    damaged, destroyed, burnt = dict(unit.wounds.damaged), dict(unit.wounds.destroyed), unit.wounds.burnt
    shields = sum(block.pieces for block in blocks if block.component in SHIELDS)
    for block, lost in zip(blocks, new, strict=True):
        if not lost or not block.on_record:
            continue
        if block.component in SHIELDS:
            burnt += lost
            continue
        whole = max(0, block.pieces - damaged.get(block.label, 0) - destroyed.get(block.label, 0))
        gone = min(lost, whole) * number(settings, "destroyed of lost percent") // FULL_PERCENT
        _add(destroyed, block.label, gone)
        _add(damaged, block.label, min(lost, whole) - gone)
    out = sum(
        damaged.get(block.label, 0) + destroyed.get(block.label, 0) for block in blocks if block.component in SHIELDS
    )
    return Wounds(damaged, destroyed, min(burnt, max(unit.wounds.burnt, shields - out)))


def _add(counts: dict[str, int], label: str, more: int) -> None:
    if more:
        counts[label] = counts.get(label, 0) + more


def hull_left(results: Mapping[str, UnitOutcome], units: Sequence[Combatant]) -> Mapping[str, int]:
    """Hull spaces that each side still has of these units, wherever they are."""
    found: dict[str, int] = defaultdict(int)
    for unit in units:
        done = results[unit.unit]
        if done.fate != "destroyed":
            found[unit.side] += unit.design.hull * (done.count or 1)
    return found
