"""Work in yards and factories, by the month or by the week, and the units that leave them (CW-6.0-06, CW-5.0-16)."""

from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.chapters.industry.building_orders import sending_order, tell_the_unsent
from rules.cluster_war.chapters.movement.fleets import new_fleet_id, put_fleet
from rules.cluster_war.model.economy.holds import filled_space, ship_capacity
from rules.cluster_war.model.economy.supply import held_by_draft, needed_by_design
from rules.cluster_war.model.events.industry import BuildHalted, BuildProgressed, UnitsDelivered, UnitsRefitted
from rules.cluster_war.model.holdings.capacity import PRODUCT_LINES, free, key_of, tool_up, with_components
from rules.cluster_war.model.holdings.holdings import add_units, load, skill_of
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.psionics.units import training_turns
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, FleetId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.unit_design.wounded import crew_grade
from rules.cluster_war.model.working.turn_state import TurnState, id_number
from rules.values import Cause, GameError, Modifier, changed

MONTHLY_PLACES: Final = ("site", "training")
"""Places whose work always takes the whole month."""


@dataclass(slots=True)
class _Shift:
    """A month's or a week's work: what each side's places have used up so far, and each side's resources."""

    weekly: bool
    week: int
    used: dict[tuple[ColonyId, str], int] = field(default_factory=dict)
    held: dict[SideId, frozenset[str]] = field(default_factory=dict)


def work_week(turn: TurnState, week: int) -> None:
    """Where yards work by the week: a quarter hull space a bay, and delivery at that week's end (CW-6.0-07)."""
    if turn.settings.weekly_construction:
        _work(turn, _Shift(weekly=True, week=week))


def work_yards(turn: TurnState) -> None:
    """Step 9: every build gets its capacity as far as its place has it, by build number; then units are delivered.

    All work is done before anything is delivered, so what a new base brings counts from the next turn.
    """
    _work(turn, _Shift(weekly=False, week=0))
    tell_the_unsent(turn)


def _work(turn: TurnState, shift: _Shift) -> None:
    worked: list[tuple[Build, int]] = []
    by_week = turn.settings.weekly_construction
    for build in sorted(_still_at_hand(turn), key=lambda b: (b.side, id_number(b.id))):
        if by_week and shift.weekly == (build.place in MONTHLY_PLACES):
            if not shift.weekly:
                worked.append((build, 0))
            continue
        worked.append(_worked(turn, build, shift))
    for build, done in worked:
        turn.builds[build.id] = build
        done_with = build.hull_left == 0 and build.paid >= build.price and not _in_training(turn, build)
        if done_with and _deliver(turn, build, shift):
            del turn.builds[build.id]
        elif not shift.weekly:
            _report(turn, build, done)


def _still_at_hand(turn: TurnState) -> list[Build]:
    """The works of all sides, refits without the ships that are lost; one that has none left ends (CW-6.6-05)."""
    found: list[Build] = []
    for build in turn.builds.values():
        ships = tuple(s for s in build.refits if s in turn.ships and turn.ships[s].side == build.side)
        if build.refits and not ships:
            told = (build.side, build.id, build.colony, build.design, 0, (), build.price)
            turn.tell_side(UnitsRefitted(*told, cause=Cause("CW-6.6-05")))
            continue
        found.append(build if ships == build.refits else changed(build, refits=ships, count=len(ships)))
    for gone in {*turn.builds} - {build.id for build in found}:
        del turn.builds[gone]
    return found


def _in_training(turn: TurnState, build: Build) -> bool:
    """Whether psychics among ground forces still train, who take a turn more than others (CW-15.0-14)."""
    design = turn.sides[build.side].designs.get(build.design)
    if design is None or build.refits or build.old:
        return False
    return turn.turn < build.started_turn + training_turns(design, turn.settings)


def _worked(turn: TurnState, build: Build, shift: _Shift) -> tuple[Build, int]:
    """The build after the shift, and the hull spaces done."""
    holdings = TurnHoldings(turn, build.side)
    try:
        site = holdings.site(build.colony)
    except GameError:
        return build, 0
    design = holdings.owner.designs[build.design]
    if build.hull_left and not _supplied(turn, build, design, shift):
        return build, 0
    if build.refits and not _at_hand(turn, build, site):
        return build, 0
    if build.place in MONTHLY_PLACES:
        return changed(build, hull_left=0), build.hull_left
    able = skill_of(holdings)
    key, asked = key_of(build), load(build, holdings.owner.designs, turn.settings)
    if build.place == "factory":
        site = tool_up(site, key, shift.used.get((site.id, key), 0) + asked, able)
        holdings.put_site(site)

    def taken(what: str) -> int:
        once = turn.used.get((build.colony, what), 0) if what in PRODUCT_LINES or what == "shipyard" else 0
        return once + shift.used.get((build.colony, what), 0)

    given = min(asked, max(0, free(site, key, taken, able)))
    shift.used[site.id, key] = shift.used.get((site.id, key), 0) + given
    if not shift.weekly:
        return changed(build, hull_left=build.hull_left - given), given
    done, quarters = divmod(build.quarters + given, WEEKS_PER_TURN)
    done = min(done, build.hull_left)
    left = build.hull_left - done
    return changed(build, hull_left=left, quarters=quarters if left else 0), done


