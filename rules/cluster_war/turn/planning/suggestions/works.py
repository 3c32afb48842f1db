"""What could be built, repaired, studied, founded and let grow: facilities and what each is for, idle yards and factories,
research that waits for CPs, worlds that take a colony (6.0, 6.1, 8.0, 9.6, 5.0-21, 7.0)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from typing import Final

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid, founding_size
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits, format_days
from rules.cluster_war.chapters.combat.repair_bills import RepairBill, bill_for, is_damaged
from rules.cluster_war.chapters.combat.repair_shops import RepairShop, shop_of, shops_for
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, facility_price
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at, stations_of, worth
from rules.cluster_war.chapters.research.tasks import knows_technology, printed_tasks, successes_needed
from rules.cluster_war.model.economy.holds import cargo_held
from rules.cluster_war.model.economy.supply import main_grid
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind, workplace
from rules.cluster_war.model.holdings.capacity import label as capacity_name
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Leg, Project, Ship
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import damage_text
from rules.cluster_war.model.worlds.step_codes import colony_cost, multiple, plain_multiple
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion, picture, rank_suggestions, weeks_text
from rules.cluster_war.turn.planning.suggestions.outlook import (
    arrival_words,
    design_words,
    months_to_come,
    step_words,
    technology_words,
)
from rules.cluster_war.turn.planning.suggestions.voyages import nearest
from rules.values import GameError

MOST_SITES: Final = 5
"""Of the largest colonies, so many are offered for each kind."""
USUAL_AMOUNTS: Final[dict[FacilityKind, int]] = {"shipyard": 20, "lab": 10, "heavy": 20, "factory": 20, "training": 25}
PURPOSES: Final[dict[FacilityKind, str]] = {
    "shipyard": "each builds one hull space of ships a month",
    "lab": "each adds 1 % to research here, up to what the CPs alone give",
    "heavy": "builds ships and bases like yards",
    "factory": "makes fighters, vehicles and munitions",
    "training": "houses and trains ground forces",
}


def facilities(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """The usual amount of each kind, in turn, at the largest colonies, those first that have some of it (CW-6.1-05)."""
    planned = picture(view, sheet)
    rows = zip_longest(*(list(_of_kind(planned, kind)) for kind in USUAL_AMOUNTS))
    return rank_suggestions(view, sheet, [one for row in rows for one in row if one is not None])


def _of_kind(planned: PlannedState, kind: FacilityKind) -> Iterator[Suggestion]:
    facility, amount = FACILITIES[kind], USUAL_AMOUNTS[kind]
    cost = facility_price(kind, amount, planned.settings)
    if cost > planned.purse:
        return
    sites = sorted(planned.colonies.values(), key=lambda c: (-getattr(c, facility.field), -c.size, c.id))
    for site in [one for one in sites if one.size][:MOST_SITES]:
        why = f"{cost} CPs, {getattr(site, facility.field)} there now; {PURPOSES[kind]}"
        yield Suggestion(BuildFacility(site.id, kind, amount), f"{amount} {facility.name} at {site.name}", why)


REPAIRERS_OFFERED: Final = 2
"""Of those who could repair a fleet, so many are offered."""


def suggest_repairs(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Repairs where the damaged are, then where the others could go to be repaired."""
    planned = picture(view, sheet)
    return rank_suggestions(view, sheet, [*repairs(planned), *passages(planned)])


def repairs(planned: PlannedState) -> Iterator[Suggestion]:
    """Repairs of all that is damaged and not in repair, a fleet or base at a time, with price and days (CW-9.6-12)."""
    for name, fleet, units in damaged_units(planned):
        for shop, told in list(offers(planned, units))[:REPAIRERS_OFFERED]:
            using, at = (shop.key, "") if shop.fleet else ("", shop.key)
            order = RepairUnits(fleet, () if fleet else tuple(u.id for u in units), at, using)
            yield Suggestion(order, f"Repair {name} at {shop.name}", told)


def passages(planned: PlannedState) -> Iterator[Suggestion]:
    """Damaged fleets that nobody can repair where they are, to the nearest colony or base with bays (CW-9.6-01)."""
    found = (
        (name, key)
        for name, key, units in damaged_units(planned)
        if may_leave(planned, key) and not has_offer(planned, units)
    )
    yield from voyages(planned, [(name, planned.fleets[key]) for name, key in found])


def may_leave(planned: PlannedState, fleet: FleetId) -> bool:
    """Whether a fleet, "" for none, is somewhere and nothing on the sheet sends it on."""
    found = planned.fleets.get(fleet)
    return found is not None and found.transit is None and found.course is None and fleet not in planned.moving


