"""Whether an outcome accounts for every unit of its battle, once."""

from collections import Counter

from rules.cluster_war.chapters.combat.battle import Battle, Combatant
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, UnitOutcome
from rules.errors import GameError

RULE = "CW-9.0-11"


def check_outcome(battle: Battle, outcome: BattleOutcome) -> None:
    """GameError, saying what is amiss, unless each unit of the battle is named once and can have come to that end."""
    if outcome.battle != battle.id:
        raise GameError(f"That is the outcome of battle {outcome.battle}, not of {battle.id}.", rule=RULE)
    if outcome.winner and outcome.winner not in battle.sides:
        raise GameError(f"{outcome.winner} was not in battle {battle.id} and cannot have won it.", rule=RULE)
    units = {unit.unit: unit for unit in battle.units}
    told = Counter(unit.unit for unit in outcome.units)
    faults = [
        ("does not say what became of", [key for key in units if key not in told]),
        ("names more than once", [key for key, n in told.items() if n > 1]),
        ("names what was not there:", [key for key in told if key not in units]),
    ]
    for what, keys in faults:
        if keys:
            raise GameError(f"The outcome of battle {battle.id} {what} {', '.join(sorted(keys))}.", rule=RULE)
    for unit in outcome.units:
        _check_unit(battle, units[unit.unit], unit)


def _check_unit(battle: Battle, before: Combatant, after: UnitOutcome) -> None:
    who, held = after.unit, "|" in after.unit
    if after.fate == "captured" and after.captor == NO_EMPIRE:
        raise GameError(f"{battle.foe} takes no prizes; {who} is destroyed, has fled or has survived.", rule=RULE)
    if after.fate == "captured" and after.captor not in _foes(battle, before.side):
        raise GameError(f"{who} can only be captured by a side that fought it.", rule=RULE)
    if held and not 0 <= after.count <= before.count:
        raise GameError(f"Of {who} there were {before.count}; {after.count} cannot be left.", rule=RULE)
    if after.fate == "destroyed":
        return
    if not 0 <= after.munitions <= before.munitions:
        raise GameError(f"{who} had munitions for {before.munitions} CPs, not {after.munitions}.", rule=RULE)
    more = [d for d, n in after.crates.items() if not 0 <= n <= before.crates.get(d, 0)]
    if more:
        raise GameError(f"{who} did not carry so many {', '.join(sorted(more))}.", rule=RULE)


def _foes(battle: Battle, side: str) -> set[str]:
    return {b if a == side else a for a, b in battle.enemies if side in {a, b}}
