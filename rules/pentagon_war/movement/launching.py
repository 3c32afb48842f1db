"""Segment 6: missiles, hyper bombs and liquid metal bolts leave (PW-S57 to PW-S61, PW-S134)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rules.dice import Roller
from rules.errors import IllegalOrderError, WrongPhaseError, quoted
from rules.events import Cause
from rules.game import Adjudication
from rules.hexes import Hex
from rules.pentagon_war.carrying_out import Done, carry_out
from rules.pentagon_war.changes import own_craft, put, secret_key, spend, with_one
from rules.pentagon_war.designs import F2
from rules.pentagon_war.events import Event, Launched, TrackLost
from rules.pentagon_war.geometry import Facing, arcs_to, letter
from rules.pentagon_war.orders import Decided, Decision, LaunchBolt, LaunchMissile
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.tables_of import tables
from rules.pentagon_war.targeting.arms import METAL_BOXES
from rules.pentagon_war.targeting.invisibility import expose
from rules.pentagon_war.targeting.marks import crashing, launched_at
from rules.pentagon_war.targeting.ranges import is_evading, struck_hex
from rules.pentagon_war.targeting.sight import Target, name_of, seen_target
from rules.pentagon_war.targeting.targets import check_shot
from rules.pentagon_war.units import Bolt, Craft, Missile, MissileBox, SideId, WeaponId


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """A GameError if this launch is not allowed now, as far as the side knows (PW-S57 to PW-S61, PW-S134)."""
    match decision:
        case LaunchMissile():
            _check_missile(battle, side, decision)
        case LaunchBolt():
            _check_bolt(battle, side, decision)
        case _:
            raise WrongPhaseError("Here missiles and bolts are launched, and nothing else.")


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All launches, by craft; they give an invisible craft away, and an evading one's may fail to acquire (PW-S90, PW-A17)."""

    def done(now: Battle, side: SideId, decision: Decision) -> Done:
        check(now, side, decision)
        assert isinstance(decision, LaunchMissile | LaunchBolt)
        return _launched(now, decision, dice)

    return carry_out(battle, decisions, done, {LaunchMissile: "launch a missile", LaunchBolt: "launch a bolt"})


def missile_box(craft: Craft, box: WeaponId) -> MissileBox:
    """A craft's missile box with a missile in it; IllegalOrderError otherwise (PW-S57)."""
    found = next((each for each in craft.missiles if each.id == box), None)
    if found is None:
        raise IllegalOrderError(f"{craft.name} has no missile box {quoted(box)}.", rule="PW-S57")
    if found.state != "full":
        state = "has been launched already" if found.state == "marked" else f"is {found.state}"
        raise IllegalOrderError(f"Missile {box} of {craft.name} {state}.", rule="PW-S57")
    return found


def _check_missile(battle: Battle, side: SideId, decision: LaunchMissile) -> None:
    craft = own_craft(battle, side, decision.craft)
    box = missile_box(craft, decision.box)
    if not 0 <= decision.heading < 6:
        raise IllegalOrderError("A heading is one of the six letters A to F.", rule="PW-M02")
    if decision.target or not box.kind.hyper:
        _check_target(battle, craft, seen_target(battle, side, decision.target))
    if decision.rail:
        spend(craft, "rail", rail_price(battle))


def rail_price(battle: Battle) -> int:
    """The capacitor power a launch by rail takes (PW-C23)."""
    return tables(battle.options)["PW-T03"].number("7", "power per use")


def _check_target(battle: Battle, craft: Craft, target: Target) -> None:
    """A seeker goes after anything but bolts; the limits on how many targets count it too (PW-S145, PW-A14, PW-A04)."""
    if isinstance(target, Bolt) or target.id == craft.id:
        raise IllegalOrderError(f"Nothing homes on {name_of(target)}.", rule="PW-S61")
    this_impulse = launched_at(battle, craft.id) - {target.id}
    this_turn = this_impulse | set(craft.targets) - {target.id}
    if this_turn and not craft.controls:
        raise IllegalOrderError(f"{craft.name} has no controls left and aims at one target a turn.", rule="PW-S145")
    if this_turn and is_evading(battle, craft):
        raise IllegalOrderError(f"{craft.name} evades and aims at one target a turn.", rule="PW-A14")
    if this_impulse and crashing(battle, craft):
        raise IllegalOrderError(
            f"{craft.name} is crash accelerating and aims at one target this impulse.", rule="PW-A04"
        )


def _check_bolt(battle: Battle, side: SideId, decision: LaunchBolt) -> None:
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


def _launched(battle: Battle, decision: LaunchMissile | LaunchBolt, dice: Roller) -> Done:
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
        craft = spend(craft, "rail", rail_price(battle)) if decision.rail else craft
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
    roll = dice.roll(secret_key(battle, dice, seeker.side, "acquire", seeker.id), 6)
    if roll.total != tables(battle.options)["PW-T30"].number("seeker_fail_face", "value"):
        return seeker, ()
    lost = TrackLost(battle.now, Cause("PW-A17", rolls=(roll,)), seeker.id, seen_by=(seeker.side,))
    return replace(seeker, tracking=False), (lost,)
