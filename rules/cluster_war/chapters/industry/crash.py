"""Crash building in both forms, and what becomes of units built so (CW-6.7)."""

from typing import Final

from rules.cluster_war.model.economy.yields import industrial
from rules.cluster_war.model.events.industry import CrashFlawShown
from rules.cluster_war.model.events.logistics import StressRose
from rules.cluster_war.model.state.names import CrashKind, ShipId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.working.turn_state import TurnState, secret_key
from rules.dice import Roll, Roller
from rules.events import Cause, Modifier
from rules.values import changed

FAULTS: Final = (
    "beams go off line",
    "launchers jam",
    "shields buckle",
    "armor shatters",
    "an engine burns out",
    "sensors fail",
)
OUT_OF_SUPPLY: Final = "a month out of supply"


def crash_hull(hull: int, crash: CrashKind) -> int:
    """Hull spaces of work: half of them, rounded up, when built in haste (CW-6.7-01, CW-6.7-02)."""
    return -(-hull // 2) if crash else hull


def crash_price(price: int, crash: CrashKind) -> int:
    """CPs: twice the price when haste is paid for; haste never makes anything cheaper (CW-6.7-01, CW-6.0-09)."""
    return price * 2 if crash == "cost" else price


def flaw_chance(settings: Settings) -> int:
    """Per cent at every stress event of a crash-built unit (CW-6.7-03)."""
    return industrial("percent chance of a crash flaw", settings)


def flaw_check(dice: Roller, key: str, settings: Settings) -> tuple[str, tuple[Roll, ...]]:
    """One stress event of a crash-built unit: the fault that shows, "" for none, and the dice (CW-6.7-03).

    It is rolled besides the usual stress check, not instead of it (CW-6.7-05); in a battle once a round in which the
    unit is damaged, and once for each month out of supply (CW-6.7-04).
    """
    roll = dice.percent(key)
    if roll.total > flaw_chance(settings):
        return "", (roll,)
    which = dice.roll(f"{key}/fault", len(FAULTS))
    return FAULTS[which.total - 1], (roll, which)


def check_flaws(turn: TurnState) -> None:
    """At the month's end: crash-built ships whose stress rose for want of supply are put to the test (CW-6.7-04).

    It comes on top of the stress check that all ships make (CW-6.7-05).
    """
    for event in [e for e in turn.events if isinstance(e, StressRose)]:
        for key in event.ships:
            ship = turn.ships.get(key)
            if ship is not None and ship.low_quality:
                stress_event(turn, key, OUT_OF_SUPPLY)


def stress_event(turn: TurnState, ship: ShipId, occasion: str) -> None:
    """Put a crash-built ship to the test; a fault stays until it is refitted or repaired, and the GM may rule on it."""
    found: Ship = turn.ships[ship]
    fault, rolls = flaw_check(turn.dice, secret_key(turn, found.side, f"crash/{ship}"), turn.settings)
    chance = Modifier(flaw_chance(turn.settings), "per cent for a ship built in haste")
    if fault:
        turn.ships[ship] = changed(found, faults=(*found.faults, fault))
    cause = Cause("CW-6.7-03", modifiers=(chance,), rolls=rolls)
    turn.tell_side(CrashFlawShown(found.side, ship, occasion, bool(fault), fault, cause=cause))
    if fault:
        _ask(turn, found, occasion, fault)


def _ask(turn: TurnState, ship: Ship, occasion: str, fault: str) -> None:
    text = f"{turn.sides[ship.side].name}: {ship.id.rpartition('/')[2]}, built in haste, failed after {occasion}."
    suggestion = f"{fault[0].upper()}{fault[1:]}: out of order until repaired."
    turn.put_question("catastrophe", (ship.side,), text, "CW-6.7-03", suggestion)
