"""A campaign's battle settled by the tactical engine, from the admiral's chair: orders count, nobody plays (CW-9.0-05)."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Final

from rules.bridge.apply_outcome import hull_left, outcomes, untouched_unit
from rules.bridge.battle import DEFAULT_SETTINGS, NO_ORDERS, BattleField, clashes, field_of
from rules.bridge.course import fight
from rules.bridge.story import own_losses, story
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, Settle
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.war import BattleOutcome, UnitOutcome
from rules.dice import Roller

PRESSING_STANCES: Final = ("", "attack")
"""Stances that bring on a fight."""


def settle(battle: Battle, aboard: Aboard, dice: Roller, settings: Settings = DEFAULT_SETTINGS) -> BattleOutcome:
    """What comes of a battle that is fought on the tactical map by each side's orders: every unit of it once.

    Where sides fight that have no enemy in common, each fight is by itself. What is `aboard` is
    not launched: small craft that fly are units of their own. Rolls have keys "battle/<id>/chair/...".
    """
    found: dict[str, UnitOutcome] = {}
    lines: list[str] = []
    told: dict[SideId, tuple[str, ...]] = {}
    winners: list[SideId] = []
    for sides in clashes(battle):
        if not any(battle.plans.get(side, NO_ORDERS).stance in PRESSING_STANCES for side in sides):
            lines.append("Nobody attacked, and nobody was harmed.")
            winners.append("")
            continue
        field_ = field_of(battle, sides, settings)
        fought = fight(field_, battle, dice, settings)
        ended = fought.field_
        done = {result.unit: result for result in outcomes(ended, fought, settings)}
        found |= done
        lines += story(ended, fought, battle)
        told |= {side: own_losses(ended, fought, side) for side in sides}
        winners.append(winner_of(ended, fought.winner, done, battle))
    units = tuple(found.get(unit.unit) or untouched_unit(unit) for unit in battle.units)
    winner = winners[0] if len(set(winners)) == 1 else ""
    kept = {side: words for side, words in told.items() if words}
    return BattleOutcome(battle.id, "chair", winner, units, tuple(lines), kept)


def settle_under(settings: Settings) -> Settle:
    """`settle` with a campaign's house rules for the bridge's tables."""
    return partial(settle, settings=settings)


def winner_of(field_: BattleField, camp: str, done: Mapping[str, UnitOutcome], battle: Battle) -> SideId:
    """The side of the camp that holds the field with most hull left there; "" where nobody holds it."""
    if not camp:
        return ""
    units = [unit for unit in battle.units if unit.unit in done and unit.side in field_.camps[camp]]
    left = Counter(hull_left(done, units))
    return min(left, key=lambda side: (-left[side], side), default="")
