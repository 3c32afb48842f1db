"""Work in yards and factories, by the month or by the week, and the units that leave them (CW-6.0-06, CW-5.0-16)."""

from dataclasses import dataclass, field, replace
from typing import Final

from rules.cluster_war.economy.holds import filled, ship_capacity
from rules.cluster_war.economy.resources import held_by_draft, needed_by_design
from rules.cluster_war.events.empire import BuildProgressed, UnitsDelivered
from rules.cluster_war.events.works import BuildHalted, UnitsRefitted
from rules.cluster_war.holdings.capacity import LINES, free, key_of, tool_up, with_components
from rules.cluster_war.holdings.holdings import DraftWorks, add_units, find_site, load, put_site, skill_of
from rules.cluster_war.industry.orders.building import SendBuild
from rules.cluster_war.movement.fleets import new_fleet_id, put
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Build, Colony
from rules.cluster_war.state.names import WEEKS_PER_TURN, BuildId, ColonyId, FleetId, ShipId, SideId
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.working.lookups import attempt, id_number
from rules.cluster_war.working.turn_state import Draft
from rules.errors import GameError, IllegalOrderError
from rules.events import Cause, Modifier

MONTHLY: Final = ("site", "training")
"""Places whose work always takes the whole month."""


@dataclass(slots=True)
class _Shift:
    """A month's or a week's work: what each side's places have used up so far, and each side's resources."""

    weekly: bool
    week: int
    used: dict[tuple[ColonyId, str], int] = field(default_factory=dict)
    held: dict[SideId, frozenset[str]] = field(default_factory=dict)


def work_week(draft: Draft, week: int) -> None:
    """Where yards work by the week: a quarter hull space a bay, and delivery at that week's end (CW-6.0-07)."""
    if draft.settings.weekly_construction:
        _work(draft, _Shift(weekly=True, week=week))


def work_yards(draft: Draft) -> None:
    """Step 9: every build gets its capacity as far as its place has it, by build number; then units are delivered.

    All work is done before anything is delivered, so what a new base brings counts from the next turn.
    """
    _work(draft, _Shift(weekly=False, week=0))
    _tell_the_unsent(draft)


def _work(draft: Draft, shift: _Shift) -> None:
    worked: list[tuple[Build, int]] = []
    by_week = draft.settings.weekly_construction
    for build in sorted(draft.builds.values(), key=lambda b: (b.side, id_number(b.id))):
        if by_week and shift.weekly == (build.place in MONTHLY):
            if not shift.weekly:
                worked.append((build, 0))
            continue
        worked.append(_worked(draft, build, shift))
    for build, done in worked:
        draft.builds[build.id] = build
        if build.hull_left == 0 and build.paid >= build.price and _deliver(draft, build, shift):
            del draft.builds[build.id]
        elif not shift.weekly:
            _report(draft, build, done)


def _worked(draft: Draft, build: Build, shift: _Shift) -> tuple[Build, int]:
    """The build after the shift, and the hull spaces done."""
    works = DraftWorks(draft, build.side)
    try:
        site = find_site(works, build.colony)
    except GameError:
        return build, 0
    design = works.owner.designs[build.design]
    if build.hull_left and not _supplied(draft, build, design, shift):
        return build, 0
    if build.refits and not _at_hand(draft, build, site):
        return build, 0
    if build.place == "site":
        return replace(build, hull_left=0), build.hull_left
    if build.place == "training":
        return replace(build, hull_left=0), build.hull_left
    able = skill_of(works)
    key = key_of(build)
    if build.place == "factory":
        site = tool_up(
            site, key, shift.used.get((site.id, key), 0) + load(build, works.owner.designs, draft.settings), able
        )
        put_site(works, site)

    def taken(what: str) -> int:
        once = draft.used.get((build.colony, what), 0) if what in LINES or what == "shipyard" else 0
        return once + shift.used.get((build.colony, what), 0)

    given = min(load(build, works.owner.designs, draft.settings), max(0, free(site, key, taken, able)))
    shift.used[site.id, key] = shift.used.get((site.id, key), 0) + given
    if not shift.weekly:
        return replace(build, hull_left=build.hull_left - given), given
    done, quarters = divmod(build.quarters + given, WEEKS_PER_TURN)
    done = min(done, build.hull_left)
    left = build.hull_left - done
    return replace(build, hull_left=left, quarters=quarters if left else 0), done


def _supplied(draft: Draft, build: Build, design: Design, shift: _Shift) -> bool:
    """Whether the side has the resources the design needs; work stands still without, and is told once (CW-5.0-27)."""
    needed = needed_by_design(design, draft.settings)
    if not needed:
        return True
    if build.side not in shift.held:
        shift.held[build.side] = held_by_draft(draft, build.side)
    missing = next((name for name in needed if name not in shift.held[build.side]), "")
    if missing and (not shift.weekly or shift.week % WEEKS_PER_TURN == 0):
        draft.say(
            BuildHalted(
                side=build.side,
                build=build.id,
                colony=build.colony,
                design=design.id,
                resource=missing,
                cause=Cause("CW-5.0-27"),
                seen_by=(build.side,),
            )
        )
    return not missing


