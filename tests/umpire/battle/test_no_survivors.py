"""Survivors are offered to be kept below the post of a battle's end only where there are some."""

import pytest

from rules.values import changed
from tests.umpire.tactical_table import X, Y, begun, scenario
from umpire.battle.kind import has_survivors
from umpire.services.services import Services
from umpire.tactical import player_actions
from umpire.tactical.tactical_letters import result_letters
from umpire.tactical_kinds.kind import Progress


def test_a_battle_in_which_nobody_is_left_has_no_survivors() -> None:
    battle = changed(scenario(), winner="")
    assert has_survivors(battle)
    assert not has_survivors(changed(battle, craft={}))


@pytest.mark.parametrize("survived", [False, True])
async def test_the_post_of_the_end_offers_survivors_where_there_are_some(services: Services, *, survived: bool) -> None:
    game, (x, _) = await begun(services, X, Y)
    case = (await player_actions.tactical_status(services, game, x.side)).case
    end = Progress(b"", (), (), "", done=True, winner="", survived=survived)
    posted, *_ = result_letters(case, end, case.turn)
    labels = [button.label for button in posted.buttons]
    assert {"Replay all", "Atlas", "Rematch", "Change sides", "Shots and damage"} <= set(labels)
    assert ("Keep the survivors" in labels) == survived
