"""A week's beginning for those who watch, and what gives fleets away before the week's look round (CW-12.0-12)."""

from typing import Final

from rules.cluster_war.detection.cloaks import reveal
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState, WeekBegan

EMITTING: Final = {"sensors": "active sensors", "ecm": "ECM"}


def open_week(month: TurnState, week: int) -> None:
    """Nobody has given themselves away yet; what every side knows is kept, for forces that may not live to tell more."""
    month.revealed.clear()
    month.week_began = WeekBegan(
        week, dict(month.fleets), dict(month.knowledge), dict(month.counters), len(month.events)
    )


def give_away(month: TurnState, week: int) -> None:
    """Fleets that run active sensors or ECM are noticed, and those that survey a system or blockade one (R-151)."""
    del week
    for fleet in month.fleets.values():
        if what := _what(fleet):
            reveal(month, (fleet.id,), what)


def _what(fleet: Fleet) -> str:
    if fleet.transit is not None:
        return ""
    if fleet.emissions:
        return EMITTING[fleet.emissions]
    stays = fleet.course is None and not fleet.route
    if stays and fleet.mission == "survey":
        return "survey gear"
    return "a blockade" if stays and fleet.mission == "blockade" else ""
