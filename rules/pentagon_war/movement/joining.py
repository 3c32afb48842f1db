"""Segment 6: craft join and separate (PW-M30, PW-S142)."""

from dataclasses import replace

from rules.dice import Roller
from rules.errors import IllegalOrderError
from rules.events import Cause
from rules.pentagon_war.changes import Done, own_craft, put, seen
from rules.pentagon_war.events import Event, LinkChanged
from rules.pentagon_war.orders import Join, Separate
from rules.pentagon_war.positions.joined import attachment, free_place, group, joined_name, parted
from rules.pentagon_war.shipyard.sizes import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.invisibility import reveal
from rules.pentagon_war.units import SideId

SPREAD = 1
"""Components of craft that join lie within this of each other (PW-M30)."""


def check_separate(battle: Battle, side: SideId, decision: Separate) -> None:
    """A GameError if this craft may not part from others now (PW-M30)."""
    craft = own_craft(battle, side, decision.craft)
    if len(group(battle, craft)) < 2:
        raise IllegalOrderError(f"{craft.name} is joined to nothing.", rule="PW-M30")


def check_join(battle: Battle, side: SideId, decision: Join) -> None:
    """A GameError if these craft may not join now (PW-M30, PW-S141, PW-S142)."""
    craft, to = own_craft(battle, side, decision.craft), own_craft(battle, side, decision.to)
    if craft.id == to.id or to in group(battle, craft):
        raise IllegalOrderError(f"{craft.name} and {to.name} are one already.", rule="PW-M30")
    if attachment(craft, to) is None or attachment(to, craft) is None:
        raise IllegalOrderError(f"{craft.name} and {to.name} were not built to be joined.", rule="PW-S141")
    if free_place(battle, craft, to) is None or free_place(battle, to, craft) is None:
        raise IllegalOrderError(f"The place of {craft.name} or {to.name} for the other is taken.", rule="PW-S142")
    if craft.at != to.at:
        raise IllegalOrderError(f"{craft.name} joins {to.name} only in the same hex.", rule="PW-M30")
    if max(abs(craft.velocity.a - to.velocity.a), abs(craft.velocity.c - to.velocity.c)) > SPREAD:
        raise IllegalOrderError(
            f"{craft.name} must match each component of {to.name} to within {SPREAD} to join it.", rule="PW-M30"
        )


def separate(battle: Battle, decision: Separate, dice: Roller) -> Done:
    """A craft leaves its group; no dice are rolled."""
    del dice
    craft = battle.craft[decision.craft]
    event = LinkChanged(
        battle.now, Cause("PW-M30"), "separated", craft.id, craft.joined, seen_by=seen(battle, craft.id)
    )
    return put(battle, *parted(battle, craft)), (event,)


def join(battle: Battle, decision: Join, dice: Roller) -> Done:
    """Two craft join: the smaller takes the larger's velocity and its place beside it. No dice are rolled."""
    del dice
    craft, to = battle.craft[decision.craft], battle.craft[decision.to]
    members = [*group(battle, craft), *group(battle, to)]
    given_away: tuple[Event, ...] = ()
    if craft.hidden is not to.hidden:  # what joins a craft that can be seen is seen itself
        battle, given_away = reveal(battle, craft.id if craft.hidden else to.id, Cause("PW-M30"))
        craft, to = battle.craft[craft.id], battle.craft[to.id]
    event = LinkChanged(battle.now, Cause("PW-M30"), "joined", craft.id, to.id, seen_by=seen(battle, craft.id))
    smaller, larger = sorted(
        (craft, to), key=lambda each: sum(size_class(m, battle.options) for m in group(battle, each))
    )
    place = free_place(battle, larger, smaller)
    assert place is not None
    turn = (larger.facing + place.relative_facing - smaller.facing) % 6
    name = joined_name(members)
    moved = (
        replace(
            each,
            joined=name,
            facing=(each.facing + turn) % 6,
            velocity=larger.velocity,
            counted=larger.counted,
            orbit=larger.orbit,
        )
        for each in group(battle, smaller)
    )
    kept = (replace(each, joined=name) for each in group(battle, larger))
    return put(battle, *kept, *moved), (*given_away, event)
