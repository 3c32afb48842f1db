"""What players see of the races that the game master runs, where they meet them, and their worlds as far as war comes to them
(CW-19.0, R-119)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.movement import meetings
from rules.cluster_war.chapters.movement.fleets import FleetStrength, by_hex, came_in, force_of, in_order, present_in
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.race_design.choices import conduct
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, ColonyId, FleetId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony, Design, Fleet
from rules.cluster_war.model.state.npr import Npr, NprForce, relation_word
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting
from rules.cluster_war.model.state.war import Force as GroundForce
from rules.cluster_war.model.state.war import Surface
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause

NPR_PREFIX: Final = "~"
CONTACT_QUESTION_START: Final = "In touch with"
NATIVES: Final = Design("natives", "Infantry", "ground", 1, 10, unit="battalion", ratings=(3, 3, 2, 2))
"""What defends a world of a race that the game master runs."""
GARRISON_ROW: Final = "CPs of a world for each battalion of its garrison"


def force_key(npr: Npr, force: NprForce) -> FleetId:
    """The key of a force among fleets: "~hive/3"."""
    return f"{NPR_PREFIX}{npr.id}/{force.id}"


def marks(nprs: Mapping[SideId, Npr]) -> Iterator[tuple[Fleet, FleetStrength]]:
    """Every force as a fleet without ships of its own, and what it amounts to."""
    for _, npr in sorted(nprs.items()):
        for force in npr.forces:
            fleet = Fleet(force_key(npr, force), npr.id, force.name, force.hex, ())
            yield fleet, FleetStrength(force.ships, force.hull, 0, 0, 0, 0, Fraction(0))


def worlds(nprs: Mapping[SideId, Npr]) -> Iterator[Colony]:
    """Every colony as one without size."""
    for _, npr in sorted(nprs.items()):
        for colony in npr.colonies:
            yield Colony(colony.id, npr.id, colony.name, colony.hex, colony.orbit, 0)


def gm_fleets(state: GameState) -> Mapping[str, FleetSighting]:
    """All forces, as the game master's map shows them now (CW-19.0-21)."""
    week = (state.turn - 1) * WEEKS_PER_TURN
    return {
        fleet.id: FleetSighting(fleet.name, fleet.side, fleet.hex, force.ships, force.hull, week)
        for fleet, force in marks(state.nprs)
    }


def gm_colonies(state: GameState) -> Mapping[ColonyId, ColonySighting]:
    """All their colonies, likewise."""
    week = (state.turn - 1) * WEEKS_PER_TURN
    return {c.id: ColonySighting(c.id, c.side, c.hex, c.orbit, week) for c in worlds(state.nprs)}


def encounters(turn: TurnState, week: int) -> None:
    """At a week's end, put every new or changed meeting with a race that the GM runs before the GM; peace is no meeting.

    Fleets meet its forces, its colonies and its home world, and its forces meet colonies. A meeting that goes on as it
    was is not told again, unless somebody has just arrived. Each side hears of its own alone: who else is there, and at
    peace with the race or not, tells it nothing (R-062).
    """
    nprs = turn.nprs
    if not nprs:
        return
    arrived = came_in(turn, week)
    fleets, colonies = present_in(turn), by_hex(turn.colonies.values())
    for _, npr in sorted(nprs.items()):
        for hex_ in sorted({npr.home, *(c.hex for c in npr.colonies), *(f.hex for f in npr.forces)}):
            here = in_order(f for f in fleets.get(hex_, ()) if not meetings.at_peace(turn.start.peace, f.side, npr.id))
            armed = any(f.hex == hex_ for f in npr.forces)
            owners = {
                c.side
                for c in colonies.get(hex_, ())
                if armed and not meetings.at_peace(turn.start.peace, c.side, npr.id)
            }
            sides = tuple(sorted({f.side for f in here} | owners))
            if sides:
                fresh = frozenset(f.side for f in here if f.id in arrived)
                _meet(turn, week, npr, hex_, sides, here, fresh)


def _meet(
    turn: TurnState,
    week: int,
    npr: Npr,
    hex_: HexId,
    sides: tuple[SideId, ...],
    fleets: Sequence[Fleet],
    fresh: frozenset[SideId],
) -> None:
    text = _text(turn, npr, hex_, sides, fleets)
    start = f"{CONTACT_QUESTION_START} {npr.name} "
    old = [q for q in turn.questions if q.kind == "encounter" and q.hex == hex_ and q.text.startswith(start)]
    open_one = next((q for q in reversed(old) if not q.settled_turn), None)
    tales = {side: _tale(turn, npr, hex_, side, fleets) for side in sides}
    news = meetings.unheard_sides(tales, fresh, old)
    if not news and (open_one is None or open_one.text == text):
        return
    turn.put_question(
        "encounter",
        sides,
        text,
        meetings.ENCOUNTER_RULE,
        _suggestion(turn, npr, sides) + meetings.minds_meet(turn, hex_, sides, npr),
        hex_,
        choices=(meetings.KEEP_DISTANCE_ANSWER,),
        subjects=meetings.heard_by(tales),
        old=open_one,
    )
    _tell(turn, week, npr, hex_, news, fleets)


