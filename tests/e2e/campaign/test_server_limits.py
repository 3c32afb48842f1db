"""What a server's moderators and Discord itself do to letters: slow mode, a bot in time-out, pins, nonces that are forgotten."""

import pytest

from sandbox import actions
from sandbox.model import NAME_CHANGE, PINS_ADD, RECIPIENT_ADD
from sandbox.reply import SeenMessage
from tests.e2e.kit import CHANNEL, Table
from tests.patience import until

FOG = "Fog over the harbour."


async def narrated(table: Table, words: str = FOG) -> None:
    """The game master tells everybody something; it need not have arrived."""
    asked = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    assert asked.modal is not None
    await table.gm.submit(asked.modal, {next(iter(asked.modal.fields)): words})


def letters(table: Table, words: str, who: str = "ada") -> list[SeenMessage]:
    """What somebody reads of it in their thread."""
    return [seen for seen in table.human(who).messages(table.room(who), 500) if words in seen.text()]


def lines(table: Table, who: str = "ada") -> list[int]:
    """What Discord wrote of itself in somebody's thread, by its types."""
    seen = table.human(who).messages(table.room(who), 500, system=True)
    return [each.payload["type"] for each in seen if each.payload["type"] in (RECIPIENT_ADD, NAME_CHANGE, PINS_ADD)]


@pytest.mark.parametrize("kind", ["late-drop", "drop"])
async def test_a_letter_whose_answer_was_lost_comes_once_though_its_nonce_is_forgotten(table: Table, kind: str) -> None:
    await table.start()
    lost = table.sandbox.faults.add(kind, match=f"POST /channels/{table.room('ada').id}/messages$")
    await narrated(table)
    await table.settle()
    assert lost.times == 0
    assert len(letters(table, FOG)) == (kind == "late-drop")
    table.clock.forward(hours=1)
    await table.settle()
    assert len(letters(table, FOG)) == 1
    assert len(letters(table, FOG, "dom")) == 1


async def test_a_desk_is_pinned_once_and_anew_where_it_is_gone(table: Table) -> None:
    await table.start()
    for who in ("ada", "dom", "gm"):
        assert lines(table, who).count(PINS_ADD) == 1
    [desk] = [seen for seen in table.ada.messages(table.room("ada"), 500) if seen.payload["pinned"]]
    channel = table.client.get_channel(table.room("ada").id)
    await channel.get_partial_message(desk.id).delete()  # type: ignore[union-attr] # a thread
    await table.ask("ada", "orders ready")
    await table.settle()
    [again] = [seen for seen in table.ada.messages(table.room("ada"), 500) if seen.payload["pinned"]]
    assert again.id != desk.id
    assert lines(table).count(PINS_ADD) == 2


async def test_letters_wait_for_slow_mode_and_all_arrive(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    room.slow_seconds = 6 * 3600
    actions.publish_channel(table.sandbox.core, room, "UPDATE")
    refused: list[bool] = []
    table.sandbox.core.observers.append(lambda one: refused.append(one.status == 429))
    for words in (FOG, "Rain at sea."):
        await narrated(table, words)
    await table.settle()
    assert [len(letters(table, words)) for words in (FOG, "Rain at sea.")] == [0, 0], (
        "the dashboard was the last message"
    )
    assert [len(letters(table, words, "dom")) for words in (FOG, "Rain at sea.")] == [1, 1]
    assert sum(refused) <= 2, "one that has to wait for hours is not tried again and again"
    for waited in (1, 2):
        table.clock.forward(hours=6, seconds=60)
        await table.settle()
        assert sum(len(letters(table, words)) for words in (FOG, "Rain at sea.")) == waited
    assert "Everything has arrived" in (await table.gm.slash(CHANNEL, "gm problems")).text()


async def test_a_bot_in_time_out_says_so_and_goes_on_when_it_is_over(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    core, guild, bot_id = table.sandbox.core, table.sandbox.world.guild(), table.sandbox.world.bot_id
    member = table.sandbox.world.member(guild.id, bot_id)
    until_when = table.services.seconds() + 20 * 365 * 86_400
    silenced = actions.change_member(core, guild.id, member, timed_out_until=float(until_when))
    server = table.client.get_guild(guild.id)
    await until(lambda: server is not None and server.me.timed_out_until is not None)
    joined = await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    assert f"am in time-out on this server until <t:{until_when}>. End that" in joined.text()
    actions.change_member(core, guild.id, silenced, timed_out_until=0.0)
    await until(lambda: server is not None and server.me.timed_out_until is None)
    assert "in order" in (await table.gm.slash(CHANNEL, "campaign repair")).text()
    assert len(table.dom.threads(CHANNEL)) == 1
