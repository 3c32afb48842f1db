"""Boarders: teams that come aboard a leading ship, against its crew and the troops it has (CW-B-15, CW-B-17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.cluster_war.encounters.harm import cripple, lose
from rules.cluster_war.encounters.numbers import BOARDERS, Fate, defense_points
from rules.cluster_war.movement.fleets import ships_of
from rules.cluster_war.state.names import ShipId, short_id
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.unit_design.wounded import sound
from rules.cluster_war.working.turn_state import TurnState
from rules.events import Modifier

POWER: Final = ("Drive", "System drive", "Power", "Capacitor")
ENDS: Final = {"crew": "her crew is gone", "ship": "she was taken", "drive": "her drive is dead"}


@dataclass(frozen=True, slots=True)
class Boarding:
    """What came of boarders: whether they won, whether all of them are dead, the ships that are gone, what is told."""

    won: bool
    wiped_out: bool
    lost: tuple[ShipId, ...]
    text: str
    odds: tuple[Modifier, ...]


def leader(month: TurnState, fleets: Sequence[Fleet]) -> Ship:
    """The leading ship of fleets: the largest, the first of equals (ruling R-160)."""
    ships = [ship for fleet in fleets for ship in ships_of(month, fleet)]
    return max(ships, key=lambda s: (month.sides[s.side].designs[s.design].hull, [-ord(c) for c in s.id]))


def crew_points(month: TurnState, ship: Ship) -> Fraction:
    """What a ship's crew and troops are worth against boarders."""
    designs, settings = month.sides[ship.side].designs, month.settings
    design = sound(designs, ship)
    troops = sum(n for d, n in ship.crates.items() if d in designs and designs[d].unit == "battalion")
    return (
        design.hull * defense_points(settings, "hull space")
        + design.barracks * defense_points(settings, "barracks")
        + design.assault_bays * defense_points(settings, "assault bay")
        + troops * defense_points(settings, "battalion")
    )


def board(month: TurnState, week: int, fleets: Sequence[Fleet], boarders: str, teams: int, fate: Fate) -> Boarding:
    """Teams board the leading ship: they win on 1d100 by their share of all points; beaten, they may all die."""
    row, ship = tables(month.settings)[BOARDERS].row(boarders), leader(month, fleets)
    crew = crew_points(month, ship)
    if row["surprise"] == "yes":
        crew /= 2
    attack, defense = teams * int(row["attack"]), teams * int(row["defense"])
    chance = int(100 * attack / (attack + max(crew, Fraction(1, 2))))
    odds = (Modifier(chance, f"% for {teams} teams of boarders against {int(crew)} points aboard"),)
    name = ship.name or short_id(ship.id)
    if fate.hundred("board") > chance:
        dead = fate.hundred("beaten") > int(100 * defense / (defense + max(crew, Fraction(1, 2))))
        end = "None of them is left." if dead else "They drew off."
        return Boarding(won=False, wiped_out=dead, lost=(), text=f"{name} was boarded and held. {end}", odds=odds)
    text = f"{name} was boarded: {ENDS[row['takes']]}."
    if row["takes"] == "drive":
        cripple(month, (ship.id,), POWER)
        return Boarding(won=True, wiped_out=False, lost=(), text=text, odds=odds)
    lose(month, week, fleets, (ship.id,))
    return Boarding(won=True, wiped_out=False, lost=(ship.id,), text=text, odds=odds)
