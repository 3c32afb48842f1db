"""A campaign whose channel was deleted is listed with the way to move it."""

from sandbox import actions
from tests.e2e.kit import Table


async def test_a_campaign_without_its_channel_is_listed_with_the_way_to_move_it(table: Table) -> None:
    await table.start()
    world = table.sandbox.world
    actions.delete_channel(table.sandbox.core, world.channel("campaign"))
    told = (await table.gm.slash("table-talk", "campaign list")).text()
    assert "has lost its channel" in told
    assert f"/campaign repair campaign:{table.game_id} move_here:true" in told
    await table.gm.slash("table-talk", "campaign repair", campaign=table.game_id, move_here=True)
    assert "has lost" not in (await table.gm.slash("table-talk", "campaign list")).text()
