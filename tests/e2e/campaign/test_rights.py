"""Who is offered which commands, who may use them all the same, and what a server's manager may do without a seat."""

import asyncio
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.interactions import COMMAND
from sandbox.model import Channel
from sandbox.reply import Reply
from storage import audit
from storage.seats import SeatRow
from tests.e2e.kit import CHANNEL, Table, make_client, running_table
from tests.patience import until
from umpire.games import games, seats

HIDDEN = {"gm", "decree", "weather", "signals", "spymaster", "special", "psimaster"}
ROOM = "war-room"
ONLY_GM = "Only the game master can do that"


def offered(table: Table, name: str, place: Channel | str = CHANNEL) -> set[str]:
    return {each["name"] for each in table.human(name).commands(place)}


async def whispered(table: Table, name: str) -> list[str]:
    """What was said in the other room for one person's eyes alone, oldest first."""

    def heard() -> list[str]:
        return [each.text() for each in table.human(name).messages(ROOM) if each.ephemeral]

    await until(lambda: bool(heard()))  # what follows an answer comes a moment after it
    return heard()


async def led_by_ada(table: Table, *, review: bool = True) -> Reply:
    """A campaign whose game master, Ada, is an ordinary member; Vik and Dom play."""
    made = await table.ada.slash(
        ROOM, "campaign create", name="The Long Night", scenario="duel_small", schedule="none", review=review
    )
    world = table.sandbox.world
    table.game_id = (await games.game_in(table.services, world.guild().id, world.channel(ROOM).id)).id
    for name, side in (("vik", "humans"), ("dom", "dominators")):
        assert "leads" in (await table.human(name).slash(ROOM, "campaign join", side=side)).text()
    assert "turn 1 is open" in (await table.ada.slash(ROOM, "campaign begin")).text()
    await table.settle()
    return made


async def table_seats(table: Table) -> tuple[SeatRow, ...]:
    return await seats.seats(table.services, table.game_id)


def room_of_ada(table: Table) -> Channel:
    return next(thread for thread in table.ada.threads(ROOM) if thread.name.startswith("Game master"))


async def acts(table: Table) -> list[tuple[str, str, bool]]:
    """Who did what, and whether as a manager of the server."""
    async with table.services.storage.reading() as tx:
        rows = await audit.of_game(tx, table.game_id, 200, None)
    return [(row.actor, row.action, bool(row.detail.get("manager"))) for row in reversed(rows)]


async def test_commands_are_for_servers_and_their_bots_messages_and_the_gms_for_managers(table: Table) -> None:
    commands = {each["name"]: each for each in table.sandbox.world.commands[0]}
    assert {name for name, each in commands.items() if each["default_member_permissions"] is not None} == HIDDEN
    assert {each["default_member_permissions"] for name, each in commands.items() if name in HIDDEN} == {"32"}
    assert {name for name, each in commands.items() if each["contexts"] == [0]} == {"notify", "digest"}, "of one server"
    assert {tuple(each["contexts"]) for name, each in commands.items() if name not in {"notify", "digest"}} == {(0, 1)}
    assert {tuple(each["integration_types"]) for each in commands.values()} == {(0,)}, "it is for servers, not people"
    assert offered(table, "gm") == set(commands)
    assert offered(table, "ada") == set(commands) - HIDDEN
    with pytest.raises(Refused, match="no command /gm"):
        await table.ada.slash(CHANNEL, "gm audit")


async def test_a_game_master_without_manage_server_is_told_how_and_leads_by_the_desk(table: Table) -> None:
    made = await led_by_ada(table)
    hint = (await whispered(table, "ada"))[0]
    assert "Server Settings, Integrations, Admiralty" in hint
    assert "direct message" in hint
    assert {f"`/{name}`" for name in HIDDEN} <= {word.strip("(),") for word in hint.split()}, "all of them are named"
    assert "Integrations" not in made.text(), "the public answer is not about them"
    room = room_of_ada(table)
    assert "Integrations" in table.ada.messages(room)[0].text()

    dashboard = next(each for each in table.ada.messages(room) if each.payload["pinned"])
    asked = await table.ada.click(dashboard, "Advance")
    draft = await table.ada.click(asked, "Resolve turn 1")
    assert "Publish turn 1" in [control.label for control in draft.controls]
    await table.ada.click(draft, "Publish turn 1")
    await table.settle()
    assert (await table.game()).turn == 2, "a whole turn by buttons alone"
    dashboard = next(each for each in table.ada.messages(room) if each.payload["pinned"])
    assert {"Questions (0)", "Advance", "Undo"} <= {control.label for control in dashboard.controls}
    with pytest.raises(Refused, match="no command /gm"):
        await table.ada.slash(ROOM, "gm side", side="humans")


