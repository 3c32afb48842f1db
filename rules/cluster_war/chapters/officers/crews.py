"""Crew grades: what they add to an attack, and how crews earn them by drill and battle (chapter 17.2)."""

from typing import Final, get_args

from rules.cluster_war.model.events.officers import CrewPromoted
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import Grade
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause, Modifier
from rules.values import changed

TABLE: Final = "CW-17.2-T01"
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
EXPERIENCED: Final = ("veteran", "elite")
WITHOUT_CREW: Final = frozenset({"crewless", "remote", "ai"})


def counts_as(ship: Ship) -> Grade:
    """The grade that a ship's crew counts as now: one lower while an experienced crew settles in (CW-17.2-09)."""
    if ship.settling and ship.grade in EXPERIENCED:
        return GRADES[GRADES.index(ship.grade) - 1]
    return ship.grade


def crew_attack(grade: Grade, settings: Settings) -> int:
    """What a crew of this grade adds to an attack, in points of percent; nothing where crews have no grades (CW-17.2-03)."""
    return tables(settings)[TABLE].number(grade.capitalize(), "attack_percent") if settings.graded_crews else 0


def turns_of_training(settings: Settings) -> int:
    """Turns until an experienced crew on a new ship is what it was (CW-17.2-09)."""
    return tables(settings)["CW-TAB-CREWS"].number("turns a moved crew trains", "number")


def trained(ship: Ship, settings: Settings, *, drills: bool) -> Ship:
    """A ship's crew after a turn, in which it drills or not: promoted once it has drilled long enough in its grade and come
    through battles enough in its whole career (CW-17.2-06 to CW-17.2-08)."""
    if drills and ship.settling:
        return changed(ship, settling=ship.settling - 1)
    at = GRADES.index(ship.grade) + 1
    if at == len(GRADES):
        return ship
    row, higher = tables(settings)[TABLE], GRADES[at]
    needed = row.number(higher.capitalize(), "drill_turns_from_previous")
    drilled = min(needed, ship.drilled + 1) if drills else ship.drilled
    if drilled >= needed and ship.battles >= row.number(higher.capitalize(), "battles_total"):
        return changed(ship, grade=higher, drilled=0)
    return changed(ship, drilled=drilled) if drilled != ship.drilled else ship


def drill(turn: TurnState) -> None:
    """At the month's end: every crew that was aboard as the month began and was in no battle has drilled a turn.

    `month.careers` has the battles of crews that were moved since then, as they were before this month's own.
    """
    if not turn.settings.graded_crews:
        return
    for key, ship in sorted(turn.ships.items()):
        if key not in turn.start.ships or turn.start.ships[key].side != ship.side:
            continue
        if WITHOUT_CREW & set(turn.sides[ship.side].designs[ship.design].traits):
            continue
        before = turn.careers.get(key, turn.start.ships[key].battles)
        after = trained(ship, turn.settings, drills=ship.battles <= before)
        turn.ships[key] = after
        if after.grade != ship.grade:
            rule = {"regular": "CW-17.2-06", "veteran": "CW-17.2-07"}.get(after.grade, "CW-17.2-08")
            cause = Cause(rule, "", (Modifier(after.battles, "battles come through"),))
            turn.tell_side(CrewPromoted(ship.side, key, after.grade, cause=cause))
