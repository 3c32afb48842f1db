"""Finding units of a battle, putting changed ones back, spending power, carrying decisions out one after another."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from rules.dice import Roller, secret_word
from rules.pentagon_war.events import Event, NotDone
from rules.pentagon_war.orders import Decided, Decision, by_unit, unit_of
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import (
    Bay,
    Body,
    Bolt,
    Craft,
    Drone,
    Gun,
    Missile,
    MissileBox,
    SideId,
    UnitId,
    Weapon,
    WeaponId,
)
from rules.values import (
    EVERYONE,
    Adjudication,
    Cause,
    GameError,
    IllegalOrderError,
    NotYoursError,
    changed,
    changed_by_name,
    quoted,
)

Unit: TypeAlias = Craft | Drone | Missile | Bolt
Thing = TypeVar("Thing", Weapon, Gun, MissileBox, Bay)
PowerLine: TypeAlias = Literal[
    "invisibility", "ecm", "eccm", "beams", "bolt_beams", "rail", "reinforce", "cold_screens", "lasers", "protons",
    "electrons", "lost",
]  # fmt: skip


UNIT_FIELDS: Final[Mapping[type[Unit], str]] = {Craft: "craft", Drone: "drones", Missile: "missiles", Bolt: "bolts"}
"""The fields of a battle that hold units."""


def alive(battle: Battle) -> tuple[Craft, ...]:
    """The craft and bases still in the battle, by id (PW-C36)."""
    return tuple(craft for _, craft in sorted(battle.craft.items()) if not craft.fate)


def enemies(battle: Battle, side: SideId) -> tuple[Craft, ...]:
    """The craft in the battle that are not this side's, by id; hidden ones too."""
    return tuple(craft for craft in alive(battle) if craft.side != side)


def find(battle: Battle, unit: UnitId) -> Unit | None:
    """A craft still in the battle, or a drone, missile or bolt in flight; None if there is none of this id."""
    craft = battle.craft.get(unit)
    if craft is not None:
        return None if craft.fate else craft
    return battle.drones.get(unit) or battle.missiles.get(unit) or battle.bolts.get(unit)


def units(battle: Battle) -> dict[UnitId, Unit]:
    """Every craft, also those that are gone, and all that flies, by id."""
    return {**battle.craft, **battle.drones, **battle.missiles, **battle.bolts}


def seekers(battle: Battle) -> tuple[Missile | Bolt, ...]:
    """All missiles and bolts in flight, by id."""
    found: list[Missile | Bolt] = [*battle.missiles.values(), *battle.bolts.values()]
    return tuple(sorted(found, key=lambda unit: unit.id))


def flying_units(battle: Battle) -> tuple[Drone | Missile | Bolt, ...]:
    """All that flies, by id."""
    return tuple(sorted((*battle.drones.values(), *seekers(battle)), key=lambda unit: unit.id))


def placed_things(battle: Battle) -> dict[UnitId, Unit | Body]:
    """Everything that has a place on the map, by id."""
    return {**units(battle), **battle.bodies}


def own_craft(battle: Battle, side: SideId, unit: UnitId) -> Craft:
    """A side's own craft still in the battle; NotYoursError or GameError otherwise."""
    craft = battle.craft.get(unit)
    if craft is None or craft.side != side:
        raise NotYoursError(f"{quoted(unit)} is not one of your craft in this battle.")
    if craft.fate:
        raise GameError(f"{craft.name} is {craft.fate} and takes no more orders.")
    return craft


def own_unit(battle: Battle, side: SideId, unit: UnitId) -> Unit:
    """A side's own craft in the battle, or drone, missile or bolt in flight; NotYoursError or GameError otherwise."""
    flying = battle.drones.get(unit) or battle.missiles.get(unit) or battle.bolts.get(unit)
    if flying is None:
        return own_craft(battle, side, unit)
    if flying.side != side:
        raise NotYoursError(f"{quoted(unit)} is not one of your units in this battle.")
    return flying


def not_done(battle: Battle, side: SideId, unit: UnitId, what: str, error: GameError) -> NotDone:
    """The event of a decision refused when its segment came: told to its own side only; `what` names the decision."""
    return NotDone(battle.now, Cause(error.rule or ""), unit, what, str(error), seen_by=(side,))


