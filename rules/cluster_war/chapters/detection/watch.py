"""A week's beginning for those who watch, and what gives fleets away before the week's look round (CW-12.0-12)."""

from typing import Final

from rules.cluster_war.chapters.detection.cloaks import reveal
from rules.cluster_war.chapters.movement.emitters import can_emit
from rules.cluster_war.chapters.movement.fleets import put
from rules.cluster_war.model.events.detection import BaseEmissionsSet, EmissionsSet
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState, WeekBegan
from rules.events import Cause
from rules.values import changed

NOTICED: Final = Cause("CW-12.0-12")
EMITTING: Final = {"sensors": "active sensors", "ecm": "ECM"}


def open_week(turn: TurnState, week: int) -> None:
    """Nobody has given themselves away yet; what every side knows is kept, for forces that may not live to tell more."""
    turn.revealed.clear()
    turn.week_began = WeekBegan(week, dict(turn.fleets), dict(turn.knowledge), dict(turn.counters), len(turn.events))


def give_away(turn: TurnState, week: int) -> None:
    """Fleets and bases that run active sensors or ECM are noticed, and fleets that survey a system or blockade one (R-151)."""
    del week
    _fall_silent(turn)
    for fleet in turn.fleets.values():
        if (what := _what(fleet)) and not fleet.is_held:
            reveal(turn, (fleet.id,), what)
    for base in turn.bases.values():
        if base.emissions:
            reveal(turn, (base.id,), EMITTING[base.emissions])


def _fall_silent(turn: TurnState) -> None:
    """Who has lost all that it emitted with emits no more, and its side hears of it (ruling R-151)."""
    for base in [b for b in turn.bases.values() if b.emissions and b.side in turn.sides]:
        if not can_emit(turn.sides[base.side].designs, (base,), base.emissions):
            turn.bases[base.id] = changed(base, emissions="")
            turn.tell_side(BaseEmissionsSet(base.side, base.id, "", lost=True, cause=NOTICED))
    for fleet in [f for f in turn.fleets.values() if f.emissions and f.side in turn.sides]:
        ships = [turn.ships[key] for key in fleet.ships]
        if not can_emit(turn.sides[fleet.side].designs, ships, fleet.emissions):
            put(turn, changed(fleet, emissions=""))
            turn.tell_side(EmissionsSet(fleet.side, fleet.id, "", lost=True, cause=NOTICED))


def _what(fleet: Fleet) -> str:
    if fleet.transit is not None:
        return ""
    if fleet.emissions:
        return EMITTING[fleet.emissions]
    stays = fleet.course is None and not fleet.route
    if stays and fleet.mission == "survey":
        return "survey gear"
    return "a blockade" if stays and fleet.mission == "blockade" else ""
