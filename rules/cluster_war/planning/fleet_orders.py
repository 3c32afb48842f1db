"""Fleet orders against a side's picture: each returns its preview, changes the picture, or says why not."""

from dataclasses import replace

from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.movement.drives.chart import chart_in
from rules.cluster_war.movement.drives.journey import GATE, stages, way_by_gate
from rules.cluster_war.movement.drives.mode import mode_of
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.movement.travel_time import check_on_map, eta
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.planning.travel_notes import travel_notes
from rules.cluster_war.race_design.attitudes import check_deed
from rules.cluster_war.state.names import WEEKS_PER_TURN, HexId, ShipId, short_id
from rules.cluster_war.state.units import Fleet, Leg
from rules.errors import IllegalOrderError, WrongPhaseError

MOST_LEGS = 12


def on_map(planned: PlannedState, hex_: HexId) -> None:
    """Refuse a hex that is not on the map (CW-1.0-06)."""
    check_on_map(planned.view, hex_)


def plan_move(planned: PlannedState, order: MoveFleet) -> Preview:
    """A move along waypoints, each leg by itself (CW-4.1-05), by the drive all its ships share (CW-4.0-03, CW-4.0-05)."""
    fleet = planned.fleet_here(order.fleet)
    if fleet.id in planned.moving:
        raise WrongPhaseError(f"{fleet.name} already has a movement order; change that one instead.")
    if not order.legs or len(order.legs) > MOST_LEGS:
        raise IllegalOrderError(f"A route has 1 to {MOST_LEGS} waypoints, not {len(order.legs)}.", rule="CW-4.1-08")
    if not 0 <= order.wait < WEEKS_PER_TURN:
        raise IllegalOrderError("A fleet may wait 0 to 3 weeks before it leaves.", rule="CW-1.0-03")
    chart = chart_in(planned.view)
    ships = set(fleet.ships)
    here, week = fleet.hex, planned.first_week + order.wait
    notes: list[Note] = []
    steps: list[str] = []
    legs: list[Leg] = []
    for leg in order.legs:
        on_map(planned, leg.to)
        if leg.to == here:
            if not (fleet.route and len(order.legs) == 1):
                raise IllegalOrderError(
                    f"{fleet.name} would move from {here} to {leg.to}, which is no move.", rule="CW-4.1-03"
                )
            planned.moving[fleet.id] = week
            text = f"{fleet.name} gives up the rest of its route and stays at {planned.place(here)}."
            return Preview(order=replace(order, wait=0), text=text)
        aboard = [planned.ships[s] for s in sorted(ships)]
        mode = mode_of(fleet.name, planned.me.designs, aboard, planned.view.settings, order.by)
        leg_stages = tuple(stages(chart, mode, here, leg.to, push=order.push, by=order.by))
        takes = sum(stage.weeks for stage in leg_stages)
        notes += travel_notes(planned.view.settings, mode, leg_stages, week, by=order.by)
        if order.by == GATE and way_by_gate(chart, mode, here, leg.to) == "one way":
            text = f"Your gate at {leg.to} passes hulls of up to {chart.passes[leg.to]}: there is no way back by it."
            notes.append(Note(text, "CW-A-33"))
        week += takes
        here = leg.to
        taken = tuple(planned.ship(s) for s in leg.pick_up)
        steps.append(f"{planned.place(here)} ({takes} week{'' if takes == 1 else 's'}, ETA {eta(week)})")
        if taken:
            steps.append(f"take along {', '.join(short_id(s) for s in taken)}")
            notes += _pick_up_notes(planned, fleet, here, taken)
        ships |= set(taken)
        legs.append(Leg(leg.to, taken))
    if fleet.survey is not None:
        notes.append(Note(f"{fleet.name} is surveying {fleet.survey.hex}; leaving loses that work.", "CW-12.1-11"))
    planned.moving[fleet.id] = week
    planned.heading[fleet.id] = tuple(leg.to for leg in legs)
    way = _way(order)
    wait = f"after {order.wait} week{'s' if order.wait > 1 else ''} " if order.wait else ""
    return Preview(
        order=replace(order, legs=tuple(legs)),
        text=f"{fleet.name} leaves {planned.place(fleet.hex)} {wait}for {', then '.join(steps)}{way}.",
        arrives=week,
        notes=tuple(dict.fromkeys(notes)),
    )


def _way(order: MoveFleet) -> str:
    if order.push:
        return ", its drive pushed"
    return f", by {order.by}" if order.by else ""


def _pick_up_notes(planned: PlannedState, fleet: Fleet, hex_: HexId, ships: tuple[ShipId, ...]) -> list[Note]:
    there = {s for f in planned.fleets.values() if f.hex == hex_ and f.transit is None for s in f.ships}
    absent = [short_id(s) for s in ships if s not in there and s not in fleet.ships]
    if not absent:
        return []
    return [
        Note(f"{', '.join(absent)} must have reached {hex_} by then, or {fleet.name} goes on without.", "CW-4.1-07")
    ]


def plan_mission(planned: PlannedState, order: SetMission) -> Preview:
    """What a fleet does where it is or arrives; a survey needs LRS and a survey bay in the task force (CW-12.0-05)."""
    fleet = planned.fleet(order.fleet)
    if fleet.id in planned.missions:
        raise WrongPhaseError(f"{fleet.name} already gets a mission on this sheet; change that order instead.")
    check_deed(planned.me.race, "first strike", order.mission, planned.settings)
    notes: tuple[Note, ...] = ()
    if order.mission == "survey":
        designs = [planned.me.designs[planned.ships[s].design] for s in fleet.ships]
        lrs, bays = sum(d.lrs for d in designs), sum(d.survey_bays for d in designs)
        if not lrs or not bays:
            raise IllegalOrderError(
                f"{fleet.name} has {lrs} LRS and {bays} survey bays; a survey needs at least one of each.",
                rule="CW-12.0-05",
            )
        if fleet.transit is None and fleet.id not in planned.moving and fleet.hex not in planned.view.objects:
            notes = (
                Note(f"There is nothing to survey at {fleet.hex}; the survey starts where the fleet arrives.", ""),
            )
    planned.missions.add(fleet.id)
    planned.fleets[fleet.id] = replace(fleet, mission=order.mission)
    what = "has no mission" if order.mission == "none" else f"gets the mission {order.mission}"
    return Preview(order=order, text=f"{fleet.name} {what}.", notes=notes)
