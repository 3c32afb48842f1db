"""Segment 7: every captain writes down, in secret, which weapons fire at what (PW-B71)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.errors import GameError, IllegalOrderError
from rules.game import Adjudication
from rules.pentagon_war.carrying_out import Done, carry_out
from rules.pentagon_war.changes import own_unit
from rules.pentagon_war.events import Event
from rules.pentagon_war.orders import Decided, Decision, Fire
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.arms import arm_of
from rules.pentagon_war.targeting.targets import check_shot
from rules.pentagon_war.units import Craft, Drone, SideId


def check(battle: Battle, side: SideId, decision: Decision) -> None:
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
        battle = replace(battle, shots=(*battle.shots, shot))
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


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """The shots of all sides, kept in `battle.shots` until the announcement; only refusals are told, to their side."""
    return carry_out(battle, decisions, _done, {Fire: "fire"})


def _done(battle: Battle, side: SideId, decision: Decision) -> Done:
    assert isinstance(decision, Fire)
    return _with_shots(battle, side, decision), ()
