"""Internal hits: the Damage Allocation Chart, the rear engine, final damage, and the end of a craft (PW-B15, PW-B57)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.dice import Roll, Roller
from rules.events import Cause
from rules.pentagon_war.changes import key, put, seen, wrecked
from rules.pentagon_war.combat.damage.boxes import FINAL, candidates, chosen
from rules.pentagon_war.events import BoxHit, Event
from rules.pentagon_war.options import tables
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, UnitId

REAR = 4
"""The side the engines are on (PW-S50)."""


@dataclass
class Tally:
    """What one segment has done to one craft so far: hits rolled for, screening used, whether the rear engine went."""

    hits: int = 0
    screened: int = 0
    rear_done: bool = False
    lose: tuple[str, ...] = ()
    screen: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    rating: int = 0
    events: list[Event] = field(default_factory=list)


def internal_hits(battle: Battle, craft_id: UnitId, points: int, side: int, tally: Tally, dice: Roller) -> Battle:
    """The battle after so many internal hits through a side (0: interior), until the craft is destroyed.

    The first of an impulse through the rear kills an engine if one is left (PW-S50, PW-B56).
    """
    for _ in range(points):
        craft = battle.craft[craft_id]
        if craft.fate:
            break
        if side == REAR and not tally.rear_done and craft.engines:
            tally.rear_done = True
            battle = _lost(battle, craft, "Engine", Cause("PW-S50"), tally)
            continue
        tally.hits += 1
        roll = dice.roll(key(battle, "hit", craft_id, tally.hits), 6, 2)
        system, fell = struck_system(battle, craft, roll)
        rule = "PW-B63" if system == FINAL else "PW-B57" if fell else "PW-B15"
        battle = _lost(battle, craft, system, Cause(rule, rolls=(roll,)), tally)
    return battle


def struck_system(battle: Battle, craft: Craft, roll: Roll) -> tuple[str, bool]:
    """The system a dark and a light die name, and whether the hit moved on to it along the row (PW-B15, PW-B57).

    A system with no box left passes the hit to the right, round to the row's beginning; an exhausted row to the final
    damage track.
    """
    dark, light = roll.faces
    row = row_of(battle, dark)
    for steps in range(len(row)):
        system = row[(light - 1 + steps) % len(row)]
        if candidates(craft, system):
            return system, system != row[light - 1]
    return FINAL, True


def row_of(battle: Battle, dark: int) -> Sequence[str]:
    """The chart's row of a dark die, light 1 to 6 (PW-T12)."""
    chart = tables(battle.options)["PW-T12"]
    return [chart.cell(dark, f"light {light}") for light in range(1, 7)]


def _lost(battle: Battle, craft: Craft, system: str, cause: Cause, tally: Tally) -> Battle:
    """The battle with the owner's choice among a system's boxes destroyed; the last final damage box ends the craft."""
    box = chosen(candidates(craft, system), tally.lose)
    after = box.after
    told = BoxHit(battle.now, cause, craft.id, system, box.name, box.power_lost, seen_by=seen(battle, craft.id))
    tally.events.append(told)
    if after.final_damage <= 0:
        after = wrecked(after)
    return put(battle, after)