def put_units(battle: Battle, *new: Unit) -> Battle:
    """The battle with these units in the place of the old ones of the same ids, or added."""
    after: dict[str, dict[UnitId, Unit]] = {}
    for unit in new:
        kind = UNIT_FIELDS[type(unit)]
        after.setdefault(kind, dict(getattr(battle, kind)))[unit.id] = unit
    return changed(battle, **after) if after else battle  # type: ignore[arg-type] # a unit stands among its kind


def remove_units(battle: Battle, ids: Iterable[UnitId]) -> Battle:
    """The battle without these drones, missiles and bolts (a craft stays, with its fate)."""
    gone = set(ids)
    return changed(
        battle,
        drones={k: v for k, v in battle.drones.items() if k not in gone},
        missiles={k: v for k, v in battle.missiles.items() if k not in gone},
        bolts={k: v for k, v in battle.bolts.items() if k not in gone},
    )


def with_one(things: tuple[Thing, ...], which: WeaponId, **changes: object) -> tuple[Thing, ...]:
    """A craft's weapons, guns, missile boxes or bays with some fields of one of them changed."""
    return tuple(changed_by_name(each, changes) if each.id == which else each for each in things)


def spend(craft: Craft, line: PowerLine, points: int) -> Craft:
    """The craft with capacitor power tallied on a line of its form; IllegalOrderError if too little is left (PW-C33)."""
    if points < 0:
        raise ValueError(f"power is spent, not gained: {points}")
    if points > craft.cpmf.left:
        raise IllegalOrderError(
            f"{craft.name} has {craft.cpmf.left} charged capacitors left; this takes {points}.", rule="PW-C33"
        )
    return changed(craft, cpmf=changed(craft.cpmf, **{line: getattr(craft.cpmf, line) + points}))


def key(battle: Battle, *parts: str | int) -> str:
    """The key of a roll: where the clock stands, then what is rolled for, "battle/2/7/10/laser/X1/L1"."""
    now = battle.now
    return "/".join(str(part) for part in ("battle", now.turn, now.impulse, now.segment, *parts))


def secret_key(battle: Battle, dice: Roller, side: SideId, *parts: str | int) -> str:
    """The key of a roll that only this side may know of: nobody else can work it out from a seed that is told."""
    word = secret_word(battle.salts.get(side, ""), battle.now.turn, dice)
    return key(battle, *parts, *([word] if word else []))


def seers_of(battle: Battle, unit: UnitId) -> tuple[str, ...]:
    """Who may see what a unit does: everyone, or its own side alone while it is hidden (PW-B83)."""
    craft = battle.craft.get(unit)
    return (craft.side,) if craft is not None and craft.hidden else (EVERYONE,)


def wreck_craft(craft: Craft) -> Craft:
    """The craft destroyed: whatever hid it is gone with it, and its end is seen by everyone (PW-B63, PW-B83)."""
    return changed(craft, fate="destroyed", hidden=False, invisible=False, entered="")


def is_crashing(battle: Battle, craft: Craft) -> bool:
    """Whether a craft crash-accelerated on this impulse: no beams, ECM or evasion, one target only (PW-A04)."""
    return craft.crashed == battle.now.absolute


def crashed_before(battle: Battle, craft: Craft) -> bool:
    """Whether a craft crash-accelerated on the impulse before this one (PW-A06)."""
    return craft.crashed == battle.now.absolute - 1


def launched_at(battle: Battle, craft: UnitId) -> frozenset[UnitId]:
    """The targets of a craft's seekers launched on this impulse: its captain's secret (PW-S61)."""
    now = battle.now.absolute
    return frozenset(
        each.target for each in seekers(battle) if (each.owner, each.launched) == (craft, now) and each.target
    )


Done: TypeAlias = tuple[Battle, tuple[Event, ...]]
Do: TypeAlias = Callable[[Battle, SideId, Decision], Done]


def carry_out(
    battle: Battle, decisions: Sequence[Decided], do: Do, words: Mapping[type[Decision], str]
) -> Adjudication[Battle, Event]:
    """The battle after `do` for each decision, by the unit it is about; what `do` refuses is told to its side.

    `words` says what was to be done by each kind of decision; other kinds are passed over.
    """
    events: list[Event] = []
    for decided in by_unit(each for each in decisions if type(each.decision) in words):
        decision = decided.decision
        try:
            battle, told = do(battle, decided.side, decision)
            events += told
        except GameError as error:
            events.append(not_done(battle, decided.side, unit_of(decision), words[type(decision)], error))
    return Adjudication(battle, tuple(events))
