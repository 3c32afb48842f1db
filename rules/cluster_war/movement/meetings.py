"""Forces of sides not at peace in one hex: the GM settles them (CW-1.0-10)."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.cluster_war.events.movement import FleetArrived, FleetPassed, FleetsMet
from rules.cluster_war.movement.fleets import by_hex, force_of, in_order, present
from rules.cluster_war.race_design.attitudes import conduct
from rules.cluster_war.state.game import Question
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import HexId, SideId
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.unit_design.drive_kinds import drive_of
from rules.cluster_war.working.turn_state import TurnState
from rules.events import Cause

ENCOUNTER_RULE: Final = "CW-1.0-10"
DISTANCE: Final = "Nobody opens fire; they keep their distance."
"""The default answer to a meeting."""
SUGGESTION: Final = (
    "Ask each side for its intent, then say what comes of it, play the battle out, or let them fight it; remove lost "
    "ships and tell both sides. If nobody attacks, answer that they keep their distance. "
)
TOGETHER: Final = "Sides not at peace are together in"


def at_peace(peace: Iterable[str], a: SideId, b: SideId) -> bool:
    """Whether two sides are at peace; `peace` holds sorted pairs as "a|b"."""
    return "|".join(sorted((a, b))) in peace


def meetings(month: TurnState, week: int) -> None:
    """At a week's end, put every new or changed meeting of sides not at peace before the GM (CW-1.0-10).

    Fleets meet fleets and foreign colonies. A meeting that goes on as it was is not reported again.
    """
    arrived = {e.fleet for e in month.events if isinstance(e, FleetArrived | FleetPassed) and e.week == week}
    colonies = by_hex(month.colonies.values())
    raised = by_hex(q for q in month.questions if q.kind == "encounter" and q.text.startswith(TOGETHER))
    for hex_, fleets in sorted(present(month.fleets.values()).items()):
        sides = _hostile_sides(month, fleets, colonies.get(hex_, ()))
        if not sides:
            continue
        there = in_order(f for f in fleets if f.side in sides)
        worlds = sorted((c for c in colonies.get(hex_, ()) if c.side in sides), key=lambda c: c.id)
        text = _text(month, hex_, there, worlds)
        old = raised.get(hex_, [])
        is_open = [q for q in old if not q.settled_turn]
        anew = any(f.id in arrived for f in there)
        if any(q.text == text for q in (is_open if anew else old)):
            continue
        _raise_meeting(month, hex_, sides, text, is_open[-1] if is_open else None)
        _tell(month, hex_, week, sides, there)


def _hostile_sides(month: TurnState, fleets: Sequence[Fleet], colonies: Sequence[Colony]) -> tuple[SideId, ...]:
    """The sides here that are not at peace with somebody else here; one of each pair has a fleet."""
    armed = {f.side for f in fleets}
    everyone = armed | {c.side for c in colonies}
    peace = frozenset(month.start.peace)
    hostile = {
        side
        for side in everyone
        for other in everyone
        if side != other and (side in armed or other in armed) and not at_peace(peace, side, other)
    }
    return tuple(sorted(hostile))


def _text(month: TurnState, hex_: HexId, fleets: Sequence[Fleet], colonies: Sequence[Colony]) -> str:
    """Who meets whom, for the GM; fleets' names stay out, so that a new name alone makes no new meeting."""
    parts: list[str] = []
    for fleet in fleets:
        force = force_of(month, fleet)
        ships = "1 ship" if force.ships == 1 else f"{force.ships} ships"
        flees = ", skip drives: may flee any battle" if _flees(month, fleet) else ""
        parts.append(f"{month.sides[fleet.side].name} {fleet.id} ({ships}, {force.hull} hull spaces{flees})")
    parts += [f"{month.sides[c.side].name} colony {c.id}" for c in colonies]
    return f"{TOGETHER} {hex_}: {'; '.join(parts)}."


def _flees(month: TurnState, fleet: Fleet) -> bool:
    """Whether every ship has a drive that takes it out of a battle at will (CW-4.0-17)."""
    designs = month.sides[fleet.side].designs
    drives = {designs[month.ships[ship].design].ftl for ship in fleet.ships}
    return all(drive_of(drive, month.settings).flees for drive in drives)


def _raise_meeting(month: TurnState, hex_: HexId, sides: tuple[SideId, ...], text: str, old: Question | None) -> None:
    """A new question, or the open one of this hex brought up to date."""
    suggestion = old.suggestion if old is not None else SUGGESTION + _manners(month, sides)
    month.put_question("encounter", sides, text, ENCOUNTER_RULE, suggestion, hex_, choices=(DISTANCE,), old=old)


def _manners(month: TurnState, sides: tuple[SideId, ...]) -> str:
    """How each race meets strangers, by its attitude (CW-3.1-25 to CW-3.1-30)."""
    known = {side: conduct(month.sides[side].race.attitude, month.settings) for side in sides if side in month.sides}
    told = (f"{month.sides[side].name}: {c.meets_others}; attacked: {c.attacked}" for side, c in known.items())
    return f"By attitude: {'. '.join(told)}."


def _tell(month: TurnState, hex_: HexId, week: int, sides: tuple[SideId, ...], fleets: Sequence[Fleet]) -> None:
    """The GM sees all fleets by their ids; each side its own, and the others by its own contact names."""
    cause = Cause(ENCOUNTER_RULE)
    ids = tuple(f.id for f in fleets)
    month.say(FleetsMet(hex=hex_, week=week, fleets=ids, sides=sides, cause=cause, seen_by=()))
    for side in sides:
        contacts = month.knowledge[side].contacts
        mine = tuple(f.id for f in fleets if f.side == side)
        others = sorted(contacts[f.id] for f in fleets if f.side != side and f.id in contacts)
        month.say(FleetsMet(hex=hex_, week=week, fleets=(*mine, *others), sides=sides, cause=cause, seen_by=(side,)))
