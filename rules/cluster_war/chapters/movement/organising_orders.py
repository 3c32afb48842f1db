"""Orders that split, join and name fleets at the turn's start (CW-4.1), and give them their missions (CW-18.0-06)."""

import re
from typing import Final, cast

from rules.cluster_war.chapters.movement import fleets
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import check_housed
from rules.cluster_war.model.events.movement import FleetRenamed, FleetsMerged, FleetSplit, MissionSet
from rules.cluster_war.model.holdings import finders
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.common import MISSIONS, WEEKS_PER_TURN, FleetId, MissionKind, ShipId, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.places import Bound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, changed, quoted, unknown


class SplitFleet(Order):
    """Detach ships as a new task force, at the turn's start. `new` is the id the new fleet gets."""

    fleet: FleetId
    ships: tuple[ShipId, ...]
    name: str
    new: FleetId = ""


class MergeFleets(Order):
    """Join a fleet to another in the same hex, at the turn's start."""

    fleet: FleetId
    into: FleetId


class RenameFleet(Order):
    """Give a fleet a name and, if wished, standing orders in plain words (CW-4.1-11, CW-4.1-12)."""

    fleet: FleetId
    name: str
    standing: str = ""


class SetMission(Order):
    """Set what a fleet does where it is, or where it arrives (CW-18.0-06); a survey runs until done (CW-12.1-10)."""

    fleet: FleetId
    mission: MissionKind


def parts(holdings: Holdings, order: SplitFleet) -> tuple[Fleet, Fleet]:
    """What stays and what leaves, the latter still without an id of its own; GameError when it cannot be split."""
    fleet = finders.own_fleet(holdings, order.fleet)
    finders.check_in_hex(fleet)
    ships = tuple(dict.fromkeys(finders.own_ship(holdings, s) for s in order.ships))
    if not ships:
        raise IllegalOrderError("Name at least one ship for the new task force.", rule="CW-4.1-02")
    for ship in ships:
        if ship not in fleet.ships:
            raise IllegalOrderError(f"{short_id(ship)} is not in {fleet.name}.", rule="CW-4.1-02")
    if len(ships) == len(fleet.ships):
        raise IllegalOrderError(f"That is all of {fleet.name}; rename it instead.", rule="CW-4.1-12")
    left = tuple(s for s in fleet.ships if s not in ships)
    stay = changed(fleet, ships=left, course=None, engagement=fleets.kept_by(fleet, left))
    leave = Fleet(id="", side=fleet.side, name=order.name or f"{fleet.name} detachment", hex=fleet.hex, ships=ships)
    leave = changed(leave, bound=fleet.bound)  # what holds a fleet holds each part of it (ruling R-167)
    if not holdings.colonies_at(fleet.hex):
        for part in (leave, stay):
            check_housed(holdings.owner.designs, [holdings.ships[s] for s in part.ships], holdings.settings)
    return stay, leave


def _plan_split(planned: PlannedState, order: SplitFleet) -> OrderPreview:
    stay, leave = parts(planned, order)
    if order.new in planned.view.fleets:
        raise IllegalOrderError(
            f"{short_id(order.new)} is {planned.view.fleets[order.new].name} by now, made after this order was given. "
            "Withdraw it and give it again; orders for the new force follow it.",
            rule="CW-4.1-10",
        )
    new = order.new if order.new in planned.reserved and order.new not in planned.fleets else planned.new_fleet_id()
    name = finders.fleet_title(leave.name)
    planned.fleets[stay.id] = stay
    planned.fleets[new] = changed(leave, id=new, name=name)
    ships = ", ".join(short_id(s) for s in leave.ships)
    text = f"{ships} leave {stay.name} and form {name} at {planned.place(stay.hex)}."
    return OrderPreview(order=changed(order, ships=leave.ships, name=name, new=new), text=text)


def _split(turn: TurnState, signed: SignedOrder, order: SplitFleet) -> None:
    side = signed.side
    stay, leave = parts(TurnHoldings(turn, side), order)
    new = changed(leave, id=fleets.new_fleet_id(turn, side, order.new))
    fleets.put_fleet(turn, stay)
    fleets.put_fleet(turn, new)
    cause = Cause("CW-4.1-10", signed.id)
    turn.tell_side(FleetSplit(side, stay.id, new.id, new.name, new.ships, cause=cause))


def _read_split(g: Groups) -> SplitFleet:
    ships = tuple(g.names.ship(word) for word in re.split(r"[\s,]+", g.raw(1).strip()) if word)
    return SplitFleet(g.fleet(0), ships, g.text(2))


def _write_split(order: SplitFleet, names: Names) -> str:
    ships = " ".join(short_id(s) for s in order.ships)
    return f"split {fleet_text(names, order.fleet)} {ships} as {quote(order.name)}"