def has_offer(planned: PlannedState, units: Sequence[Ship | Base]) -> bool:
    """Whether somebody could repair these units where they are, and it can be paid."""
    return any(is_payable(planned, shop, bill) for shop, bill in bills(planned, units))


def voyages(planned: PlannedState, stranded: Sequence[tuple[str, Fleet]]) -> Iterator[Suggestion]:
    """Fleets, each with what it is called, to the nearest colony or base with bays."""
    sites = map(partial(shop_of, planned), _sites(planned) if stranded else ())
    shops = {shop.hex: shop for shop in sites if shop.bays or shop.yards}
    for name, fleet in stranded:
        for weeks, goal in [*nearest(planned, fleet, shops)][:1]:
            shop = shops[goal]
            why = f"{name} is damaged; {shop.name} has {shop.words}, {weeks_text(weeks)}"
            yield Suggestion(MoveFleet(fleet.id, (Leg(goal),)), f"{name} to {shop.name} for repair", why)


def _sites(planned: PlannedState) -> list[str]:
    """The side's bases and colonies that stand and work, those with most shipyard bays last."""
    bases = [b.id for b in planned.bases.values() if not b.towed_by and b.ready <= planned.turn]
    colonies = sorted(planned.colonies.values(), key=lambda c: (c.shipyard_bays, c.id))
    return [*bases, *(c.id for c in colonies)]


def damaged_units(planned: PlannedState) -> Iterator[tuple[str, FleetId, tuple[Ship | Base, ...]]]:
    """Fleets, and bases with "" for a fleet, of which something is damaged and not in repair."""
    for _, fleet in sorted(planned.fleets.items(), key=lambda item: (item[1].name.casefold(), item[0])):
        hurt = tuple(planned.ships[s] for s in sorted(fleet.ships) if _waits(planned.ships[s]))
        if hurt and fleet.side == planned.me.id:
            yield fleet.name, fleet.id, hurt
    for _, base in sorted(planned.bases.items()):
        if _waits(base) and base.side == planned.me.id:
            yield f"{base.name} ({short_id(base.id)})", "", (base,)


def offers(planned: PlannedState, units: Sequence[Ship | Base]) -> Iterator[tuple[RepairShop, str]]:
    """Who could repair these units where the first of them is, and what it comes to: "9 CPs, 3 days, 20 shipyard bays"."""
    for shop, bill in bills(planned, units):
        if is_payable(planned, shop, bill):
            part = "" if not bill.left else ", not all of it"
            yield shop, f"{bill.cps} CPs, {format_days(bill.days)}, {shop.words}{part}"


def bills(planned: PlannedState, units: Sequence[Ship | Base]) -> Iterator[tuple[RepairShop, RepairBill]]:
    """Who could repair something of these units where the first of them is, the best first, each with its bill."""
    for shop in shops_for(planned, units[0]):
        try:
            yield shop, bill_for(planned, shop, units)
        except GameError:
            continue


def is_payable(planned: PlannedState, shop: RepairShop, bill: RepairBill) -> bool:
    """Whether the pool has what a bill comes to; fleets, and places that are cut off, pay from what is their own."""
    return shop.fleet or bill.cps <= planned.purse or not planned.connected(planned.site(shop.key))


def state_of(unit: Ship | Base) -> str:
    """A unit and what is wrong with it: "DD01: 3 Beam emitter 3 damaged"."""
    return f"{short_id(unit.id)}: {damage_text(unit.wounds, unit.damage)}"


def _waits(unit: Ship | Base) -> bool:
    return not unit.mending.by and is_damaged(unit)


USUAL_PROJECT_CPS: Final = 100
"""CPs that a project gets where nothing says otherwise."""


