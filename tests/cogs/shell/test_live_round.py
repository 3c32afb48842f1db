"""`bot.py doctor --live`: a round on Discord, here on the sandbox, step by step; and what each lacking right is told as."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest

import bot
from cogs.shell import live_round
from cogs.shell.doctor import examine
from cogs.shell.live_round import Round
from render.canvas.trial_picture import PICTURE_SIZE, trial_picture
from sandbox import payloads
from sandbox.app import Sandbox
from sandbox.connect import pointed_at, sealed_connector
from sandbox.permissions import P
from settings import Settings
from tests.discord_kit import running_sandbox
from umpire.services.doctor import Check

STEPS = [
    "Connection", "Channel", "Private thread", "Let somebody in", "Message with a picture", "Edit", "Read back",
    "Delete", "Show somebody out", "Public thread", "Archive the private thread", "Archive the public thread",
]  # fmt: skip


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A fresh demo world."""
    async with running_sandbox() as found:
        yield found


async def played(sandbox: Sandbox, channel: int, token: str = "") -> list[tuple[str, bool, str]]:
    """Name, outcome and line of each step."""
    with pointed_at(sandbox.url):
        checks = await Round(channel).play(
            token or sandbox.token, connector=sealed_connector(), guild_ready_timeout=0.05
        )
    return [(check.name, check.ok, check.line()) for check in checks]


def take_away(sandbox: Sandbox, rights: P) -> None:
    """No role of the server has these."""
    for role in sandbox.world.guild().roles.values():
        role.permissions &= ~int(rights)


async def test_a_round_is_played_and_leaves_two_archived_threads(sandbox: Sandbox) -> None:
    channel = sandbox.world.channel("welcome")
    steps = await played(sandbox, channel.id)
    assert [(name, good) for name, good, _ in steps] == [(name, True) for name in STEPS], steps
    assert "#welcome in Admiralty Harbour" in steps[1][2]
    left = [each for each in sandbox.world.channels.values() if each.parent_id == channel.id]
    assert len(left) == 2
    assert all(each.archived for each in left)
    assert all(each.thread_members.keys() == {sandbox.world.bot_id} for each in left), "whoever was let in is out again"
    assert not [each for one in left for each in sandbox.world.messages[one.id].values() if each.attachments]
    assert not sandbox.unknown_routes


@pytest.mark.parametrize(
    ("lacking", "step", "told"),
    [
        (P.CREATE_PRIVATE_THREADS, "Private thread", "Create Private Threads"),
        (P.CREATE_PUBLIC_THREADS, "Public thread", "Create Public Threads"),
        (P.SEND_IN_THREADS, "Let somebody in", "Send Messages in Threads"),
        (P.ATTACH_FILES, "Message with a picture", "permissions of the invite link"),
        (P.READ_HISTORY, "Read back", "Read Message History"),
        (P.VIEW, "Channel", "View Channels"),
    ],
)
async def test_a_right_that_is_lacking_fails_its_step_and_is_named(
    sandbox: Sandbox, lacking: P, step: str, told: str
) -> None:
    take_away(sandbox, lacking)
    steps = await played(sandbox, sandbox.world.channel("welcome").id)
    failed = [(name, line) for name, good, line in steps if not good]
    assert failed, steps
    assert failed[0][0] == step, steps
    assert told in failed[0][1]
    assert "→" in failed[0][1]


async def test_whoever_is_not_on_the_server_is_not_let_in_and_nothing_fails(sandbox: Sandbox) -> None:
    guild = sandbox.world.guild()
    del guild.members[next(each.id for each in sandbox.world.users.values() if not each.bot)]
    steps = await played(sandbox, sandbox.world.channel("welcome").id)
    assert all(good for _, good, _ in steps), steps
    assert "is not on this server" in steps[3][2]
    assert "Show somebody out" not in [name for name, _, _ in steps]


