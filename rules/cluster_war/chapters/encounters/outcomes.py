"""What comes of encounters: damage, crews and ships lost, boarders, and CPs, discoveries, technology and sickness
(CW-13.0-04, CW-A-31, CW-B-12 to 17, CW-B-27)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.apply_outcome import LossTally, apply, release
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.muster import ship_in_battle, terrain_at
from rules.cluster_war.chapters.combat.quick_outcome import enter, outcome
from rules.cluster_war.chapters.combat.unit_strength import HUNDREDTHS, StrengthRatings, fitted_spaces
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.chapters.detection.missing_forces import go_missing
from rules.cluster_war.chapters.detection.surveys import knows_system, learn
from rules.cluster_war.chapters.encounters import specials
from rules.cluster_war.chapters.movement.fleets import drop_survey, in_order, put_fleet, ships_of
from rules.cluster_war.chapters.research.projects import advance, tell_gains
from rules.cluster_war.chapters.research.tasks import knows_field
from rules.cluster_war.model.events.encounters import ContactLost
from rules.cluster_war.model.race_design.effects import TroopKind, effects_of, troop_modifiers
from rules.cluster_war.model.state.common import FleetId, HexId, KnowledgeLevel, ShipId, SideId, short_id, tables
from rules.cluster_war.model.state.holdings import Fleet, Ship
from rules.cluster_war.model.state.places import Special, sector_of
from rules.cluster_war.model.state.sides import Received
from rules.cluster_war.model.state.war import BattleOutcome, UnitOutcome, Wounds
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState, id_number
from rules.values import Cause, Modifier, Value, changed

ALL_HANDS: Final = "CW-13.0-04"
HITS_NUMBER: Final = 1
LOSSES_NUMBER: Final = 2
DRIVE_AND_POWER: Final = ("Drive", "System drive", "Power", "Capacitor")
BOARDING_TEXTS: Final = {"crew": "her crew is gone", "ship": "she was taken", "drive": "her drive is dead"}
_SHARE: Final = re.compile(r"(\d+) ?%")
FULL_PERCENT: Final = 100


def combatants(turn: TurnState, fleets: Sequence[Fleet]) -> tuple[Combatant, ...]:
    """The ships of fleets as they would enter a battle."""
    return tuple(ship_in_battle(turn, ship, fleet) for fleet in fleets for ship in ships_of(turn, fleet))


def affair(turn: TurnState, week: int, hex_: HexId, key: str, units: Sequence[Combatant]) -> Battle:
    """What befalls units in a hex, as a battle that only they are in."""
    sides = tuple(sorted({unit.side for unit in units}))
    return Battle(
        id=key,
        turn=turn.turn,
        week=week,
        hex=hex_,
        kind="fleet action",
        method="quick",
        sides=sides,
        enemies=(),
        units=tuple(units),
        terrain=terrain_at(turn, hex_),
    )


def carry_out(turn: TurnState, battle: Battle, ends: BattleOutcome) -> LossTally:
    """Carry out what became of a side's ships, who are all of the battle's units."""
    mine = {unit.unit for unit in battle.units}
    found = apply(turn, battle, changed(ends, units=tuple(u for u in ends.units if u.unit in mine)))
    release(turn, battle)
    return found


def conclude(turn: TurnState, battle: Battle, ends: BattleOutcome) -> tuple[ShipId, ...]:
    """`carry_out`; those that are gone, as far as they were ships."""
    return tuple(carry_out(turn, battle, ends).destroyed)


def key_of(turn: TurnState, week: int, hex_: HexId, side: SideId, what: int = 0) -> str:
    """The name of what befalls a side in a hex and week, as a battle has one; `what` tells two of one week apart."""
    number = 1000 * (1 + week - turn.first_week) + 10 * sorted(turn.sides).index(side) + what
    return f"{turn.turn}/{hex_}/{number}"


def hit(turn: TurnState, week: int, fleets: Sequence[Fleet], points: Mapping[ShipId, int]) -> tuple[ShipId, ...]:
    """Points of damage to ships of fleets in one hex, through shields and armor to the hull; the ships that are lost."""
    units = [unit for unit in combatants(turn, fleets) if points.get(unit.unit)]
    if not units:
        return ()
    ratings = StrengthRatings(turn.settings)
    here = fleets[0].hex
    battle = affair(turn, week, here, key_of(turn, week, here, fleets[0].side, HITS_NUMBER), units)
    struck = []
    for unit in units:
        spaces = sum(ratings.layout(unit.design).values())
        engaged = enter(unit, ratings.strength(unit), ratings.numbers, spaces)
        engaged.state = "fighting"
        engaged.take(points[unit.unit] * HUNDREDTHS, 0, 0)
        engaged.state = "destroyed" if engaged.is_lost else "fighting"
        struck.append(engaged)
    return conclude(turn, battle, outcome(battle, struck, (), "", "", battle_dice(turn), ratings))


def lose(turn: TurnState, week: int, fleets: Sequence[Fleet], ships: Collection[ShipId]) -> None:
    """Ships of fleets in one hex are gone, with all that is aboard."""
    units = [unit for unit in combatants(turn, fleets) if unit.unit in ships]
    if units:
        key = key_of(turn, week, fleets[0].hex, fleets[0].side, LOSSES_NUMBER)
        battle = affair(turn, week, fleets[0].hex, key, units)
        ends = tuple(UnitOutcome(unit.unit, "destroyed") for unit in units)
        conclude(turn, battle, BattleOutcome(key, "quick", "", ends))


def cripple(turn: TurnState, ships: Collection[ShipId], parts: Sequence[str]) -> None:
    """All that works of these components of ships is damaged."""
    for key in sorted(ships):
        ship = turn.ships[key]
        layout = fitted_spaces(turn.sides[ship.side].designs[ship.design], turn.settings)
        wounds = ship.wounds
        damaged = dict(wounds.damaged)
        for label, spaces in layout.items():
            if label.startswith(tuple(parts)):
                damaged[label] = max(0, spaces - wounds.destroyed.get(label, 0))
        kept = {label: n for label, n in sorted(damaged.items()) if n}
        turn.ships[key] = changed(ship, wounds=Wounds(kept, wounds.destroyed, wounds.burnt))


def fleets_there(turn: TurnState, side: SideId, hex_: HexId) -> list[Fleet]:
    """A side's fleets that are in a hex."""
    return in_order(f for f in turn.fleets.at(hex_) if f.side == side and f.transit is None)


