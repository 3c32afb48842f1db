"""Boarders: teams that come aboard a leading ship, against its crew and the troops it has (CW-B-15, CW-B-17, CW-A-31)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.encounters.harm import cripple, lose
from rules.cluster_war.chapters.encounters.specials import BOARDERS, Fate, defense_points, defense_teams
from rules.cluster_war.chapters.movement.fleets import ships_of
from rules.cluster_war.model.race_design.effects import TroopKind, effects_of, troop_modifiers
from rules.cluster_war.model.state.names import ShipId, short_id
from rules.cluster_war.model.state.settings import tables
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Modifier
from rules.values import Value

POWER: Final = ("Drive", "System drive", "Power", "Capacitor")
ENDS: Final = {"crew": "her crew is gone", "ship": "she was taken", "drive": "her drive is dead"}


class Boarding(Value):
    """What came of boarders: whether they won, whether all of them are dead, the ships that are gone, what is told."""

    won: bool
    wiped_out: bool
    lost: tuple[ShipId, ...]
    text: str
    odds: tuple[Modifier, ...]


class Defenders(Value):
    """Points against boarders: `hold` against being beaten, with what the race adds to DR; `strike` to kill those who draw off,
    with what it adds to AR; `reasons` are what it adds to the first."""

    hold: Fraction
    strike: Fraction
    reasons: tuple[str, ...] = ()

    def halved(self) -> "Defenders":
        """Taken by surprise (CW-B-15)."""
        return Defenders(self.hold / 2, self.strike / 2, tuple(f"{reason}, halved" for reason in self.reasons))


def leader(turn: TurnState, fleets: Sequence[Fleet]) -> Ship:
    """The leading ship of fleets: the largest, the first of equals (ruling R-160)."""
    ships = [ship for fleet in fleets for ship in ships_of(turn, fleet)]
    return max(ships, key=lambda s: (turn.sides[s.side].designs[s.design].hull, [-ord(c) for c in s.id]))


def defenders(turn: TurnState, ship: Ship) -> Defenders:
    """What a ship's crew and troops are worth against boarders, with what their race adds (CW-3.1-46, ruling R-162)."""
    designs, settings = turn.sides[ship.side].designs, turn.settings
    design = sound(designs, ship)
    troops = sum(n for d, n in ship.crates.items() if d in designs and designs[d].unit == "battalion")
    aboard: Mapping[str, tuple[int, TroopKind]] = {
        "hull space": (design.hull, "crew"),
        "barracks": (design.barracks, "foot"),
        "assault bay": (design.assault_bays, "foot"),
        "battalion": (troops, "foot"),
    }
    owner = turn.sides[ship.side]
    race = effects_of(owner.race, owner.technologies, settings)
    hold, strike, reasons = Fraction(0), Fraction(0), dict[str, Fraction]()
    for what, (count, kind) in aboard.items():
        points, teams = count * defense_points(settings, what), count * defense_teams(settings, what)
        more = list(troop_modifiers(race, kind, repelling_boarders=True, settings=settings))
        hold += max(Fraction(0), points + teams * sum(m.change.dr_close for m in more))
        strike += max(Fraction(0), points + teams * sum(m.change.ar_close for m in more))
        for one in more:
            if teams and one.change.dr_close:
                reasons[one.reason] = reasons.get(one.reason, Fraction(0)) + teams * one.change.dr_close
    return Defenders(hold, strike, tuple(f"{name}: {int(points):+d}" for name, points in reasons.items()))


def board(turn: TurnState, week: int, fleets: Sequence[Fleet], boarders: str, teams: int, fate: Fate) -> Boarding:
    """Teams board the leading ship: they win on 1d100 by their share of all points; beaten, they may all die."""
    row, ship = tables(turn.settings)[BOARDERS].row(boarders), leader(turn, fleets)
    crew = defenders(turn, ship)
    if row["surprise"] == "yes":
        crew = crew.halved()
    attack, defense = teams * int(row["attack"]), teams * int(row["defense"])
    chance = int(100 * attack / (attack + max(crew.hold, Fraction(1, 2))))
    added = f" ({'; '.join(crew.reasons)})" if crew.reasons else ""
    odds = (Modifier(chance, f"% for {teams} teams of boarders against {int(crew.hold)} points aboard{added}"),)
    name = ship.name or short_id(ship.id)
    if fate.hundred("board") > chance:
        dead = fate.hundred("beaten") > int(100 * defense / (defense + max(crew.strike, Fraction(1, 2))))
        end = "None of them is left." if dead else "They drew off."
        return Boarding(won=False, wiped_out=dead, lost=(), text=f"{name} was boarded and held. {end}", odds=odds)
    text = f"{name} was boarded: {ENDS[row['takes']]}."
    if row["takes"] == "drive":
        cripple(turn, (ship.id,), POWER)
        return Boarding(won=True, wiped_out=False, lost=(), text=text, odds=odds)
    lose(turn, week, fleets, (ship.id,))
    return Boarding(won=True, wiped_out=False, lost=(ship.id,), text=text, odds=odds)
