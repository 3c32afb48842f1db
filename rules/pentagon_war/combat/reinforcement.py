"""Segment 9: reinforcing screens, energising cold ones, aiming directional ones (PW-B73)."""

from collections.abc import Sequence

from rules.dice import Roller
from rules.pentagon_war.changes import own_craft, put_units, seers_of, spend
from rules.pentagon_war.events import Event, NotDone, ScreensSet
from rules.pentagon_war.options import power_per_use
from rules.pentagon_war.orders import Decided, Decision, Reinforce, by_unit
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import known_target
from rules.pentagon_war.units import Craft, SideId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, changed, quoted

SCREEN_SIDES = tuple(f"side {side}" for side in range(1, 7))


def operating_boxes(craft: Craft) -> int:
    """Screen boxes that work now: the undestroyed ones, of cold ones only those energised (PW-S06, PW-S08)."""
    return min(craft.energised, craft.screens) if craft.screens_cold else craft.screens


def screen_rating(craft: Craft) -> int:
    """Points of screening now; a generator never gives more than two (PW-S05, PW-S07, PW-C26, PW-B90)."""
    return operating_boxes(craft) + min(craft.reinforced, operating_boxes(craft))


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if screens cannot be set so (PW-S07, PW-S08, PW-A32)."""
    if not isinstance(decision, Reinforce):
        raise GameError("In the screen reinforcement segment only screens are set.")
    _set(battle, side, decision)


def _set(battle: Battle, side: SideId, order: Reinforce) -> Craft:
    """The craft with its screens set as ordered and the power tallied."""
    craft = own_craft(battle, side, order.craft)
    if order.points < 0 or order.energise < 0:
        raise IllegalOrderError("Screens can be strengthened, not weakened: give numbers from 0 up.", rule="PW-S07")
    if order.energise:
        craft = _energise(craft, order.energise, power_per_use(battle.options, "8b"))
    if order.points:
        craft = _reinforce(craft, order.points, power_per_use(battle.options, "8"))
    return _aim(battle, side, craft, order.aim) if order.aim else craft


def _energise(craft: Craft, boxes: int, price: int) -> Craft:
    if not craft.screens_cold:
        raise IllegalOrderError(f"{craft.name}'s screens are not cold; there is nothing to energise.", rule="PW-S08")
    cold = craft.screens - operating_boxes(craft)
    if boxes > cold:
        raise IllegalOrderError(f"{craft.name} has {cold} cold screen boxes left, not {boxes}.", rule="PW-S08")
    return changed(spend(craft, "cold_screens", price * boxes), energised=operating_boxes(craft) + boxes)


def _reinforce(craft: Craft, points: int, price: int) -> Craft:
    working, already = operating_boxes(craft), min(craft.reinforced, operating_boxes(craft))
    if points + already > working:
        raise IllegalOrderError(
            f"{craft.name} has {working} working screens, so {working - already} more points of reinforcement can be "
            f"had this turn, not {points}.",
            rule="PW-C26",
        )
    return changed(spend(craft, "reinforce", price * points), reinforced=craft.reinforced + points)


def _aim(battle: Battle, side: SideId, craft: Craft, aim: str) -> Craft:
    if not craft.design.directional:
        raise IllegalOrderError(f"{craft.name}'s screens are not directional; they cover every side.", rule="PW-A32")
    if aim not in SCREEN_SIDES and (aim == craft.id or not known_target(battle, side, aim)):
        raise IllegalOrderError(
            f"{quoted(aim)} is nothing to aim a screen at: name a craft, or one of {SCREEN_SIDES[0]} to {SCREEN_SIDES[-1]}.",
            rule="PW-A32",
        )
    return changed(craft, screen_aim=aim)


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every craft's screens set as decided; nothing is rolled."""
    del dice
    events: list[Event] = []
    for decided in by_unit(decisions):
        order = decided.decision
        if not isinstance(order, Reinforce):
            continue
        try:
            craft = _set(battle, decided.side, order)
        except GameError as refusal:
            cause = Cause(refusal.rule or "PW-B73")
            events.append(NotDone(battle.now, cause, order.craft, "screens", str(refusal), seen_by=(decided.side,)))
            continue
        battle = put_units(battle, craft)
        why = Cause("PW-S07", modifiers=_terms(craft))
        set_ = ScreensSet(
            battle.now,
            why,
            craft.id,
            order.points,
            order.energise,
            craft.screen_aim,
            screen_rating(craft),
            seen_by=seers_of(battle, craft.id),
        )
        events.append(set_)
    return Adjudication(battle, tuple(events))


def _terms(craft: Craft) -> tuple[Modifier, ...]:
    working = operating_boxes(craft)
    return Modifier(working, "working screens"), Modifier(min(craft.reinforced, working), "reinforced this turn")
