"""Changing a set-up before the battle begins: one more craft, one less, another switch; every mistake in a sentence."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, get_type_hints

from rules.hexes import Hex
from rules.pentagon_war.campaign import enlist
from rules.pentagon_war.commission import commission, ready_craft
from rules.pentagon_war.designs import Design
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options, switch_names, tables
from rules.pentagon_war.positions import check_start
from rules.pentagon_war.shipyard.checks import check_design
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.state import Battle, BattleSide, Enlisted
from rules.pentagon_war.turn.setup import (
    MASS_CLASSES,
    SETUP_NUMBERS,
    check_joints,
    check_place,
    hidden_last,
    renumber_craft,
)
from rules.pentagon_war.units import Craft, SideId, UnitId, Velocity
from rules.values import GameError, IllegalOrderError, NotationError, changed, changed_by_name, quoted

MOST_CRAFT: Final = 24
"""Of one side."""
SWITCH_WORDS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_COMPONENT: Final = re.compile(r"(?P<sign>-?)(?:(?P<whole>\d{1,2}) )?(?P<rest>\d{1,3}(?:/[1-9]\d{0,2})?)")
_CELL: Final = re.compile(r"PW-T\d{2}/.{1,60}/.{1,40}")


def empty_battle(sides: Mapping[SideId, str], title: str, points: int) -> Battle:
    """A battle without craft yet, for sides with so many points each (0: as many as they like)."""
    return Battle({side: BattleSide(side, name, points) for side, name in sides.items()}, {}, title=title)


def velocity_of(a: str, c: str) -> Velocity:
    """A velocity as players write it: "3", "-1/2", "2 3/4" (PW-M05). NotationError for anything else."""
    return Velocity(_component(a), _component(c))


def _component(text: str) -> Fraction:
    found = _COMPONENT.fullmatch(text.strip())
    if found is None or (found["whole"] and "/" not in found["rest"]):
        raise NotationError(f"{quoted(text)} is not a velocity component; write a number like 3, -1/2 or 2 3/4.")
    size = Fraction(found["rest"]) + int(found["whole"] or 0)
    return -size if found["sign"] else size


def next_id(battle: Battle, side: SideId) -> UnitId:
    """A new craft's id: its side's and the first number nobody has."""
    return next(f"{side}{n}" for n in range(1, 1000) if f"{side}{n}" not in {*battle.craft, *battle.bodies})


def with_craft(
    battle: Battle, side: SideId, design: Design, at: Hex, facing: Facing, velocity: Velocity, name: str = ""
) -> tuple[Battle, Craft]:
    """The set-up with one more craft. GameError if the side cannot pay, the design may not be built, or the hex is no place."""
    unit = _place_for(battle, side, design, velocity)
    return _with_ready_craft(
        battle, commission(design, unit, name or design.name, side, at, facing, velocity, battle.options)
    )


def with_veteran(
    battle: Battle, side: SideId, craft: Craft, at: Hex, facing: Facing, velocity: Velocity, of: Enlisted
) -> tuple[Battle, Craft]:
    """The set-up with a craft that fought before, its boxes as they are (PW-S21, PW-A41). GameError as for `with_craft`, and if
    it is in this battle already."""
    if any((one.squadron, one.craft) == (of.squadron, of.craft) for one in (battle.enlisted or {}).values()):
        raise GameError(f"{craft.name} is in this battle already.")
    unit = _place_for(battle, side, craft.design, velocity, "fight")
    entered = changed(enlist(craft, unit, at, facing, velocity, battle.options), side=side)
    return _with_ready_craft(changed(battle, enlisted={**(battle.enlisted or {}), unit: of}), entered)


def _place_for(battle: Battle, side: SideId, design: Design, velocity: Velocity, what: str = "be built") -> UnitId:
    """The id of a side's next craft; GameError if there is none such, or no craft of this design and velocity may be here."""
    if side not in battle.sides:
        raise GameError(f"{quoted(side)} is not a side of this battle; there are {', '.join(battle.sides)}.")
    if sum(craft.side == side for craft in battle.craft.values()) >= MOST_CRAFT:
        raise GameError(f"A side has at most {MOST_CRAFT} craft.")
    problems = check_design(design, battle.options)
    if problems:
        raise IllegalOrderError(f"{design.name} cannot {what} here: {problems[0].text}", rule=problems[0].rule)
    check_start(design, velocity, battle.options)
    return next_id(battle, side)


