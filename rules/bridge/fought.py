"""A campaign's battle that its players fight: the tactical game that it becomes, and what came of it when that is over
(CW-9.0-02).

A tactical game between its turns: squadrons thin out, and sides whose captain is absent keep to the orders with which they
came, as in the chair (ruling R-210)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from rules.bridge.apply_outcome import outcomes, untouched_unit
from rules.bridge.auto_resolve import winner_of
from rules.bridge.battle import NO_ORDERS, BattleField, clashes, field_of
from rules.bridge.course import SKIP_DRIVE, BattleCourse, call_off, is_armed
from rules.bridge.losses import thin_squadrons
from rules.bridge.story import own_losses, story
from rules.bridge.tables_of import is_allowed, number
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, UnitOutcome
from rules.pentagon_war import orders
from rules.pentagon_war import state as tactical
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import StartingOrders, Wish
from rules.pentagon_war.turn.engine import decide_winner, end_events, remaining_sides
from rules.pentagon_war.turn.steps import END_OF_TURN
from rules.pentagon_war.units import Craft, Moment, UnitId
from rules.values import EVERYONE, Adjudication, Cause, GameError, changed

RULE = "CW-9.0-02"


def field_fought(battle: Battle, settings: Settings) -> BattleField:
    """The one fight of a battle on the tactical map. GameError where it is several at once, or one side is not on the map."""
    fights = clashes(battle)
    if len(fights) != 1:
        raise GameError(
            f"Battle {battle.id} is {len(fights) or 'no'} fights at once, so it cannot be fought.", rule=RULE
        )
    field_ = field_of(battle, fights[0], settings)
    if any(not any(craft.side == camp for craft in field_.battle.craft.values()) for camp in field_.camps):
        raise GameError(f"A side of battle {battle.id} has nothing on the tactical map.", rule=RULE)
    return field_


def tactical_of(
    field_: BattleField,
    settings: Settings,
    names: Mapping[SideId, str],
    title: str,
    standing: tactical.StartingOrders | None = None,
) -> tactical.Battle:
    """The tactical game before its first turn: the field of the chair, with its crews, and the turn in which the attackers
    withdraw.

    Craft are called by what they are: a ship's own name is for its side alone, for what was built is numbered by it. `standing`
    are the orders with which the sides came (`standing.standing_of`).
    """
    fight = field_.battle
    craft = {unit: changed(one, name=field_.formations[unit].kind) for unit, one in fight.craft.items()}
    sides = {
        camp: changed(fight.sides[camp], name=" and ".join(names[side] for side in members))
        for camp, members in field_.camps.items()
    }
    many = {unit: len(one.members) for unit, one in field_.formations.items() if len(one.members) > 1}
    crews = tactical.Crews(field_.aim, number(settings, "points a pip"), tuple(sorted(field_.surprised)), many)
    turns = number(settings, "turns")
    options = changed(
        fight.options,
        self_destruction=is_allowed(settings, "self-destruction"),
        ramming=is_allowed(settings, "ramming"),
    )
    return changed(
        fight, options=options, sides=sides, craft=craft, title=title, last_turn=turns, crews=crews, standing=standing
    )


def outcome_of(battle: Battle, settings: Settings, course: Sequence[tactical.Battle]) -> BattleOutcome:
    """What came of a battle whose tactical game is over: `course` is how it stood when each of its turns began, and at its end.

    Units are given back as the chair gives them back (CW-9.0-11). GameError: the tactical game is not over, or no tactical game
    of this battle.
    """
    field_ = field_fought(battle, settings)
    end = course[-1]
    if end.winner is None:
        raise GameError(f"The tactical game of battle {battle.id} has no result.", rule=RULE)
    if {unit: craft.side for unit, craft in end.craft.items()} != {u: c.side for u, c in field_.battle.craft.items()}:
        raise GameError(f"The tactical game is not set up as battle {battle.id} is now.", rule=RULE)
    fought = _fought(field_, battle, course)
    done = {result.unit: result for result in outcomes(field_, fought, settings)}
    done |= {result.unit: result for result in _struck(field_, fought, end, done, battle)}
    units = tuple(done.get(unit.unit) or untouched_unit(unit) for unit in battle.units)
    told = {side: words for side in battle.sides if (words := own_losses(field_, fought, side))}
    lines = story(field_, fought, battle)
    outcome = BattleOutcome(battle.id, "fought", winner_of(field_, fought.winner, done, battle), units, lines, told)
    check_outcome(battle, outcome)
    return outcome


def _fought(field_: BattleField, battle: Battle, course: Sequence[tactical.Battle]) -> BattleCourse:
    end = course[-1]
    left: dict[UnitId, int] = {}
    lost: dict[UnitId, int] = {}
    for before, after in pairwise(course):
        for unit, craft in sorted(after.craft.items()):
            if craft.fate and not before.craft[unit].fate:
                (lost if craft.fate == "destroyed" else left)[unit] = before.now.turn
    fought = BattleCourse(field_, end, end.winner or "", turns=len(course) - 1, left=left, lost=lost)
    if len(remaining_sides(end)) > 1:
        call_off(fought, battle)
    return fought


def _struck(
    field_: BattleField, fought: BattleCourse, end: tactical.Battle, done: Mapping[str, UnitOutcome], battle: Battle
) -> Iterator[UnitOutcome]:
    """What was given up and could not have left by itself has struck to whom it fought (ruling R-102)."""
    foes = [(a, b) for pair in battle.enemies for a, b in (pair, pair[::-1])]
    winners = field_.camps.get(fought.winner, ())
    for unit, craft in sorted(end.craft.items()):
        formation = field_.formations[unit]
        captor = next((foe for own, foe in foes if own == formation.first.side and foe in winners), "")
        if craft.fate != "disengaged" or craft.engines > 0 or not captor or formation.first.side == NO_EMPIRE:
            continue
        for member in dict.fromkeys(member.combatant.unit for member in formation.members):
            result = done[member]
            if result.fate == "fled" and "|" not in member:
                yield (
                    UnitOutcome(member, "destroyed")
                    if captor == NO_EMPIRE
                    else changed(result, fate="captured", captor=captor)
                )


FULL_PERCENT = 100
RETREAT_RULE = "CW-9.7-05"


def starting_orders_of(field_: BattleField, battle: Battle, first: SideId, settings: Settings) -> StartingOrders:
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
                skips=tuple(
                    unit for unit, f in mine.items() if f.first.design.ftl == SKIP_DRIVE and not battle.inhibited
                ),
            )
        )
    more = number(settings, "initiative")
    return StartingOrders({u: more for u, f in field_.formations.items() if f.first.side == first}, tuple(wishes))


def after_turn(
    battle: tactical.Battle, sent: Sequence[orders.SeatSent] = (), turn: int = 0
) -> Adjudication[tactical.Battle, Event]:
    """A tactical game whose `turn` is over, as its next begins, and who left it: `sent` is what its captains sent in the turn."""
    before = thin_squadrons(battle)
    if before.standing is None or before.winner is not None:
        return Adjudication(before, ())
    here = {one.side for one in sent if _in_person(one.order)}
    absent = frozenset(before.sides) - here
    after = _break_off(before, before.standing, absent)
    after = decide_winner(_let_go(after, before.standing, absent))
    at = Moment(turn, END_OF_TURN)
    gone = [
        Gone(at, Cause(RETREAT_RULE), unit, craft.at, "disengaged", seen_by=(EVERYONE,))
        for unit, craft in sorted(after.craft.items())
        if craft.fate and not before.craft[unit].fate
    ]
    return Adjudication(after, (*gone, *end_events(before, after)))


def _in_person(order: orders.SeatOrder) -> bool:
    """Whether somebody has said something, and not a stop been passed for them."""
    return not (isinstance(order, orders.Continue) and order.by_stance)


def _boxes(craft: Iterable[Craft]) -> int:
    return sum(sum(boxes_left(one).values()) for one in craft if one.fate != "destroyed")


def _break_off(battle: tactical.Battle, standing: StartingOrders, absent: Collection[str]) -> tactical.Battle:
    """Who has lost what they may lose flees, with skip drives at once, and so does every craft without a weapon left."""
    stances, craft = dict(battle.stances), dict(battle.craft)
    for wish in standing.wishes:
        lost = wish.boxes - _boxes(battle.craft[unit] for unit in wish.units)
        breaks = wish.leaves or (wish.withdraw_at > 0 and lost * FULL_PERCENT >= wish.withdraw_at * wish.boxes)
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
