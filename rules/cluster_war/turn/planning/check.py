"""Orders before the deadline: what one would do or why it cannot be given, what the sheet would cost, and which fleets would
lack supplies (4.3)."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from rules.cluster_war.chapters.encounters.known_specials import BONDS, bound_words, dangers, held_note
from rules.cluster_war.chapters.logistics.rations import SupplyNorm, norms_of
from rules.cluster_war.chapters.logistics.stores import supply_hexes
from rules.cluster_war.chapters.movement.journey import hexes_passed
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.chapters.terrain.forecast import warnings
from rules.cluster_war.model.economy.yields import supply_number
from rules.cluster_war.model.holdings.holdings import TooDearError
from rules.cluster_war.model.holdings.order_kind import Phase, PlannedState, Trip, TripEntry
from rules.cluster_war.model.orders.order import Forecast, Lapse, Note, Order, OrderPreview, OrderProblem, SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, DesignId, HexId
from rules.cluster_war.model.state.holdings import Fleet, Ship
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.unit_design.pricing import force_warning
from rules.cluster_war.turn.planning.relations import breach_notes
from rules.cluster_war.turn.registry import KIND_OF
from rules.values import GameError, IllegalOrderError, changed


def wants(planned: PlannedState, ships: Iterable[Ship], hex_: HexId | None) -> tuple[int, int]:
    """Supply points that ships need a turn in a hex (None: in FTL space), none where they are in supply, and how many they carry
    (CW-4.3-13)."""
    there = tuple(ships)
    aboard = sum(s.supplies for s in there)
    if hex_ in supply_hexes(planned.view, planned.me.id):
        return 0, aboard
    norms = norms_of({s.design: planned.me.designs[s.design] for s in there}, planned.view.settings)
    return _needs(planned, there, norms), aboard


def supply_notes(planned: PlannedState, fleet: Fleet, trip: Trip) -> Iterator[Note]:
    """What a fleet needs a turn on a way that ends out of supply (CW-4.3-13), or on which it is in FTL space or out of supply
    when the month ends (CW-4.3-07), if it carries too little for a turn: one sentence for the whole way."""
    end = trip.entries[-1].hex if trip.entries else fleet.hex
    now = _on_the_way(fleet, trip, planned.view.turn * WEEKS_PER_TURN)
    ships = [planned.ships[s] for s in trip.ships]
    there, aboard = wants(planned, ships, end)
    under_way, _ = wants(planned, ships, now)
    needs = max(there, under_way)
    if aboard >= needs:
        return
    points = "1 supply point" if needs == 1 else f"{needs} supply points"
    if there:
        way = "there" if now == end or not under_way else "on the way and there"
        where = f"{place_name(planned.view, end)} is out of supply: {fleet.name} needs {points} a turn {way}"
    else:
        place = f"out of supply at {now}" if now else "under way"
        where = f"{fleet.name} is {place} at the end of the month: it needs {points}"
    risen = supply_number("stress for each turn out of supply", planned.view.settings)
    yield Note(f"{where} and carries {aboard}. Without them stress grows by {risen} % a turn.", "CW-4.3-13")


def short_of_supplies(planned: PlannedState) -> list[Note]:
    """Fleets that end the month out of supply or under way, with less aboard than it takes (CW-4.3-07, CW-4.3-13); not those that
    an order sends on a way, of which its preview tells."""
    view = planned.view
    hexes = supply_hexes(view, planned.me.id)
    norms = norms_of(planned.me.designs, view.settings)
    notes: list[Note] = []
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.id in planned.travels:
            continue
        here = _at_the_end(planned, fleet, view.turn * WEEKS_PER_TURN)
        if here in hexes:
            continue
        ships = [planned.ships[s] for s in fleet.ships]
        needs = _needs(planned, ships, norms)
        aboard = sum(s.supplies for s in ships)
        if aboard < needs:
            where = f"out of supply at {here}" if here else "under way at the end of the month"
            points = "supply point" if needs == 1 else "supply points"
            text = f"{fleet.name} is {where}: it needs {needs} {points} and carries {aboard}."
            notes.append(Note(f"{text} Without them stress grows." if not here else text, "CW-4.3-13"))
    return notes


def _needs(planned: PlannedState, ships: Iterable[Ship], norms: Mapping[DesignId, SupplyNorm]) -> int:
    """Supply points that ships need a turn out of supply, small craft apart."""
    return sum(norms[s.design].points for s in ships if planned.me.designs[s.design].kind != "small_craft")


def _on_the_way(fleet: Fleet, trip: Trip, ends: int) -> HexId | None:
    """Where a fleet is on a way when the month ends (in weeks), None in FTL space."""
    if not trip.entries or trip.departs >= ends:
        return fleet.hex
    last = trip.entries[-1]
    if last.week <= ends:
        return last.hex
    seen = (one for one in trip.entries if not one.crossed and one.week <= ends < one.week + one.stays)
    return next((one.hex for one in seen), None)


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


NEW_MARK = "(new)"


def _turn_order(signed: SignedOrder) -> tuple[Phase, int]:
    """When an order is planned: dealings and what organises fleets together, then by phase, and by number on the sheet."""
    return max(KIND_OF[type(signed.order)].phase, Phase.ORGANISE), signed.number


def _picture(view: View, sheet: tuple[SignedOrder, ...]) -> PlannedState:
    """The picture before any order, the ids of the sheet's new task forces kept for them."""
    return PlannedState(view, [s.order.new for s in sheet if isinstance(s.order, SplitFleet) and s.order.new])