async def test_an_answer_that_says_nothing_of_a_person_is_not_taken_for_their_absence(sandbox: Sandbox) -> None:
    sandbox.faults.add("refusal", match="PUT .*/thread-members/.*", status=404, code=0)
    steps = await played(sandbox, sandbox.world.channel("welcome").id)
    assert [name for name, good, _ in steps if not good] == ["Let somebody in"], steps
    assert not any("is not on this server" in line for *_, line in steps)


async def test_what_is_no_text_channel_is_told(sandbox: Sandbox) -> None:
    steps = await played(sandbox, 4242)
    assert steps[-1][:2] == ("Channel", False)
    assert "there is no channel 4242" in steps[-1][2]
    assert "Copy Channel ID" in steps[-1][2]


async def test_a_refused_token_and_a_silent_gateway_are_told(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    number = sandbox.world.channel("welcome").id
    steps = await played(sandbox, number, sandbox.token[:-4] + "wxyz")
    assert steps == [("Connection", False, steps[0][2])]
    assert "Discord refuses the token" in steps[0][2]
    monkeypatch.setattr(live_round, "CONNECT_SECONDS", 0)
    steps = await played(sandbox, number)
    assert "wss, port 443" in steps[0][2]


async def test_the_doctor_plays_the_round_last_and_not_without_discord(sandbox: Sandbox, tmp_path: Path) -> None:
    lines: list[str] = []
    channel = sandbox.world.channel("welcome").id

    async def live(tell: Callable[[Check], object]) -> list[Check]:
        with pointed_at(sandbox.url):
            return await Round(channel).play(
                sandbox.token, tell, connector=sealed_connector(), guild_ready_timeout=0.05
            )

    settings = Settings(token=sandbox.token, data=tmp_path)
    api = f"{sandbox.url}/api/v10"
    status = await examine(settings, api=api, out=lines.append, connector=aiohttp.TCPConnector(), live=live)
    assert status == 0, lines
    assert "✔ Delete" in "\n".join(lines)
    lines.clear()
    bad = Settings(token=sandbox.token[:-4] + "wxyz", data=tmp_path)
    assert await examine(bad, api=api, out=lines.append, connector=aiohttp.TCPConnector(), live=live) == 1
    assert "Connection" not in "\n".join(lines)


def test_a_channel_is_named_by_its_number_or_its_link(capsys: pytest.CaptureFixture[str]) -> None:
    read = bot.parser().parse_args
    assert read(["doctor"]).live is None
    assert read(["doctor", "--live", "123456"]).live == 123456
    assert read(["doctor", "--live", "https://discord.com/channels/1/77"]).live == 77
    with pytest.raises(SystemExit):
        read(["doctor", "--live", "#welcome"])
    assert "'#welcome' is not a channel: give its number, or the link" in capsys.readouterr().err


def test_the_picture_of_a_round_is_as_large_as_a_map() -> None:
    card = trial_picture("Admiralty")
    assert (card.width, card.height) == PICTURE_SIZE
    assert "eight hexes" in card.alt


async def test_a_message_of_a_strange_shape_fails_its_step_and_everything_is_cleaned_up(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = payloads.message

    def strange(*given: object, **named: object) -> object:
        return {**real(*given, **named), "thread": None}  # type: ignore[arg-type] # as they came

    channel = sandbox.world.channel("welcome")
    monkeypatch.setattr(payloads, "message", strange)
    steps = await played(sandbox, channel.id)
    wrong = {name: line for name, good, line in steps if not good}
    assert wrong, steps
    assert all("could not be looked at (" in line for line in wrong.values()), wrong
    left = [each for each in sandbox.world.channels.values() if each.parent_id == channel.id]
    assert left
    assert all(each.archived for each in left), "what was made is put away all the same"


async def test_each_step_is_told_as_soon_as_it_is_known(sandbox: Sandbox) -> None:
    told: list[str] = []
    with pointed_at(sandbox.url):
        channel = sandbox.world.channel("welcome").id
        checks = await Round(channel).play(
            sandbox.token, lambda check: told.append(check.name), connector=sealed_connector(), guild_ready_timeout=0.05
        )
    assert told == [check.name for check in checks] == STEPS
