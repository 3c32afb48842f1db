"""discord.js opens threads, brings people in and takes them out, closes, opens and renames."""

import json

import pytest

from sandbox.app import Sandbox
from sandbox.errors import Refused
from tests.sandbox.peers.conftest import INTENTS
from tests.sandbox.peers.peer import Peer, PeerError

PUBLIC, PRIVATE = 11, 12


@pytest.fixture
def room(sandbox: Sandbox) -> int:
    """The id of #war-room."""
    return sandbox.world.channel("war-room").id


async def test_a_public_thread_on_a_message(peer: Peer, sandbox: Sandbox, room: int) -> None:
    start = await peer.do("send", channel=room, content="turn 1")
    thread = await peer.do("openOn", channel=room, message=start, name="Orders")
    assert (thread["id"], thread["type"], thread["autoArchive"]) == (start, PUBLIC, 10080)
    for who in ("ada", "vik", "visitor"):
        assert [each.name for each in sandbox.human(who).threads("war-room")] == ["Orders"]
    with pytest.raises(PeerError) as caught:
        await peer.do("openAgain", channel=room, message=start, name="Again")
    assert caught.value.code == 160004


async def test_a_private_thread_is_for_those_who_were_brought_in(peer: Peer, sandbox: Sandbox, room: int) -> None:
    ada, vik = sandbox.human("ada"), sandbox.human("vik")
    thread = await peer.do("openPrivate", channel=room, name="Packet")
    assert (thread["type"], thread["parent"], thread["archived"]) == (PRIVATE, str(room), False)
    assert ada.threads() == []
    await peer.do("admit", thread=thread["id"], user=ada.id)
    await peer.do("send", channel=thread["id"], content="for your eyes")
    assert [each.text() for each in ada.messages(thread["id"])] == ["for your eyes"]
    with pytest.raises(Refused):
        vik.messages(thread["id"])
    assert await peer.do("inside", thread=thread["id"], user=ada.id) == str(ada.id)
    with pytest.raises(PeerError) as caught:
        await peer.do("inside", thread=thread["id"], user=vik.id)
    assert (caught.value.code, caught.value.status) == (10007, 404)
    await peer.do("exclude", thread=thread["id"], user=ada.id)
    assert ada.threads() == []


@pytest.mark.parametrize("with_member", [False, True])
async def test_listing_members_with_the_members_intent(
    line: Peer, sandbox: Sandbox, room: int, with_member: bool
) -> None:
    sandbox.world.privileged_intents = 1 << 1
    await line.do("login", url=sandbox.url, token=sandbox.token, intents=[*INTENTS, "GuildMembers"])
    thread = await line.do("openPrivate", channel=room, name="Packet")
    people = [sandbox.world.user(each).id for each in ("ada", "vik")]
    for each in people:
        await line.do("admit", thread=thread["id"], user=each)
        assert await line.heard("members") == {"added": 1, "removed": 0}
    inside = await line.do("insiders", thread=thread["id"], withMember=with_member)
    assert set(inside) == {str(each) for each in (*people, sandbox.world.bot_id)}
    await line.do("exclude", thread=thread["id"], user=people[0])
    assert await line.heard("members") == {"added": 0, "removed": 1}


async def test_closed_opened_by_a_message_renamed_and_locked(peer: Peer, sandbox: Sandbox, room: int) -> None:
    start = await peer.do("send", channel=room, content="turn 1")
    number = (await peer.do("openOn", channel=room, message=start, name="Orders"))["id"]
    assert await peer.do("active", channel=room) == ["Orders"]
    assert (await peer.do("change", thread=number, archived=True))["archived"]
    assert await peer.do("archived", channel=room, type="public") == ["Orders"]
    assert await peer.do("active", channel=room) == []
    await peer.do("send", channel=number, content="open again")
    assert not (await peer.do("thread", thread=number))["archived"]
    renamed = await peer.do("change", thread=number, name="Orders of turn 2", autoArchiveDuration=1440)
    assert (renamed["name"], renamed["autoArchive"]) == ("Orders of turn 2", 1440)
    assert sandbox.world.channel(int(number)).name == "Orders of turn 2"
    assert (await peer.do("change", thread=number, locked=True))["locked"]
    with pytest.raises(Refused):
        sandbox.human("ada").say(int(number), "may I?")
    await peer.do("close", thread=number)
    assert sandbox.human("ada").threads() == []


async def test_what_an_archived_thread_refuses(peer: Peer, sandbox: Sandbox, room: int) -> None:
    ada = sandbox.human("ada")
    number = (await peer.do("openPrivate", channel=room, name="Packet"))["id"]
    said = await peer.do("send", channel=number, content="x")
    await peer.do("change", thread=number, archived=True)
    for deed, given in (
        ("edit", {"channel": number, "message": said, "content": "y"}),
        ("admit", {"thread": number, "user": ada.id}),
        ("change", {"thread": number, "name": "Other"}),
    ):
        with pytest.raises(PeerError) as caught:
            await peer.do(deed, **given)
        assert caught.value.code == 50083, deed
    await peer.do("change", thread=number, archived=False)
    await peer.do("admit", thread=number, user=ada.id)
    assert await peer.do("edit", channel=number, message=said, content="y") == "y"


async def test_commands_and_buttons_in_a_private_thread(peer: Peer, sandbox: Sandbox, room: int) -> None:
    ada = sandbox.human("ada")
    number = (await peer.do("openPrivate", channel=room, name="Packet"))["id"]
    await peer.do("admit", thread=number, user=ada.id)
    told = json.loads((await ada.slash(int(number), "everything", text="Ahoy", whole=1)).text())
    assert (told["where"], told["guild"]) == ("Packet", sandbox.world.guild().name)
    panel = await ada.slash(int(number), "panel")
    await ada.click(panel, "Later")
    assert panel.content == "later"


@pytest.mark.parametrize("name", ["", "x" * 101])
async def test_a_bad_name_is_refused(peer: Peer, room: int, name: str) -> None:
    with pytest.raises(PeerError) as caught:
        await peer.do("openPrivate", channel=room, name=name)
    assert (caught.value.code, list(caught.value.errors)) == (50035, ["name"])
