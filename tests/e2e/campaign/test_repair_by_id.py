"""/campaign repair by the campaign's id, from a channel that is not its own."""

from cogs.campaign.common.campaign_texts import scenario
from storage import games as game_rows
from tests.e2e.kit import Table
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.games import games
from umpire.games.new_game import NewGame

OFFICE = "welcome"


async def test_another_servers_campaign_is_as_unknown_as_one_that_never_was(table: Table) -> None:
    await table.start()
    new = NewGame(SYSTEM, 77, 78, "Elsewhere", table.gm.id)
    other = await play_campaign.create_game(table.services, new, scenario("duel_small"))
    told = [await table.gm.slash(OFFICE, "campaign repair", campaign=name) for name in (other.id, "zzzz")]
    assert told[0].text() == f"⚠ There is no game `{other.id}`."
    assert told[0].text().replace(other.id, "zzzz") == told[1].text()


async def test_a_game_master_by_role_mends_a_campaign_from_another_channel(table: Table) -> None:
    await table.start()
    guild = table.sandbox.world.guild()
    role = next(r for r in guild.roles.values() if r.id != guild.id)
    async with table.services.storage.transaction() as tx:
        row = await games.require_game(tx, table.game_id)
        await game_rows.bump(tx, row.id, row.version, gm_role_id=role.id)
    refused = await table.visitor.slash(OFFICE, "campaign repair", campaign=table.game_id)
    assert "Only the game master" in refused.text()
    guild.members[table.visitor.id].roles.append(role.id)
    done = await table.visitor.slash(OFFICE, "campaign repair", campaign=table.game_id)
    assert "in order" in done.text()