def both(holdings: Holdings, order: MergeFleets) -> tuple[Fleet, Fleet]:
    """The fleet that joins and the one it joins, in one hex (CW-4.1-07)."""
    fleet, into = finders.fleet_here(holdings, order.fleet), finders.fleet_here(holdings, order.into)
    if fleet.id == into.id:
        raise IllegalOrderError(f"{fleet.name} cannot join itself.", rule="CW-4.1-07")
    if fleet.hex != into.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {into.name} at {into.hex}; fleets join in one hex.", rule="CW-4.1-07"
        )
    for each in (fleet, into):
        finders.check_free(holdings, each, (holdings.turn - 1) * WEEKS_PER_TURN)
    return fleet, into


def joined_bound(fleet: Fleet, into: Fleet) -> Bound | None:
    """What holds two fleets that have become one: on the way out of a field it is as far as the one that has farther to go,
    and begins anew if either has not begun (CW-B-23, ruling R-167)."""
    bounds = [bound for bound in (fleet.bound, into.bound) if bound is not None]
    return max(bounds, key=lambda bound: bound.until) if len(bounds) == len((fleet, into)) else None


def _plan_merge(planned: PlannedState, order: MergeFleets) -> OrderPreview:
    fleet, into = both(planned, order)
    planned.fleets[into.id] = changed(into, ships=into.ships + fleet.ships, bound=joined_bound(fleet, into))
    del planned.fleets[fleet.id]
    return OrderPreview(order=order, text=f"{fleet.name} joins {into.name} at {planned.place(into.hex)}.")


def _merge(turn: TurnState, signed: SignedOrder, order: MergeFleets) -> None:
    holdings = TurnHoldings(turn, signed.side)
    fleet, into = both(holdings, order)
    bound = joined_bound(fleet, into)
    joined = changed(into, ships=(*into.ships, *fleet.ships), course=None, bound=bound)
    if fleet.mission == "survey" and into.mission in {"none", "survey"}:
        # The surveyors stay in the system, so the work so far stands (CW-12.1-10).
        works = [work for work in (into.survey, fleet.survey) if work is not None]
        joined = changed(joined, mission="survey", survey=max(works, key=lambda w: w.done, default=None))
    else:
        fleets.drop_survey(turn, fleet)
    del turn.fleets[fleet.id]
    fleets.put_fleet(turn, joined)
    _follow(turn, fleet, into)
    cause = Cause("CW-4.1-07", signed.id)
    turn.tell_side(FleetsMerged(signed.side, fleet.id, into.id, into.hex, cause=cause))


def _follow(turn: TurnState, fleet: Fleet, into: Fleet) -> None:
    """Who repaired units goes on with it in the fleet it has joined (CW-9.6-10), and who stood before it stands before that."""
    for key in turn.memoized("mending", "", (turn.start,), lambda: _in_repair(turn)):
        unit = turn.ships.get(key) or turn.bases.get(key)
        if unit is not None and unit.mending.by == fleet.id:
            turn.put_unit(changed(unit, mending=changed(unit.mending, by=into.id)))
    guards = [f for f in turn.fleets.of(fleet.side) if f.engagement.protect == fleet.id]
    for guard in sorted(guards, key=lambda f: f.id):
        protect = into.id if guard.id != into.id else ""
        fleets.put_fleet(turn, changed(guard, engagement=changed(guard.engagement, protect=protect)))


def _in_repair(turn: TurnState) -> tuple[str, ...]:
    """The units that were in repair as the month began: what its own orders begin comes after its fleets have been organised."""
    units: list[Ship | Base] = [*turn.start.ships.values(), *turn.start.bases.values()]
    return tuple([unit.id for unit in units if unit.mending.by])


def _plan_rename(planned: PlannedState, order: RenameFleet) -> OrderPreview:
    fleet = finders.own_fleet(planned, order.fleet)
    name = finders.fleet_title(order.name)
    if len(order.standing) > finders.LONGEST_TEXT:
        raise IllegalOrderError(f"Standing orders may be {finders.LONGEST_TEXT} characters long.", rule="CW-4.1-11")
    planned.once(f"rename {fleet.id}", f"{fleet.name} already gets a new name on this sheet")
    planned.fleets[fleet.id] = changed(fleet, name=name, standing=order.standing)
    standing = " with standing orders" if order.standing else ""
    return OrderPreview(order=changed(order, name=name), text=f"{fleet.name} is called {name}{standing}.")


def _rename(turn: TurnState, signed: SignedOrder, order: RenameFleet) -> None:
    fleet = finders.own_fleet(TurnHoldings(turn, signed.side), order.fleet)
    name = order.name or fleet.name
    fleets.put_fleet(turn, changed(fleet, name=name, standing=order.standing or fleet.standing))
    turn.tell_side(FleetRenamed(signed.side, fleet.id, name, cause=Cause("CW-4.1-12", signed.id)))


