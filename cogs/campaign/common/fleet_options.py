"""What is offered for orders of fleets, from the asking side's own view: destinations with how far a journey would take
them, courses of raiders, and repairs."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from discord.app_commands import Choice

from cogs.campaign.common.order_options import known_to, places, worlds_near
from cogs.common.command_factory import LONGEST_LABEL, Pair, choices_from, choices_in_parts, plain_text
from cogs.common.interactions import Interaction
from render.words.safe_text import count
from rules.cluster_war.chapters.combat.battle_orders import repair_meant
from rules.cluster_war.chapters.combat.raid_orders import courses
from rules.cluster_war.chapters.combat.repair_shops import unit_of
from rules.cluster_war.chapters.encounters.known_specials import known_specials, way_words
from rules.cluster_war.chapters.movement.fleets import goal_of, is_new
from rules.cluster_war.chapters.movement.journey import DRIVE_WAYS, LegDurations, entries, stages
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import chart_in, mode_of
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.travel_time import eta, is_on_map
from rules.cluster_war.chapters.terrain.forecast import way_warning
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, KnowledgeLevel, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.wounded import is_whole
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.planning.suggestions.works import damaged_units, offers, state_of
from rules.values import GameError, IllegalOrderError, Value, changed

OUT_OF_REACH = "out of reach"
Voyage: TypeAlias = Callable[[HexId], str]


class TravelOptions(Value):
    """What was filled in beside the destination: hexes to go by, weeks to wait, another way than the own drive."""

    via: tuple[HexId, ...] = ()
    wait: int = 0
    by: str = ""
    push: bool = False


def manner_of(via: object, wait: object, by: object, push: object) -> TravelOptions:
    """Options as they stand while a command is being typed; what cannot be read yet counts as not given."""
    hexes = tuple(part.strip() for part in via.split(",") if part.strip()) if isinstance(via, str) else ()
    return TravelOptions(
        via=hexes,
        wait=wait if isinstance(wait, int) and 0 <= wait < WEEKS_PER_TURN else 0,
        by=by if isinstance(by, str) and by in DRIVE_WAYS else "",
        push=push is True,
    )


def voyage(view: View, fleet: Fleet, manner: TravelOptions) -> Voyage:
    """Tells of a hex how many weeks the fleet needs to it and when it arrives, or that it is out of reach.

    It tells nothing where that cannot be known: of a fleet that cannot leave, or by way of hexes that cannot be read.
    """
    if fleet.transit is not None or not all(is_on_map(view, hex_) for hex_ in manner.via):
        return lambda _: ""
    designs = view.me.designs if view.me else view.sides[fleet.side].designs
    chart = chart_in(view)
    try:
        ships = [view.ships[s] for s in fleet.ships]
        mode = mode_of(fleet.name, designs, ships, view.settings, manner.by)
        start, spent = fleet.hex, 0
        for stop in manner.via:
            spent += (
                LegDurations(chart, mode, start, push=manner.push, by=manner.by).weeks(stop) if stop != start else 0
            )
            start = stop
    except IllegalOrderError:
        return lambda _: OUT_OF_REACH
    reach = LegDurations(chart, mode, start, push=manner.push, by=manner.by)
    leaves = (view.turn - 1) * WEEKS_PER_TURN + manner.wait
    known = known_specials(view)

    def travel_words(hex_: HexId) -> str:
        if hex_ == start:
            return ""
        try:
            takes = spent + reach.weeks(hex_)
            danger = _danger(start, hex_)
        except IllegalOrderError:
            return OUT_OF_REACH
        return f"{takes} week{'' if takes == 1 else 's'}, {eta(leaves + takes)}{danger}"

    def _danger(start: HexId, hex_: HexId) -> str:
        if not view.settings.terrain and not known:
            return ""
        parts = stages(chart, mode, start, hex_, push=manner.push, by=manner.by)
        way = tuple(entries(view, start, parts, leaves + spent))
        found = ", ".join(filter(None, (way_warning(view, ships, way), way_words(known, start, way))))
        return f" ⚠ {found}" if found else ""

    return travel_words


def by_distance(view: View, start: HexId, pairs: Iterable[Pair]) -> list[Pair]:
    """Places as destinations, nearest to `start` first; where it is already left out."""
    away = sorted((distance(view, start, hex_), hex_, text) for text, hex_ in pairs if hex_ != start)
    return [(f"{text} · {hexes} hex{'es' if hexes > 1 else ''}", hex_) for hexes, hex_, text in away]


def with_travel(choices: Sequence[Choice[str]], told: Voyage) -> list[Choice[str]]:
    """The same choices, each with how long it takes to get there; a long name gives way to that."""
    found: list[Choice[str]] = []
    for choice in choices:
        travel = told(str(choice.value))
        tail = f" · {travel}" if travel else ""
        room = LONGEST_LABEL - len(tail)
        name = choice.name if len(choice.name) <= room else f"{choice.name[: room - 1]}…"
        found.append(Choice(name=f"{name}{tail}", value=choice.value))
    return found


def destinations(
    view: View, sheet: Sequence[SignedOrder], fleet: str, manner: TravelOptions, typed: str
) -> list[Choice[str]]:
    """Where to go, by what was typed: known places, and a hex by its number; with travel times if the fleet is known.

    The nearest stand first; for a scout or a survey ship the nearest of which it would learn something.
    """
    found = fleet_in(view, sheet, fleet)
    pairs = list(places(view, ()))
    number = typed.strip()
    if is_on_map(view, number) and all(hex_ != number for _, hex_ in pairs):
        pairs.append((f"{number} nothing known there", number))
    if found is None or found.transit is not None:
        return choices_from(pairs, typed)
    stops = [hex_ for hex_ in manner.via if is_on_map(view, hex_)]
    near = by_distance(view, stops[-1] if stops else found.hex, pairs)
    goal = purpose(view, found)
    near.sort(key=lambda pair: goal != "map" and not is_new(view, pair[1], goal))
    return with_travel(choices_from(near, typed), voyage(view, found, manner))


def fleet_in(view: View, sheet: Sequence[SignedOrder], text: str) -> Fleet | None:
    """A fleet by id, number (F4) or a name that only one has, also one that the sheet detaches; None if there is none."""
    detached = (
        changed(view.fleets[order.fleet], id=order.new, name=order.name, ships=order.ships)
        for order in (signed.order for signed in sheet)
        if isinstance(order, SplitFleet) and order.fleet in view.fleets and set(order.ships) <= view.ships.keys()
    )
    wanted = text.strip().casefold()
    known = (*view.fleets.values(), *detached)
    there = [f for f in known if f.id == text or f.name.casefold() == wanted]
    there = there or [f for f in known if f.id.rpartition("-")[2].casefold() == wanted]
    return there[0] if len(there) == 1 else None


def purpose(view: View, fleet: Fleet) -> KnowledgeLevel:
    """What a fleet is for where it goes, as `goal_of` has it."""
    designs = view.me.designs if view.me else view.sides[fleet.side].designs
    return goal_of(designs, [view.ships[s] for s in fleet.ships], view.settings)


def landfalls(view: View, sheet: Sequence[SignedOrder], fleet: str) -> list[HexId]:
    """Where a fleet ends, by the sheet or by its course, and then where it is; none for a fleet that is not known."""
    found = fleet_in(view, sheet, fleet)
    if found is None:
        return []
    ends = [
        o.legs[-1].to for o in (s.order for s in sheet) if isinstance(o, MoveFleet) and o.fleet == found.id and o.legs
    ]
    if found.course is not None:
        ends.append(found.course.path[-1])
    ends += [leg.to for leg in reversed(found.route)]
    ends.append(found.transit.to if found.transit is not None else found.hex)
    return list(dict.fromkeys(ends))


async def landing_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Worlds to settle, those where the chosen fleet ends its way or is before all others."""
    known = await known_to(interaction)
    if known is None:
        return []
    view, sheet = known
    return await choices_in_parts(
        worlds_near(view, landfalls(view, sheet, str(interaction.namespace.fleet or ""))), typed
    )


