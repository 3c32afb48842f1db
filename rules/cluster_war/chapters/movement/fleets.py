"""Fleets and task forces: what is in them, where they are, their ids, what they could learn of a place, what they need to
emit, and psychics that they take through hyperspace (4.1, CW-12.0-12)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from rules.cluster_war.chapters.movement.navigation import has_ftl
from rules.cluster_war.model.events.detection import SurveyAborted
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed, FleetSplit
from rules.cluster_war.model.events.psionics import PsychicsInsane, PsychicsRecover
from rules.cluster_war.model.psionics.units import (
    AFTER_HYPERSPACE_RULE,
    come_out,
    has_psychics,
    is_hyperspace,
    with_psychics,
)
from rules.cluster_war.model.state.common import (
    DesignId,
    Emissions,
    FleetId,
    HexId,
    KnowledgeLevel,
    Settings,
    ShipId,
    SideId,
    short_id,
)
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.sides import SCIENTIST, Officer, Officers, Side, with_talent
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Engagement, OfficerId
from rules.cluster_war.model.unit_design.pricing import is_armed
from rules.cluster_war.model.unit_design.wounded import WoundedUnit, component_of, is_adrift, kinds_of, sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Value, changed

MOST_NEW: Final = 1000
"""How far ahead of a side's counter an order may number its new fleet."""

NO_OFFICERS: Final[Officers] = {}

Placed = TypeVar("Placed", Fleet, Colony, Question)
KNOWLEDGE_LEVELS: Final[tuple[KnowledgeLevel, ...]] = ("map", "scouted", "surveyed")
ECM: Final = ("ECM", "ECM pod")
PSYCHICS_STAY_ANSWER: str = (
    "They stay out of their mind, and none of their abilities counts, until you change it (/psimaster cure)."
)
"""The default of what becomes of psychics who were awake in hyperspace."""


class TrueState(Protocol):
    """The true state of things: a state or a turn's draft."""

    @property
    def sides(self) -> Mapping[SideId, Side]: ...

    @property
    def fleets(self) -> Mapping[FleetId, Fleet]: ...

    @property
    def ships(self) -> Mapping[ShipId, Ship]: ...

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


class FleetStrength(Value):
    """What a fleet amounts to: ships, hull spaces, component counts, CPs of cargo aboard, and drive in G."""

    ships: int
    hull: int
    lrs: int
    survey_bays: int
    cargo_bays: int
    cargo: int
    drive: Fraction


def force(designs: Mapping[DesignId, Design], ships: Iterable[Ship], officers: Officers = NO_OFFICERS) -> FleetStrength:
    """Count ships of one side, of hurt ones what works (CW-9.6-04); a fleet is as fast as its slowest ship (CW-4.0-03). Each
    scientist among the officers aboard is a survey bay (CW-17.1-11).
    """
    here = tuple(ships)
    scientists = len(with_talent(officers.values(), {s.id for s in here}, SCIENTIST)) if officers else 0
    kinds = kinds_of(designs, here)
    return FleetStrength(
        ships=len(here),
        hull=sum([d.hull * n for d, n in kinds]),
        lrs=sum([d.lrs * n for d, n in kinds]),
        survey_bays=sum([d.survey_bays * n for d, n in kinds]) + scientists,
        cargo_bays=sum([d.cargo_bays * n for d, n in kinds]),
        cargo=sum([ship.cargo for ship in here]),
        drive=min([d.drive for d, _ in kinds], default=Fraction(0)),
    )


