"""Fights with what is no empire's: monsters, platforms, guards and raiders, as battles like others (CW-B-14, CW-B-18, CW-B-26).

Each is settled once, as the campaign settles battles of its size, recorded, and told to the side that fought it, if anybody of it
is left to tell (ruling R-166).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.combat.apply_outcome import LossTally
from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.chapters.combat.contact import engagement_of
from rules.cluster_war.chapters.combat.flight import flee
from rules.cluster_war.chapters.combat.muster import method_of, star_at, with_minds
from rules.cluster_war.chapters.combat.unit_strength import SMALL_CRAFT
from rules.cluster_war.chapters.combat.weekly_battles import outcome_of, tell_outcome, witnesses
from rules.cluster_war.chapters.detection.cloaks import reveal
from rules.cluster_war.chapters.encounters.outcomes import affair, carry_out, combatants, key_of
from rules.cluster_war.chapters.encounters.specials import HOSTILES_TABLE
from rules.cluster_war.chapters.movement.fleets import force_of
from rules.cluster_war.model.state.common import DesignKind, FleetId, HexId, Settings, ShipId, SideId, short_id, tables
from rules.cluster_war.model.state.holdings import Design, Fleet
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleId, BattleOutcome, Engagement, Method, UnitOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.tables import Row, split_cell
from rules.values import Value, changed

FIGHT_NUMBERS: Final = (0, 3, 4, 5, 6, 7, 8, 9)
"""Numbers of a side's fights in one hex and week; 1 and 2 are of other harm (`HITS_NUMBER`, `LOSSES_NUMBER`)."""
YOUNG_NAMES: Final = {"dragon": "youth"}
"""Whose young stand beside the grown ones: with more than two dragons the rest are young (CW-B-18)."""
MOST_GROWN: Final = 2
QUICK_ROUNDS_CELL: Final = "CW-TAB-QUICK/rounds/value"


class FoeFightResult(Value):
    """What came of a fight: how many of the foe are left, percent of its hull a single one has lost, the side's ships that are
    gone, and the story in a sentence."""

    left: int
    hurt: int
    lost: tuple[ShipId, ...]
    text: str


def usual_number(settings: Settings, foe: str) -> int:
    """How many there are of a foe where nobody rolled for it."""
    return tables(settings)[HOSTILES_TABLE].number(foe, "number")


def foe_name(settings: Settings, foe: str) -> str:
    """What a foe is called."""
    return tables(settings)[HOSTILES_TABLE].cell(foe, "name")


def fight(
    turn: TurnState,
    week: int,
    fleets: Sequence[Fleet],
    foe: str,
    number: int,
    hurt: int = 0,
    *,
    attacks: bool = False,
    rounds: int = 0,
) -> FoeFightResult:
    """Fleets of one side in a hex against a foe; what is lost and hurt is so from now on. BattlesAwaited where people settle it.

    `attacks` is whether the side began it: then it fights whatever its orders are; else it keeps to them. After so many `rounds`
    the fight is broken off, 0 as battles are; such a short one is always settled by numbers.
    """
    lead = max(fleets, key=lambda f: (force_of(turn, f).hull, f.id))
    side, here = lead.side, lead.hex
    own = affair(turn, week, here, _key(turn, week, here, side), combatants(turn, fleets))
    owner = turn.sides[side]
    plan = engagement_of(owner, lead, turn.settings, stronger=True)
    plan = changed(plan, stance="attack", reserve=()) if attacks else changed(plan, stance=plan.stance or "defend")
    foes = _foes(turn.settings, foe, number, hurt)
    units = (*own.units, *foes)
    battle = changed(
        own,
        method=_method(turn, here, own, foes) if not rounds else "quick",
        sides=tuple(sorted((side, NO_EMPIRE))),
        enemies=(_pair(side),),
        units=with_minds(turn, units, (_pair(side),), week),
        plans={side: plan, NO_EMPIRE: Engagement(stance="attack", pursue=True)},
        star=star_at(turn, here),
        foe=foe_name(turn.settings, foe),
    )
    settings = turn.settings
    if rounds:
        settings = changed(settings, overrides={**settings.overrides, QUICK_ROUNDS_CELL: str(rounds)})
    ends = outcome_of(turn, battle, settings)
    names = {fleet.id: fleet.name for fleet in fleets}
    found = carry_out(turn, own, ends)
    gone = tuple(found.destroyed)
    fled = [u.unit for u in ends.units if u.fate == "fled" and u.unit in turn.ships]
    reveal(turn, sorted(names), "fighting a battle")
    _record(turn, battle, ends, found, names)
    flee(turn, own, fled)
    theirs = [u for u in ends.units if u.unit.startswith(NO_EMPIRE)]
    alive = [u for u in theirs if u.fate in {"survived", "fled"}]
    return FoeFightResult(
        len(alive),
        _hurt(alive, foes, hurt) if number == 1 else 0,
        gone,
        _story(turn.settings, foe, number, len(alive), gone, fled),
    )


