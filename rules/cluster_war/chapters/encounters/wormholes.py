"""Worm holes as ways: into one whose far end nobody knows, and out of it (CW-14.0-31 to CW-14.0-34)."""

from typing import Final

from rules.cluster_war.chapters.movement.fleets import drop_survey, put
from rules.cluster_war.model.events.encounters import HolePassed
from rules.cluster_war.model.holdings.finders import check_free
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Fleet, Transit
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause
from rules.values import changed

TRAVEL: Final = "CW-14.0-32"
ROLE: Final = "CW-14.0-34"
OFF_THE_MAP: Final = "CW-B-13"
WEEKS: Final = 1


def check_role(settings: Settings) -> None:
    """IllegalOrderError where worm holes carry no ships (CW-14.0-34)."""
    if settings.natural_wormholes != "travel":
        raise IllegalOrderError("Natural wormholes carry messages here, but no ships.", rule=ROLE)


def pass_hole(turn: TurnState, fleet: Fleet, week: int, order: str = "") -> str:
    """A fleet goes into the worm hole of its hex, a week later it is at the far end: "" is given then, else why it waits there.
    IllegalOrderError where there is none that lets it pass."""
    check_role(turn.settings)
    check_free(TurnHoldings(turn, fleet.side), fleet, week)
    system = turn.cluster.systems.get(fleet.hex)
    if system is None or system.hidden or system.hole in {"", "shut"}:
        raise IllegalOrderError(f"Nothing passes at {fleet.hex}: no worm hole there leads anywhere.", rule=TRAVEL)
    if not system.destination:
        _off_the_map(turn, fleet)
        return f"{fleet.name} waits at its edge: where it leads, the game master says."
    cause = Cause("CW-14.0-33", order or fleet.order)
    turn.tell_side(HolePassed(fleet.side, fleet.id, fleet.name, fleet.hex, week, cause=cause))
    through = Transit(fleet.hex, system.destination, week, week + WEEKS)
    free = drop_survey(turn, fleet)
    put(turn, changed(free, transit=through, route=(), course=None, pick_up=(), mission="none", raid=None, bound=None))
    return ""


def _off_the_map(turn: TurnState, fleet: Fleet) -> None:
    """A hole that leads to a bolt hole or another cluster is the game master's to play (CW-B-13)."""
    system = turn.cluster.systems[fleet.hex]
    told = ", ".join(system.special.details) if system.special is not None else "its far end is off the map"
    turn.put_question(
        "scene",
        (fleet.side,),
        f"{turn.sides[fleet.side].name} {fleet.name} ({fleet.id}) goes into the worm hole at {fleet.hex}: {told}.",
        OFF_THE_MAP,
        "Say where it comes out and when: move the fleet, or give the worm hole another end with /special hole.",
        fleet.hex,
    )


def learn_passages(turn: TurnState, week: int) -> None:
    """Who has come out alive knows both ends of the worm hole from now on (CW-14.0-32)."""
    for event in [e for e in turn.events if isinstance(e, HolePassed) and e.week + WEEKS == week]:
        fleet = turn.fleets.get(event.fleet)
        if fleet is None or fleet.transit is not None or fleet.hex != _far_end(turn, event.hex):
            continue
        known = turn.knowledge[event.side]
        if event.hex not in known.passages:
            turn.learn(event.side, passages=tuple(sorted({*known.passages, event.hex})))


def _far_end(turn: TurnState, hex_: HexId) -> HexId:
    system = turn.cluster.systems.get(hex_)
    return system.destination if system is not None else ""
