"""Radar invisibility: what it costs, who may use it, what breaks it, and the seekers that lose their target by it."""

from dataclasses import replace
from typing import Final

from rules.dice import Roller
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.pentagon_war.changes import put, secret_key, seekers
from rules.pentagon_war.events import Event, Sighted, TrackLost
from rules.pentagon_war.options import Options
from rules.pentagon_war.positions.joined import group
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.shipyard.sizes import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.tables_of import tables
from rules.pentagon_war.units import Craft, UnitId

LOSES_TRACK_UP_TO: Final = 4


def upkeep(craft: Craft, options: Options) -> int:
    """The capacitor power one turn of invisibility takes: 5 for each size class (PW-C17, PW-S88)."""
    return tables(options)["PW-T03"].number("2", "power per use") * size_class(craft, options)


def expose(battle: Battle, craft_id: UnitId, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a craft gave itself away: invisible no longer this turn, hidden no longer (PW-S90).

    A base has given away its position for good (PW-S89). Nothing happens for an id that is no craft. The event is
    there only if the craft was invisible or hidden.
    """
    craft = battle.craft.get(craft_id)
    if craft is None:
        return battle, ()
    seen = replace(craft, invisible=False, hidden=False, exposed=True)
    if not (craft.invisible or craft.hidden):
        return (battle if craft.exposed else put(battle, seen)), ()
    sighted = Sighted(battle.now, cause, craft.id, craft.id, craft.at)
    battle, others = reveal(put(battle, seen), craft_id, cause)
    return battle, (sighted, *others)


def reveal(battle: Battle, craft_id: UnitId, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a craft's place is known: it and all craft joined to it are hidden no more, invisible or not."""
    found = [member for member in group(battle, battle.craft[craft_id]) if member.hidden]
    battle = put(battle, *(replace(member, hidden=False, exposed=True) for member in found))
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
    if craft.is_base and craft.exposed and not towing(battle, craft):
        movable = craft.design.movable and battle.options.movable_bases
        raise IllegalOrderError(
            f"{craft.name} has given away its position; it could be invisible again only under tow by an invisible craft."
            if movable
            else f"{craft.name} has given away its position; a base cannot become invisible again in this battle.",
            rule="PW-A40" if movable else "PW-S89",
        )


def towing(battle: Battle, base: Craft) -> tuple[Craft, ...]:
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
        battle = put(battle, replace(seeker, tracking=False))
        why = Cause(
            "PW-S94",
            modifiers=(Modifier(LOSES_TRACK_UP_TO, "loses an invisible target on this or less"),),
            rolls=(roll,),
        )
        # Who was its target is its owner's secret, and so is that it has lost it (PW-S61).
        events.append(TrackLost(battle.now, why, seeker.id, seen_by=(seeker.side,)))
    return battle, tuple(events)