def raid_courses(view: View, fleet: Fleet) -> Iterable[Pair]:
    """Courses with the system they end in, and the catches to be expected by what the side knows; the value is the course."""
    for course in courses(view, fleet):
        flag = view.all_flags.get(course.side)
        whose = plain_text(flag.name if flag else course.side)
        path = ", ".join(course.path)
        yield (
            f"to {course.to} of {whose}, {count(len(course.path), 'hex', 'hexes')}, expected catches {course.expected}: {path}",
            path,
        )


async def course_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Courses for the chosen fleet; none before it is known."""
    known = await known_to(interaction)
    found = fleet_in(*known, str(interaction.namespace.fleet or "")) if known is not None else None
    if known is None or found is None or found.transit is not None:
        return []
    return await choices_in_parts(raid_courses(known[0], found), typed)


def damaged_fleets(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Fleets with damaged ships that nobody repairs yet, bases, and then each of these ships by itself; nothing for who leads
    no side."""
    if view.me is None:
        return
    found = list(damaged_units(picture(view, sheet)))
    for name, fleet, units in found:
        what = "; ".join(state_of(unit) for unit in units)
        yield f"{plain_text(name)} ({what})", fleet or short_id(units[0].id)
    for _, fleet, units in found:
        for unit in units if fleet and len(units) > 1 else ():
            yield state_of(unit), short_id(unit.id)


async def repairer_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Who could repair what was chosen, the best first: price, days and bays."""
    known = await known_to(interaction)
    if known is None or known[0].me is None:
        return []
    planned = picture(*known)
    units = _chosen_units(planned, names_of(*known), str(interaction.namespace.what or ""))
    pairs = [(f"{plain_text(shop.name)} ({told})", shop.key) for shop, told in offers(planned, units)] if units else []
    return await choices_in_parts(pairs, typed)


def _chosen_units(planned: PlannedState, names: Names, what: str) -> list[Ship | Base]:
    """The damaged units that were chosen; none while that cannot be read."""
    try:
        fleet, units = repair_meant(names, what)
        named = [unit_of(planned, unit) for unit in units]
    except GameError:
        return []
    ships = planned.fleets[fleet].ships if fleet in planned.fleets else ()
    waits = {unit.id for _, _, found in damaged_units(planned) for unit in found}
    return [unit for unit in (*named, *(planned.ships[s] for s in ships)) if unit.id in waits]


def wrecks(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's ships that could give components, those that are damaged themselves first."""
    for key, ship in sorted(view.ships.items(), key=lambda item: (is_whole(item[1].wounds), item[0])):
        told = state_of(ship) if not is_whole(ship.wounds) else short_id(key)
        yield told, short_id(key)