def build(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What can be repaired (CW-9.6-01); then one unit each of what an idle yard, factory or training base can make and the CPs
    left can pay: in turn of each kind of work, what is ready soonest first and then the dearest (CW-6.0-03, CW-6.0-06)."""
    planned = picture(view, sheet)
    by_place: defaultdict[str, list[tuple[int, int, str, Suggestion]]] = defaultdict(list)
    for site in planned.colonies.values():
        for design in planned.me.designs.values():
            work = _work(planned, site, design)
            if work is None:
                continue
            key, idle = work
            turns = -(-design.hull // idle)
            when = "ready in one turn" if turns == 1 else f"ready in {turns} turns"
            good = design_words(design, planned.settings)
            why = f"{good}; {when}, {design.cost} of {planned.purse} CPs; {capacity_name(key)}: {idle} idle"
            order = BuildUnits(site.id, design.id, 1, 0)
            made = Suggestion(order, f"{design.name} at {site.name}", why)
            by_place[key].append((turns, -design.cost, f"{design.id} {site.id}", made))
    rows = [[found[-1] for found in sorted(each, key=lambda f: f[:3])] for each in by_place.values()]
    units = [one for row in zip_longest(*rows) for one in row if one is not None]
    return rank_suggestions(view, sheet, [*repairs(planned), *units])


def research(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Running projects that the sheet gives nothing yet, with the usual sum, those that would lose CPs first (CW-8.0-17); then
    what it has not begun of the research that the game master has told of or the rule book lists (CW-8.0-04)."""
    planned = picture(view, sheet)
    return rank_suggestions(view, sheet, [*_running(planned), *open_tasks(planned)])


def research_places(view: View) -> tuple[HexId, ...]:
    """Where research can be done, most science stations first, then the largest colonies (CW-8.0-01, CW-8.0-11)."""
    sizes: defaultdict[HexId, int] = defaultdict(int)
    for colony in view.colonies.values():
        sizes[colony.hex] += colony.size
    stations = stations_of(view, view.side)
    return tuple(sorted(sizes, key=lambda h: (-stations[h], -sizes[h], h)))


def usual_sum(left: int) -> int:
    """CPs for a project: 100, or what is left."""
    return min(USUAL_PROJECT_CPS, left)


def _work(planned: PlannedState, site: Colony, design: Design) -> tuple[str, int] | None:
    """What would work on a unit there, and how much of it is idle; None if nothing can."""
    try:
        place, line = workplace(design, planned.settings)
    except GameError:
        return None
    if place == "site" or design.cost > planned.purse or any(planned.problems(design)):
        return None
    key = line if place == "factory" else place
    idle = planned.free_capacity(site, key)
    return (key, idle) if idle > 0 else None


def _running(planned: PlannedState) -> Iterator[Suggestion]:
    view = planned.view
    cps = usual_sum(planned.purse)
    for project in sorted(view.projects.values(), key=lambda p: (-p.cps, p.name)):
        if project.finished_turn or f"fund {project.id}" in planned.ordered or cps < 1:
            continue
        loses = f", else it loses {project.cps} CPs" if project.cps else ""
        chance = _chance(planned, project.hex, project.cps + worth(cps, planned.me.race))
        what, months = project.technology or project.name, months_of(planned, project, cps)
        why = f"{step_words(project.step, project.steps, what)}, {chance} % this month, {arrival_words(months)}{loses}"
        yield Suggestion(FundProject(project.id, cps), f"{project.name}: {cps} CPs", why)


def open_tasks(planned: PlannedState) -> Iterator[Suggestion]:
    """What the game master has told of and what the rule book lists, where all it needs is known; the easiest first."""
    cps, places = usual_sum(planned.purse), research_places(planned.view)
    if not places or cps < 1:
        return
    begun = {name.casefold() for p in planned.view.projects.values() for name in (p.name, p.technology)}
    printed = (
        task for task in printed_tasks(planned.settings) if task.successes > 1
    )  # with one: a design of one's own
    tasks = {task.technology.casefold(): task for task in (*printed, *planned.view.tasks)}
    for key, task in sorted(tasks.items(), key=lambda item: (item[1].successes, item[0])):
        steps = successes_needed(planned.me, task.technology, task)
        if steps is None or key in begun or knows_technology(planned.me, task.technology):
            continue
        if f"start {key}" in planned.ordered or not all(
            knows_technology(planned.me, needed) for needed in task.requires
        ):
            continue
        order = StartProject(task.technology, places[0], steps, cps, task.technology)
        chance = _chance(planned, places[0], worth(cps, planned.me.race))
        months = months_to_come(planned, places[0], steps, 0, cps)
        does = technology_words(task.technology, task)
        why = (
            f"{does}{'; ' if does else ''}{step_words(1, steps, 'it')}, {chance} % this month, {arrival_words(months)}"
        )
        yield Suggestion(order, f"Begin {task.technology}: {cps} CPs", why)


def months_of(planned: PlannedState, project: Project, cps: int) -> int | None:
    """The month in which a running project may be done with so many CPs in each, as `months_to_come` has it."""
    left = project.steps - project.step + 1
    return months_to_come(planned, project.hex, left, project.cps, cps)


def _chance(planned: PlannedState, hex_: HexId, cps: int) -> int:
    stations = stations_at(planned.view, planned.me.id, hex_)
    return research_chance(cps, stations, planned.me.race, planned.me.technologies, planned.settings).chance


def colonies(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """The cheapest worlds first, and of those the ones that take most: colonies from fleets that carry CPs and are there this
    turn, from the pool inside the grid where the campaign allows that, and growth of the side's own colonies."""
    planned = picture(view, sheet)
    found = [*_landings(planned), *_in_grid(planned), *_growth(planned)]
    return rank_suggestions(view, sheet, [one for _, _, _, one in sorted(found, key=lambda f: f[:3])])


Priced = tuple[Fraction, int, str, Suggestion]


def _landings(planned: PlannedState) -> Iterator[Priced]:
    """Worlds for the CPs that fleets carry where they are; they come before what the pool has to pay."""
    for fleet in sorted(planned.fleets.values(), key=lambda f: f.name):
        held = cargo_held([planned.ships[s] for s in fleet.ships])
        here = _there_this_turn(planned, fleet)
        for hex_, body in _free_worlds(planned, held, here):
            share, most = _price(planned, body)
            size, used = founding_size(held, share, most)
            if size >= 1:
                why = f"×{plain_multiple(share)} world, {used} of the {held} CPs aboard: size {size} of {most}"
                order = FoundColony(fleet.id, hex_, body.orbit, 0)
                yield (
                    share - 1000,
                    -most,
                    f"{hex_}-{body.orbit}",
                    Suggestion(order, f"{fleet.name} founds world {body.orbit} of {planned.place(hex_)}", why),
                )


def _there_this_turn(planned: PlannedState, fleet: Fleet) -> HexId:
    if fleet.transit is not None:
        soon = fleet.transit.arrives <= planned.first_week + WEEKS_PER_TURN
        return fleet.transit.to if soon else ""
    if fleet.id in planned.moving:
        soon = planned.moving[fleet.id] <= planned.first_week + WEEKS_PER_TURN
        return planned.heading.get(fleet.id, ("",))[-1] if soon else ""
    return fleet.hex


def _free_worlds(planned: PlannedState, cps: int, hex_: HexId) -> Iterator[tuple[HexId, KnownBody]]:
    known = planned.view.systems.get(hex_)
    if cps > 0 and known is not None:
        yield from ((hex_, body) for body in _unsettled(planned, known))


def _unsettled(planned: PlannedState, known: KnownSystem) -> Iterator[KnownBody]:
    """Surveyed worlds of a system that take people and have no colony, nor one ordered."""
    if known.level != "surveyed":
        return
    for body in known.bodies:
        key = f"{known.hex}-{body.orbit}"
        settled = key in planned.colonies or key in planned.view.foreign_colonies
        if body.max_cp and not settled and f"settle {key}" not in planned.ordered:
            yield body


def _in_grid(planned: PlannedState) -> Iterator[Priced]:
    if planned.settings.colony_freighters != "outside-grid" or planned.purse < 1:
        return
    grid = main_grid(planned.view, planned.me.id)
    for hex_, known in planned.view.systems.items():
        for body in _unsettled(planned, known) if hex_ in grid else ():
            share, most = _price(planned, body)
            size, used = founding_size(planned.purse, share, most)
            if size >= 1:
                pays = payback_words(share)
                why = f"{pays}; ×{plain_multiple(share)} world in your grid, {used} CPs: size {size} of {most}"
                order = SettleInGrid(hex_, body.orbit, used)
                label = f"Settle world {body.orbit} of {planned.place(hex_)}"
                yield share, -most, f"{hex_}-{body.orbit}", Suggestion(order, label, why)


def _growth(planned: PlannedState) -> Iterator[Priced]:
    for colony in planned.colonies.values():
        world = planned.world(colony.hex, colony.orbit)
        if world is None or world.max_cp is None or colony.size >= world.max_cp:
            continue
        share = multiple(planned.me.race, world.step, planned.settings)
        whole = colony_cost(world.max_cp - colony.size, share)
        added, cost = growth(min(planned.purse, whole), share, colony.size, world.max_cp)
        if added >= 1:
            sizes = f"{cost} CPs: size {colony.size} to {colony.size + added} of {world.max_cp}"
            why = f"{payback_words(share)}; ×{plain_multiple(share)} world, {sizes}"
            one = Suggestion(ExpandColony(colony.id, cost), f"{colony.name} grows", why)
            yield share, -(world.max_cp - colony.size), colony.id, one


def payback_words(share: Fraction) -> str:
    """How soon CPs come back that a colony grows by: one of size yields one a month (CW-5.0-21)."""
    months = -(-share.numerator // share.denominator)
    return "pays for itself in a month" if months == 1 else f"pays for itself in {months} months"


def _price(planned: PlannedState, body: KnownBody) -> tuple[Fraction, int]:
    return multiple(planned.me.race, body.step, planned.settings), body.max_cp or 0
