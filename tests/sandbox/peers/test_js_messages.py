"""discord.js writes, changes, reads and deletes messages, in channels and in direct messages."""

import pytest

from sandbox import actions
from sandbox.app import Sandbox
from sandbox.model import Overwrite
from sandbox.permissions import P
from tests.sandbox.peers.peer import Peer, PeerError


async def test_a_message_with_an_embed_and_a_picture_sent_edited_deleted(peer: Peer, sandbox: Sandbox) -> None:
    ada, room = sandbox.human("ada"), sandbox.world.channel("war-room").id
    number = await peer.do("sendPicture", channel=room)
    seen = ada.last("war-room")
    assert (seen.id, seen.embeds[0]["title"], seen.attachments[0].description) == (int(number), "Map", "A small map")
    assert await peer.do("edit", channel=room, message=number, content="turn 2", embeds=[]) == "turn 2"
    assert (seen.text(), seen.embeds, len(seen.attachments)) == ("turn 2", [], 1)
    await peer.do("remove", channel=room, message=number)
    assert ada.messages("war-room") == []


async def test_reactions_pins_history_and_bulk_deletion(peer: Peer, sandbox: Sandbox) -> None:
    done = await peer.do("work", channel=sandbox.world.channel("war-room").id)
    assert done["pins"] == ["work"]
    assert {"work", "an answer"} <= set(done["history"])
    assert {"work", "an answer"} & {each.text() for each in sandbox.human("ada").messages("war-room")} == set()


async def test_what_people_write_is_heard_without_its_words(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    ada.say("war-room", "secret talk")
    assert await peer.heard("message") == {"content": "", "author": "ada"}
    ada.say("war-room", f"<@{sandbox.world.bot_id}> listen")
    assert (await peer.heard("message"))["content"] == f"<@{sandbox.world.bot_id}> listen"
    ada.say(ada.open_dm(), "in private")
    assert (await peer.heard("message"))["content"] == "in private"


async def test_direct_messages_sent_edited_deleted(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    await peer.do("direct", user=ada.id)
    assert [(each.text(), [file.read() for file in each.attachments]) for each in ada.dms()] == [
        ("a DM, mended", [b"# Report"])
    ]


async def test_closed_direct_messages_are_50007(peer: Peer, sandbox: Sandbox) -> None:
    ada = sandbox.human("ada")
    ada.set_dms(opened=False)
    with pytest.raises(PeerError) as caught:
        await peer.do("direct", user=ada.id)
    assert (caught.value.code, caught.value.status) == (50007, 403)
    ada.set_dms(opened=True)
    await peer.do("direct", user=ada.id)


@pytest.mark.parametrize(
    ("given", "code", "status", "where"),
    [
        ({"content": "x" * 2001}, 50035, 400, "content"),
        ({"embeds": [{"title": "x" * 257}]}, 50035, 400, "embeds"),
        ({"content": ""}, 50006, 400, None),
        ({"components": [{"type": 1, "components": []}]}, 50035, 400, "components"),
    ],
)
async def test_bad_messages_are_refused_with_the_place(
    peer: Peer, sandbox: Sandbox, given: dict[str, object], code: int, status: int, where: str | None
) -> None:
    with pytest.raises(PeerError) as caught:
        await peer.do("send", channel=sandbox.world.channel("war-room").id, **given)
    assert (caught.value.code, caught.value.status) == (code, status)
    assert list(caught.value.errors) == ([where] if where else [])


@pytest.mark.parametrize(("taken", "code"), [(P.SEND, 50013), (P.VIEW, 50001)])
async def test_what_the_bot_may_not_do_is_403(peer: Peer, sandbox: Sandbox, taken: P, code: int) -> None:
    channel = sandbox.world.channel("war-room")
    channel.overwrites.append(Overwrite(sandbox.world.bot_id, 1, deny=int(taken)))
    with pytest.raises(PeerError) as caught:
        await peer.do("send", channel=channel.id, content="x")
    assert (caught.value.code, caught.value.status) == (code, 403)


async def test_things_that_are_gone_are_404(peer: Peer, sandbox: Sandbox) -> None:
    channel = sandbox.world.channel("war-room")
    with pytest.raises(PeerError) as caught:
        await peer.do("edit", channel=channel.id, message=sandbox.core.new_id(), content="x")
    assert (caught.value.code, caught.value.status) == (10008, 404)
    gone = channel.id
    actions.delete_channel(sandbox.core, channel)
    with pytest.raises(PeerError) as caught:
        await peer.do("thread", thread=gone)
    assert (caught.value.code, caught.value.status) == (10003, 404)
