"""discord.js registers, reads, edits and deletes commands, in the application and in one server."""

import pytest

from sandbox.app import Sandbox
from sandbox.errors import Refused
from tests.sandbox.peers.peer import Peer, PeerError

NEW = {"name": "signal", "description": "Sends a signal"}
SCOPES = pytest.mark.parametrize("guild", [False, True], ids=["application", "server"])


async def test_what_was_registered_is_what_people_find(peer: Peer, sandbox: Sandbox) -> None:
    names = {
        "everything",
        "fleet",
        "wrong",
        "panel",
        "layout",
        "later",
        "form",
        "ballot",
        "picture",
        "silent",
        "Inspect",
        "Quote",
    }
    assert {each["name"] for each in sandbox.human("ada").commands("war-room")} == names
    assert {each["name"] for each in sandbox.human("gm").commands("war-room")} == {*names, "decree"}


async def test_registering_again_keeps_the_ids(peer: Peer) -> None:
    first = {each["name"]: each["id"] for each in await peer.do("commands")}
    again = {each["name"]: each["id"] for each in await peer.do("register")}
    assert again == first


@SCOPES
async def test_one_command_is_made_read_edited_and_deleted(peer: Peer, sandbox: Sandbox, guild: bool) -> None:
    ada = sandbox.human("ada")
    made = await peer.do("createCommand", guild=guild, data=NEW)
    assert made["name"] == "signal"
    option = {"type": 3, "name": "flag", "description": "Which flag", "required": True}
    changes = {"description": "Hoists a flag", "options": [option]}
    edited = await peer.do("editCommand", guild=guild, id=made["id"], data=changes)
    assert (edited["id"], edited["name"], edited["description"]) == (made["id"], "signal", "Hoists a flag")
    assert edited["options"] == ["flag"]
    assert await peer.do("command", guild=guild, id=made["id"]) == edited
    seen = next(each for each in ada.commands("war-room") if each["name"] == "signal")
    assert seen["description"] == "Hoists a flag"
    renamed = await peer.do("editCommand", guild=guild, id=made["id"], data={"name": "hoist"})
    assert (renamed["name"], renamed["options"]) == ("hoist", ["flag"])
    assert made["id"] in [each["id"] for each in await peer.do("commands", guild=guild)]
    await peer.do("deleteCommand", guild=guild, id=made["id"])
    assert not any(each["name"] in ("signal", "hoist") for each in ada.commands("war-room"))


async def test_an_edit_may_take_the_options_away(peer: Peer, sandbox: Sandbox) -> None:
    wrong = next(each for each in await peer.do("commands") if each["name"] == "wrong")
    assert wrong["options"] == ["how"]
    await peer.do("editCommand", id=wrong["id"], data={"options": []})
    seen = next(each for each in sandbox.human("ada").commands("war-room") if each["name"] == "wrong")
    assert not seen.get("options")


async def test_a_command_may_be_hidden_from_most_by_an_edit(peer: Peer, sandbox: Sandbox) -> None:
    panel = next(each for each in await peer.do("commands") if each["name"] == "panel")
    await peer.do("editCommand", id=panel["id"], data={"defaultMemberPermissions": "32"})
    with pytest.raises(Refused, match="no command /panel"):
        await sandbox.human("ada").slash("war-room", "panel")


@SCOPES
async def test_a_server_has_commands_of_its_own(peer: Peer, guild: bool) -> None:
    await peer.do("createCommand", guild=guild, data=NEW)
    with_signal = [
        scope
        for scope in (False, True)
        if "signal" in [each["name"] for each in await peer.do("commands", guild=scope)]
    ]
    assert with_signal == [guild]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"name": "No Capitals", "description": "d"}, "name"),
        ({"name": "x" * 33, "description": "d"}, "name"),
        ({"name": "signal", "description": "d" * 101}, "description"),
        (
            {"name": "signal", "description": "d", "options": [{"type": 3, "name": "a", "description": "d"}] * 26},
            "options",
        ),
    ],
)
async def test_a_bad_command_is_refused_with_the_place(peer: Peer, data: dict[str, object], where: str) -> None:
    with pytest.raises(PeerError) as caught:
        await peer.do("createCommand", data=data)
    assert (caught.value.name, caught.value.code, caught.value.status) == ("DiscordAPIError[50035]", 50035, 400)
    assert list(caught.value.errors) == [where]


@pytest.mark.parametrize("changes", [{"name": "No Capitals"}, {"description": "d" * 101}])
async def test_a_bad_edit_is_refused_and_changes_nothing(peer: Peer, changes: dict[str, str]) -> None:
    made = await peer.do("createCommand", data=NEW)
    with pytest.raises(PeerError) as caught:
        await peer.do("editCommand", id=made["id"], data=changes)
    assert (caught.value.code, list(caught.value.errors)) == (50035, list(changes))
    assert await peer.do("command", id=made["id"]) == made


@pytest.mark.parametrize("deed", ["command", "editCommand", "deleteCommand"])
async def test_an_unknown_command_is_10063(peer: Peer, sandbox: Sandbox, deed: str) -> None:
    with pytest.raises(PeerError) as caught:
        await peer.do(deed, id=sandbox.core.new_id(), data={"name": "x"})
    assert (caught.value.code, caught.value.status) == (10063, 404)
