"""Segment 6: missiles, hyper bombs and liquid metal bolts leave (PW-S57 to PW-S61, PW-S134)."""

from dataclasses import replace
from typing import Literal

from rules.dice import Roller
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause
from rules.hexes import Hex
from rules.pentagon_war.changes import (
    Done,
    launched_at,
    own_craft,
    put,
    secret_key,
    spend,
    with_one,
)
from rules.pentagon_war.designs import F2
from rules.pentagon_war.events import Event, Launched, TrackLost
from rules.pentagon_war.geometry import Facing, arcs_to, letter
from rules.pentagon_war.options import power_per_use, tables
from rules.pentagon_war.orders import LaunchBolt, LaunchMissile
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.arms import METAL_BOXES
from rules.pentagon_war.targeting.invisibility import expose
from rules.pentagon_war.targeting.sight import Target, is_evading, name_of, seen_target, struck_hex
from rules.pentagon_war.targeting.targets import check_others_of_impulse, check_others_of_turn, check_shot
from rules.pentagon_war.units import Bolt, Craft, Missile, MissileBox, SideId, WeaponId


def missile_box(craft: Craft, box: WeaponId) -> MissileBox:
    """A craft's missile box with a missile in it; IllegalOrderError otherwise (PW-S57)."""
    found = next((each for each in craft.missiles if each.id == box), None)
    if found is None:
        raise IllegalOrderError(f"{craft.name} has no missile box {quoted(box)}.", rule="PW-S57")
    if found.state != "full":
        state = "has been launched already" if found.state == "marked" else f"is {found.state}"
        raise IllegalOrderError(f"Missile {box} of {craft.name} {state}.", rule="PW-S57")
    return found


def check_missile(battle: Battle, side: SideId, decision: LaunchMissile) -> None:
    """A GameError if this launch is not allowed now, as far as the side knows (PW-S57 to PW-S61)."""
    craft = own_craft(battle, side, decision.craft)
    box = missile_box(craft, decision.box)
    if not 0 <= decision.heading < 6:
        raise IllegalOrderError("A heading is one of the six letters A to F.", rule="PW-M02")
    if decision.target or not box.kind.hyper:
        _check_target(battle, craft, seen_target(battle, side, decision.target))
    if decision.rail:
        spend(craft, "rail", power_per_use(battle.options, "7"))


def _check_target(battle: Battle, craft: Craft, target: Target) -> None:
    """A seeker goes after anything but bolts; the limits on how many targets count it too (PW-S145, PW-A14, PW-A04)."""
    if isinstance(target, Bolt) or target.id == craft.id:
        raise IllegalOrderError(f"Nothing homes on {name_of(target)}.", rule="PW-S61")
    this_impulse = launched_at(battle, craft.id) - {target.id}
    check_others_of_turn(battle, craft, this_impulse | set(craft.targets) - {target.id})
    check_others_of_impulse(battle, craft, this_impulse)


def check_bolt(battle: Battle, side: SideId, decision: LaunchBolt) -> None:
    """A GameError if this launch is not allowed now, as far as the side knows (PW-S134)."""
    craft = own_craft(battle, side, decision.craft)
    target = seen_target(battle, side, decision.target)
    _check_target(battle, craft, target)
    gun = next((each for each in craft.guns if each.id == decision.gun), None)
    if gun is None or gun.kind != "metal":
        raise IllegalOrderError(f"{craft.name} has no liquid metal gun {quoted(decision.gun)}.", rule="PW-S134")
    check_shot(battle, side, Shot(craft.id, gun.id, target.id))
    legal = legal_headings(craft.at, struck_hex(craft.at, target))
    if decision.heading not in legal:
        raise IllegalOrderError(
            f"A bolt starts with its target ahead of it, here heading {' or '.join(map(letter, legal))}.",
            rule="PW-S134",
        )


def legal_headings(start: Hex, target: Hex) -> tuple[Facing, ...]:
    """The headings that a bolt may start with: those with the target in their F2 arc (PW-S134)."""
    return tuple(heading for heading in range(6) if arcs_to(start, heading, target) & set(F2))


def launch(battle: Battle, decision: LaunchMissile | LaunchBolt, dice: Roller) -> Done:
    """A seeker leaves: it gives an invisible craft away, and an evading one's may fail to acquire (PW-S90, PW-A17)."""
    battle, given_away = expose(battle, decision.craft, Cause("PW-S90"))
    craft = battle.craft[decision.craft]
    now = battle.now.absolute
    seeker: Missile | Bolt
    kind: Literal["missile", "bolt", "hyper bomb"]
    if isinstance(decision, LaunchMissile):
        box = missile_box(craft, decision.box)
        speed = tables(battle.options)["PW-T16"].number("Rail-launched basic missile", "speed")
        seeker = Missile(
            id=f"{craft.id}.{box.id}",
            side=craft.side,
            owner=craft.id,
            kind=box.kind,
            at=craft.at,
            heading=decision.heading,
            speed=speed if decision.rail else box.kind.speed,
            target=decision.target,
            launched=now,
        )
        craft = spend(craft, "rail", power_per_use(battle.options, "7")) if decision.rail else craft
        craft = replace(craft, missiles=with_one(craft.missiles, box.id, state="marked"))
        rule, kind, rail = "PW-S57", "missile", decision.rail
        if box.kind.hyper:
            kind = "hyper bomb"
    else:
        gun = f"{craft.id}.{decision.gun}-{now}"
        seeker = Bolt(gun, craft.side, craft.id, craft.at, decision.heading, decision.target, now)
        slashed = next(each.slashed for each in craft.guns if each.id == decision.gun) + METAL_BOXES
        guns = with_one(craft.guns, decision.gun, slashed=slashed, fired=now, fired_turn=battle.now.turn)
        craft = replace(craft, guns=guns)
        rule, kind, rail = "PW-S134", "bolt", False
    if decision.target and decision.target not in craft.targets:
        craft = replace(craft, targets=(*craft.targets, decision.target))
    left = Launched(
        battle.now, Cause(rule), seeker.id, by=craft.id, kind=kind, hex=craft.at, heading=decision.heading, rail=rail
    )
    seeker, lost = _acquired(battle, craft, seeker, dice)
    return put(battle, craft, seeker), (*given_away, left, *lost)


def _acquired(
    battle: Battle, craft: Craft, seeker: Missile | Bolt, dice: Roller
) -> tuple[Missile | Bolt, tuple[Event, ...]]:
    """The seeker of an evading craft fails to acquire its target on one face of a die; only its owner knows (PW-A17)."""
    if not seeker.target or not is_evading(battle, craft):
        return seeker, ()
    roll = dice.roll(secret_key(battle, seeker.side, "acquire", seeker.id), 6)
    if roll.total != tables(battle.options)["PW-T30"].number("seeker_fail_face", "value"):
        return seeker, ()
    lost = TrackLost(battle.now, Cause("PW-A17", rolls=(roll,)), seeker.id, seen_by=(seeker.side,))
    return replace(seeker, tracking=False), (lost,)