def is_witnessed(turn: TurnState, side: SideId, hex_: HexId) -> bool:
    """Whether anybody of a side is left in a hex to tell what happened there."""
    owners = {c.side for c in turn.colonies.at(hex_)} | {b.side for b in turn.bases.at(hex_)}
    return bool(fleets_there(turn, side, hex_)) or side in owners


def tell_missing(turn: TurnState, week: int, before: Sequence[Fleet], *, looked: bool = True) -> None:
    """Of fleets that are gone, without anybody left to tell: their owner hears that nothing more is heard of them. In a campaign
    of full detection they vanish as after a battle, with all that they saw in their last week; `looked` is whether the look
    round of the week is over, and is made again."""
    for fleet in go_missing(turn, week, before, looked=looked):
        cause = Cause(ALL_HANDS)
        turn.tell_side(ContactLost(fleet.side, fleet.id, fleet.name, fleet.ships, fleet.hex, week, cause=cause))


def stop(turn: TurnState, fleet: FleetId) -> None:
    """A fleet goes no further: what it was about is at an end."""
    found = turn.fleets.get(fleet)
    if found is not None:
        put_fleet(turn, changed(drop_survey(turn, found), course=None, route=(), pick_up=()))


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
        points, teams = count * specials.defense_points(settings, what), count * specials.defense_teams(settings, what)
        more = list(troop_modifiers(race, kind, repelling_boarders=True, settings=settings))
        hold += max(Fraction(0), points + teams * sum(m.change.dr_close for m in more))
        strike += max(Fraction(0), points + teams * sum(m.change.ar_close for m in more))
        for one in more:
            if teams and one.change.dr_close:
                reasons[one.reason] = reasons.get(one.reason, Fraction(0)) + teams * one.change.dr_close
    return Defenders(hold, strike, tuple(f"{name}: {int(points):+d}" for name, points in reasons.items()))