async def test_in_a_direct_message_they_all_work_for_the_campaign_one_leads(table: Table) -> None:
    await led_by_ada(table)
    dm = table.ada.open_dm()
    assert offered(table, "ada", dm) >= HIDDEN
    assert "Human Union" in (await table.ada.slash(dm, "gm side", side="humans")).text()
    assert "Done" not in (await table.ada.slash(dm, "gm questions")).text()
    changed = await table.ada.slash(dm, "gm amend treasury", side="humans", cps=77, reason="A gift")
    assert "77" in changed.text()
    linked = await table.ada.slash(dm, "decree embassy", one="humans", other="dominators", reason="Talks")
    assert "⚠" not in linked.text()
    assert await table.ada.autocomplete(dm, "gm amend treasury", "side", "") != []
    assert "is open" in (await table.ada.slash(dm, "gm seat hold", side="dominators")).text()
    assert "no longer" not in (await table.ada.slash(dm, "gm seat ready", side="dominators")).text()
    given = await table.ada.slash(dm, "gm seat replace", side="dominators", member=table.ada.id)
    assert "works in a server" in given.text()
    assert "works in a server" in (await table.ada.slash(dm, "campaign list")).text()

    for name in ("vik", "visitor"):
        other = table.human(name)
        answer = await other.slash(other.open_dm(), "gm side", side="dominators")
        assert "⚠" in answer.text()
        assert "sees" not in answer.text()


async def test_a_player_elsewhere_leads_by_direct_message_too_and_two_campaigns_are_told_apart(table: Table) -> None:
    await led_by_ada(table)
    await table.gm.slash(CHANNEL, "campaign create", name="Elsewhere", scenario="duel_small", schedule="none")
    await table.ada.slash(CHANNEL, "campaign join", side="humans")
    dm = table.ada.open_dm()
    assert "Human Union" in (await table.ada.slash(dm, "gm side", side="humans")).text()
    await table.ada.slash("table-talk", "campaign create", name="Third", scenario="duel_small", schedule="none")
    both = (await table.ada.slash(dm, "gm questions")).text()
    assert "game master of **The Long Night** and **Third**" in both


async def test_a_manager_opens_the_commands_to_a_game_master(table: Table) -> None:
    await led_by_ada(table)
    for command in sorted(HIDDEN):
        table.gm.permit(command, member="ada")
    assert offered(table, "ada") >= HIDDEN
    assert not offered(table, "vik") & HIDDEN
    assert "Human Union" in (await table.ada.slash(ROOM, "gm side", side="humans")).text()


async def test_a_game_master_with_manage_server_is_told_nothing_and_a_second_one_without_is(table: Table) -> None:
    await table.start()
    assert "Integrations" not in "\n".join(each.text() for each in table.gm.messages(table.room("gm")))
    world = table.sandbox.world
    umpires = world.add_role(world.guild(), "Umpires")
    made = await table.gm.slash(
        ROOM, "campaign create", name="Second", scenario="duel_small", schedule="none", gm_role=umpires.id
    )
    assert "Second" in made.text()
    (hint,) = await whispered(table, "gm")
    assert f"opens them to members of <@&{umpires.id}> under" in hint
    added = await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.visitor.id)
    assert f"opens them to {table.visitor.mention}" in added.text()


async def test_the_operator_may_have_everybody_see_the_commands(table: Table, tmp_path: Path) -> None:
    client, _ = make_client(table.services, tmp_path / "open.sha256", gm_open=True)
    client.register()
    told = {command.name: command.to_dict(client.tree) for command in client.tree.get_commands()}
    assert {told[name]["default_member_permissions"] for name in HIDDEN} == {None}
    await client.close()
    async with running_table(tmp_path / "other", gm_open=True) as other:
        assert offered(other, "ada") >= HIDDEN
        made = await other.ada.slash(ROOM, "campaign create", name="Open", scenario="duel_small", schedule="none")
        assert "Open" in made.text()
        assert ONLY_GM in (await other.visitor.slash(ROOM, "gm side", side="humans")).text()
        await asyncio.sleep(1)  # for whispers that should not come, as those of others follow their answer
        assert [each.text() for each in other.ada.messages(ROOM) if each.ephemeral] == []