def _with_ready_craft(battle: Battle, fresh: Craft) -> tuple[Battle, Craft]:
    craft = ready_craft(fresh, battle.options)
    after = changed(battle, craft={**battle.craft, craft.id: craft})
    _check(after, craft)
    called = hidden_last(after)
    after = renumber_craft(after, called)
    return after, after.craft[called[craft.id]]


def cost(battle: Battle, side: SideId) -> int:
    """What a side's craft cost: as they were bought, with what filled the tanks of those that fought before (PW-S01, PW-S27)."""
    brought = battle.enlisted or {}
    own = [craft for craft in battle.craft.values() if craft.side == side]
    fuel = sum(brought[craft.id].points for craft in own if craft.id in brought)
    return fuel + sum(price(craft.design, battle.options) for craft in own)


def unseen_craft(battle: Battle) -> frozenset[UnitId]:
    """The craft of a set-up that begin hidden and were brought by who leads them: its maker did not place them and does not see
    them either (PW-B83, ruling R-205)."""
    return frozenset(unit for unit in battle.enlisted or {} if battle.craft[unit].hidden)


def without_craft(battle: Battle, unit: UnitId) -> Battle:
    """The set-up without a craft; GameError if it has none such."""
    if unit not in battle.craft:
        raise GameError(f"{quoted(unit)} is not a craft of this set-up.")
    left = changed(battle, craft={key: craft for key, craft in battle.craft.items() if key != unit})
    return renumber_craft(left, hidden_last(left))


def with_options(battle: Battle, options: Options) -> Battle:
    """The set-up by other switches: every craft is made ready again by them. GameError if one may not be built then."""
    after, hidden = changed(battle, options=options), unseen_craft(battle)
    for craft in battle.craft.values():
        try:
            _check_built(craft, options)
        except GameError as refusal:
            if craft.id in hidden:
                raise IllegalOrderError("A craft that was brought could not fight then.", rule=refusal.rule) from None
            raise
        again = enlist(craft, craft.id, craft.at, craft.facing, craft.velocity, options)
        after = changed(after, craft={**after.craft, craft.id: ready_craft(again, options)})
    for craft in after.craft.values():
        _check(after, craft)
    return after


def _check_built(craft: Craft, options: Options) -> None:
    problems = check_design(craft.design, options)
    if problems:
        raise IllegalOrderError(f"{craft.name} could not be built then: {problems[0].text}", rule=problems[0].rule)
    check_start(craft.design, craft.velocity, options)


def switch_option(options: Options, name: str, text: str) -> Options:
    """The options with one changed, as players write it: on or off, a number, a word; or a table's cell (PW-T20/1/x)."""
    value = text.strip().casefold()
    if _CELL.fullmatch(name):
        ruled = changed(options, overrides={**options.overrides, name: text.strip()})
        tables(ruled)
        return ruled
    if name not in switch_names():
        raise GameError(f"{quoted(name)} is not a switch of a battle; there are {', '.join(switch_names())}.")
    return changed_by_name(options, {name: _value(name, value)})


def _value(name: str, value: str) -> bool | int | str | None:
    if name in SETUP_NUMBERS:
        low, high = SETUP_NUMBERS[name]
        if name == "max_absolute_speed" and value in {"none", "off"}:
            return None
        if not value.isdecimal() or len(value) > 3 or not low <= int(value) <= high:
            raise GameError(f"{name} is a whole number from {low} to {high}.")
        return int(value)
    if name == "mass_class":
        if value not in MASS_CLASSES:
            raise GameError(f"mass_class is one of {', '.join(MASS_CLASSES)}.")
        return value
    if value not in SWITCH_WORDS:
        raise GameError(f"{name} is on or off.")
    return SWITCH_WORDS[value]


def option_value(options: Options, name: str) -> str:
    """A switch as players read it."""
    value = getattr(options, name)
    if get_type_hints(Options)[name] is bool:
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _check(battle: Battle, craft: Craft) -> None:
    """GameError if a craft stands where none can, or its side's craft cost too much or have links that do not match."""
    side = battle.sides[craft.side]
    spent = cost(battle, side.id)
    if side.points and spent > side.points:
        secret = any(battle.craft[unit].side == side.id for unit in unseen_craft(battle))
        much = "more" if secret else f"{spent} points"
        raise GameError(f"{side.name}'s craft would cost {much}; it may spend {side.points}.", rule="PW-S01")
    hidden = unseen_craft(battle)
    seen = {unit: each for unit, each in battle.craft.items() if unit not in hidden}
    check_joints(battle if craft.id in hidden else changed(battle, craft=seen), side.id)
    check_place(battle, craft)