def _at_hand(draft: Draft, build: Build, site: Colony) -> bool:
    """Whether all ships of a refit are in the yard's hex."""
    waiting = {
        ship
        for fleet in draft.fleets.values()
        if fleet.side == build.side and fleet.hex == site.hex and fleet.transit is None and fleet.course is None
        for ship in fleet.ships
    }
    return all(ship in waiting for ship in build.refits if ship in draft.ships)


def _report(draft: Draft, build: Build, done: int) -> None:
    unpaid = build.price - build.paid
    reasons = [Modifier(done, "hull spaces done this turn")]
    if unpaid and not build.hull_left:
        reasons.append(Modifier(unpaid, "CPs still to be paid before delivery"))
    draft.say(
        BuildProgressed(
            side=build.side,
            build=build.id,
            hull_left=build.hull_left,
            unpaid=unpaid,
            cause=Cause("CW-6.0-06" if build.hull_left else "CW-5.0-16", modifiers=tuple(reasons)),
            seen_by=(build.side,),
        )
    )


def _deliver(draft: Draft, build: Build, shift: _Shift) -> bool:
    """Hand finished units over; False while their place is lost or a refit cannot be finished."""
    works = DraftWorks(draft, build.side)
    try:
        site = find_site(works, build.colony)
    except GameError:
        return False
    design = works.owner.designs[build.design]
    if build.refits or build.old:
        return _refitted(works, build, site, design)
    ships: tuple[ShipId, ...] = ()
    fleet: FleetId = ""
    if design.kind == "ship":
        ships = tuple(_launch(draft, build, design) for _ in range(build.count))
        fleet = _join(draft, build, site, ships)
    else:
        weak = build.count if build.crash == "quality" else 0
        put_site(works, with_components(add_units(site, design.id, build.count, weak), design, build.count))
    draft.say(
        UnitsDelivered(
            side=build.side,
            build=build.id,
            colony=site.id,
            design=design.id,
            count=build.count,
            ships=ships,
            fleet=fleet,
            cause=Cause("CW-6.0-07" if shift.weekly else "CW-6.0-06"),
            seen_by=(build.side,),
            week=shift.week,
        )
    )
    return True


def _refitted(works: DraftWorks, build: Build, site: Colony, design: Design) -> bool:
    """Make units of the new design of the old ones; those that are lost meanwhile are left out (CW-6.6-05)."""
    draft = works.draft
    ships = tuple(s for s in build.refits if s in draft.ships)
    if build.refits:
        changed = {s: replace(draft.ships[s], design=design.id, low_quality=False, faults=()) for s in ships}
        if any(filled(ship) > ship_capacity(design, draft.settings) for ship in changed.values()):
            return False
        draft.ships.update(changed)
    else:
        put_site(works, with_components(add_units(site, design.id, build.count), design, build.count))
    draft.say(
        UnitsRefitted(
            side=build.side,
            build=build.id,
            colony=site.id,
            design=design.id,
            count=len(ships) if build.refits else build.count,
            ships=ships,
            price=build.price,
            cause=Cause("CW-6.6-05" if build.price else "CW-6.7-06"),
            seen_by=(build.side,),
        )
    )
    return True


def _launch(draft: Draft, build: Build, design: Design) -> ShipId:
    key = f"{build.side}/{design.prefix}{draft.next_id(f'ship/{build.side}/{design.prefix}'):02d}"
    draft.ships[key] = Ship(id=key, side=build.side, design=design.id, low_quality=build.crash == "quality")
    return key


def _join(draft: Draft, build: Build, site: Colony, ships: tuple[ShipId, ...]) -> FleetId:
    """The fleet of the wished name at the place, or a new one, which leaves at once if it was sent somewhere."""
    wished = build.fleet.casefold()
    own = draft.fleets_of(build.side)
    for fleet in own:
        waits = fleet.transit is None and fleet.course is None and fleet.hex == site.hex
        if wished in {fleet.name.casefold(), fleet.id.casefold()} and waits:
            put(draft, replace(fleet, ships=(*fleet.ships, *ships)))
            return fleet.id
    new = new_fleet_id(draft, build.side)
    taken = wished in {name.casefold() for fleet in own for name in (fleet.name, fleet.id)}
    name = build.fleet if wished and not taken else f"{site.name} task force {id_number(new)}"
    sent = next(((s, o) for s, o in draft.orders_of(SendBuild) if s.side == build.side and o.build == build.id), None)
    route = sent[1].legs if sent else ()
    put(draft, Fleet(new, build.side, name, site.hex, ships, route=route, order=sent[0].id if sent else ""))
    return new


def _tell_the_unsent(draft: Draft) -> None:
    """The giver of an order to send ships hears of it when they did not leave the yard as a new fleet."""
    delivered: dict[BuildId, FleetId] = {e.build: e.fleet for e in draft.events if isinstance(e, UnitsDelivered)}
    for signed, order in draft.orders_of(SendBuild):
        with attempt(draft, signed):
            fleet = delivered.get(order.build)
            if fleet is None:
                raise IllegalOrderError(
                    "The ships have not left the yard yet; send them when they do.", rule="CW-6.0-07"
                )
            if fleet in draft.start.fleets:
                raise IllegalOrderError("The ships joined a fleet that was there, and stay with it.", rule="CW-6.0-07")