def _tale(turn: TurnState, npr: Npr, hex_: HexId, side: SideId, fleets: Sequence[Fleet]) -> str:
    """What a side can tell of a meeting: its own fleets here, and what it sees of the race."""
    contacts = turn.knowledge[side].contacts
    forces = [(fleet.id, force_of(turn, fleet)) for fleet in fleets if fleet.side == side]
    parts = [f"{name} {force.ships} {force.hull}" for name, force in forces]
    theirs = [force for force in npr.forces if force.hex == hex_]
    parts += [f"{contacts.get(force_key(npr, force), '')} {force.ships} {force.hull}" for force in theirs]
    return "; ".join((*sorted(parts), *sorted(c.id for c in npr.colonies if c.hex == hex_)))


def _tell(
    turn: TurnState, week: int, npr: Npr, hex_: HexId, sides: tuple[SideId, ...], fleets: Sequence[Fleet]
) -> None:
    """Each side hears of its own fleets and of the race, by its own contact names, if it has any of it in view."""
    theirs = [force_key(npr, force) for force in npr.forces if force.hex == hex_]
    for side in sides:
        known = turn.knowledge[side]
        if npr.id not in known.met:
            continue
        mine = tuple(f.id for f in fleets if f.side == side)
        seen = tuple(sorted(known.contacts[key] for key in theirs if key in known.contacts))
        told = FleetsMet(
            hex=hex_,
            week=week,
            fleets=(*mine, *seen),
            sides=(side, npr.id),
            cause=Cause(meetings.ENCOUNTER_RULE),
            seen_by=(side,),
        )
        turn.say(told)


def _text(turn: TurnState, npr: Npr, hex_: HexId, sides: Sequence[SideId], fleets: Sequence[Fleet]) -> str:
    parts = [
        f"their {force.role} {force.id} ({force.ships} ships, {force.hull} hull spaces)"
        for force in npr.forces
        if force.hex == hex_
    ]
    parts += [f"their colony {c.id}" for c in npr.colonies if c.hex == hex_]
    if npr.home == hex_:
        parts.append("their home world")
    whose: dict[SideId, list[str]] = defaultdict(list)
    for fleet in fleets:
        force_here = force_of(turn, fleet)
        whose[fleet.side].append(f"{fleet.id} ({force_here.ships} ships, {force_here.hull} hull spaces)")
    mine = [f"{turn.sides[side].name} {', '.join(whose[side]) or 'colony'}" for side in sides]
    return f"{CONTACT_QUESTION_START} {npr.name} at {hex_}: {', '.join(parts)}; {'; '.join(mine)}."


def _suggestion(turn: TurnState, npr: Npr, sides: Sequence[SideId]) -> str:
    """What the race would do by its attitude and relations, for the GM to take or change."""
    manner = conduct(npr.attitude, turn.settings).meets_others
    stands = ", ".join(f"{relation_word(npr.relations.get(s, 0))} to {turn.sides[s].name}" for s in sides)
    return (
        f"{npr.name} ({npr.attitude}) meets others thus: {manner}. It is {stands}. Otherwise they keep their distance."
    )


def native_world(nprs: Mapping[SideId, Npr], world: ColonyId, settings: Settings) -> tuple[Colony | None, int]:
    """A race's world as a colony, and how many battalions defend it; None, 0 if no race holds it."""
    for _, npr in sorted(nprs.items()):
        for held in npr.colonies:
            if held.id == world:
                size = held.size or npr.gross // len(npr.colonies)
                each = tables(settings)["CW-TAB-NPR"].number(GARRISON_ROW, "usual")
                count = held.garrison if held.garrison >= 0 else max(1, size // each)
                name = held.name or f"{npr.name} world"
                return Colony(world, npr.id, name, held.hex, held.orbit, size), count
    return None, 0


def natives(surface: Surface, race: SideId, count: int, week: int) -> tuple[GroundForce, ...]:
    """The battalions of a race, dug in at its cities, shared out evenly (CW-9.3-35)."""
    cities = surface.cities
    return tuple(
        GroundForce(
            f"{race}/A{n + 1}",
            race,
            NATIVES.id,
            cities[n % len(cities)].hex,
            posture="hold",
            dug_in=True,
            supplied=week,
        )
        for n in range(count)
    )
