"""A fleet far from home, and the end of its month: what tests of supply and of stress begin with."""

from typing import Any

from rules.cluster_war.chapters.logistics.stress import supply_and_stress
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import ScriptedDice
from rules.values import changed as replace
from tests.rules.cluster_war.build import DESIGNS, body, small, star, with_fleet

PLAIN = Settings()
FAR = "1010"
GUNBOAT = Design("gunboat", "Gunboat", "small_craft", 9, 9, DESIGNS["scout"].drive, unit="gunboat", prefix="GB")
FIGHTER = Design("fighter", "Fighter", "small_craft", 5, 5, bridge=False, prefix="FI")
KINDS = {
    **DESIGNS,
    "gunboat": GUNBOAT,
    "fighter": FIGHTER,
    "warship": Design("warship", "Warship", "ship", 60, 300, DESIGNS["scout"].drive, prefix="CA"),
    "d30": Design("d30", "Destroyer 30", "ship", 30, 150, DESIGNS["scout"].drive, racks=6, prefix="DR"),
    "carrier": Design("carrier", "Carrier", "ship", 30, 150, DESIGNS["scout"].drive, hangar=60, prefix="CV"),
    "tight": Design(
        "tight", "Crowded", "ship", 30, 90, DESIGNS["scout"].drive, unit="ship", crew_quarters=2, prefix="TT"
    ),
    "farm": Design(
        "farm", "Farm Base", "base", 50, 500, agro=10, light_industry=10, mining=10, cargo_bays=30, prefix="FB"
    ),
    "set": Design(
        "set", "Farm Ship", "ship", 10, 90, DESIGNS["scout"].drive, agro=1, light_industry=1, mining=1, prefix="FS"
    ),
}


def world(*fleet: str, hex_: str = FAR, **more: Any) -> GameState:
    """The Humans at home, with one fleet far away."""
    state = small(systems=[star(FAR, body(1, "5555", 60))])
    sides = {k: replace(s, designs=KINDS) for k, s in state.sides.items()}
    return with_fleet(replace(state, sides=sides), "humans", hex_, *fleet, **more)


def ship_of(state: GameState | TurnState, key: str, **changes: Any) -> Ship:
    return replace(state.ships[key], **changes)


def changed(state: GameState, key: str, **changes: Any) -> GameState:
    return replace(state, ships={**state.ships, key: ship_of(state, key, **changes)})


def play_month(state: GameState, *rolls: int) -> TurnState:
    """The end of a month, with the dice of stress checks in order."""
    turn = TurnState(state, (), ScriptedDice(rolls))
    turn.purse = dict.fromkeys(state.sides, 0)
    supply_and_stress(turn)
    return turn


def said(turn: TurnState, kind: type[Any]) -> list[Any]:
    return [e for e in turn.events if isinstance(e, kind)]
