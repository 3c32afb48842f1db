"""Segments 7 and 8: captains write down in secret which weapons fire at what; then it is revealed and binding."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.dice import Roller
from rules.errors import GameError, IllegalOrderError
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.changes import Done, carry_out, find, not_done, own_unit, put, spend
from rules.pentagon_war.events import Announced, Event
from rules.pentagon_war.orders import Decided, Decision, Fire
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.sight import expose
from rules.pentagon_war.targeting.targets import arm_of, check_shot, power_of
from rules.pentagon_war.units import Craft, Drone, SideId
from rules.values import changed


def check_decision(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if this fire cannot be decided now (PW-B92, PW-B69)."""
    if not isinstance(decision, Fire):
        raise GameError("In the direct-fire decision segment only direct fire is decided.")
    _with_shots(battle, side, decision)


def _with_shots(battle: Battle, side: SideId, order: Fire) -> Battle:
    """The battle with an order's shots written down; the first shot that is not allowed refuses the whole order."""
    if not order.weapons:
        raise GameError("Name at least one weapon to fire.")
    if order.narrow:
        _check_alike(battle, side, order)
    for shot in _shots(order):
        if shot.weapon.startswith("LM"):
            raise IllegalOrderError(
                f"{shot.weapon} fires a bolt, which is launched in the launching segment.", rule="PW-S134"
            )
        check_shot(battle, side, shot)
        battle = changed(battle, shots=(*battle.shots, shot))
    return battle


def _shots(order: Fire) -> Iterator[Shot]:
    salvo = f"{order.unit}:{order.weapons[0]}" if order.narrow and len(order.weapons) > 1 else ""
    for weapon in order.weapons:
        yield Shot(order.unit, weapon, order.target, salvo, order.doubled)


def _check_alike(battle: Battle, side: SideId, order: Fire) -> None:
    """IllegalOrderError if the weapons of a narrow salvo are not all of one kind (PW-B69)."""
    unit = own_unit(battle, side, order.unit)
    if not isinstance(unit, Craft | Drone):
        raise IllegalOrderError(f"{unit.id} carries no weapon to fire.", rule="PW-B92")
    if len({arm_of(unit, weapon).kind for weapon in order.weapons}) > 1:
        raise IllegalOrderError("A narrow salvo takes weapons of one kind.", rule="PW-B69")


def resolve_decision(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """The shots of all sides, kept in `battle.shots` until the announcement; only refusals are told, to their side."""
    return carry_out(battle, decisions, _done, {Fire: "fire"})


def _done(battle: Battle, side: SideId, decision: Decision) -> Done:
    assert isinstance(decision, Fire)
    return _with_shots(battle, side, decision), ()


def announce(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every unit's shots announced by target, in the order of unit ids, and their power spent (PW-C15, PW-C21)."""
    del decisions, dice
    events: list[Event] = []
    binding: list[Shot] = []
    for unit_id, group in groupby(sorted(battle.shots, key=lambda shot: shot.craft), key=lambda shot: shot.craft):
        shots = list(group)
        unit = find(battle, unit_id)
        if unit is None:
            continue
        power: tuple[Modifier, ...] = ()
        if isinstance(unit, Craft):
            try:
                unit, power = _paid(battle, unit, shots)
            except GameError as refusal:
                events.append(not_done(battle, unit.side, unit_id, "fire", refusal))
                continue
            battle, seen = expose(put(battle, unit), unit_id, Cause("PW-S90"))
            events += seen
        binding += shots
        by_target: dict[str, list[str]] = {}
        for shot in shots:
            by_target.setdefault(shot.target, []).append(shot.weapon)
        for target, weapons in by_target.items():
            events.append(Announced(battle.now, Cause("PW-B72", modifiers=power), unit_id, tuple(weapons), target))
            power = ()  # told once
    return Adjudication(changed(battle, shots=tuple(binding)), tuple(events))


def _paid(battle: Battle, craft: Craft, shots: Sequence[Shot]) -> tuple[Craft, tuple[Modifier, ...]]:
    """The craft with the power of its shots tallied on their lines, and that power in words."""
    told = []
    for line, points in power_of(battle, craft, shots).items():
        if points:
            craft = spend(craft, line, points)
            told.append(Modifier(-points, f"power for {line.replace('_', ' ')}"))
    return craft, tuple(told)
