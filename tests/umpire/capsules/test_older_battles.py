"""A battle keeps the ruleset it began with: those kept from before 2 play again to the same bytes."""

import gzip
from pathlib import Path

import pytest

from rules.pentagon_war.rulesets import FIRST, RULESET
from storage.bout_codec import BATTLE_CODEC
from tests.umpire.bout_table import X, Y, begun, host
from tests.umpire.capsules.capsule_kit import lines, records, states_of
from umpire.capsules import capsule_commands
from umpire.services.services import Services

OLD = Path(__file__).parents[2] / "storage" / "old"
KEPT = {"stances": (6, 4), "segments": (3, 1)}
"""Four turns of stances, of a programme with a stop and of one who flees; a turn with a reply at each of its 44 stops."""


@pytest.mark.parametrize("kept", KEPT)
async def test_a_battle_of_the_first_ruleset_is_checked_to_the_byte(services: Services, kept: str) -> None:
    capsule = gzip.decompress((OLD / f"battle_ruleset_1_{kept}.capsule.gz").read_bytes())
    found = await capsule_commands.verify(services, capsule)
    assert (found.compared, found.differences, (found.turns, found.replayed)) == (True, (), KEPT[kept])
    again = await capsule_commands.import_capsule(services, capsule, guild_id=1, channel_id=901, gm_user_id=7)
    states = [BATTLE_CODEC.read(state) for state in (await states_of(services.storage, again.id)).values()]
    assert {battle.ruleset for battle in states} == {FIRST}
    exported = await capsule_commands.export_capsule(services, again.id)
    assert lines(exported)[0]["game"]["ruleset"] == FIRST
    assert [r["sha256"] for r in records(exported, "snapshot")] == [r["sha256"] for r in records(capsule, "snapshot")]


async def test_a_battle_that_begins_now_is_of_todays_ruleset(services: Services) -> None:
    game, _ = await begun(services, X, Y)
    states = await states_of(services.storage, game)
    assert BATTLE_CODEC.read(states[1, "start", 0]).ruleset == RULESET
    capsule = await capsule_commands.export_capsule(services, host(game))
    assert lines(capsule)[0]["game"]["ruleset"] == RULESET
