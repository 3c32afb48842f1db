"""`bot.py doctor --live CHANNEL`: one round of what an evening needs, on Discord itself, step by step.

Letters go by the same courier as those of a game. What is left behind is two archived threads.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from cogs.common.refusals import INTENTS, NOT_HERE
from cogs.shell.courier import DiscordCourier
from cogs.shell.doctor import surprise
from render.canvas.trial_picture import trial_picture
from render.words.safe_text import count
from umpire.outbox.courier import CourierError, File, NoPermissionError, NotNowError
from umpire.outbox.outbox import Letter, Target
from umpire.services.doctor import Check

CONNECT_SECONDS: Final = 60
STEP_SECONDS: Final = 60
TRIAL_NAME: Final = "Admiralty: a trial"
CHECK_NETWORK: Final = "Check this machine's network, firewall and proxy, then try again."
TRY_LATER: Final = "Try again in some minutes; https://discordstatus.com shows whether Discord itself has trouble."


class StepError(Exception):
    """A step did not succeed: what was found, and how it is mended."""

    def __init__(self, text: str, mend: str) -> None:
        super().__init__(text)
        self.text, self.mend = text, mend


class Round:
    """The steps of a round in one channel. Each is tried once; those that need one that failed are not tried."""

    def __init__(self, channel: int) -> None:
        self._number = channel
        self._courier = DiscordCourier()
        self._trial = secrets.token_hex(3)
        self._checks: list[Check] = []
        self._tell: Callable[[Check], object] = bool
        self._threads: list[discord.Thread] = []

    async def play(self, token: str, tell: Callable[[Check], object] = bool, **options: Any) -> list[Check]:
        """All steps, with `options` for discord.Client; a check for each that was tried, told as soon as it is known. What was
        made is deleted or archived, however the steps went."""
        self._tell = tell
        client = discord.Client(intents=INTENTS, allowed_mentions=discord.AllowedMentions.none(), **options)
        self._courier.client = client
        async with contextlib.AsyncExitStack() as until_done:
            await self._step("Connection", lambda: self._connect(client, token, until_done))
            if self._sound:
                channel = await self._step("Channel", lambda: self._channel(client))
                if channel is not None:
                    await self._in_channel(channel)
        return self._checks

    @property
    def _sound(self) -> bool:
        return all(check.ok for check in self._checks)

    def _found(self, check: Check) -> None:
        self._checks.append(check)
        self._tell(check)

    async def _step(self, name: str, work: Callable[[], Awaitable[tuple[str, Any]]]) -> Any:
        began = time.monotonic()
        try:
            text, made = await asyncio.wait_for(work(), STEP_SECONDS + CONNECT_SECONDS)
        except StepError as wrong:
            self._found(Check(name, False, wrong.text, wrong.mend))
        except NoPermissionError as wrong:
            mend = "Give the bot's role the permissions of the invite link, in this channel too."
            self._found(Check(name, False, str(wrong), mend))
        except (CourierError, discord.HTTPException) as wrong:
            later = isinstance(wrong, NotNowError | discord.DiscordServerError)
            self._found(Check(name, False, str(wrong), TRY_LATER if later else "See Discord's words on the left."))
        except (aiohttp.ClientError, TimeoutError, OSError) as wrong:
            self._found(Check(name, False, f"Discord cannot be reached ({type(wrong).__name__})", CHECK_NETWORK))
        except Exception as wrong:  # noqa: BLE001 # the round is played when something is strange, and goes on to clean up
            self._found(surprise(name, wrong))
        else:
            taken = round(1000 * (time.monotonic() - began))
            self._found(Check(name, True, f"{text} ({taken} ms)"))
            return made
        return None

    async def _connect(
        self, client: discord.Client, token: str, until_done: contextlib.AsyncExitStack
    ) -> tuple[str, None]:
        try:
            await until_done.enter_async_context(_connected(client, token))
        except discord.LoginFailure:
            raise StepError("Discord refuses the token", "Make a new one and set DISCORD_TOKEN.") from None
        except discord.ConnectionClosed as wrong:
            raise StepError(f"the gateway closed the connection (code {wrong.code})", TRY_LATER) from None
        except TimeoutError:
            text = f"the gateway did not let the bot in within {CONNECT_SECONDS} s"
            mend = "Let this machine open WebSocket connections (wss, port 443) to gateway.discord.gg."
            raise StepError(text, mend) from None
        return f"logged in as {client.user}, in {count(len(client.guilds), 'server')}", None

    async def _channel(self, client: discord.Client) -> tuple[str, discord.TextChannel]:
        find = "Give the number of a text channel (Discord: Settings, Advanced, Developer Mode, then Copy Channel ID)."
        try:
            found = await client.fetch_channel(self._number)
        except discord.NotFound:
            raise StepError(f"there is no channel {self._number}", find) from None
        except discord.Forbidden:
            mend = "Give the bot's role View Channels there, or name a channel of a server it is in."
            raise StepError(f"the bot cannot see channel {self._number}", mend) from None
        if not isinstance(found, discord.TextChannel):
            raise StepError(f"{self._number} is not a text channel", find)
        return f"#{found.name} in {found.guild.name}", found

    async def _in_channel(self, channel: discord.TextChannel) -> None:
        try:
            private = await self._step(
                "Private thread", lambda: self._thread(channel, discord.ChannelType.private_thread)
            )
            if private is not None:
                let_in = await self._step("Let somebody in", lambda: self._let_in(private))
                await self._in_thread(Target("thread", private.id))
                if let_in is not None:
                    await self._step("Show somebody out", lambda: self._show_out(private, let_in))
            await self._step("Public thread", lambda: self._thread(channel, discord.ChannelType.public_thread))
        finally:
            for thread in self._threads:
                kind = "private" if thread.is_private() else "public"
                await self._step(f"Archive the {kind} thread", partial(self._archive, thread))

    async def _thread(self, channel: discord.TextChannel, kind: discord.ChannelType) -> tuple[str, discord.Thread]:
        right = "Create Private Threads" if kind is discord.ChannelType.private_thread else "Create Public Threads"
        try:
            made = await channel.create_thread(
                name=f"{TRIAL_NAME} {self._trial}", type=kind, invitable=False, auto_archive_duration=60
            )
        except discord.Forbidden:
            mend = f"Give the bot's role {right} in the server, and take no such right away in this channel."
            raise StepError("the bot may not make one here", mend) from None
        self._threads.append(made)
        return f"made as “{made.name}”", made

    async def _let_in(self, thread: discord.Thread) -> tuple[str, discord.abc.Snowflake | None]:
        """As a seat's holder is let in, though nobody else in the thread may: here whoever the application belongs to."""
        application = await self._courier.client.application_info()
        owner = application.team.owner if application.team is not None else application.owner
        if owner is None:
            return "not tried, since the application's team has no owner that Discord names", None
        try:
            await thread.add_user(owner)
        except discord.NotFound as unknown:
            if unknown.code not in NOT_HERE:
                raise
            return f"not tried, since {owner.name}, whose application it is, is not on this server", None
        except discord.Forbidden:
            text = f"{owner.name} may not be added to a thread that the bot has made"
            mend = (
                "Let them view the channel, and give the bot's role Send Messages in Threads. If both are so, it needs "
                "Manage Threads on this server."
            )
            raise StepError(text, mend) from None
        return f"{owner.name}, whose application it is, is in the thread", owner

    @staticmethod
    async def _show_out(thread: discord.Thread, who: discord.abc.Snowflake) -> tuple[str, None]:
        try:
            await thread.remove_user(who)
        except discord.Forbidden:
            text, mend = "the bot may not take them out again", "Give the bot's role Manage Threads."
            raise StepError(text, mend) from None
        return "they are out of it again", None

    async def _in_thread(self, thread: Target) -> None:
        card = trial_picture("Admiralty: a picture arrives")
        files = (File("trial.png", card.png, card.alt),)
        ref = f"`trial {self._trial}`"
        began = int(time.time())

        async def post() -> tuple[str, int]:
            number = await self._courier.send(thread, _letter(thread, f"A picture {ref}"), files, secrets.token_hex(12))
            return f"sent, {len(card.png) // 1024} kB with its alternative text", number

        number = await self._step("Message with a picture", post)
        if number is None:
            return

        async def edit() -> tuple[str, None]:
            await self._courier.edit(thread, number, _letter(thread, f"The same picture, edited {ref}"), files)
            return "text and picture replaced", None

        async def find() -> tuple[str, None]:
            if await self._courier.find(thread, ref, began) != number:
                mend = "Give the bot's role Read Message History; without it a letter may be sent twice after a crash."
                raise StepError("the bot does not find its own message again", mend)
            return "its own message is found by its reference", None

        async def delete() -> tuple[str, None]:
            await self._courier.delete(thread, number)
            return "its own message is deleted", None

        try:
            await self._step("Edit", edit)
            await self._step("Read back", find)
        finally:
            await self._step("Delete", delete)

    @staticmethod
    async def _archive(thread: discord.Thread) -> tuple[str, None]:
        await thread.edit(archived=True)
        return "archived; delete it yourself if you like", None


def _letter(thread: Target, text: str) -> Letter:
    return Letter("notice", "", 0, "", thread, text)


@contextlib.asynccontextmanager
async def _connected(client: discord.Client, token: str) -> AsyncIterator[None]:
    """A client logged in and ready. discord.LoginFailure or whatever else ended it; TimeoutError if it takes too long."""
    async with client:
        await client.login(token)
        running = asyncio.create_task(client.connect(reconnect=False))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait((running, ready), timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            if not ready.done():
                raise TimeoutError
            yield
        finally:
            await client.close()
            for task in (ready, running):
                task.cancel()
            await asyncio.gather(ready, running, return_exceptions=True)
