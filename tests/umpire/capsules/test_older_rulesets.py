"""A campaign keeps the ruleset it began with: one kept from before 3/3 plays again to the same bytes, and goes on by its own."""

import gzip
import json
from pathlib import Path

from rules.cluster_war.state.rulesets import PLAYED, SECRETS_KEPT, since
from storage.codec import decode_state
from tests.umpire.capsules.capsule_kit import lines, records, states_of
from tests.umpire.world import CHANNEL, GM, GUILD, World
from umpire.capsules import capsule_commands
from umpire.services.services import Services

KEPT = Path(__file__).parents[2] / "storage" / "old" / "campaign_ruleset_3_2.capsule.gz"
OLDER = "cluster-war-3/2"


async def test_a_finished_campaign_of_the_ruleset_before_is_checked_to_the_byte(services: Services) -> None:
    """Twelve turns: a jump map drawn in the first, two levels of a foldspace drive of two successes each, an end."""
    capsule = gzip.decompress(KEPT.read_bytes())
    found = await capsule_commands.verify(services, capsule)
    assert (found.compared, found.differences, found.replayed, found.waiting) == (True, (), 12, 0)
    again = await capsule_commands.import_capsule(services, capsule, guild_id=GUILD, channel_id=CHANNEL, gm_user_id=GM)
    states = await states_of(services.storage, again.id)
    assert decode_state(states[1, "start", 0]).cluster.links == ()
    drawn = decode_state(states[2, "start", 0])
    assert (len(drawn.cluster.links) > 100, drawn.ruleset) == (True, OLDER)
    exported = await capsule_commands.export_capsule(services, again.id)
    assert lines(exported)[0]["game"]["ruleset"] == OLDER
    assert [r["sha256"] for r in records(exported, "snapshot")] == [r["sha256"] for r in records(capsule, "snapshot")]


async def test_a_state_of_a_ruleset_that_nobody_plays_any_more_is_not_compared(world: World) -> None:
    await world.advance(1)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    old = capsule.replace(json.dumps(PLAYED[-1]).encode(), b'"cluster-war-2/9"')
    found = await capsule_commands.verify(world.services, old)
    assert (found.compared, found.differences, found.replayed) == (False, (), 1)


def test_rulesets_are_compared_by_number() -> None:
    assert [since(r, SECRETS_KEPT) for r in ("cluster-war-3/2", "cluster-war-3/3", "cluster-war-3/10", "cluster-war-4/1")] == [
        False, True, True, True,
    ]  # fmt: skip
    assert not since("", OLDER)
    assert PLAYED[0] == OLDER