async def test_a_client_that_still_offers_an_old_name_is_told_the_new_one(table: Table) -> None:
    """Discord's clients learn of moved commands after a while; until then what they send is answered with where it is now."""
    await table.start()
    core = table.sandbox.core
    gm = next(each for each in table.sandbox.world.commands[0] if each["name"] == "gm")

    async def sent(old: str) -> str:
        data = {"id": gm["id"], "name": "gm", "type": 1, "options": [{"name": old, "type": 1, "options": []}]}
        found = core.interactions.send(
            COMMAND, table.gm.id, table.sandbox.world.channel(CHANNEL), data, name=f"gm {old}"
        )
        await core.interactions.outcome(found)
        assert found.response is not None
        return found.response.content

    for old in ("hold", "replace", "order", "ready", "add_gm", "remove_gm"):
        assert f"/gm {old} is /gm seat {old} now; nothing was done yet." in await sent(old)
    assert "no longer offered" in await sent("nonsense")
    assert "/gm seat hold" in (await table.gm.slash(CHANNEL, "help", command="/gm hold")).text().replace("</", "/")


async def test_finish_asks_first(table: Table) -> None:
    await table.start()
    asked = await table.gm.slash(CHANNEL, "campaign finish", reason="Good `night`")
    assert "cannot be taken up again" in asked.text()
    assert "Good 'night'" in asked.text()
    assert "you manage this server" not in asked.text().casefold()
    assert "Nothing was changed" in (await table.gm.click(asked, "Cancel")).text()
    assert (await table.game()).status == "running"
    asked = await table.gm.slash(CHANNEL, "campaign finish", reason="Good `night`")
    assert "is finished" in (await table.gm.click(asked, "Yes, end it")).text()
    assert (await table.game()).status == "finished"
    await table.settle()
    told, result = table.visitor.messages(CHANNEL)[-2:]
    assert "is over. Good 'night' Thank you" in told.text()
    assert "The Long Night is over, after turn 0" in result.text()
    assert "is over" in (await table.gm.slash(CHANNEL, "campaign finish")).text()


async def test_a_manager_ends_a_strangers_campaign_and_all_are_told(table: Table) -> None:
    await led_by_ada(table)
    refused = await table.visitor.slash(ROOM, "campaign finish")
    assert "Only the game master can do that, or a member with Manage Server" in refused.text()
    asked = await table.gm.slash(ROOM, "campaign finish", reason="Nobody came")
    assert "You manage this server and are not its game master" in asked.text()
    await table.gm.click(asked, "Yes, end it")
    assert (await table.game()).status == "finished"
    await table.settle()
    by = f"<@{table.gm.id}>, who manages this server, ended it."
    assert by in table.visitor.messages(ROOM)[-2].text()
    assert by in table.ada.messages(room_of_ada(table))[-2].text()
    assert (str(table.gm.id), "game.finished", True) in await acts(table)


async def test_a_manager_moves_a_strangers_campaign(table: Table) -> None:
    await led_by_ada(table)
    moved = await table.gm.slash("table-talk", "campaign repair", move_here=True, campaign=table.game_id)
    assert "in order" in moved.text() or "sent again" in moved.text()
    await table.settle()
    assert (await table.game()).channel_id == table.sandbox.world.channel("table-talk").id
    assert "who manages this server, moved it" in table.visitor.last("table-talk").text()
    assert (str(table.gm.id), "game.channel", True) in await acts(table)
    refused = await table.visitor.slash(ROOM, "campaign repair", move_here=True, campaign=table.game_id)
    assert "Manage Server" in refused.text()


