"""What may be shot at, which of it a side knows of, what invisibility hides, how far off it is and what that does to a roll."""

from typing import Final, Literal, TypeAlias

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import Unit, find, is_crashing, put_units, secret_key, seekers
from rules.pentagon_war.events import Event, Sighted, TrackLost
from rules.pentagon_war.options import Options, leading_number, power_per_use, tables
from rules.pentagon_war.positions import group, nearest_hex
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.shipyard.pricing import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Missile, SideId, UnitId
from rules.values import Cause, GameError, IllegalOrderError, Modifier, Value, changed, quoted

GUIDED_WITHIN: Final = 30
"""Hexes from its launcher within which a hyper bomb can be steered and set off (PW-A36)."""
LOSES_TRACK_UP_TO: Final = 4


class Installation(Value):
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


def known_target(battle: Battle, side: SideId, target: UnitId) -> Target | None:
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
    found = known_target(battle, side, target)
    if found is None:
        raise GameError(f"{quoted(target)} is nothing you can see in this battle.")
    if isinstance(found, Craft) and found.hidden:
        raise IllegalOrderError(f"{found.name} is hidden; to aim at it would give it away.", rule="PW-B83")
    return found


def evasion(options: Options, column: Literal["firing", "point defense"]) -> int:
    """What each evading party takes: from a direct-fire roll, or from the boxes of point defense; below 0 (PW-A15, PW-A16)."""
    return leading_number(tables(options)["PW-T23"].cell("firer or target evades", column))


def struck_hex(start: Hex, target: Target) -> Hex:
    """Where a shot meets its target: a unit's hex, or the nearest hex of a body (PW-A63)."""
    match target:
        case Body():
            return nearest_hex(start, target)
        case Installation():
            return nearest_hex(start, target.body)
        case _:
            return target.at


def true_range(start: Hex, target: Target) -> int:
    """Hexes from a place to its target, to the nearest hex of a body (PW-M07, PW-A63)."""
    return distance(start, struck_hex(start, target))


def is_locked_on(battle: Battle, unit: Craft | Drone, target: Target) -> bool:
    """Whether a unit shoots with a lock-on: a drone by its owner's, an orphan always, nobody at the invisible.

    (PW-B20, PW-B33, PW-B34, PW-S79, PW-S93)
    """
    if isinstance(target, Craft) and target.invisible:
        return False
    if isinstance(unit, Craft):
        return unit.locked_on
    owner = battle.craft.get(unit.owner)
    return owner is None or bool(owner.fate) or owner.locked_on


def firing_range(battle: Battle, unit: Craft | Drone, target: Target) -> int:
    """The range that counts for the roll, for damage and for limits: doubled without lock-on (PW-B20, PW-B31)."""
    hexes = true_range(unit.at, target)
    return hexes if is_locked_on(battle, unit, target) else 2 * hexes


def range_modifier(hexes: int, options: Options) -> int:
    """The Universal Range Modifier; past the table it goes on by the same steps (PW-B05)."""
    table = tables(options)["PW-T06"]
    if hexes > max(int(high) for high in table.column("high")):
        return -((hexes - 1).bit_length() + 1)
    return int(table.by_roll(hexes)["modifier"])


def is_evading(battle: Battle, unit: object) -> bool:
    """Whether a unit evades now: it said so, has the controls and an engine to do it, and is not crash accelerating.

    (PW-A04, PW-A12, PW-A19, PW-S147)
    """
    if not isinstance(unit, Craft) or not unit.evading or is_crashing(battle, unit):
        return False
    return unit.controls > 0 and unit.engines > 0


def target_size(target: Target, options: Options) -> int:
    """The size class a target is shot at with; an installation is 0, a planet the largest of the table (PW-A70)."""
    match target:
        case Installation():
            return 0
        case Body():
            return len(tables(options)["PW-T05"].rows) - 1
        case _:
            return size_class(target, options)


def modifiers(battle: Battle, unit: Craft | Drone, target: Target) -> tuple[Modifier, ...]:
    """What is added to the 2d6 of a shot, with reasons: size class, range, evasion of either (PW-B04, PW-A15)."""
    hexes = firing_range(battle, unit, target)
    doubled = "" if is_locked_on(battle, unit, target) or not hexes else f" ({hexes // 2} doubled without lock-on)"
    size = target_size(target, battle.options)
    reasons = [
        Modifier(size, f"size class {size}"),
        Modifier(range_modifier(hexes, battle.options), f"range {hexes}{doubled}"),
    ]
    lost = evasion(battle.options, "firing")
    reasons += [Modifier(lost, f"{name_of(party)} evades") for party in (unit, target) if is_evading(battle, party)]
    return tuple(reasons)


