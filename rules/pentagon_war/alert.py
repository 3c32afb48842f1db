"""Alert status: what does not work yet on the first turn, after table PW-T24 (PW-A75 to PW-A77, PW-B85, PW-B86)."""

from dataclasses import replace
from typing import Final

from rules.errors import GameError
from rules.pentagon_war.options import Options
from rules.pentagon_war.state import Battle
from rules.pentagon_war.tables_of import tables
from rules.pentagon_war.units import Craft

FIRST: Final = 1
"""The turn of first contact, and the only one alert status bears on (PW-A75)."""


def on_alert(craft: Craft, options: Options) -> Craft:
    """A craft fresh from `commission` as it enters a battle of this alert status: cannons cold, guns uncharged."""
    warm = _first_turn(_cell(options, "proton and electron cannons"))
    guns = _first_turn(_cell(options, "radiation and liquid metal guns first fire"))
    return replace(
        craft,
        warm_from=warm,
        last_cannon=warm,
        guns=tuple(gun if gun.kind == "acid" else replace(gun, ready_turn=guns) for gun in craft.guns),
    )


def charged(battle: Battle, craft: Craft) -> int:
    """How many of a craft's capacitors hold charge as this turn begins (PW-C16, PW-S36)."""
    return _share(battle, "charged capacitors on turn 1", craft.capacitors)


def defending_boxes(battle: Battle, craft: Craft) -> int:
    """How many of a craft's undestroyed point defense boxes work this turn (PW-B85)."""
    return _share(battle, "point defense", craft.point_defense)


def screens_cold(battle: Battle) -> bool:
    """Whether screens give nothing this turn unless boxes are energised (PW-S06)."""
    return battle.now.turn == FIRST and _cell(battle.options, "screens") != "on"


def may_lock_on(battle: Battle) -> bool:
    """Whether craft try for a lock-on this turn (PW-B85)."""
    return battle.now.turn != FIRST or _cell(battle.options, "lock-on attempt") == "yes"


def _cell(options: Options, column: str) -> str:
    table = tables(options)["PW-T24"]
    if str(options.alert_status) not in table.keys:
        raise GameError(f"There is no alert status {options.alert_status}; choose 0 to 3.", rule="PW-B85")
    return table.cell(options.alert_status, column)


def _share(battle: Battle, column: str, boxes: int) -> int:
    if battle.now.turn != FIRST:
        return boxes
    shares = {"all": boxes, "half, rounded down": boxes // 2, "none": 0}
    return shares[_cell(battle.options, column)]


def _first_turn(cell: str) -> int:
    """The turn a cell names, "cold, turn 2"; the first turn when it names none ("warm")."""
    number = cell.rpartition(" ")[2]
    return int(number) if number.isdecimal() else FIRST