def ships_of(world: TrueState, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet, in its order."""
    return tuple([world.ships[ship] for ship in fleet.ships])


def force_of(world: TrueState, fleet: Fleet) -> FleetStrength:
    """What a fleet amounts to."""
    return force(world.sides[fleet.side].designs, ships_of(world, fleet), world.officers)


def size_of(world: TrueState, fleet: Fleet) -> tuple[int, int]:
    """A fleet's ships and hull spaces, which anybody sees who has it in view; damage takes nothing from either."""
    designs, ships = world.sides[fleet.side].designs, world.ships
    return len(fleet.ships), sum([designs[ships[key].design].hull for key in fleet.ships])


def size_in(turn: TurnState, fleet: Fleet) -> tuple[int, int]:
    """As `size_of`, while a turn is worked out: a fleet is counted again when other ships are in it, or ships were refitted."""
    comes_from = fleet.ships, turn.sides[fleet.side].designs, turn.refits
    return turn.memoized("size", fleet.id, comes_from, lambda: size_of(turn, fleet))


def present(fleets: Iterable[Fleet]) -> dict[HexId, list[Fleet]]:
    """The fleets that are somewhere, by hex; in FTL space a fleet is nowhere (CW-4.1-06)."""
    return by_hex([fleet for fleet in fleets if fleet.transit is None])


def present_in(turn: TurnState) -> Mapping[HexId, list[Fleet]]:
    """As `present`, all fleets of a turn; they are looked through again when one of them has changed."""
    return turn.memoized("present", "", (turn.fleets.version,), lambda: present(turn.fleets.values()))


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


def put_fleet(turn: TurnState, fleet: Fleet) -> None:
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


def survey_gear(here: FleetStrength) -> str:
    """What a fleet has for surveys, in words."""
    return f"{here.lrs} LRS and {here.survey_bays} survey bay{'' if here.survey_bays == 1 else 's'}"


def no_survey_gear(fleet: Fleet, here: FleetStrength) -> str:
    """Why a fleet cannot survey, as its owner reads it (CW-12.1-07)."""
    return f"{fleet.name} has {survey_gear(here)}; a survey needs at least one of each."


def goal_of(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings) -> KnowledgeLevel:
    """What a fleet is for where it goes: "surveyed" with survey bays (CW-12.1-08), "scouted" with LRS and neither weapon
    nor cargo bay (CW-12.1-06), "map" for any other."""
    aboard = tuple(ships)
    if not aboard:
        return "map"
    here = force(designs, aboard)
    if here.survey_bays:
        return "surveyed"
    plain = not any(_fights_or_carries(designs[s.design], settings) for s in aboard)
    return "scouted" if here.lrs and plain else "map"


def _fights_or_carries(design: Design, settings: Settings) -> bool:
    """Whether a ship has cargo bays or weapons; where nobody has listed its components, its note tells of weapons."""
    if not design.layout:
        return bool(design.cargo_bays or design.launchers or design.note)
    return bool(design.cargo_bays) or is_armed(design, settings)


def is_new(view: View, hex_: HexId, goal: KnowledgeLevel) -> bool:
    """Whether a fleet of this use would learn something at a hex: its side knows less of it than that."""
    known = view.systems.get(hex_)
    level: KnowledgeLevel = known.level if known is not None else "map"
    return KNOWLEDGE_LEVELS.index(level) < KNOWLEDGE_LEVELS.index(goal)


def nothing_new(view: View, hex_: HexId, goal: KnowledgeLevel) -> str:
    """What the giver of a move should know before sending a scout to a place that is known already; "" otherwise.

    It says nothing of a place with a colony of the view's side, where a scout goes for other reasons.
    """
    known = view.systems.get(hex_)
    if goal == "map" or known is None or is_new(view, hex_, goal):
        return ""
    if any(c.hex == hex_ for c in view.colonies.values()):
        return ""
    return f"already {known.level} in turn {known.turn}: you would learn nothing new there."


def can_emit(designs: Mapping[DesignId, Design], units: Iterable[WoundedUnit], emissions: Emissions) -> bool:
    """Whether anything aboard ships or bases works that emits so; always for silence."""
    if emissions == "sensors":
        return any(sound(designs, unit).lrs for unit in units)
    return not emissions or any(_has_ecm(designs[unit.design], unit) for unit in units)


def has_ecm_fitted(designs: Mapping[DesignId, Design], units: Iterable[WoundedUnit]) -> bool:
    """Whether ECM is built into any of the ships or bases, whatever has become of it."""
    return any(component_of(label) in ECM for unit in units for label in designs[unit.design].layout)


def _has_ecm(design: Design, unit: WoundedUnit) -> bool:
    """Whether a ship or base has ECM of which something is left, and a crew to work it."""
    fitted = {label: spaces for label, spaces in design.layout.items() if component_of(label) in ECM}
    out = {label: unit.wounds.damaged.get(label, 0) + unit.wounds.destroyed.get(label, 0) for label in fitted}
    return not is_adrift(unit) and any(out[label] < max(1, spaces) for label, spaces in fitted.items())


def psychics_of(turn: TurnState, fleet: Fleet) -> tuple[Ship, ...]:
    """The ships of a fleet that have psychics aboard; where its side has no such design, nobody looks through its ships."""
    designs = turn.sides[fleet.side].designs
    if not turn.memoized("psychics", fleet.side, (designs,), lambda: has_psychics(designs, turn.settings)):
        return ()
    return with_psychics(ships_of(turn, fleet), designs, turn.settings)


def wake_psychics(turn: TurnState, fleet: Fleet, here: HexId, week: int) -> None:
    """After a passage: psychics recover for a week, or have lost their mind if they were awake (CW-15.0-06).

    A fleet that goes on at once keeps them asleep; only where its way ends is told of their recovery.
    """
    owner = turn.sides[fleet.side]
    ships = ships_of(turn, fleet)
    drives = {d.ftl for d in (owner.designs[s.design] for s in ships) if d.kind != "small_craft" and has_ftl(d)}
    if fleet.by or not any(is_hyperspace(drive, turn.settings) for drive in drives):
        return
    aboard = [come_out(ship, week, turn.settings) for ship in psychics_of(turn, fleet)]
    mad = tuple(ship.id for ship in aboard if ship.psychics.insane and not turn.ships[ship.id].psychics.insane)
    turn.ships.update({ship.id: ship for ship in aboard})
    cause = Cause(AFTER_HYPERSPACE_RULE, fleet.order)
    for how in ("drugged", "frozen"):
        resting = tuple(s.id for s in aboard if s.psychics.travel == how and not s.psychics.insane)
        if resting and not fleet.route:
            until = max(turn.ships[key].psychics.rest for key in resting)
            told = PsychicsRecover(fleet.side, fleet.id, fleet.name, here, resting, how, until, cause=cause)
            turn.tell_side(told)
    if mad:
        turn.tell_side(PsychicsInsane(fleet.side, fleet.id, fleet.name, here, mad, cause=cause))
        names = ", ".join(short_id(key) for key in mad)
        text = f"{owner.name}: the psychics aboard {names} of {fleet.name} came through hyperspace awake. What follows?"
        turn.put_question(
            "psionics",
            (fleet.side,),
            text,
            AFTER_HYPERSPACE_RULE,
            PSYCHICS_STAY_ANSWER,
            here,
            subjects=mad,
            order=fleet.order,
        )
