"""Survey missions: gear, time, staying on station, results (CW-12.1-07 to 12)."""

from math import ceil
from typing import Final

from rules.cluster_war.chapters.detection.scouting import knows, learn
from rules.cluster_war.chapters.movement.fleets import drop_survey, force_of, in_order, no_survey_gear, put, survey_gear
from rules.cluster_war.model.events.detection import SurveyProgressed
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.state.names import WEEKS_PER_TURN
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables
from rules.cluster_war.model.state.units import Fleet, SurveyWork
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed

TIMES: Final = "CW-12.1-T01"
BASE_WEEKS: Final = WEEKS_PER_TURN


def survey_weeks(lrs: int, survey_bays: int, settings: Settings) -> int:
    """Weeks a survey takes with these components in the task force (CW-12.1-12): printed cells first, then the formula.

    IllegalOrderError without at least one of each (CW-12.0-05).
    """
    if lrs < 1 or survey_bays < 1:
        raise IllegalOrderError("A survey needs at least one LRS and one survey bay.", rule="CW-12.0-05")
    table = tables(settings)[TIMES]
    key = f"{lrs}/{survey_bays}"
    if key in table.keys:
        return max(1, ceil(table.fraction(key, "weeks")))
    halvings = (lrs - 1) // 2 + (survey_bays - 1)
    return max(1, BASE_WEEKS >> halvings)


def work(turn: TurnState, week: int) -> None:
    """A week of survey work by every fleet that stays in a system on a survey mission, the week of arrival not counted.

    Work is kept while the fleet stays, and the mission ends with the result (CW-12.1-10).
    """
    arrived = {e.fleet for e in turn.said_this_week() if isinstance(e, FleetArrived) and e.week == week}
    for fleet in in_order([fleet for fleet in turn.fleets.values() if fleet.mission == "survey"]):
        idle = fleet.bound is not None and fleet.bound.why != "field"
        if fleet.transit is None and not fleet.route and not idle:
            _work(turn, fleet, week, fresh=fleet.id in arrived)


def _work(turn: TurnState, fleet: Fleet, week: int, *, fresh: bool) -> None:
    system = turn.cluster.systems.get(fleet.hex)
    force = force_of(turn, fleet)
    if system is None:
        _give_up(turn, fleet, f"{fleet.name} finds nothing to survey in {fleet.hex}.", "CW-12.0-03")
        return
    if not (force.lrs and force.survey_bays):
        _give_up(turn, fleet, no_survey_gear(fleet, force), "CW-12.1-07")
        return
    if knows(turn, fleet.side, system, "surveyed"):
        put(turn, changed(fleet, mission="none", survey=None))
        return
    so_far = fleet.survey
    if so_far is None or so_far.hex != fleet.hex:
        so_far = SurveyWork(fleet.hex, started=week if fresh else week - 1, done=0)
    now = so_far if fresh else changed(so_far, done=so_far.done + 1)
    needed = survey_weeks(force.lrs, force.survey_bays, turn.settings)
    reason = Modifier(needed, f"weeks with {survey_gear(force)}")
    if now.done >= needed:
        put(turn, changed(fleet, mission="none", survey=None))
        cause = Cause("CW-12.1-08", fleet.order, (reason,))
        learn(turn, fleet.side, system, "surveyed", week=week, cause=cause)
        return
    put(turn, changed(fleet, survey=now))
    if week % WEEKS_PER_TURN == 0:
        cause = Cause("CW-12.1-12", fleet.order, (reason,))
        turn.tell_side(SurveyProgressed(fleet.side, fleet.id, fleet.hex, needed - now.done, cause=cause))


def _give_up(turn: TurnState, fleet: Fleet, reason: str, rule: str) -> None:
    put(turn, changed(drop_survey(turn, fleet), mission="none"))
    turn.fail_fleet(fleet, reason, rule)
