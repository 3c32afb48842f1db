"""A battle of a campaign that its players fight in a thread of their own: from the month's end to the report."""

import re

import discord
import pytest

from rules.cluster_war.model.worlds.terrain import star_of
from sandbox.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel
from sandbox.permissions import P
from tests.e2e.battle.battle_kit import Fight
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_engage import report
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games


async def waiting(table: Table) -> str:
    """A few ships of both meet, the Humans attack, the month waits for them, and a thread is made."""
    here = await meet_and_attack(table)
    await resolved(table)
    return here


async def meet_and_attack(table: Table) -> str:
    """Ships of both in one place, and the order to attack."""
    await table.start(review=False, schedule="every 48h")
    here = await empty_star(table)
    await amended(table, "decree battle", method="fought", largest=60)
    await amended(table, "gm amend create", side="humans", design="DD", count=2, hex=here, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="BE", count=1, hex=here, fleet="Lamb")
    await give(table, "ada", Given("fleet engage", 'engage "Wolves" attack', {"fleet": "Wolves", "stance": "attack"}))
    return here


async def resolved(table: Table) -> None:
    """The game master resolves the month, and whoever looks after battles has looked."""
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await look(table)


async def look(table: Table) -> None:
    """The clock looks, the keeper of battles' threads looks, letters are delivered."""
    await table.tick()
    await table.client.keepers["battles"].look()
    await table.tick()


def threads(table: Table, who: str) -> list[Channel]:
    """The battles that somebody finds below the campaign's channel."""
    return [thread for thread in table.human(who).threads(CHANNEL) if thread.name.startswith("Battle")]


async def fight_of(table: Table, who: str) -> Fight:
    """The latest of them."""
    thread = threads(table, who)[-1]
    return Fight(table, thread, (await games.game_in(table.services, table.sandbox.world.guild().id, thread.id)).id)


async def test_a_battle_is_fought_in_a_private_thread_and_its_end_ends_the_month(table: Table) -> None:
    here = await waiting(table)
    assert [len(threads(table, who)) for who in ("ada", "dom", "gm", "visitor")] == [1, 1, 1, 0]
    fight = await fight_of(table, "ada")
    assert here not in fight.thread.name
    told = table.last_in_room("ada").text()
    assert f"<#{fight.thread.id}>" in told
    assert "Hold the field" in told
    (leads,) = [one for one in table.last_in_room("ada").buttons if one.label == "To the battle"]
    assert leads.url == f"https://discord.com/channels/{table.sandbox.world.guild().id}/{fight.thread.id}"
    assert f"<#{fight.thread.id}>" in dashboard_of(table, "ada").text()
    assert f"<#{fight.thread.id}>" in (await table.ask("dom", "turn status")).text()
    assert "battle" not in (await table.ask("visitor", "turn status")).text()
    status = await fight.use("ada", "battle status")
    assert "Lamb" not in status.text(), "a fleet's and a ship's name is its own side's"
    asked = await fight.use("dom", "battle concede")
    await fight.press("dom", asked, "Yes, give it up")
    await look(table)
    assert (await table.game()).turn == 2
    assert await fight.over()
    assert f"Fleet action against The Dominion at {here}" in report(table, "ada")
    assert "you held the place" in report(table, "ada")
    after = (await fight.use("ada", "battle status")).text()
    assert "Lamb" not in after


async def test_a_deputy_is_let_in_and_a_closed_tactical_game_is_made_anew(table: Table) -> None:
    await waiting(table)
    fight = await fight_of(table, "ada")
    assert table.visitor.mention in await fight.leave("ada", deputy=table.visitor)
    await look(table)
    assert len(threads(table, "visitor")) == 1
    assert "⚠" not in (await fight.use("visitor", "battle show")).text()
    panel = await table.gm.slash(CHANNEL, "gm battle")
    assert f"Its players fight it in <#{fight.thread.id}>" in panel.text()
    closed = await table.gm.click(panel, "Close the tactical game")
    assert "yours to settle" in closed.text()
    await look(table)
    assert await fight.over()
    assert "the game master has closed it" in table.gm.last(fight.thread).text()
    await table.gm.click(await table.gm.slash(CHANNEL, "gm battle"), "Let them fight")
    await look(table)
    assert len(threads(table, "ada")) == 2
    again = await fight_of(table, "ada")
    assert again.game_id != fight.game_id
    assert (await table.game()).turn == 1


async def test_a_thread_left_by_a_bot_that_died_before_its_tactical_game_began_is_used(table: Table) -> None:
    await meet_and_attack(table)
    channel = table.client.get_channel(table.sandbox.world.channel(CHANNEL).id)
    assert isinstance(channel, discord.TextChannel)
    kind = discord.ChannelType.private_thread
    left = await channel.create_thread(name="Battle · The Long Night", type=kind, invitable=False)
    await resolved(table)
    assert [thread.id for thread in threads(table, "ada")] == [left.id]
    made = [each for each in table.sandbox.world.channels.values() if each.type == PRIVATE_THREAD]
    assert sum(each.name.startswith("Battle") for each in made) == 1


