"""A game master by role has seen all secrets: no seat for them, and none for one who was it."""

import pytest

from rules.values import changed
from sandbox.model import Role
from storage import games as game_rows
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games

CANNOT = "so you cannot play a side"


async def with_role(table: Table) -> Role:
    """The campaign has a role for game masters; nobody has it yet."""
    guild = table.sandbox.world.guild()
    role = next(r for r in guild.roles.values() if r.id != guild.id)
    for member in guild.members.values():
        if role.id in member.roles:
            member.roles.remove(role.id)
    async with table.services.storage.transaction() as tx:
        row = await games.require_game(tx, table.game_id)
        await game_rows.bump(tx, row.id, row.version, gm_role_id=role.id)
    return role


def give(table: Table, name: str, role: Role) -> None:
    table.sandbox.world.guild().members[table.human(name).id].roles.append(role.id)


def take_away(table: Table, name: str, role: Role) -> None:
    table.sandbox.world.guild().members[table.human(name).id].roles.remove(role.id)


async def test_a_player_with_the_role_does_not_leave_look_and_sit_down_again(table: Table) -> None:
    await table.start()
    table.open_commands()
    give(table, "ada", await with_role(table))
    assert "Only the game master" in (await table.ada.slash(CHANNEL, "gm side", side="dominators")).text()
    await table.leave("ada")
    assert "sees" in (await table.ada.slash(CHANNEL, "gm side", side="dominators")).text()
    own = await table.ada.slash(CHANNEL, "gm seat replace", side="humans", member=table.ada.id)
    assert f"The role of <@{table.ada.id}> makes them game master" in own.text()
    other = await table.gm.slash(CHANNEL, "gm seat replace", side="humans", member=table.ada.id)
    assert "so they cannot play a side" in other.text()
    assert CANNOT in (await table.ada.slash(CHANNEL, "campaign join", side="humans")).text()
    await table.settle()
    told = [seen.text() for seen in table.gm.messages(table.room("gm"))]
    assert [text for text in told if "has looked in as game master" in text and f"<@{table.ada.id}>" in text] != []
    audit = (await table.gm.slash(CHANNEL, "gm audit")).text()
    assert audit.count("gm.by_role") == 1


@pytest.mark.parametrize("side", ["humans", "dominators"])
async def test_who_was_game_master_by_role_takes_no_seat_when_the_role_is_gone(table: Table, side: str) -> None:
    await table.start()
    role = await with_role(table)
    table.open_commands()
    give(table, "visitor", role)
    assert "sees" in (await table.visitor.slash(CHANNEL, "gm side", side="dominators")).text()
    take_away(table, "visitor", role)
    await table.gm.slash(CHANNEL, "gm seat hold", side=side)
    refused = await table.visitor.slash(CHANNEL, "campaign join", side=side)
    assert "You have been game master" in refused.text()
    assert refused.ephemeral
    given = await table.gm.slash(CHANNEL, "gm seat replace", side=side, member=table.visitor.id)
    assert "leads" in given.text()
    assert "They have seen secrets of this game before, as game master." in given.text()


async def test_a_role_that_was_never_used_keeps_nobody_from_a_seat(table: Table) -> None:
    await table.start(sides=["humans"])
    role = await with_role(table)
    give(table, "visitor", role)
    assert CANNOT in (await table.visitor.slash(CHANNEL, "campaign join", side="dominators")).text()
    take_away(table, "visitor", role)
    assert "leads" in (await table.visitor.slash(CHANNEL, "campaign join", side="dominators")).text()


async def test_where_the_game_master_plays_alone_the_role_is_in_nobodys_way(table: Table) -> None:
    await table.start(sides=["humans"])
    role = await with_role(table)
    await solo(table)
    table.open_commands()
    give(table, "visitor", role)
    assert "sees" in (await table.visitor.slash(CHANNEL, "gm side", side="humans")).text()
    assert "leads" in (await table.visitor.slash(CHANNEL, "campaign join", side="dominators")).text()


async def solo(table: Table) -> None:
    now = await table.game()
    await games.set_options(table.services, table.gm_seat(), changed(now.options, solo=True))
