"""Letters carried to the sandbox: what each refusal of Discord's means, and what is done in archived threads."""

import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord
import pytest

from cogs.common.refusals import PERMISSIONS_ASKED, PERMISSIONS_NEEDED
from cogs.shell.courier import DiscordCourier
from sandbox import actions
from sandbox.app import Sandbox
from sandbox.model import PINS_ADD, Channel
from tests.discord_kit import TreeClient, running_bot, running_sandbox
from umpire.outbox.courier import (
    ChannelGoneError,
    CourierError,
    DmClosedError,
    LockedError,
    MemberGoneError,
    MessageGoneError,
    NoPermissionError,
    NotNowError,
)
from umpire.outbox.outbox import Letter, Target

LETTER = Letter("notice", "g", 1, "", Target("gm"), "a letter")


@dataclass
class Office:
    """A courier on line, and a private thread with Ada in it."""

    sandbox: Sandbox
    courier: DiscordCourier
    thread: Channel

    @property
    def there(self) -> Target:
        """The thread."""
        return Target("thread", self.thread.id)

    @property
    def ada(self) -> Target:
        """Ada's direct messages."""
        return Target("dm", self.sandbox.world.user("ada").id)

    def asleep(self, *, locked: bool = False) -> None:
        """It has archived itself, or somebody has shut it."""
        self.thread.archived, self.thread.locked = True, locked
        actions.publish_channel(self.sandbox.core, self.thread, "UPDATE")

    def texts(self) -> list[str]:
        """What Ada reads in it."""
        return [seen.content for seen in self.sandbox.human("ada").messages(self.thread)]

    def lines(self) -> list[int]:
        """What Discord wrote of itself there, by its types."""
        seen = self.sandbox.human("ada").messages(self.thread, system=True)
        return [each.payload["type"] for each in seen if each.payload["type"]]


@contextlib.asynccontextmanager
async def opened(permissions: int) -> AsyncIterator[Office]:
    """An office whose bot may do so much in the server."""
    async with running_sandbox(bot_permissions=permissions) as sandbox:
        client = TreeClient()
        async with running_bot(client, sandbox):
            channel = client.get_channel(sandbox.world.channel("war-room").id)
            assert isinstance(channel, discord.TextChannel)
            thread = await channel.create_thread(name="Room")
            await thread.add_user(discord.Object(sandbox.world.user("ada").id))
            courier = DiscordCourier()
            courier.client = client
            yield Office(sandbox, courier, sandbox.world.channel(thread.id))


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    """The bot has what its invite link asks for."""
    async with opened(PERMISSIONS_ASKED.value) as found:
        yield found


@pytest.mark.parametrize("told", [True, False])
async def test_in_an_archived_thread_a_letter_is_edited_pinned_found_deleted_and_sent(
    office: Office, told: bool
) -> None:
    sent = await office.courier.send(office.there, LETTER, (), "n1")
    for step in ("edit", "pin", "delete", "send"):
        if told:
            office.asleep()
        else:
            office.thread.archived = True  # it has, and the gateway has not said so yet
        match step:
            case "edit":
                await office.courier.edit(office.there, sent, LETTER, ())
            case "pin":
                await office.courier.pin(office.there, sent)
                assert office.sandbox.world.messages[office.thread.id][sent].pinned
                await office.courier.pin(office.there, sent)
                assert office.lines().count(PINS_ADD) == 1, "it was pinned once"
            case "delete":
                assert await office.courier.find(office.there, "letter", 0) == sent
                assert office.thread.archived, "reading opens nothing"
                await office.courier.delete(office.there, sent)
                assert office.texts() == []
                continue
            case _:
                await office.courier.send(office.there, LETTER, (), "n2")
        assert not office.thread.archived
    assert office.texts() == ["a letter"]


async def test_a_message_is_looked_for_below_another_that_ends_alike(office: Office) -> None:
    above = await office.courier.send(office.there, LETTER, (), "n1")
    assert await office.courier.find(office.there, "letter", 0) == above
    assert await office.courier.find(office.there, "letter", 0, above) is None
    below = await office.courier.send(office.there, LETTER, (), "n2")
    assert await office.courier.find(office.there, "letter", 0, above) == below
    never = int(time.time()) + 10 * 86_400
    assert await office.courier.find(office.there, "letter", never) is None
    assert await office.courier.find(office.there, "letter", never, above) == below, "whenever it was sent"


async def test_what_cannot_be_edited_is_to_be_sent_anew_and_that_tells_what_is_wrong(office: Office) -> None:
    sent = await office.courier.send(office.there, LETTER, (), "n1")
    for archived in (False, True):
        office.asleep(locked=True)
        office.thread.archived = archived
        with pytest.raises(MessageGoneError):
            await office.courier.edit(office.there, sent, LETTER, ())
        with pytest.raises(LockedError):
            await office.courier.send(office.there, LETTER, (), "n2")
        await office.courier.pin(office.there, sent)  # only stays unpinned
    office.thread.locked = office.thread.archived = False
    office.sandbox.world.messages[office.thread.id].pop(sent)
    with pytest.raises(MessageGoneError):
        await office.courier.edit(office.there, sent, LETTER, ())


async def test_a_player_who_left_closed_their_messages_or_was_written_to_too_fast(office: Office) -> None:
    office.sandbox.human("ada").set_dms(opened=False)
    with pytest.raises(DmClosedError):
        await office.courier.send(office.ada, LETTER, (), "n1")
    office.sandbox.human("ada").set_dms(opened=True)
    office.sandbox.faults.add("refusal", times=1, match="POST .*/messages$", status=404, code=0)
    with pytest.raises(NotNowError):  # a proxy's answer says nothing of a person
        await office.courier.send(office.ada, LETTER, (), "n1")
    actions.member_leaves(office.sandbox.core, office.sandbox.world.guild().id, office.ada.id)
    with pytest.raises(MemberGoneError):
        await office.courier.send(office.ada, LETTER, (), "n1")


async def test_a_429_with_a_code_of_its_own_is_waited_for(office: Office) -> None:
    office.sandbox.faults.add("refusal", times=1, match="POST .*/messages$", status=429, code=30046, seconds=0.05)
    assert await office.courier.send(office.there, LETTER, (), "n1")


@pytest.mark.parametrize(
    ("status", "code", "meant"),
    [
        (403, 40003, NotNowError),
        (400, 50007, DmClosedError),
        (403, 50278, MemberGoneError),
        (400, 160005, LockedError),
        (403, 160005, LockedError),
        (403, 50083, LockedError),
        (403, 50001, NoPermissionError),
        (403, 50013, NoPermissionError),
        (404, 10003, ChannelGoneError),
        (404, 0, NotNowError),
    ],
)
async def test_a_refusal_is_known_by_discords_code(
    office: Office, status: int, code: int, meant: type[CourierError]
) -> None:
    office.sandbox.faults.add("refusal", times=9, match="POST .*/messages$", status=status, code=code)
    with pytest.raises(meant) as caught:
        await office.courier.send(office.there, LETTER, (), "n1")
    assert type(caught.value) is meant
    if code == 40003:
        assert isinstance(caught.value, NotNowError)
        assert caught.value.seconds >= 60


async def test_what_may_not_be_pinned_is_told_as_that(caplog: pytest.LogCaptureFixture) -> None:
    async with opened(PERMISSIONS_NEEDED.value) as office:
        sent = await office.courier.send(office.there, LETTER, (), "n1")
        with caplog.at_level("WARNING"):
            await office.courier.pin(office.there, sent)
    assert "the bot may not pin messages in thread" in caplog.text
    assert "may not write" not in caplog.text
