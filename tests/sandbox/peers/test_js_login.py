"""discord.js logs in and finds the server, its channels, roles and members."""

import pytest

from sandbox.app import Sandbox
from tests.sandbox.peers.conftest import INTENTS
from tests.sandbox.peers.peer import Peer, PeerError


async def test_it_finds_the_server_as_it_is(peer: Peer, sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = world.guild()
    found = await peer.do("server")
    names = {each.name for each in world.channels_of(guild.id)}
    assert found["name"] == guild.name
    assert found["members"] == len(guild.members)
    assert set(found["channels"]) == set(found["cached"]) == names
    assert set(found["roles"]) == {each.name for each in guild.roles.values()}
    assert found["application"] == str(sandbox.application_id)
    assert {"ViewChannel", "SendMessages", "CreatePrivateThreads"} <= set(found["me"])


async def test_it_fetches_one_member_with_their_roles(peer: Peer, sandbox: Sandbox) -> None:
    found = await peer.do("member", user=sandbox.world.user("ada").id)
    assert found["name"] == sandbox.world.user("ada").display_name
    assert "Player" in found["roles"]


async def test_all_members_need_the_members_intent(line: Peer, sandbox: Sandbox) -> None:
    sandbox.world.privileged_intents = 1 << 1
    await line.do("login", url=sandbox.url, token=sandbox.token, intents=[*INTENTS, "GuildMembers"])
    found = await line.do("members")
    assert set(found) == {sandbox.world.users[each].username for each in sandbox.world.guild().members}


async def test_a_privileged_intent_that_is_off_is_refused(line: Peer, sandbox: Sandbox) -> None:
    with pytest.raises(PeerError, match="disallowed intents"):
        await line.do("login", url=sandbox.url, token=sandbox.token, intents=[*INTENTS, "GuildMembers"])


async def test_a_wrong_token_is_refused(line: Peer, sandbox: Sandbox) -> None:
    with pytest.raises(PeerError) as caught:
        await line.do("login", url=sandbox.url, token=f"{sandbox.token}x", intents=INTENTS)
    assert caught.value.code == "TokenInvalid"
