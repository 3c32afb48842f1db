"""What goes wrong on a real line, as discord.js meets it: cut sockets, op 7, op 9, 429, 502, buckets."""

import time

import pytest

from sandbox.app import Sandbox
from tests.sandbox.peers.peer import Peer, PeerError


@pytest.fixture
def room(sandbox: Sandbox) -> int:
    """The id of #war-room."""
    return sandbox.world.channel("war-room").id


async def test_a_cut_socket_is_resumed_and_the_missed_command_answered(peer: Peer, sandbox: Sandbox) -> None:
    sandbox.gateway.drop_sockets()
    reply = await sandbox.human("ada").slash("war-room", "fleet list")
    assert reply.text() == "list"
    await peer.heard("resumed")
    assert (sandbox.gateway.identify_count, sandbox.gateway.resume_count) == (1, 1)


async def test_op_7_is_resumed(peer: Peer, sandbox: Sandbox) -> None:
    sandbox.gateway.ask_reconnect()
    await peer.heard("resumed")
    assert (await sandbox.human("ada").slash("war-room", "fleet list")).text() == "list"
    assert (sandbox.gateway.identify_count, sandbox.gateway.resume_count) == (1, 1)


async def test_op_9_is_identified_anew(peer: Peer, sandbox: Sandbox) -> None:
    await peer.heard("identified")
    sandbox.gateway.invalidate()
    await peer.heard("identified")
    assert (await sandbox.human("ada").slash("war-room", "fleet list")).text() == "list"
    assert (sandbox.gateway.identify_count, sandbox.gateway.resume_count) == (2, 0)


@pytest.mark.parametrize("glob", [False, True], ids=["route", "global"])
async def test_429_is_waited_out(peer: Peer, sandbox: Sandbox, room: int, glob: bool) -> None:
    sandbox.faults.add("429", seconds=0.2, match="POST /channels", glob=glob)
    start = time.perf_counter()
    await peer.do("send", channel=room, content="patient")
    assert time.perf_counter() - start >= 0.2
    assert [each.text() for each in sandbox.human("ada").messages("war-room")] == ["patient"]


async def test_502_is_tried_again(peer: Peer, sandbox: Sandbox, room: int) -> None:
    sandbox.faults.add("5xx", times=2, match="POST /channels")
    await peer.do("send", channel=room, content="again")
    assert [each.text() for each in sandbox.human("ada").messages("war-room")] == ["again"]


async def test_502_for_ever_is_an_error(peer: Peer, sandbox: Sandbox, room: int) -> None:
    sandbox.faults.add("5xx", times=10, match="POST /channels")
    with pytest.raises(PeerError) as caught:
        await peer.do("send", channel=room, content="never")
    assert (caught.value.name, caught.value.status) == ("HTTPError", 502)


async def test_buckets_are_kept_to_without_a_single_429(peer: Peer, sandbox: Sandbox, room: int) -> None:
    statuses = []
    sandbox.core.observers.append(lambda each: statuses.append(each.status))
    sandbox.faults.limit, sandbox.faults.window = 5, 0.5
    start = time.perf_counter()
    await peer.do("sendMany", channel=room, count=12)
    assert time.perf_counter() - start >= 1.0, "twelve by five are three windows"
    assert statuses.count(200) == 12
    assert 429 not in statuses
    assert len(sandbox.human("ada").messages("war-room")) == 12
