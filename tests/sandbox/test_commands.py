"""Single commands read and changed, and who is offered which: permissions, contexts, what a server's managers set."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.errors import Refused
from sandbox.permissions import P
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from tests.sandbox.raw import Raw, codes
from tests.sandbox.test_limits import command, option

Json = dict[str, Any]
MANAGE = str(int(P.MANAGE_GUILD))


def scopes(raw: Raw) -> list[str]:
    """All servers, and one."""
    base = f"/applications/{raw.sandbox.application_id}"
    return [f"{base}/commands", f"{base}/guilds/{raw.sandbox.world.guild().id}/commands"]


@pytest.mark.parametrize("scope", [0, 1])
async def test_one_command_is_read_changed_and_deleted(raw: Raw, scope: int) -> None:
    path = scopes(raw)[scope]
    _, made = await raw("POST", path, command(options=[option()], default_member_permissions=32))
    await raw("POST", path, command(name="other"))
    one = f"{path}/{made['id']}"
    assert await raw("GET", one) == (200, made)
    assert made["default_member_permissions"] == MANAGE
    status, changed = await raw("PATCH", one, {"description": "new"})
    assert (status, changed["description"]) == (200, "new")
    assert changed == {**made, "description": "new", "version": changed["version"]}
    assert changed["version"] != made["version"]
    status, renamed = await raw("PATCH", one, {"name": "renamed", "options": [], "default_member_permissions": None})
    assert (status, renamed["name"], renamed["id"]) == (200, "renamed", made["id"])
    assert (renamed.get("options"), renamed["default_member_permissions"]) == (None, None)
    assert [each["name"] for each in (await raw("GET", path))[1]] == ["renamed", "other"], "its place stays"
    assert (await raw("DELETE", one))[0] == 204
    for method in ("GET", "PATCH", "DELETE"):
        status, answer = await raw(method, one, {"description": "x"} if method == "PATCH" else None)
        assert (status, answer["code"]) == (404, 10063)


async def test_a_bad_change_is_refused_and_changes_nothing(raw: Raw) -> None:
    path = scopes(raw)[0]
    _, made = await raw("POST", path, command())
    await raw("POST", path, command(name="other"))
    for body, code in (
        ({"name": "Two Words"}, "APPLICATION_COMMAND_INVALID_NAME"),
        ({"name": "other"}, "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ({"description": ""}, "BASE_TYPE_REQUIRED"),
        ({"contexts": [9]}, "BASE_TYPE_CHOICES"),
    ):
        status, answer = await raw("PATCH", f"{path}/{made['id']}", body)
        assert (status, answer["code"]) == (400, 50035)
        assert code in codes(answer)
    assert await raw("GET", f"{path}/{made['id']}") == (200, made)


async def test_discord_py_edits_one_command(sandbox: Sandbox, bot: TreeClient) -> None:
    before = next(each for each in await bot.tree.fetch_commands() if each.name == "slow")
    after = await before.edit(description="Slower")  # it sends no more than name, description and options
    assert (after.id, after.description) == (before.id, "Slower")
    assert (await bot.tree.fetch_command(before.id)).description == "Slower"
    assert "slow" in [each["name"] for each in sandbox.human("ada").commands("war-room")]


def guarded_bot(**options: object) -> TreeClient:
    """A bot with a command for managers, one for servers alone and one for direct messages alone."""
    bot = TreeClient(**options)

    async def answer(interaction: discord.Interaction[TreeClient]) -> None:
        await interaction.response.send_message("here")

    def add(name: str, **more: Any) -> None:
        bot.tree.add_command(app_commands.Command(name=name, description="d", callback=answer, **more))

    add("manage")
    found = bot.tree.get_command("manage")
    assert isinstance(found, app_commands.Command)
    found.default_permissions = discord.Permissions(manage_guild=True)
    add("server", allowed_contexts=app_commands.AppCommandContext(guild=True))
    add("direct", allowed_contexts=app_commands.AppCommandContext(dm_channel=True))
    add("anywhere")
    return bot


def names(sandbox: Sandbox, who: str, place: Any = "war-room") -> set[str]:
    return {each["name"] for each in sandbox.human(who).commands(place)}


async def test_commands_are_hidden_without_the_permission_and_by_context() -> None:
    async with running_sandbox() as sandbox, running_bot(guarded_bot(), sandbox):
        assert names(sandbox, "gm") == {"manage", "server", "anywhere"}
        assert names(sandbox, "ada") == {"server", "anywhere"}
        with pytest.raises(Refused, match="no command /manage"):
            await sandbox.human("ada").slash("war-room", "manage")
        with pytest.raises(Refused, match="no command /direct"):
            await sandbox.human("gm").slash("war-room", "direct")
        dm = sandbox.human("ada").open_dm()
        assert names(sandbox, "ada", dm) == {"manage", "direct", "anywhere"}, "no permissions in direct messages"
        assert (await sandbox.human("ada").slash(dm, "manage")).text() == "here"


async def test_managers_open_and_close_a_command() -> None:
    async with running_sandbox() as sandbox, running_bot(guarded_bot(), sandbox) as bot:
        gm = sandbox.human("gm")
        with pytest.raises(Refused, match="Manage Server"):
            sandbox.human("ada").permit("manage", member="ada")
        gm.permit("manage", role="Player")
        assert "manage" in names(sandbox, "ada")
        assert "manage" not in names(sandbox, "visitor")
        gm.permit("manage", member="ada", allowed=False)
        assert "manage" not in names(sandbox, "ada"), "what is set for a member comes before their roles"
        assert "manage" in names(sandbox, "vik")
        gm.permit("anywhere", role="@everyone", allowed=False)
        assert "anywhere" not in names(sandbox, "vik")
        assert "anywhere" in names(sandbox, "gm"), "administrators always may"
        gm.permit("", role="Player", allowed=False)
        assert names(sandbox, "vik") == set()
        assert names(sandbox, "visitor") == {"server"}

        found = {each.name: each for each in await bot.tree.fetch_commands()}
        set_ = await found["manage"].fetch_permissions(bot.guilds[0])
        assert {(each.id, each.permission) for each in set_.permissions} == {
            (sandbox.world.role(sandbox.world.guild(), "Player").id, True),
            (sandbox.world.user("ada").id, False),
        }
        with pytest.raises(discord.NotFound) as caught:
            await found["server"].fetch_permissions(bot.guilds[0])
        assert caught.value.code == 10066


async def test_permissions_are_listed_and_not_the_bots_to_set(raw: Raw) -> None:
    path = scopes(raw)[1]
    _, made = await raw("POST", path, command())
    assert await raw("GET", f"{path}/permissions") == (200, [])
    raw.sandbox.human("gm").permit("test", role="Player")
    _, listed = await raw("GET", f"{path}/permissions")
    assert [each["id"] for each in listed] == [made["id"]]
    assert (await raw("GET", f"{path}/{made['id']}/permissions"))[1] == listed[0]
    status, answer = await raw("PUT", f"{path}/{made['id']}/permissions", {"permissions": []})
    assert (status, answer["code"]) == (403, 20001)


async def test_a_command_of_a_server_that_the_bot_left_is_not_offered() -> None:
    async with running_sandbox() as sandbox, running_bot(guarded_bot(), sandbox):
        ada = sandbox.human("ada")
        actions.member_leaves(sandbox.core, sandbox.world.guild().id, sandbox.world.bot_id)
        assert ada.commands("war-room") == []