async def test_a_manager_hands_a_campaign_over_and_reads_nothing_by_that(table: Table) -> None:
    await led_by_ada(table)
    old_room = room_of_ada(table)
    assert (
        "plays a side"
        in (
            await table.gm.click(
                await table.gm.slash(ROOM, "campaign handover", member=table.vik.id), "Yes, hand it over"
            )
        ).text()
    )
    asked = await table.gm.slash(ROOM, "campaign handover", member=table.visitor.id)
    assert "All its present game masters step down" in asked.text()
    assert "Integrations" in asked.text(), "the new one has no Manage Server"
    assert "is the game master now" in (await table.gm.click(asked, "Yes, hand it over")).text()
    await table.settle()

    world = table.sandbox.world
    held = [s for s in await table_seats(table) if not s.side]
    assert [(s.slot, s.user_id) for s in held] == [(0, table.visitor.id)]
    thread = world.channel(held[0].thread_id or 0)
    assert table.visitor.id in thread.thread_members
    assert not {table.ada.id, table.gm.id} & set(thread.thread_members)
    assert thread.id == old_room.id
    said = f"<@{table.visitor.id}> is game master of **The Long Night** now in the place of <@{table.ada.id}>."
    by = f"<@{table.gm.id}>, who manages this server, handed it over."
    assert f"{said} {by}" in table.dom.last(ROOM).text()
    assert [each.text().partition("\n")[0] for each in table.ada.dms()] == [f"{said} {by}"]
    assert "You are the game master" in table.visitor.last(thread).text()
    done = await acts(table)
    for action, manager in (("gm.added", False), ("gm.removed", False), ("game.handed_over", True)):
        assert (str(table.gm.id), action, manager) in done

    for command, options in (("gm side", {"side": "humans"}), ("gm sheet", {"side": "humans"}), ("gm audit", {})):
        assert ONLY_GM in (await table.gm.slash(ROOM, command, **options)).text(), command
    assert "⚠" in (await table.gm.slash(ROOM, "campaign export")).text()
    assert "⚠" in (await table.ada.slash(table.ada.open_dm(), "gm audit")).text()
    dm = table.visitor.open_dm()
    assert "Human Union" in (await table.visitor.slash(dm, "gm side", side="humans")).text()


async def test_a_manager_may_name_themselves_and_everybody_is_told(table: Table) -> None:
    await led_by_ada(table)
    asked = await table.gm.slash(ROOM, "campaign handover", member=table.gm.id)
    assert "is the game master now" in (await table.gm.click(asked, "Yes, hand it over")).text()
    await table.settle()
    assert f"<@{table.gm.id}> is game master of **The Long Night** now" in table.vik.last(ROOM).text()
    assert "Human Union" in (await table.gm.slash(ROOM, "gm side", side="humans")).text()


async def test_a_game_master_hands_over_their_own_seat_alone(table: Table) -> None:
    await table.start()
    await table.gm.slash(CHANNEL, "gm seat add_gm", member=table.ola.id)
    asked = await table.gm.slash(CHANNEL, "campaign handover", member=table.visitor.id)
    assert "You step down yourself" in asked.text()
    assert "is the game master now" in (await table.gm.click(asked, "Yes, hand it over")).text()
    await table.settle()
    held = [s for s in await table_seats(table) if not s.side]
    assert [s.user_id for s in held] == [table.visitor.id, table.ola.id]
    assert f"<@{table.gm.id}> handed it over." in table.dom.last(CHANNEL).text()
    room = table.sandbox.world.channel(held[0].thread_id or 0)
    assert set(room.thread_members) == {table.sandbox.world.bot_id, table.visitor.id, table.ola.id}
    refused = await table.ada.slash(CHANNEL, "campaign handover", member=table.ada.id)
    assert "or a member with Manage Server" in refused.text()
    dm = table.ola.open_dm()
    assert "in a server" in (await table.ola.slash(dm, "campaign handover", member=table.ola.id)).text()


@pytest.mark.parametrize("command", ["create", "found"])
async def test_everyone_is_no_role_of_game_masters(table: Table, command: str) -> None:
    everyone = table.sandbox.world.guild().id
    more = {"scenario": "duel_small"} if command == "create" else {}
    answer = await table.gm.slash(ROOM, f"campaign {command}", name="Open house", gm_role=everyone, **more)
    assert "Everybody has that role" in answer.text()
    assert answer.ephemeral
    assert await games.games_of(table.services, everyone, "cluster_war") == ()
