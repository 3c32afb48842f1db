"""What a side's sheet would do if the deadline came now, and what still wants attention."""

from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.logistics.needs import norms_of
from rules.cluster_war.logistics.supplied import supply_hexes
from rules.cluster_war.movement.travel_time import eta
from rules.cluster_war.orders.order import Forecast, Note, SignedOrder
from rules.cluster_war.planning.check import plan_sheet
from rules.cluster_war.state.names import WEEKS_PER_TURN, HexId
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.state.view import View
from rules.cluster_war.unit_design.layout import force_warning


def forecast(view: View, sheet: tuple[SignedOrder, ...]) -> Forecast:
    """The whole sheet's effects, its missing parts, and the orders that would fail; never raises for a player's sheet."""
    planned, previews, problems = plan_sheet(view, sheet)
    made = [previews[s.id] for s in sorted(sheet, key=lambda s: s.number) if s.id in previews]
    effects = [Note(preview.text, "") for preview in made] + [note for preview in made for note in preview.notes]
    effects += _under_way(view, planned)
    effects.append(Note(f"{planned.purse} CPs go into the treasury.", "CW-5.0-18"))
    warning = force_warning(view)
    if warning is not None:
        effects.append(Note(warning.text, warning.rule))
    missing = _missing(view, planned)
    missing += [Note(f"Order {p.number} would fail: {p.text}", p.rule) for p in problems]
    return Forecast(
        income=view.income,
        spent=dict(planned.spent),
        left=planned.purse,
        effects=tuple(effects),
        missing=tuple(missing),
        problems=problems,
    )


def _under_way(view: View, planned: PlannedState) -> list[Note]:
    """What happens without any order: arrivals, surveys, yards, and fleets and yards that would stand idle."""
    notes: list[Note] = []
    ends = view.turn * WEEKS_PER_TURN
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.transit is not None:
            if fleet.transit.arrives <= ends:
                notes.append(
                    Note(f"{fleet.name} reaches {fleet.transit.to} ({eta(fleet.transit.arrives)}).", "CW-4.1-04")
                )
        elif fleet.course is not None and fleet.id not in planned.moving:
            due = fleet.course.due[-1]
            notes.append(Note(f"{fleet.name} goes on to {fleet.course.path[-1]} (ETA {eta(due)}).", "CW-4.1-04"))
        elif fleet.survey is not None and fleet.id not in planned.moving:
            notes.append(Note(f"{fleet.name} goes on surveying {fleet.survey.hex}.", "CW-12.1-10"))
    notes += _hungry(view, planned)
    idle = [f.name for _, f in sorted(planned.fleets.items()) if _idle(planned, f.id)]
    if idle:
        named = f"{', '.join(idle[:6])}{' and more' if len(idle) > 6 else ''}"
        notes.append(Note(f"Staying where they are, without a mission: {named}.", "CW-4.1-03"))
    for _, colony in sorted(planned.colonies.items()):
        if colony.shipyard_bays and (free := planned.free_capacity(colony, "shipyard")) > 0:
            heavy = ", heavy industry counted in" if colony.heavy_industry else ""
            notes.append(Note(f"{free} shipyard bays at {colony.name} stand idle{heavy}.", "CW-6.0-03"))
    return notes


def _hungry(view: View, planned: PlannedState) -> list[Note]:
    """Fleets that end the month out of supply or under way, with less aboard than it takes (CW-4.3-07, CW-4.3-13)."""
    hexes = supply_hexes(view, planned.me.id)
    norms = norms_of(planned.me.designs, view.settings)
    notes: list[Note] = []
    for _, fleet in sorted(planned.fleets.items()):
        here = _at_the_end(planned, fleet, view.turn * WEEKS_PER_TURN)
        if here in hexes:
            continue
        ships = [planned.ships[s] for s in fleet.ships]
        needs = sum(norms[s.design].points for s in ships if planned.me.designs[s.design].kind != "small_craft")
        aboard = sum(s.supplies for s in ships)
        if aboard < needs:
            where = f"out of supply at {here}" if here else "under way at the end of the month"
            text = f"{fleet.name} is {where}: it needs {needs} supply points and carries {aboard}."
            notes.append(Note(f"{text} Without them stress grows." if not here else text, "CW-4.3-13"))
    return notes


def _at_the_end(planned: PlannedState, fleet: Fleet, ends: int) -> HexId | None:
    """Where a fleet is when the month ends (in weeks), None in FTL space."""
    if fleet.id in planned.moving:
        legs = planned.heading.get(fleet.id, (fleet.hex,))
        return legs[-1] if planned.moving[fleet.id] <= ends else None
    if fleet.course is not None:
        return fleet.course.path[-1] if fleet.course.due[-1] <= ends else None
    if fleet.transit is not None:
        return fleet.transit.to if fleet.transit.arrives <= ends else None
    return fleet.hex


def _idle(planned: PlannedState, fleet: str) -> bool:
    found = planned.fleets[fleet]
    return (
        found.transit is None
        and not found.route
        and found.mission == "none"
        and fleet not in planned.moving
        and not found.standing
    )


def _missing(view: View, planned: PlannedState) -> list[Note]:
    notes = [
        Note(f"{p.name} gets no CPs this turn and would lose the {p.cps} it has gathered.", "CW-8.0-17")
        for _, p in sorted(view.projects.items())
        if not p.finished_turn and p.cps and f"fund {p.id}" not in planned.ordered
    ]
    for _, build in sorted(view.builds.items()):
        owing = build.price - build.paid
        if owing and build.hull_left <= build.capacity and f"continue {build.id}" not in planned.ordered:
            name = planned.me.designs[build.design].name
            notes.append(Note(f"{build.count} × {name}: {owing} CPs are owed before delivery.", "CW-5.0-16"))
    return notes
