"""What sides are to do to win a battle, beside being the last in the field: counted at the end of each turn (PW-B87, R-261)."""

from typing import Final

from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive, put_units
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Aim, Craft, MapEdge, SideId
from rules.values import changed

EDGES: Final[tuple[MapEdge, ...]] = ("top", "bottom", "left", "right")


def decide_by_aims(battle: Battle, *, turn_ends: bool) -> tuple[Battle, Aim | None]:
    """The battle with its winner if an aim is reached or can be reached no longer, and that aim; a craft that was to leave by an
    edge has left then."""
    for aim in battle.aims or () if battle.winner is None else ():
        met = _is_met(battle, aim, turn_ends=turn_ends)
        winner = "" if met is None else aim.side if met else _other(battle, aim.side)
        if not winner:
            continue
        if met and aim.what == "leave":
            battle = put_units(battle, changed(battle.craft[aim.unit], fate="disengaged"))
        return changed(battle, winner=winner), aim
    return battle, None


def _is_met(battle: Battle, aim: Aim, *, turn_ends: bool) -> bool | None:
    """Whether an aim is reached, or can be reached no longer; None while that is open."""
    last = turn_ends and bool(battle.last_turn) and battle.now.turn >= battle.last_turn
    if aim.what == "hold":
        return _holds(battle, aim) if last else None
    craft = battle.craft[aim.unit]
    match aim.what:
        case "sink":
            return True if craft.fate == "destroyed" else False if last or craft.fate else None
        case "save":
            return False if craft.fate == "destroyed" else True if last or craft.fate else None
        case "leave":
            there = turn_ends and not craft.fate and edge_gap(aim, craft.at) <= 0
            return True if there else False if last or craft.fate else None


def _holds(battle: Battle, aim: Aim) -> bool:
    near = {craft.side for craft in alive(battle) if aim.at is not None and distance(craft.at, aim.at) <= aim.line}
    return near == {aim.side}


def edge_gap(aim: Aim, at: Hex) -> int:
    """How many rows or columns are still to go to the edge of an aim; 0 or less there."""
    column, row = BATTLE_MAP.offset(at)
    match aim.edge:
        case "top":
            return row - aim.line
        case "bottom":
            return aim.line - row
        case "left":
            return column - aim.line
        case "right":
            return aim.line - column


def _other(battle: Battle, side: SideId) -> SideId:
    """Who has won if a side's aim has failed: the only other side, or else nobody yet."""
    others = [each for each in battle.sides if each != side]
    return others[0] if len(others) == 1 else ""


def way_out(battle: Battle, craft: Craft) -> Aim | None:
    """The aim of a craft that is to leave by an edge."""
    mine = (aim for aim in battle.aims or () if aim.what == "leave" and aim.unit == craft.id)
    return next(mine, None)
