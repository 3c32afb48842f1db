"""The order to move (CW-4.0, CW-4.1)."""

import re
from collections.abc import Sequence
from functools import cache, partial
from typing import Final

from rules.cluster_war.chapters.movement.fleets import goal_of, nothing_new, psychics_of, put_fleet
from rules.cluster_war.chapters.movement.journey import GATE, LegStage, entries, next_stage, stages, way_by_gate
from rules.cluster_war.chapters.movement.navigation import Mode, chart_in, chart_of, mode_in, mode_of, supply_ends
from rules.cluster_war.chapters.movement.travel_time import check_on_map, eta
from rules.cluster_war.model.holdings.finders import own_fleet, own_ship
from rules.cluster_war.model.holdings.order_kind import (
    OrderKind,
    Phase,
    PlannedState,
    Together,
    Trip,
    TripEntry,
    TurnHoldings,
)
from rules.cluster_war.model.orders.names import NAME, Groups, Names, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.units import check_asleep, with_psychics
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, Settings, ShipId, short_id
from rules.cluster_war.model.state.holdings import Fleet, Leg
from rules.cluster_war.model.state.places import Sized
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.cluster_war.model.worlds.jump_map import JUMP_MAP_COUNTER, needs_jump_map
from rules.values import IllegalOrderError, NotationError, WrongPhaseError, changed

MOST_LEGS: Final = 12


class MoveFleet(Order):
    """Send a fleet along waypoints by its drive; each leg is looked up by itself (CW-4.1-05).

    `wait` is how many weeks into the turn it leaves (0 to 3). `push` drives a foldspace or wormhole drive beyond its
    rating (CW-4.0-08, CW-4.0-21); `by` is "wormhole" to pass one that is there, or an own base's, instead.
    """

    fleet: FleetId
    legs: tuple[Leg, ...]
    wait: int = 0
    push: bool = False
    by: str = ""


def check_route(fleet: Fleet, order: MoveFleet, on: Sized, *, again: bool) -> None:
    """GameError if the fleet cannot be sent at all, or its route is none (CW-4.0-04, CW-4.1-08)."""
    if fleet.transit is not None:
        raise IllegalOrderError(
            f"{fleet.name} is in FTL space until it reaches {fleet.transit.to} and cannot be called back.",
            rule="CW-4.0-04",
        )
    if again:
        raise WrongPhaseError(f"{fleet.name} already has a movement order; change that one instead.", rule="CW-4.1-02")
    if not 1 <= len(order.legs) <= MOST_LEGS:
        raise IllegalOrderError(f"A route has 1 to {MOST_LEGS} waypoints, not {len(order.legs)}.", rule="CW-4.1-08")
    if not 0 <= order.wait < WEEKS_PER_TURN:
        raise IllegalOrderError(
            f"A fleet may wait 0 to {WEEKS_PER_TURN - 1} weeks before it leaves, not {order.wait}.", rule="CW-1.0-03"
        )
    for leg in order.legs:
        check_on_map(on, leg.to)


def _no_move(fleet: Fleet, here: HexId) -> IllegalOrderError:
    return IllegalOrderError(f"{fleet.name} would move from {here} to {here}, which is not a move.", rule="CW-4.1-03")


