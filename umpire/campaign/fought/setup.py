"""A battle as a tactical game, and a tactical game as what came of the battle: plain functions that a worker process can be
sent."""

from collections import Counter
from collections.abc import Mapping

from rules.bridge.fought import field_fought, outcome_of, starting_orders_of, tactical_of
from rules.bridge.story import objective, orders, roster
from rules.cluster_war.chapters.combat.battle import Battle, opens
from rules.cluster_war.chapters.combat.weekly_battles import battle_dice
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Dice
from rules.pentagon_war import state as tactical
from rules.values import Value
from storage.codec import decode_state, unpack
from umpire.battle.codec import BATTLE_CODEC


class BattleSetUp(Value):
    """A tactical game before it is made: the battle on the tactical map, the campaign's sides in each camp and the hull they
    bring, what a camp is there for, and what is told to each side of its own craft."""

    battle: tactical.Battle
    camps: Mapping[str, tuple[SideId, ...]]
    hull: Mapping[SideId, int]
    objectives: Mapping[str, str]
    rosters: Mapping[SideId, tuple[str, ...]]


def set_up_battle(
    fight: Battle, packed: bytes, names: Mapping[SideId, str], title: str, seed: bytes, dice_name: str
) -> BattleSetUp:
    """Set a battle up, from the start of its month and with the month's dice. GameError for one that cannot be fought so."""
    state = decode_state(unpack(packed))
    settings = state.settings
    field_ = field_fought(fight, settings)
    first = opens(fight, battle_dice(TurnState(state, (), Dice(seed, dice_name, fight.turn))))
    hull = Counter[SideId]()
    for unit in fight.units:
        hull[unit.side] += unit.design.hull * unit.count
    return BattleSetUp(
        tactical_of(
            field_, settings, {**names, NO_EMPIRE: fight.foe}, title, starting_orders_of(field_, fight, first, settings)
        ),
        dict(field_.camps),
        dict(hull),
        {camp: objective(field_, fight, camp) for camp in field_.camps},
        {
            side: (*roster(field_, side), *orders(fight, side, opens=side == first))
            for sides in field_.camps.values()
            for side in sides
        },
    )


def read_back(fight: Battle, packed: bytes, course: tuple[bytes, ...]) -> BattleOutcome | None:
    """What came of a battle, from the start of its month and its tactical game at the beginning of each turn and at its end;
    None for one that was closed without a result. GameError: it is no tactical game of this battle."""
    played = [BATTLE_CODEC.read(unpack(one)) for one in course]
    if not played or played[-1].winner is None:
        return None
    return outcome_of(fight, decode_state(unpack(packed)).settings, played)