def _supplied(turn: TurnState, build: Build, design: Design, shift: _Shift) -> bool:
    """Whether the side has the resources the design needs; work stands still without, and is told once (CW-5.0-27)."""
    needed = needed_by_design(design, turn.settings)
    if not needed:
        return True
    if build.side not in shift.held:
        shift.held[build.side] = held_by_draft(turn, build.side)
    missing = next((name for name in needed if name not in shift.held[build.side]), "")
    if missing and (not shift.weekly or shift.week % WEEKS_PER_TURN == 0):
        turn.tell_side(BuildHalted(build.side, build.id, build.colony, design.id, missing, cause=Cause("CW-5.0-27")))
    return not missing


def _at_hand(turn: TurnState, build: Build, site: Colony) -> bool:
    """Whether all ships of a refit are in the yard's hex."""
    waiting = {
        ship
        for fleet in turn.fleets.values()
        if fleet.side == build.side and fleet.hex == site.hex and fleet.transit is None and fleet.course is None
        for ship in fleet.ships
    }
    return all(ship in waiting for ship in build.refits)


def _report(turn: TurnState, build: Build, done: int) -> None:
    unpaid = build.price - build.paid
    reasons = [Modifier(done, "hull spaces done this turn")]
    if unpaid and not build.hull_left:
        reasons.append(Modifier(unpaid, "CPs still to be paid before delivery"))
    cause = Cause("CW-6.0-06" if build.hull_left else "CW-5.0-16", modifiers=tuple(reasons))
    turn.say(BuildProgressed(build.side, build.id, build.hull_left, unpaid, cause=cause, seen_by=(build.side,)))


def _deliver(turn: TurnState, build: Build, shift: _Shift) -> bool:
    """Hand finished units over; False while their place is lost or a refit cannot be finished."""
    holdings = TurnHoldings(turn, build.side)
    try:
        site = holdings.site(build.colony)
    except GameError:
        return False
    design = holdings.owner.designs[build.design]
    if build.refits or build.old:
        return _refitted(holdings, build, site, design)
    ships: tuple[ShipId, ...] = ()
    fleet: FleetId = ""
    if design.kind == "ship":
        ships = tuple(_launch(turn, build, design) for _ in range(build.count))
        fleet = _join(turn, build, site, ships)
    else:
        weak = build.count if build.crash == "quality" else 0
        holdings.put_site(with_components(add_units(site, design.id, build.count, weak), design, build.count))
    cause = Cause("CW-6.0-07" if shift.weekly else "CW-6.0-06")
    turn.tell_side(
        UnitsDelivered(
            build.side, build.id, site.id, design.id, build.count, ships, fleet, week=shift.week, cause=cause
        )
    )
    return True


def _refitted(holdings: TurnHoldings, build: Build, site: Colony, design: Design) -> bool:
    """Make units of the new design of the old ones (CW-6.6-05)."""
    turn = holdings.turn_state
    ships = build.refits
    if ships:
        new = {s: changed(turn.ships[s], design=design.id, low_quality=False, faults=()) for s in ships}
        if any(filled_space(ship) > ship_capacity(design, turn.settings) for ship in new.values()):
            return False
        turn.ships.update(new)
        turn.refits = object()
    else:
        holdings.put_site(with_components(add_units(site, design.id, build.count), design, build.count))
    cause = Cause("CW-6.6-05" if build.price else "CW-6.7-06")
    turn.tell_side(
        UnitsRefitted(build.side, build.id, site.id, design.id, build.count, ships, build.price, cause=cause)
    )
    return True


def _launch(turn: TurnState, build: Build, design: Design) -> ShipId:
    key = f"{build.side}/{design.prefix}{turn.next_id(f'ship/{build.side}/{design.prefix}'):02d}"
    turn.ships[key] = Ship(
        id=key, side=build.side, design=design.id, low_quality=build.crash == "quality", grade=crew_grade(design)
    )
    return key


def _join(turn: TurnState, build: Build, site: Colony, ships: tuple[ShipId, ...]) -> FleetId:
    """The fleet of the wished name at the place, or a new one, which leaves at once if it was sent somewhere."""
    wished = build.fleet.casefold()
    own = turn.fleets_of(build.side)
    for fleet in own:
        waits = fleet.transit is None and fleet.course is None and fleet.hex == site.hex
        if wished in {fleet.name.casefold(), fleet.id.casefold()} and waits:
            put_fleet(turn, changed(fleet, ships=(*fleet.ships, *ships)))
            return fleet.id
    new = new_fleet_id(turn, build.side)
    taken = wished in {name.casefold() for fleet in own for name in (fleet.name, fleet.id)}
    name = build.fleet if wished and not taken else f"{site.name} task force {id_number(new)}"
    signed, route = sending_order(turn, build)
    put_fleet(turn, Fleet(new, build.side, name, site.hex, ships, route=route, order=signed))
    return new
