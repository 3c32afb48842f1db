"""Fleets and task forces: what is in them, where they are, and their ids (4.1)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from rules.cluster_war.model.events.detection import SurveyAborted
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed, FleetSplit
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import DesignId, FleetId, HexId, ShipId, SideId
from rules.cluster_war.model.state.officers import SCIENTIST, Officer, Officers, with_talent
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.units import Design, Fleet, Ship
from rules.cluster_war.model.state.war import Engagement, OfficerId
from rules.cluster_war.model.unit_design.wounded import kinds_of
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import Value, changed

MOST_NEW: Final = 1000
"""How far ahead of a side's counter an order may number its new fleet."""

NOBODY: Final[Officers] = {}

Placed = TypeVar("Placed", Fleet, Colony, Question)


class World(Protocol):
    """The true state of things: a state or a turn's draft."""

    @property
    def sides(self) -> Mapping[SideId, Side]: ...

    @property
    def fleets(self) -> Mapping[FleetId, Fleet]: ...

    @property
    def ships(self) -> Mapping[ShipId, Ship]: ...

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


class Force(Value):
    """What a fleet amounts to: ships, hull spaces, component counts, CPs of cargo aboard, and drive in G."""

    ships: int
    hull: int
    lrs: int
    survey_bays: int
    cargo_bays: int
    cargo: int
    drive: Fraction


def force(designs: Mapping[DesignId, Design], ships: Iterable[Ship], officers: Officers = NOBODY) -> Force:
    """Count ships of one side, of hurt ones what works (CW-9.6-04); a fleet is as fast as its slowest ship (CW-4.0-03). Each
    scientist among the officers aboard is a survey bay (CW-17.1-11).
    """
    here = tuple(ships)
    scientists = len(with_talent(officers.values(), {s.id for s in here}, SCIENTIST)) if officers else 0
    kinds = kinds_of(designs, here)
    return Force(
        ships=len(here),
        hull=sum([d.hull * n for d, n in kinds]),
        lrs=sum([d.lrs * n for d, n in kinds]),
        survey_bays=sum([d.survey_bays * n for d, n in kinds]) + scientists,
        cargo_bays=sum([d.cargo_bays * n for d, n in kinds]),
        cargo=sum([ship.cargo for ship in here]),
        drive=min([d.drive for d, _ in kinds], default=Fraction(0)),
    )


def ships_of(world: World, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet, in its order."""
    return tuple([world.ships[ship] for ship in fleet.ships])


def force_of(world: World, fleet: Fleet) -> Force:
    """What a fleet amounts to."""
    return force(world.sides[fleet.side].designs, ships_of(world, fleet), world.officers)


def size_of(world: World, fleet: Fleet) -> tuple[int, int]:
    """A fleet's ships and hull spaces, which anybody sees who has it in view; damage takes nothing from either."""
    designs, ships = world.sides[fleet.side].designs, world.ships
    return len(fleet.ships), sum([designs[ships[key].design].hull for key in fleet.ships])


def size_in(turn: TurnState, fleet: Fleet) -> tuple[int, int]:
    """As `size_of`, while a turn is worked out: a fleet is counted again when other ships are in it, or ships were refitted."""
    comes_from = fleet.ships, turn.sides[fleet.side].designs, turn.refits
    return turn.kept("size", fleet.id, comes_from, lambda: size_of(turn, fleet))


def present(fleets: Iterable[Fleet]) -> dict[HexId, list[Fleet]]:
    """The fleets that are somewhere, by hex; in FTL space a fleet is nowhere (CW-4.1-06)."""
    return by_hex([fleet for fleet in fleets if fleet.transit is None])


def by_hex(things: Iterable[Placed]) -> dict[HexId, list[Placed]]:
    """Things by the hex they are in."""
    found: dict[HexId, list[Placed]] = defaultdict(list)
    for thing in things:
        found[thing.hex].append(thing)
    return dict(found)


def came_in(turn: TurnState, week: int) -> set[FleetId]:
    """The fleets that entered a hex in a week, be it to go on; asked while that week is worked out."""
    told = (event for event in turn.said_this_week() if isinstance(event, FleetArrived | FleetPassed))
    return {event.fleet for event in told if event.week == week}


def arrivals(fleet: Fleet) -> list[tuple[HexId, int | None]]:
    """The hexes that a fleet will enter by itself, next first, each with its absolute week, None where that is not known yet."""
    ahead: list[tuple[HexId, int | None]] = []
    if fleet.transit is not None:
        ahead.append((fleet.transit.to, fleet.transit.arrives))
    if fleet.course is not None:
        ahead += zip(fleet.course.path, fleet.course.due, strict=True)
    known = {hex_ for hex_, _ in ahead}
    return ahead + [(leg.to, None) for leg in fleet.route if leg.to not in known]


def in_order(fleets: Iterable[Fleet]) -> list[Fleet]:
    """Fleets by side, and a side's by their numbers: F2 before F10."""
    return sorted(fleets, key=lambda f: (f.side, len(f.id), f.id))


def kept_by(fleet: Fleet, ships: Collection[ShipId]) -> Engagement:
    """A fleet's orders for battle when these ships of it are left: of its reserve, those (CW-9.7-04)."""
    return changed(fleet.engagement, reserve=tuple(s for s in fleet.engagement.reserve if s in ships))


def put(turn: TurnState, fleet: Fleet) -> None:
    """Store a changed fleet; one without ships vanishes, and its survey ends. It keeps none in reserve that have left it."""
    if fleet.ships:
        orders = fleet.engagement
        if orders.reserve and not set(orders.reserve) <= set(fleet.ships):
            left = tuple(ship for ship in orders.reserve if ship in fleet.ships)
            fleet = changed(fleet, engagement=changed(orders, reserve=left))
        turn.fleets[fleet.id] = fleet
    else:
        drop_survey(turn, fleet)
        if fleet.id in turn.fleets:
            del turn.fleets[fleet.id]


def drop_survey(turn: TurnState, fleet: Fleet) -> Fleet:
    """The fleet without its survey work, which is lost; the owner hears of it (CW-12.1-11)."""
    if fleet.survey is None:
        return fleet
    cause = Cause("CW-12.1-11", fleet.order)
    turn.tell_side(SurveyAborted(fleet.side, fleet.id, fleet.survey.hex, cause=cause))
    return changed(fleet, survey=None)


def new_fleet_id(turn: TurnState, side: SideId, wished: FleetId = "") -> FleetId:
    """An id that no fleet of the side ever had: the wished one if it is of the right form and free."""
    counter = f"fleet/{side}"
    number = wished.removeprefix(f"{side}-F")
    if number != wished and number.isascii() and number.isdigit() and number == str(int(number)):
        begun = turn.start.counters.get(counter, 0)
        given = {event.new for event in turn.events if isinstance(event, FleetSplit)}
        if begun < int(number) <= begun + MOST_NEW and wished not in turn.fleets and wished not in given:
            turn.counters[counter] = max(turn.counters.get(counter, 0), int(number))
            return wished
    return f"{side}-F{turn.next_id(counter)}"


def survey_gear(here: Force) -> str:
    """What a fleet has for surveys, in words."""
    return f"{here.lrs} LRS and {here.survey_bays} survey bay{'' if here.survey_bays == 1 else 's'}"


def no_survey_gear(fleet: Fleet, here: Force) -> str:
    """Why a fleet cannot survey, as its owner reads it (CW-12.1-07)."""
    return f"{fleet.name} has {survey_gear(here)}; a survey needs at least one of each."
