"""The chain that founds a colony: survey, load, travel, found (CW-12.1-07, CW-7.0-06).

What is taken aboard, and how much, is what a governor's freighters take (`governors/concerns/expansion.py`).
"""

from collections.abc import Iterator

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, founding_size, free_world
from rules.cluster_war.chapters.detection.surveys import survey_weeks
from rules.cluster_war.chapters.movement.fleets import force
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.economy.holds import cargo_held, room_aboard
from rules.cluster_war.model.holdings.finders import own_fleet
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.sides import KnownBody
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.step_codes import plain_multiple
from rules.cluster_war.play.governors.concerns.expansion import (
    FreeWorld,
    appraise,
    cargo_for,
    colonists_wanted,
    departure,
    loading_places,
)
from rules.cluster_war.play.governors.roster import surveys, waits
from rules.cluster_war.play.governors.situation import Situation, bound_for
from rules.cluster_war.play.standing_orders.chain_kinds import (
    Chain,
    PlannedStep,
    arrival,
    arrives_in,
    bound_text,
    go,
    next_turn_start,
    step,
    turn_of,
    weeks_to,
    world_name,
)
from rules.cluster_war.play.standing_orders.goal_kinds import NothingToDo, WantedOrders, Wish
from rules.cluster_war.turn.planning.suggestions.meetings import ends_at, weeks_text
from rules.values import GameError, IllegalOrderError, NotYoursError

SURVEY, LOAD, TRAVEL, FOUND = 1, 2, 3, 4


class SettleWorld(Chain):
    """Found a colony on one world: a fleet surveys it where nobody has, another takes colonists there and founds. Without a
    `surveyor` the fleet with the colonists surveys, if it can."""

    hex: HexId
    orbit: int
    fleet: FleetId
    surveyor: FleetId = ""

    @property
    def world(self) -> str:
        """The world's id."""
        return f"{self.hex}-{self.orbit}"


def settle_world(situation: Situation, goal: SettleWorld) -> Wish:
    """What the chain wants of this turn. GameError says why it cannot go on, and what would help."""
    planned = situation.planned
    name = world_name(planned.view, goal.hex, goal.orbit)
    if goal.world in planned.colonies:
        return NothingToDo(f"{name} is yours")
    fleet = _carrier(situation, goal)
    if f"settle {goal.world}" in planned.ordered:
        return NothingToDo(step(FOUND, f"an order on your sheet founds {name}"))
    if not planned.surveyed(goal.hex):
        return _survey(situation, goal)
    free_world(planned, goal.hex, goal.orbit)
    world = _appraised(situation, goal)
    if world is None or not world.most:
        raise IllegalOrderError(f"{name} can hold no colony; choose another world.", rule="CW-7.0-01")
    return _carry(situation, fleet, world, name)


def _carry(situation: Situation, fleet: Fleet, world: FreeWorld, name: str) -> Wish:
    """From a surveyed world to a colony on it."""
    planned = situation.planned
    held = cargo_held(planned.ships[s] for s in fleet.ships)
    laden = founding_size(held, world.share, world.most)[0] >= 1
    found = FoundColony(fleet.id, world.hex, world.orbit, 0)
    if laden and ends_at(planned, fleet) == world.hex:
        text = f"{fleet.name} founds {name} with {held} CPs"
        return (WantedOrders((found,), step(FOUND, text)),)
    if not waits(planned, fleet):
        to = bound_for(situation, fleet)
        return NothingToDo(step(TRAVEL if to == world.hex else LOAD, bound_text(situation, fleet, to)))
    if laden:
        weeks = weeks_to(situation, fleet, world.hex)
        text = f"{fleet.name} takes {held} CPs to {planned.place(world.hex)}; {arrives_in(situation, weeks)}"
        return (WantedOrders((go(fleet.id, world.hex),), step(TRAVEL, text)),)
    return _load(situation, fleet, world, name)


def _load(situation: Situation, fleet: Fleet, world: FreeWorld, name: str) -> Wish:
    """Colonists go aboard where the pool is, and the fleet sets out with them in the same month."""
    planned, homes = situation.planned, loading_places(situation)
    if fleet.hex not in homes:
        for weeks, home in situation.ways(fleet, homes)[:1]:
            text = f"{fleet.name} goes to {planned.place(home)} to load; {arrives_in(situation, weeks)}"
            return (WantedOrders((go(fleet.id, home),), step(LOAD, text)),)
        raise GameError(
            f"{fleet.name} can reach no colony of your grid to load at; change this order to another fleet."
        )
    weeks = weeks_to(situation, fleet, world.hex)
    cps, points = cargo_for(situation, fleet, weeks, colonists_wanted(world))
    cps = min(cps, planned.purse)
    if founding_size(cps, world.share, world.most)[0] < 1:
        price = plain_multiple(world.share)
        raise GameError(
            f"{planned.purse} CPs are left, too few for a colony on {name}, where a CP of size costs {price}; it goes on when "
            "there are more."
        )
    orders = departure(fleet, world, weeks, cps, points)
    loads = f"{fleet.name} loads {cps} CPs" + (f" and {points} supply points" if points else "")
    if not weeks:
        founding = FoundColony(fleet.id, world.hex, world.orbit, 0)
        return (WantedOrders((*orders, founding), step(FOUND, f"{loads} and founds {name}")),)
    text = f"{loads}; {arrives_in(situation, weeks)}"
    without = departure(fleet, world, weeks, cps, 0)
    return WantedOrders(orders, step(LOAD, text)), WantedOrders(without, step(LOAD, text))