def _walk(
    planned: PlannedState, sheet: tuple[SignedOrder, ...], warned: Container[str]
) -> Iterator[tuple[SignedOrder, OrderPreview | GameError]]:
    """Apply orders to the picture in the turn's order: each one's preview, or why it cannot be; then it leaves no mark of
    what it would have ordered. Those whose ids are in `warned` are told of dangers on the way, which takes its time."""
    for signed in sorted(sheet, key=_turn_order):
        before, moved = set(planned.ordered), set(planned.moving)
        try:
            preview = KIND_OF[type(signed.order)].plan(planned, signed.order)
            trips, planned.trips = planned.trips, {}
            planned.travels |= trips
            made: OrderPreview | GameError = preview
            if signed.id in warned:
                made = _warned(planned, preview, tuple(trips.values()))
        except GameError as error:
            planned.ordered, made = before, error
        planned.ordered_by |= dict.fromkeys(planned.ordered - before, signed.number)
        planned.moved_by |= dict.fromkeys(planned.moving.keys() - moved, signed.number)
        yield signed, made


def _warned(planned: PlannedState, preview: OrderPreview, trips: Sequence[Trip]) -> OrderPreview:
    """The preview with partners whom the order strikes before its notes, and behind them, where it sends a fleet somewhere, what
    its side knows of dangers on the way: what keeps it from leaving (CW-B-21 to CW-B-23), terrain (CW-14.0-04), what is known to
    wait in systems (CW-12.1-04), and want of supply where the way ends (CW-4.3-13)."""
    notes = [note for trip in trips for note in _trip_notes(planned, trip)]
    breaks = breach_notes(planned, preview.order, trips)
    return changed(preview, notes=(*breaks, *preview.notes, *notes)) if notes or breaks else preview


def _trip_notes(planned: PlannedState, trip: Trip) -> Iterator[Note]:
    fleet = planned.fleets.get(trip.fleet) or planned.view.fleets[trip.fleet]
    held = held_note(planned.view, fleet, trip.departs or planned.first_week, trip.by)
    if held is not None:
        yield held
    yield from warnings(planned.view, (planned.ships[s] for s in trip.ships), trip.entries)
    yield from dangers(planned.view, fleet.hex, trip.entries)
    yield from supply_notes(planned, fleet, trip)