def _plan(planned: PlannedState, order: MoveFleet) -> OrderPreview:
    fleet = own_fleet(planned, order.fleet)
    if fleet.transit is None:
        planned.check_stays(fleet)
    check_route(fleet, order, planned.view, again=False)
    chart = chart_in(planned.view)
    ships = set(fleet.ships)
    here, week = fleet.hex, planned.first_week + order.wait
    notes: list[Note] = []
    steps: list[str] = []
    legs: list[Leg] = []
    due: list[int] = []
    way: list[TripEntry] = [TripEntry(here, planned.first_week + 1, order.wait)] if order.wait else []
    for leg in order.legs:
        if leg.to == here:
            if not (fleet.route and len(order.legs) == 1):
                raise _no_move(fleet, here)
            planned.moving[fleet.id] = week
            text = f"{fleet.name} gives up the rest of its route and stays at {planned.place(here)}."
            return OrderPreview(order=changed(order, wait=0), text=text)
        aboard = [planned.ships[s] for s in sorted(ships)]
        mode = mode_of(fleet.name, planned.me.designs, aboard, planned.settings, order.by)
        psychics = with_psychics(aboard, planned.me.designs, planned.settings)
        check_asleep(fleet.name, mode.drive.id, psychics, planned.settings)
        leg_stages = tuple(stages(chart, mode, here, leg.to, push=order.push, by=order.by))
        takes = sum(stage.weeks for stage in leg_stages)
        way += entries(planned.view, here, leg_stages, week)
        notes += travel_notes(planned.settings, mode, leg_stages, week, by=order.by)
        if order.by == GATE and way_by_gate(chart, mode, here, leg.to) == "one way":
            text = f"Your gate at {leg.to} passes hulls of up to {chart.passes[leg.to]}: there is no way back by it."
            notes.append(Note(text, "CW-A-33"))
        week += takes
        due.append(week)
        here = leg.to
        taken = tuple(own_ship(planned, s) for s in leg.pick_up)
        steps.append(f"{planned.place(here)} ({takes} week{'' if takes == 1 else 's'}, ETA {eta(week)})")
        if taken:
            steps.append(f"take along {', '.join(short_id(s) for s in taken)}")
            notes += _pick_up_notes(planned, fleet, here, taken)
        ships |= set(taken)
        legs.append(Leg(leg.to, taken))
    goal = goal_of(planned.me.designs, [planned.ships[s] for s in sorted(ships)], planned.settings)
    if known := nothing_new(planned.view, here, goal):
        notes.append(Note(f"{planned.place(here)} is {known}", "CW-12.1-06"))
    if fleet.survey is not None:
        notes.append(Note(f"{fleet.name} is surveying {fleet.survey.hex}; leaving loses that work.", "CW-12.1-11"))
    planned.moving[fleet.id] = week
    planned.heading[fleet.id], planned.due[fleet.id] = tuple(leg.to for leg in legs), tuple(due)
    departs = planned.first_week + order.wait
    planned.trips[fleet.id] = Trip(fleet.id, tuple(sorted(ships)), tuple(way), departs, order.by)
    wait = f"after {order.wait} week{'s' if order.wait > 1 else ''} " if order.wait else ""
    return OrderPreview(
        order=changed(order, legs=tuple(legs)),
        text=f"{fleet.name} leaves {planned.place(fleet.hex)} {wait}for {', then '.join(steps)}{_way(order)}.",
        arrives=week,
        notes=tuple(dict.fromkeys(notes)),
    )


def _way(order: MoveFleet) -> str:
    if order.push:
        return ", its drive pushed"
    return f", by {order.by}" if order.by else ""


def travel_notes(settings: Settings, mode: Mode, parts: Sequence[LegStage], departs: int, *, by: str) -> list[Note]:
    """Notes on one leg that begins at week `departs`: the drive's rating, and what its rules mean for this trip."""
    notes: list[Note] = []
    drive = mode.drive
    if mode.month and not by:
        notes.append(Note(f"The {drive.name} is rated at {mode.rating}.", "CW-4.0-05", informs=True))
    if drive.rifts and not by:
        notes.append(
            Note("Sensors of others can detect the rifts at both ends of every jump.", "CW-4.0-09", informs=True)
        )
    if any(not stage.hidden for stage in parts) and drive.family in {"linear", "string"} and not by:
        escape = " Skip drives slip away from guards." if drive.flees else " Fleets on guard can hold it up."
        notes.append(
            Note(
                f"It can be seen in every hex on its way.{escape}",
                "CW-4.0-17" if drive.flees else "CW-4.0-18",
                informs=True,
            )
        )
    if any(stage.rule == "CW-4.0-15" for stage in parts):
        notes.append(
            Note("It loses a week at each asteroid field it goes straight through.", "CW-4.0-15", informs=True)
        )
    if any(stage.pushed for stage in parts):
        if drive.family == "displacement":
            text = f"Each pushed jump destroys the whole fleet on {settings.push_chance} of 100."
            notes.append(Note(text, "CW-4.0-08"))
        else:
            text = f"A pushed wormhole is unstable: on {settings.push_chance} of 100 it collapses, and a ruling says what then."
            notes.append(Note(text, "CW-4.0-21"))
    dry = supply_ends(mode.formation, departs, departs + sum(stage.weeks for stage in parts), settings)
    if dry is not None:
        craft = ", ".join(ship.id.rpartition("/")[2] for ship in mode.formation.outside)
        notes.append(Note(f"{craft} will be out of supply from {eta(dry)} on: no tender goes along.", "CW-4.2-03"))
    return notes