def _survey(situation: Situation, goal: SettleWorld) -> Wish:
    planned = situation.planned
    fleet, place = _surveyor(situation, goal), planned.place(goal.hex)
    to = bound_for(situation, fleet)
    if not waits(planned, fleet):
        return NothingToDo(step(SURVEY, bound_text(situation, fleet, to)))
    told = () if fleet.mission == "survey" else (SetMission(fleet.id, "survey"),)
    if fleet.hex == goal.hex:
        if not told:
            return NothingToDo(step(SURVEY, f"{fleet.name} surveys {place}"))
        return (WantedOrders(told, step(SURVEY, f"{fleet.name} surveys {place}")),)
    weeks = weeks_to(situation, fleet, goal.hex)
    text = f"{fleet.name} goes to survey {place}; {arrives_in(situation, weeks)}"
    return (WantedOrders((*told, go(fleet.id, goal.hex)), step(SURVEY, text)),)


def _surveyor(situation: Situation, goal: SettleWorld) -> Fleet:
    """The fleet that surveys; NotYoursError names one that could."""
    planned = situation.planned
    key = goal.surveyor or goal.fleet
    fleet = own_fleet(planned, key)
    if surveys(planned, fleet):
        return fleet
    able = [f.name for _, f in sorted(planned.fleets.items()) if surveys(planned, f)]
    place = planned.place(goal.hex)
    help_ = f'write surveyed by "{able[0]}" behind this order' if able else "build a survey ship first"
    raise NotYoursError(f"{place} is not surveyed, and {fleet.name} cannot survey it; {help_}.")


def _carrier(situation: Situation, goal: SettleWorld) -> Fleet:
    """The fleet that takes the colonists; NotYoursError for one without cargo bays."""
    fleet = own_fleet(situation.planned, goal.fleet)
    if not carrying_room(situation, fleet):
        raise NotYoursError(f"{fleet.name} has no cargo bays; change this order to a fleet of freighters.")
    return fleet


def carrying_room(situation: Situation, fleet: Fleet) -> int:
    """CPs that a fleet's holds have, or could take."""
    ships = [situation.planned.ships[s] for s in fleet.ships]
    return cargo_held(ships) + room_aboard(situation.me.designs, ships, situation.settings)


def _appraised(situation: Situation, goal: SettleWorld) -> FreeWorld | None:
    body = body_of(situation.view, goal.hex, goal.orbit)
    return None if body is None else appraise(situation, goal.hex, body)


def body_of(view: View, hex_: HexId, orbit: int) -> KnownBody | None:
    """A world that the side knows of."""
    system = view.systems.get(hex_)
    return None if system is None else next((b for b in system.bodies if b.orbit == orbit), None)


def settling_steps(situation: Situation, goal: SettleWorld) -> Iterator[PlannedStep]:
    """The steps that are still to come, with their turns, as far as they can be known. GameError as `settle_world`."""
    planned = situation.planned
    fleet, week = _carrier(situation, goal), planned.first_week
    if not planned.surveyed(goal.hex):
        scout = _surveyor(situation, goal)
        there = arrival(situation, scout)
        week = there if there is not None else week + weeks_to(situation, scout, goal.hex)
        has = force(planned.me.designs, [planned.ships[s] for s in scout.ships], planned.officers)
        lasts = survey_weeks(has.lrs, has.survey_bays, situation.settings)
        text = f"{scout.name} surveys {planned.place(goal.hex)}, {weeks_text(lasts)}"
        yield PlannedStep(SURVEY, text, turn_of(week + lasts))
        week = next_turn_start(week + lasts)
    yield from _carrying(situation, goal, fleet, week)


def _carrying(situation: Situation, goal: SettleWorld, fleet: Fleet, week: int) -> Iterator[PlannedStep]:
    planned, world = situation.planned, _appraised(situation, goal)
    name, held = world_name(planned.view, goal.hex, goal.orbit), cargo_held(planned.ships[s] for s in fleet.ships)
    if not held:
        homes = loading_places(situation)
        if waits(planned, fleet) and fleet.hex not in homes:
            for weeks, home in situation.ways(fleet, homes)[:1]:
                week = next_turn_start(week + weeks)
                yield PlannedStep(LOAD, f"{fleet.name} goes to {planned.place(home)} to load", turn_of(week))
        text = f"{fleet.name} loads its colonists"
        if world is not None and world.most and fleet.hex in homes:
            cps, points = cargo_for(situation, fleet, weeks_to(situation, fleet, goal.hex), colonists_wanted(world))
            text = f"{fleet.name} loads {cps} CPs" + (f" and {points} supply points" if points else "")
        yield PlannedStep(LOAD, text, turn_of(week))
    elsewhere = fleet.hex != goal.hex
    if elsewhere and waits(planned, fleet):
        weeks = weeks_to(situation, fleet, goal.hex)
        week += weeks
        yield PlannedStep(
            TRAVEL, f"{fleet.name} travels to {planned.place(goal.hex)}, {weeks_text(weeks)}", turn_of(week)
        )
    price = "" if world is None else f", ×{plain_multiple(world.share)}"
    most = f", holds {world.most}" if world is not None and world.most else ""
    yield PlannedStep(FOUND, f"{fleet.name} founds {name}{price}{most}", turn_of(week))
