"""The ways to settle a battle that need nobody: by numbers, and by the tactical engine (CW-9.0-02)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from rules.bridge import chair
from rules.cluster_war.chapters.combat import quick
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, Settle
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Method
from rules.dice import Roller
from rules.errors import GameError

Engine: TypeAlias = Callable[[Settings], Settle]
"""Makes what settles battles by a campaign's house rules."""


def settling(settings: Settings) -> Settle:
    """Settles any battle by the method that it names, with a campaign's house rules. GameError for one that people settle."""
    return partial(_settle, settings=settings)


def _settle(battle: Battle, aboard: Aboard, dice: Roller, settings: Settings) -> BattleOutcome:
    fight = METHODS.get(battle.method)
    if fight is None:
        raise GameError(f"A battle that is {battle.method} is settled by people.", rule="CW-9.0-02")
    return fight(settings)(battle, aboard, dice)


def _by_numbers(settings: Settings) -> Settle:
    return partial(quick.settle, settings=settings)


METHODS: Final[Mapping[Method, Engine]] = {"quick": _by_numbers, "chair": chair.settling}