def _key(turn: TurnState, week: int, here: HexId, side: SideId) -> BattleId:
    """The fight's name; a side that fights twice in a hex and week has a name for each."""
    before = {record.id for record in turn.battles}
    return next(key for at in FIGHT_NUMBERS if (key := key_of(turn, week, here, side, at)) not in before)


def _method(turn: TurnState, here: HexId, own: Battle, foes: Sequence[Combatant]) -> Method:
    """As the game master has set it for the hex this turn, else as the campaign settles battles of this size (CW-9.0-02)."""
    terms = turn.start.terms.get(here)
    by_word = terms.method if terms is not None and terms.turn == turn.turn else ""
    return by_word or method_of(turn.settings, len(own.units) + len(foes))


def _record(
    turn: TurnState, battle: Battle, ends: BattleOutcome, found: LossTally, names: Mapping[FleetId, str]
) -> None:
    """Note the battle, and tell of it who is left of the side; what of the foe is gone is seen by them."""
    seen = witnesses(turn, battle, found)
    whose = {unit.unit: unit for unit in battle.units if unit.side == NO_EMPIRE}
    lost = [u.unit for u in ends.units if u.unit in whose and u.fate in {"destroyed", "captured"}]
    found.destroyed += lost
    found.hull[NO_EMPIRE] += sum(
        whose[u].design.hull * (1 if whose[u].design.kind == "small_craft" else SMALL_CRAFT) for u in lost
    )
    tell_outcome(turn, battle, ends, found, names, seen)


def _pair(side: SideId) -> tuple[SideId, SideId]:
    one, other = sorted((side, NO_EMPIRE))
    return one, other


def _foes(settings: Settings, foe: str, number: int, hurt: int) -> tuple[Combatant, ...]:
    table = tables(settings)[HOSTILES_TABLE]
    kinds = [foe if at < MOST_GROWN or foe not in YOUNG_NAMES else YOUNG_NAMES[foe] for at in range(number)]
    made = {kind: _design(kind, table.row(kind), hurt if number == 1 else 0) for kind in dict.fromkeys(kinds)}
    return tuple(
        Combatant(f"{NO_EMPIRE}{kind}/{at}", NO_EMPIRE, made[kind], made[kind].name, place="centre")
        for at, kind in enumerate(kinds, 1)
    )


def _design(foe: str, row: Row, hurt: int) -> Design:
    """A foe as a design; of what has been hurt before, what is left."""
    drive, hull = Fraction(row["drive"]), int(row["hull"])
    if row["small"] == "yes":
        hull = max(1, hull // SMALL_CRAFT)
    kind: DesignKind = "ship" if drive else "base"
    layout = {}
    for part in split_cell(row["layout"]):
        label, _, spaces = part.rpartition(": ")
        layout[label] = max(1, int(spaces) * (100 - hurt) // 100)
    return Design(
        NO_EMPIRE + foe, row["name"], kind, max(1, hull * (100 - hurt) // 100), 0, drive, bridge=False, layout=layout
    )


def _hurt(alive: Sequence[UnitOutcome], foes: Sequence[Combatant], before: int) -> int:
    """Percent of its whole hull that a single foe has lost by now."""
    if not alive:
        return 0
    wounds, hull = alive[0].wounds, foes[0].design.hull
    out = sum(wounds.damaged.values()) + sum(wounds.destroyed.values())
    return min(95, before + (100 - before) * out // hull)


def _story(settings: Settings, foe: str, number: int, left: int, gone: Sequence[ShipId], fled: Sequence[ShipId]) -> str:
    name = foe_name(settings, foe)
    who = f"{number} of them ({name})" if number > 1 else f"the {name}"
    parts = [f"We fought {who}"]
    if not left:
        parts.append("nothing of it is left" if number == 1 else "none is left")
    elif number > 1:
        parts.append(f"{left} are left")
    else:
        parts.append("it was not destroyed")
    parts += [f"{', '.join(short_id(s) for s in gone)} lost"] if gone else []
    parts += [f"{', '.join(short_id(s) for s in fled)} got away"] if fled else []
    return f"{parts[0]}: {'; '.join(parts[1:])}."
