"""A bout between its turns: squadrons thin out, and sides whose captain is absent keep to the orders with which they came, as in
the chair (ruling R-210)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.bridge.battle import NO_ORDERS, Field
from rules.bridge.course import SKIP, is_armed
from rules.bridge.losses import thinned
from rules.bridge.tables_of import number
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.events import EVERYONE, Cause
from rules.game import Adjudication
from rules.pentagon_war import orders
from rules.pentagon_war import state as tactical
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.shipyard.pricing import left
from rules.pentagon_war.state import StartingOrders, Wish
from rules.pentagon_war.turn.engine import decide_winner, ended
from rules.pentagon_war.turn.steps import END_OF_TURN
from rules.pentagon_war.units import Craft, Moment, UnitId
from rules.values import changed

PERCENT = 100
LEAVING = "CW-9.7-05"


def starting_orders_of(field_: Field, battle: Battle, first: SideId, settings: Settings) -> StartingOrders:
    """The orders of all sides on a field, and the better fire of the side that has the initiative (CW-17.1-25)."""
    wishes = []
    for side in sorted({formation.first.side for formation in field_.formations.values()}):
        mine = {u: f for u, f in sorted(field_.formations.items()) if f.first.side == side}
        plan = battle.plans.get(side, NO_ORDERS)
        wishes.append(
            Wish(
                tuple(mine),
                _boxes(field_.battle.craft[unit] for unit in mine),
                plan.withdraw_at,
                leaves=plan.stance == "evade",
                pursue=plan.pursue,
                skips=tuple(unit for unit, f in mine.items() if f.first.design.ftl == SKIP),
            )
        )
    more = number(settings, "initiative")
    return StartingOrders({u: more for u, f in field_.formations.items() if f.first.side == first}, tuple(wishes))


def after_turn(
    battle: tactical.Battle, sent: Sequence[orders.SeatSent] = (), turn: int = 0
) -> Adjudication[tactical.Battle, Event]:
    """A bout whose `turn` is over, as its next begins, and who left it: `sent` is what its captains sent in the turn."""
    before = thinned(battle)
    if before.standing is None or before.winner is not None:
        return Adjudication(before, ())
    here = {one.side for one in sent if _in_person(one.order)}
    absent = frozenset(before.sides) - here
    after = _break_off(before, before.standing, absent)
    after = decide_winner(_let_go(after, before.standing, absent))
    at = Moment(turn, END_OF_TURN)
    gone = [
        Gone(at, Cause(LEAVING), unit, craft.at, "disengaged", seen_by=(EVERYONE,))
        for unit, craft in sorted(after.craft.items())
        if craft.fate and not before.craft[unit].fate
    ]
    return Adjudication(after, (*gone, *ended(before, after)))


def _in_person(order: orders.SeatOrder) -> bool:
    """Whether somebody has said something, and not a stop been passed for them."""
    return not (isinstance(order, orders.Continue) and order.by_stance)


def _boxes(craft: Iterable[Craft]) -> int:
    return sum(sum(left(one).values()) for one in craft if one.fate != "destroyed")


def _break_off(battle: tactical.Battle, standing: StartingOrders, absent: Collection[str]) -> tactical.Battle:
    """Who has lost what they may lose flees, with skip drives at once, and so does every craft without a weapon left."""
    stances, craft = dict(battle.stances), dict(battle.craft)
    for wish in standing.wishes:
        lost = wish.boxes - _boxes(battle.craft[unit] for unit in wish.units)
        breaks = wish.leaves or (wish.withdraw_at > 0 and lost * PERCENT >= wish.withdraw_at * wish.boxes)
        for unit in wish.units:
            one = battle.craft[unit]
            if one.fate or one.side not in absent:
                continue
            if breaks and unit in wish.skips and one.engines:
                craft[unit] = changed(one, fate="disengaged", hidden=False)
            elif breaks or (one.engines > 0 and not is_armed(one)):
                stances[unit] = "flee"
    return changed(battle, craft=craft, stances=stances)


def _let_go(battle: tactical.Battle, standing: StartingOrders, absent: Collection[str]) -> tactical.Battle:
    """A side without a captain that does nothing but flee gets away, unless one who fights it has a captain, who may follow, or
    orders to pursue (CW-9.0-13)."""
    living = [one for one in battle.craft.values() if not one.fate]
    hunters = {battle.craft[unit].side for unit in _hunting(battle.craft, standing)}
    gone = dict(battle.craft)
    for side in sorted(absent):
        own = [one for one in living if one.side == side]
        others = {one.side for one in living if one.side != side}
        running = [one for one in own if battle.stances.get(one.id) == "flee" and one.engines]
        if any(one not in running and (is_armed(one) or not one.engines) for one in own):
            continue
        if others <= set(absent) and others.isdisjoint(hunters):
            gone |= {one.id: changed(one, fate="disengaged", hidden=False) for one in running}
    return changed(battle, craft=gone)


def _hunting(craft: Mapping[UnitId, Craft], standing: StartingOrders) -> Iterator[UnitId]:
    for wish in standing.wishes:
        if wish.pursue:
            yield from (unit for unit in wish.units if not craft[unit].fate)