def board(
    turn: TurnState, week: int, fleets: Sequence[Fleet], boarders: str, teams: int, fate: specials.SceneDice
) -> Boarding:
    """Teams board the leading ship: they win on 1d100 by their share of all points; beaten, they may all die."""
    row, ship = tables(turn.settings)[specials.BOARDERS_TABLE].row(boarders), leader(turn, fleets)
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
    text = f"{name} was boarded: {BOARDING_TEXTS[row['takes']]}."
    if row["takes"] == "drive":
        cripple(turn, (ship.id,), DRIVE_AND_POWER)
        return Boarding(won=True, wiped_out=False, lost=(), text=text, odds=odds)
    lose(turn, week, fleets, (ship.id,))
    return Boarding(won=True, wiped_out=False, lost=(ship.id,), text=text, odds=odds)


def infected_share(special: Special) -> int:
    """The share of crews that parasites infect, in percent (CW-B-16)."""
    found = next((m for d in special.details if d.startswith("Monster: ") and (m := _SHARE.search(d))), None)
    return int(found[1]) if found is not None else 25


def infect(turn: TurnState, ships: Iterable[ShipId], share: int) -> None:
    """Sick crews wear out: their ships' stress rises by the share that is ill, or falls by it, 0 to 100 (ruling R-163)."""
    for key in ships:
        ship = turn.ships.get(key)
        if ship is not None:
            turn.ships[key] = changed(ship, stress=max(0, min(FULL_PERCENT, ship.stress + share)))


def discover(turn: TurnState, side: SideId, field: str) -> str:
    """A field is discovered; what is told, "" if it was known."""
    owner = turn.sides[side]
    if knows_field(owner, field):
        return ""
    turn.sides[side] = changed(owner, discoveries=(*owner.discoveries, field))
    return f"A discovery: {field}."


def succeed(turn: TurnState, side: SideId) -> str:
    """A free success, as one by research is, for the side's running project of the lowest number not on its last step, else for
    the first (CW-8.0-06); what is told."""
    mine = sorted((p for p in turn.projects.values() if p.side == side), key=lambda p: id_number(p.id))
    running = [p for p in mine if not p.finished_turn]
    found = next((p for p in running if p.step < p.steps), next(iter(running), None))
    if found is None:
        return ""
    finished = advance(turn, found)
    tell_gains(turn, found, finished=finished)
    if not finished:
        return f"It helps {found.name}: a success."
    return f"It helps {found.name}: the last success{'' if found.incremental else ', and it works'}."


def find_technology(turn: TurnState, side: SideId, fate: specials.SceneDice) -> str:
    """Technology in an alien device, to be fitted in before it works (CW-8.1-04)."""
    row = tables(turn.settings)[specials.FOUND_TECH].by_roll(fate.hundred("technology"))
    return _receive(turn, side, row["technology"], int(row["successes"]))


def find_drive(turn: TurnState, side: SideId, special: Special | None) -> str:
    """The drive of a wreck, to be understood before it works (CW-B-31)."""
    said = specials.line(special, "Drive") if special is not None else ""
    table = tables(turn.settings)[specials.FOUND_DRIVES]
    row = next((row for key, row in table.named_rows() if said.startswith(key)), None)
    if row is None:
        return discover(turn, side, "Time and stasis") or succeed(turn, side)
    return _receive(turn, side, row["technology"], int(row["successes"]))


def _receive(turn: TurnState, side: SideId, technology: str, successes: int) -> str:
    owner = turn.sides[side]
    if technology in owner.technologies or technology in owner.received:
        return f"{technology}: we have that already. {succeed(turn, side)}".strip()
    new = Received(successes, whole=True, paid=True)
    turn.sides[side] = changed(owner, received={**owner.received, technology: new})
    takes = f"{successes} success{'' if successes == 1 else 'es'}"
    return f"{technology}: ours once understood, which takes {takes}."


def read_maps(turn: TurnState, side: SideId, hex_: HexId, level: KnowledgeLevel, week: int, rule: str) -> str:
    """All systems of the hex's sector are known at a level (CW-B-12); what is told."""
    here, new = sector_of(turn.cluster, hex_), 0
    for each, system in sorted(turn.cluster.systems.items()):
        if sector_of(turn.cluster, each) == here and system.codes and not knows_system(turn, side, system, level):
            learn(turn, side, system, level, week=week, cause=Cause(rule))
            new += 1
    return f"{new} systems of this sector were new to us." if new else "We knew it all before."