def _pick_up_notes(planned: PlannedState, fleet: Fleet, hex_: HexId, ships: tuple[ShipId, ...]) -> list[Note]:
    there = {s for f in planned.fleets.values() if f.hex == hex_ and f.transit is None for s in f.ships}
    absent = [short_id(s) for s in ships if s not in there and s not in fleet.ships]
    if not absent:
        return []
    return [
        Note(f"{', '.join(absent)} must have reached {hex_} by then, or {fleet.name} goes on without.", "CW-4.1-07")
    ]


def enter_moves(turn: TurnState) -> None:
    """Take in the turn's movement orders; fleets leave when their wait is over, see `under_way.move_week`.

    A new order ends the course of a fleet that is seen on its way; what lies between two hexes is lost.
    """
    _show_jump_map(turn)
    chart = cache(partial(chart_of, turn))
    moved: set[FleetId] = set()
    for signed, order in turn.orders_of(MoveFleet):
        with OrderGuard(turn, signed):
            fleet = own_fleet(TurnHoldings(turn, signed.side), order.fleet)
            check_route(fleet, order, turn.cluster, again=fleet.id in moved)
            mode = mode_in(turn, fleet, order.by)
            check_asleep(fleet.name, mode.drive.id, psychics_of(turn, fleet), turn.settings)
            first = order.legs[0].to
            if first != fleet.hex:
                next_stage(chart(fleet.side), mode, fleet.hex, first, push=order.push, by=order.by)
            if not fleet.route and all(leg.to == fleet.hex and not leg.pick_up for leg in order.legs):
                raise _no_move(fleet, fleet.hex)
            moved.add(fleet.id)
            legs = tuple(Leg(leg.to, tuple(_ship_key(turn, signed, s) for s in leg.pick_up)) for leg in order.legs)
            put_fleet(
                turn,
                changed(
                    fleet,
                    route=legs,
                    pick_up=(),
                    order=signed.id,
                    course=None,
                    push=order.push,
                    by=order.by,
                    raid=None,
                ),
            )


def _show_jump_map(turn: TurnState) -> None:
    """Note that somebody can find jump lines now (CW-B-56)."""
    if JUMP_MAP_COUNTER in turn.counters or not needs_jump_map(turn.sides.values(), turn.settings):
        return
    turn.counters[JUMP_MAP_COUNTER] = 1


def _ship_key(turn: TurnState, signed: SignedOrder, ship: ShipId) -> ShipId:
    """A ship's key, given as its owner writes it ("DD01") or in full; it may come to be there only later."""
    return ship if ship in turn.ships else f"{signed.side}/{ship}"


def leg_named(names: Names, text: str) -> Leg:
    """A waypoint and the ships to take along there, like "0104 +FF129"; NotationError."""
    words = text.split()
    place = " ".join(w for w in words if not w.startswith("+"))
    if not place:
        raise NotationError("Each waypoint needs a hex: move Scouts to 0104 +FF129, 0311.")
    return Leg(names.hex(place), tuple(names.ship(w[1:]) for w in words if w.startswith("+") and len(w) > 1))


def _read(g: Groups) -> MoveFleet:
    legs = [leg_named(g.names, part) for part in re.split(r",| then ", g.raw(1))]
    return MoveFleet(g.fleet(0), tuple(legs), g.number(2), push=g.has(4), by=g.word(3))


def _write(order: MoveFleet, names: Names) -> str:
    route = ", ".join(" ".join([leg.to, *(f"+{short_id(s)}" for s in leg.pick_up)]) for leg in order.legs)
    way = f" wait {order.wait}" if order.wait else ""
    way += (f" by {order.by}" if order.by else "") + (" pushed" if order.push else "")
    return f"move {fleet_text(names, order.fleet)} to {route}{way}"


KINDS: Final = (
    OrderKind(
        MoveFleet,
        Phase.MOVE,
        command="fleet move",
        example='move "1st Fleet" to 0104 +FF129, 0311 wait 1',
        pattern=rf"{NAME} to (.+?)(?: wait ([0-3]))?(?: by (wormhole|gate|dowsing))?( pushed)?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=Together(enter_moves),
    ),
)