def plan_sheet(
    view: View, sheet: tuple[SignedOrder, ...], *, warn: bool = True
) -> tuple[PlannedState, dict[str, OrderPreview], tuple[OrderProblem, ...]]:
    """Walk a whole sheet in the turn's order: the picture after it, each order's preview, and what would fail. `warn` is off for
    whoever reads no previews' notes on dangers."""
    planned = _picture(view, sheet)
    previews: dict[str, OrderPreview] = {}
    problems: list[OrderProblem] = []
    for signed, made in _walk(planned, sheet, {s.id for s in sheet} if warn else ()):
        if isinstance(made, GameError):
            problems.append(OrderProblem(signed.id, signed.number, str(made), made.rule or ""))
        else:
            previews[signed.id] = made
    return planned, previews, tuple(problems)


def check(view: View, sheet: tuple[SignedOrder, ...], order: Order) -> OrderPreview:
    """What an order would do on top of a sheet, filled in and priced; raises GameError naming the rule if it is illegal.

    Also refused is an order that would break another one on the sheet, for instance by spending its CPs.
    """
    before, previews, _ = plan_sheet(view, sheet, warn=False)
    new = SignedOrder(NEW_MARK, view.side, max((s.number for s in sheet), default=0) + 1, order)
    planned = _picture(view, sheet)
    for signed, made in _walk(planned, (*sheet, new), {NEW_MARK}):
        if isinstance(made, GameError):
            if signed is new:
                if isinstance(made, TooDearError):
                    raise TooDearError(made.cps, before.purse) from made
                raise made
            if signed.id in previews:
                raise IllegalOrderError(
                    f"That would break order {signed.number} on your sheet: {made}", rule=made.rule or ""
                ) from made
        else:
            previews[signed.id] = made
    return changed(previews[NEW_MARK], left=planned.purse)


def forecast(view: View, sheet: tuple[SignedOrder, ...]) -> Forecast:
    """The whole sheet's effects, its missing parts, and the orders that would fail; never raises for a player's sheet."""
    planned, previews, problems = plan_sheet(view, sheet)
    made = [previews[s.id] for s in sorted(sheet, key=lambda s: s.number) if s.id in previews]
    effects = [_told(preview.text) for preview in made] + [note for preview in made for note in preview.notes]
    waiting = {key: preview.waits for key, preview in previews.items() if preview.waits}
    effects += [_told(text, "CW-18.0-32") for text in waiting.values()]
    effects += _under_way(view, planned)
    effects.append(_told(f"{planned.purse} CPs go into the treasury.", "CW-5.0-18"))
    warning = force_warning(view)
    if warning is not None:
        effects.append(Note(warning.text, warning.rule))
    lapses = _lapses(view, planned)
    missing = [
        Note(f"{one.name} gets no CPs this turn and would lose the {one.cps} it has gathered.", one.rule)
        for one in lapses
    ]
    missing += _unpaid_builds(view, planned)
    missing += [Note(f"Order {p.number} would fail: {p.text}", p.rule) for p in problems]
    return Forecast(
        income=view.income,
        spent=dict(planned.spent),
        left=planned.purse,
        effects=tuple(effects),
        missing=tuple(missing),
        problems=problems,
        waiting=waiting,
        lapses=tuple(lapses),
    )


def _told(text: str, rule: str = "") -> Note:
    """What comes as it should, and warns of nothing."""
    return Note(text, rule, informs=True)