def _write_rename(order: RenameFleet, _: Names) -> str:
    standing = f" standing {quote(order.standing)}" if order.standing else ""
    return f"rename {quote(order.fleet)} to {quote(order.name)}{standing}"


def receiver(holdings: Holdings, order: SetMission, *, leaves: bool = False) -> Fleet:
    """The fleet that gets the mission; a survey needs its equipment unless the fleet is on its way (CW-12.1-07).

    `leaves` is whether another order of the turn sends it elsewhere.
    """
    fleet = (
        finders.free_fleet(holdings, order.fleet)
        if order.mission != "none"
        else finders.own_fleet(holdings, order.fleet)
    )
    if order.mission not in MISSIONS:
        lead = f"There is no mission {quoted(order.mission)}."
        raise unknown(IllegalOrderError, lead, order.mission, "There are", MISSIONS, rule="CW-18.0-06")
    check_deed(holdings.owner.race, "first strike", order.mission, holdings.settings)
    if order.mission == "survey" and fleet.transit is None and not leaves and not fleet.route:
        here = fleets.force(holdings.owner.designs, [holdings.ships[s] for s in fleet.ships], holdings.officers)
        if not (here.lrs and here.survey_bays):
            raise IllegalOrderError(fleets.no_survey_gear(fleet, here), rule="CW-12.1-07")
    return fleet


def _plan_mission(planned: PlannedState, order: SetMission) -> OrderPreview:
    fleet = receiver(planned, order)
    planned.once(f"mission:{fleet.id}", f"{fleet.name} already gets a mission on this sheet")
    notes: tuple[Note, ...] = ()
    if order.mission == "survey" and fleet.transit is None and fleet.hex not in planned.view.objects:
        notes = (Note(f"There is nothing to survey at {fleet.hex}; the survey starts where the fleet arrives."),)
    planned.fleets[fleet.id] = changed(fleet, mission=order.mission)
    what = "has no mission" if order.mission == "none" else f"gets the mission {order.mission}"
    return OrderPreview(order=order, text=f"{fleet.name} {what}.", notes=notes)


def _set_mission(turn: TurnState, signed: SignedOrder, order: SetMission) -> None:
    survey = order.mission == "survey"
    moving = turn.memoized("moving", "", (turn.orders,), lambda: {move.fleet for _, move in turn.orders_of(MoveFleet)})
    leaves = survey and order.fleet in moving
    fleet = receiver(TurnHoldings(turn, signed.side), order, leaves=leaves)
    free = fleet if survey else fleets.drop_survey(turn, fleet)
    since = turn.first_week if fleet.mission != order.mission == "escort" else fleet.escorts_since
    fleets.put_fleet(turn, changed(free, mission=order.mission, escorts_since=since))
    turn.tell_side(MissionSet(signed.side, fleet.id, order.mission, cause=Cause("CW-18.0-06", signed.id)))


KINDS: Final = (
    OrderKind(
        SplitFleet,
        Phase.ORGANISE,
        command="fleet split",
        example='split "1st Fleet" DD01 DD02 as "Task Force 2"',
        pattern=rf"{NAME}((?:[\s,]+[A-Za-z]+\d+)+) as {TEXT}",
        read=_read_split,
        write=_write_split,
        plan=_plan_split,
        carry_out=_split,
    ),
    OrderKind(
        MergeFleets,
        Phase.ORGANISE,
        command="fleet merge",
        example='merge "Task Force 2" into "1st Fleet"',
        pattern=rf"{NAME} into {NAME}",
        read=lambda g: MergeFleets(g.fleet(0), g.fleet(1)),
        write=lambda order, names: f"merge {fleet_text(names, order.fleet)} into {fleet_text(names, order.into)}",
        plan=_plan_merge,
        carry_out=_merge,
    ),
    OrderKind(
        RenameFleet,
        Phase.ORGANISE,
        command="fleet rename",
        example='rename "1st Fleet" to "Home Guard" standing "Hold Terra"',
        pattern=rf"{NAME} to {TEXT}(?: standing {TEXT})?",
        read=lambda g: RenameFleet(g.fleet(0), g.text(1), g.text(2)),
        write=_write_rename,
        plan=_plan_rename,
        carry_out=_rename,
    ),
    OrderKind(
        SetMission,
        Phase.MISSION,
        command="fleet mission",
        example=f'mission "1st Fleet" survey (one of {", ".join(MISSIONS)})',
        pattern=rf"{NAME} ({'|'.join(MISSIONS)})",
        read=lambda g: SetMission(g.fleet(0), cast("MissionKind", g.word(1))),
        write=lambda order, names: f"mission {fleet_text(names, order.fleet)} {order.mission}",
        plan=_plan_mission,
        carry_out=_set_mission,
    ),
)