async def test_without_the_permission_to_make_threads_the_battle_is_the_game_masters(table: Table) -> None:
    await meet_and_attack(table)
    for role in table.sandbox.world.guild().roles.values():
        role.permissions &= ~int(P.CREATE_PRIVATE_THREADS)
    await resolved(table)
    assert threads(table, "ada") == []
    told = table.last_in_room("gm").text()
    assert (
        "Give me View Channels, Create Private Threads and Send Messages in Threads, then press **Let them fight**"
        in told
    )
    panel = await table.gm.slash(CHANNEL, "gm battle")
    assert "Its players" not in panel.text()
    asked = await table.gm.click(panel, "By numbers")
    assert "has gone on to its end" in (await table.gm.click(asked, "Yes, settle it")).text()


async def test_where_the_server_has_its_most_threads_the_game_master_is_told_and_the_battle_is_theirs(
    table: Table,
) -> None:
    await meet_and_attack(table)
    table.sandbox.faults.add("refusal", match="POST .*/threads", status=400, code=160006)
    await resolved(table)
    assert threads(table, "ada") == []
    told = table.last_in_room("gm").text()
    assert "as many active threads as Discord allows. Archive or delete some" in told
    assert "then press **Let them fight** below" in told
    table.sandbox.faults.clear()
    await table.gm.click(await table.gm.slash(CHANNEL, "gm battle"), "Let them fight")
    await look(table)
    assert len(threads(table, "ada")) == 1


async def test_where_everybody_may_look_on_the_thread_is_public_and_shows_nobodys_secrets(table: Table) -> None:
    await meet_and_attack(table)
    said = await table.gm.slash(CHANNEL, "campaign options", spectators="everybody")
    assert "everybody may look on" in said.text()
    await resolved(table)
    assert [len(threads(table, who)) for who in ("ada", "dom", "visitor")] == [1, 1, 1]
    fight = await fight_of(table, "visitor")
    assert fight.thread.type == PUBLIC_THREAD
    assert "Everybody may look on." in table.human("visitor").messages(fight.thread)[0].text()
    shown = await fight.use("visitor", "battle status")
    assert "Sabre destroyer" in shown.text()
    assert "Wolves" not in shown.text()
    assert "Lamb" not in shown.text()
    assert "You play no side" in await fight.refused("visitor", "plot show")
    assert "free are none" in await fight.refused("visitor", "battle join")


@pytest.mark.rule("CW-6.3-07", "CW-9.6-02")
async def test_a_worlds_fighters_come_up_in_squadrons_that_move_as_one(table: Table) -> None:
    await table.start(review=False, schedule="every 48h")
    me = (await table.view("humans")).me
    assert me is not None
    held = sum(c.garrison.get("FI", 0) for c in (await table.view("humans")).colonies.values() if c.hex == me.home)
    assert held > 2
    await amended(table, "decree battle", method="fought", largest=200)
    await amended(table, "gm amend create", side="dominators", design="BE", count=2, hex=me.home, fleet="Raid")
    await give(table, "ada", Given("fleet engage", "engage empire attack", {"stance": "attack"}))
    await resolved(table)
    fight = await fight_of(table, "ada")
    status = (await fight.use("ada", "battle status")).text()
    squadrons = re.findall(r"(\d) × Swift fighter", status)
    assert squadrons == ["2"] * (held // 2), status


async def at_a_star(table: Table) -> str:
    """A campaign with dangerous radiation whose battles are fought; the hex of a star without worlds."""
    await table.start(review=False, schedule="every 48h")
    whole = await table.view()
    sun = min(h for h, codes in whole.objects.items() if star_of(codes[0]) and not whole.systems[h].bodies)
    await amended(table, "decree battle", method="fought", largest=60)
    await amended(table, "weather dangers", kinds="RAD")
    return sun


async def meet_at(table: Table, hex_: str) -> str:
    """A ship of either side in a hex, and an attack; what Ada is told of the battle."""
    await amended(table, "gm amend create", side="humans", design="DD", hex=hex_, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="BE", hex=hex_, fleet="Lamb")
    await give(table, "ada", Given("fleet engage", 'engage "Wolves" attack', {"fleet": "Wolves", "stance": "attack"}))
    await resolved(table)
    told = table.last_in_room("ada").text()
    assert "Hold the field" in told
    return told


@pytest.mark.rule("CW-14.0-30", "CW-14.0-31", "CW-14.0-26")
async def test_a_battle_at_a_star_has_its_radiation(table: Table) -> None:
    told = await meet_at(table, await at_a_star(table))
    assert "rings wide: it hides what is behind it" in told
    assert "of its surface radiation harms craft without screens" in told