def is_guided(battle: Battle, seeker: Missile | Bolt) -> bool:
    """Whether a hyper bomb is near enough to its living launcher; all other seekers guide themselves (PW-A36, PW-B81)."""
    if isinstance(seeker, Bolt) or not seeker.kind.hyper:
        return True
    launcher = battle.craft.get(seeker.owner)
    return launcher is not None and not launcher.fate and distance(launcher.at, seeker.at) <= GUIDED_WITHIN


def upkeep(craft: Craft, options: Options) -> int:
    """The capacitor power one turn of invisibility takes: 5 for each size class (PW-C17, PW-S88)."""
    return power_per_use(options, "2") * size_class(craft, options)


def expose(battle: Battle, craft_id: UnitId, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a craft gave itself away: invisible no longer this turn, hidden no longer (PW-S90).

    A base has given away its position for good (PW-S89). Nothing happens for an id that is not a craft. The event is
    there only if the craft was invisible or hidden.
    """
    craft = battle.craft.get(craft_id)
    if craft is None:
        return battle, ()
    seen = changed(craft, invisible=False, hidden=False, exposed=True)
    if not (craft.invisible or craft.hidden):
        return (battle if craft.exposed else put_units(battle, seen)), ()
    sighted = Sighted(battle.now, cause, craft.id, craft.id, craft.at)
    battle, others = reveal(put_units(battle, seen), craft_id, cause)
    return battle, (sighted, *others)


def reveal(battle: Battle, craft_id: UnitId, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a craft's place is known: it and all craft joined to it are hidden no more, invisible or not."""
    found = [member for member in group(battle, battle.craft[craft_id]) if member.hidden]
    battle = put_units(battle, *(changed(member, hidden=False, exposed=True) for member in found))
    return battle, tuple(Sighted(battle.now, cause, member.id, member.id, member.at) for member in found)


def check_invisible(battle: Battle, craft: Craft, plan: PowerPlan) -> None:
    """IllegalOrderError if this craft may not turn radar-invisible with this plan (PW-S89, PW-S90, PW-A40)."""
    if not craft.design.radar_invisibility:
        raise IllegalOrderError(f"{craft.name} has no radar invisibility aboard.", rule="PW-C17")
    if plan.radar_on:
        raise IllegalOrderError(
            f"{craft.name} cannot be invisible with its radar on; switch the radar off for this turn.", rule="PW-S90"
        )
    if plan.ecm or plan.eccm:
        raise IllegalOrderError(
            f"{craft.name} cannot be invisible while it powers ECM or ECCM; choose one of the two.", rule="PW-S90"
        )
    if craft.is_base and craft.exposed and not towing_craft(battle, craft):
        movable = craft.design.movable and battle.options.movable_bases
        raise IllegalOrderError(
            f"{craft.name} has given away its position; it could be invisible again only under tow by an invisible craft."
            if movable
            else f"{craft.name} has given away its position; a base cannot become invisible again in this battle.",
            rule="PW-A40" if movable else "PW-S89",
        )


def towing_craft(battle: Battle, base: Craft) -> tuple[Craft, ...]:
    """The friendly craft with invisibility of their own that have a beam on a movable base (PW-A40)."""
    if not (base.design.movable and battle.options.movable_bases):
        return ()
    owners = {lock.craft for lock in battle.locks if lock.target == base.id}
    found = (battle.craft[owner] for owner in sorted(owners))
    return tuple(c for c in found if c.side == base.side and not c.fate and c.design.radar_invisibility)


def lose_track(battle: Battle, craft: UnitId, dice: Roller) -> tuple[Battle, tuple[Event, ...]]:
    """One die for each seeker after a craft that has just turned invisible: it loses track on 1 to 4 (PW-S94)."""
    events: list[Event] = []
    for seeker in seekers(battle):
        if seeker.target != craft or not seeker.tracking:
            continue
        roll = dice.roll(secret_key(battle, dice, seeker.side, "track", seeker.id), 6)
        if roll.total > LOSES_TRACK_UP_TO:
            continue
        battle = put_units(battle, changed(seeker, tracking=False))
        why = Cause(
            "PW-S94",
            modifiers=(Modifier(LOSES_TRACK_UP_TO, "loses an invisible target on this or less"),),
            rolls=(roll,),
        )
        # Who was its target is its owner's secret, and so is that it has lost it (PW-S61).
        events.append(TrackLost(battle.now, why, seeker.id, seen_by=(seeker.side,)))
    return battle, tuple(events)
