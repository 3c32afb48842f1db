"""What games of one fight share: logs read by turn, seats, and the thread in which one is fought."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial

import discord

from cogs.common.interactions import (
    MOST_TEXT,
    BotServices,
    Interaction,
    bot_services,
    defer,
    roles_of,
    say,
    services_of,
)
from cogs.common.threads import LONGEST, UnansweredError, make_once
from rules.values import GameError, NotYoursError
from umpire.capsules.export import revealed_dice
from umpire.games import games, seats
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.tactical.sending import TacticalStatus
from umpire.tactical.tactical_reader import verify


async def say_log(interaction: Interaction, turn: int, lines: Sequence[str], command: str) -> None:
    """A turn's lines, or their end with the whole in a file; `command` explains a line by its number."""
    head = f"### Log of turn {turn}"
    if not lines:
        await say(interaction, f"{head}\nNothing has happened in turn {turn} yet.")
        return
    whole = "\n".join([head, *lines, f"-# {command} explains a line by its number."])
    if len(whole) <= MOST_TEXT:
        await say(interaction, whole)
        return
    kept = "\n".join([head, "-# The whole log is in the file; its end:", *_tail(lines, MOST_TEXT - 200)])
    await say(interaction, kept, files=[File(f"log-turn-{turn}.md", whole.encode())])


def _tail(lines: Sequence[str], most: int) -> list[str]:
    kept: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > most:
            break
        kept.insert(0, line)
    return kept


def check_line(line: int, lines: int, turn: int) -> None:
    """GameError for a line that a turn's log does not have."""
    if not 1 <= line <= lines:
        rest = f"its lines are 1 to {lines}" if lines else "nothing has happened in it yet"
        raise GameError(f"The log of turn {turn} has no line {line}; {rest}.")


async def say_why(interaction: Interaction, line: int, revealed_dice: str, place: str, behind: str, rule: str) -> None:
    """A line, where in the turn it stands, what is behind it, and the rule's own text."""
    found = bot_services(interaction).rulebook.rules.get(rule)
    reason = behind or "It follows from what came before; no die was rolled for it."
    text = [f"**{line}.** {revealed_dice}", f"{place}.", f"Because: {reason}"]
    if found is not None:
        text.append(f"`{rule}` {found.title}: {found.text[:1000]}")
    await say(interaction, "\n".join(text))


async def say_verified(interaction: Interaction, standing: TacticalStatus, turn: int) -> None:
    """A past turn of any tactical game played again: the promise, the seed, and whether all comes out the same."""
    await defer(interaction)
    found = await verify(services_of(interaction), standing, turn)
    kept = "✔ The seed is the one that was promised." if found.promised else "✗ The seed is not the promised one."
    same = (
        "✔ Played again with everything that was sent, the turn comes out the same, event by event."
        if found.same
        else "✗ Played again, the turn comes out otherwise."
    )
    text = f"### Dice of turn {found.turn}\nPromised as `{found.commitment}`\nSeed `{found.seed}`\n{kept}\n{same}"
    gone = [
        one for one in await revealed_dice(services_of(interaction), standing.case.game.id) if one.state == "undone"
    ]
    text += "".join(
        f"\nTurn {turn} was taken back once: seed `{one.seed}`, promised as `{one.commitment}`"
        for one in gone
        if one.turn == turn and one.seed is not None
    )
    await say(interaction, text)


async def side_seat(interaction: Interaction, game_id: str) -> Seat | None:
    """The seat of a side that the giver holds in a tactical game, None for who looks on; never an error."""
    services = services_of(interaction)
    try:
        seat = await seats.seat_of(services, game_id, interaction.user.id, roles_of(interaction))
    except NotYoursError:
        return None
    return seat if seat.side else None


@contextlib.asynccontextmanager
async def new_thread(
    bot: BotServices, channel: discord.TextChannel, title: str, *, private: bool = False
) -> AsyncIterator[discord.Thread]:
    """A public thread (or a private one), to be given its game in the block; nobody else makes one below this channel meanwhile.
    GameError without the permission to make one, and while Discord does not answer."""
    name = title[:100]
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread

    async def fresh(thread: discord.Thread) -> bool:
        try:
            await games.game_in(bot.services, channel.guild.id, thread.id)
        except NotYoursError:
            return thread.type is kind
        return False

    async with bot.seeing_to[f"channel {channel.id}"]:
        make = partial(
            channel.create_thread, name=name, type=kind, invitable=not private, auto_archive_duration=LONGEST
        )
        try:
            thread = await make_once(channel, name, make, fresh, now=bot.services.seconds())
        except discord.Forbidden:
            which = "Create Private Threads" if private else "Create Public Threads"
            raise GameError(f"I may not make threads here; give me {which} and Send Messages in Threads.") from None
        except UnansweredError:
            raise GameError(
                "Discord did not answer while I made the thread, so nothing was begun. Please do it once more in a minute."
            ) from None
        yield thread