def _under_way(view: View, planned: PlannedState) -> list[Note]:
    """What happens without any order: arrivals, surveys, yards, and fleets and yards that would stand idle."""
    notes: list[Note] = []
    ends = view.turn * WEEKS_PER_TURN
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.transit is not None:
            if fleet.transit.arrives <= ends:
                notes.append(
                    _told(f"{fleet.name} reaches {fleet.transit.to} ({eta(fleet.transit.arrives)}).", "CW-4.1-04")
                )
        elif fleet.course is not None and fleet.id not in planned.moving:
            due = fleet.course.due[-1]
            notes.append(_told(f"{fleet.name} goes on to {fleet.course.path[-1]} (ETA {eta(due)}).", "CW-4.1-04"))
        elif fleet.survey is not None and fleet.id not in planned.moving:
            notes.append(_told(f"{fleet.name} goes on surveying {fleet.survey.hex}.", "CW-12.1-10"))
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.bound is not None and fleet.id not in planned.moving:
            notes.append(Note(f"{fleet.name} is {bound_words(fleet.bound)}.", BONDS[fleet.bound.why][0]))
    notes += _endangered(view, planned)
    notes += short_of_supplies(planned)
    idle = [f.name for _, f in sorted(planned.fleets.items()) if _idle(planned, f.id)]
    if idle:
        named = f"{', '.join(idle[:6])}{' and more' if len(idle) > 6 else ''}"
        notes.append(_told(f"Staying where they are, without a mission: {named}.", "CW-4.1-03"))
    for _, colony in sorted(planned.colonies.items()):
        if colony.shipyard_bays and (free := planned.free_capacity(colony, "shipyard")) > 0:
            heavy = ", heavy industry counted in" if colony.heavy_industry else ""
            notes.append(_told(f"{free} shipyard bays at {colony.name} are idle{heavy}.", "CW-6.0-03"))
    return notes


def _endangered(view: View, planned: PlannedState) -> list[Note]:
    """What fleets without a new course risk from terrain this month, where they stay or on their way (CW-14.0-04)."""
    if not view.settings.terrain:
        return []
    notes: list[Note] = []
    for _, fleet in sorted(planned.fleets.items()):
        if fleet.id not in planned.moving:
            found = warnings(view, (planned.ships[s] for s in fleet.ships), tuple(_ahead(view, fleet)))
            notes += [Note(f"{fleet.name}: {note.text}", note.rule, informs=note.informs) for note in found]
    return notes


def _ahead(view: View, fleet: Fleet) -> Iterator[TripEntry]:
    """The hexes in which a fleet is, or that it enters, by itself within the month."""
    begins, ends = (view.turn - 1) * WEEKS_PER_TURN, view.turn * WEEKS_PER_TURN
    if fleet.transit is not None:
        if fleet.transit.arrives <= ends:
            crossed = hexes_passed(view, fleet.transit.origin, fleet.transit.to)
            yield from (TripEntry(hex_, fleet.transit.arrives, crossed=True) for hex_ in crossed)
            yield TripEntry(fleet.transit.to, fleet.transit.arrives, ends - fleet.transit.arrives + 1)
        return
    steps = [] if fleet.course is None else list(zip(fleet.course.path, fleet.course.due, strict=True))
    here, since = fleet.hex, begins + 1
    for hex_, due in [step for step in steps if step[1] <= ends]:
        if due > since:
            yield TripEntry(here, since, due - since)
        here, since = hex_, due
    yield TripEntry(here, since, ends - since + 1)


def _idle(planned: PlannedState, fleet: str) -> bool:
    found = planned.fleets[fleet]
    return (
        found.transit is None
        and not found.route
        and found.mission == "none"
        and fleet not in planned.moving
        and not found.standing
    )


def _lapses(view: View, planned: PlannedState) -> list[Lapse]:
    """What would lose the CPs that it has gathered, for want of any this turn: research (CW-8.0-17), then operations and nets
    of counter-intelligence (CW-10.0-02)."""
    projects = [
        Lapse(p.name, p.cps, "CW-8.0-17")
        for _, p in sorted(view.projects.items())
        if not p.finished_turn and p.cps and f"fund {p.id}" not in planned.ordered
    ]
    return projects + [
        Lapse(o.name, o.cps, "CW-10.0-02")
        for _, o in sorted(view.operations.items())
        if o.running and o.cps and f"finance {o.id}" not in planned.ordered
    ]


def _unpaid_builds(view: View, planned: PlannedState) -> list[Note]:
    """Builds that are not wholly paid and get nothing this turn."""
    notes: list[Note] = []
    for _, build in sorted(view.builds.items()):
        owing = build.price - build.paid
        if owing and build.hull_left <= build.capacity and f"continue {build.id}" not in planned.ordered:
            name = planned.me.designs[build.design].name
            notes.append(Note(f"{build.count} × {name}: {owing} CPs are owed before delivery.", "CW-5.0-16"))
    return notes
