"""The ways to settle a battle that need nobody: by numbers, and by the tactical engine (CW-9.0-02)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.combat.battle import Battle, Settle
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.names import DesignId
from rules.cluster_war.state.war import BattleOutcome, Method
from rules.dice import Roller
from rules.errors import GameError

METHODS: Final[Mapping[Method, Settle]] = {}


def settle(battle: Battle, designs: Mapping[DesignId, Design], dice: Roller) -> BattleOutcome:
    """What comes of a battle by the method that it names. GameError for one that people settle."""
    fight = METHODS.get(battle.method)
    if fight is None:
        raise GameError(f"A battle that is {battle.method} is settled by people.", rule="CW-9.0-02")
    return fight(battle, designs, dice)
