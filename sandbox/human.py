"""A person at the keyboard, for tests and scripts: everything one can do in Discord, and nothing one cannot."""

import asyncio
from collections.abc import Mapping
from typing import Any

from sandbox import actions, clicks, command_access, people, slash
from sandbox.body import Upload
from sandbox.cdn import safe_name
from sandbox.errors import DiscordError, Json, Refused, clean
from sandbox.interactions import AUTOCOMPLETE, Core, Interaction
from sandbox.model import Channel, Message
from sandbox.reply import AutocompleteChoice, Control, Modal, Reply, SeenMessage
from sandbox.rules import MOST_CONTENT
from sandbox.slash import Chosen
from sandbox.thread_archive import archive_quiet

Place = Channel | int | str


class NoAnswerError(Exception):
    """The bot did not answer in time, or never stopped "thinking"; the sentence names the command or the control."""


class Human:
    """One person. Channels are named, numbered or passed as objects; files are `(name, bytes)`.

    Whatever a Discord client would not let a person do is `Refused`, in a sentence, and nothing is sent; a bot that does not
    answer in three seconds, or is still "thinking" after `timeout`, is `NoAnswerError`. What the person reads is
    `SeenMessage`."""

    def __init__(self, core: Core, user_id: int, timeout: float = 300.0) -> None:
        self.core = core
        self.id = user_id
        self.timeout = timeout
        """How many seconds to wait for the end of a "thinking"."""

    @property
    def name(self) -> str:
        """The display name."""
        return self.core.world.users[self.id].display_name

    @property
    def mention(self) -> str:
        """The text that pings."""
        return f"<@{self.id}>"

    def channel(self, place: Place) -> Channel:
        """A channel the person sees; Refused otherwise."""
        if isinstance(place, Channel):
            return people.look(self.core, self.id, place.id)
        try:
            return people.look(self.core, self.id, self.core.world.channel(place).id)
        except DiscordError:
            raise Refused(f"There is no channel {place!r}.") from None

    # reading

    def messages(self, place: Place, limit: int = 50, *, system: bool = False) -> list[SeenMessage]:
        """The latest `limit` messages the person sees there, oldest first; none without the right to read the history.

        Only with `system` also what Discord writes itself: who pinned something, who was taken into a thread."""
        found = people.messages(self.core, self.id, self.channel(place), limit=limit, system=system)
        return [SeenMessage(self.core, each) for each in found]

    def last(self, place: Place) -> SeenMessage:
        """The latest message there; LookupError if there is none."""
        found = self.messages(place, 1)
        if not found:
            raise LookupError(f"nothing was said in {place!r}")
        return found[0]

    def channels(self) -> list[Channel]:
        """Every channel, thread and DM in the person's list; archived threads are not in it."""
        return [each for each in self._seen() if not each.archived]

    def _seen(self) -> list[Channel]:
        archive_quiet(self.core)
        return [each for each in self.core.world.channels.values() if people.sees(self.core, self.id, each)]

    def threads(self, parent: Place | None = None) -> list[Channel]:
        """Active threads the person sees, of one channel or of all."""
        above = None if parent is None else self.channel(parent).id
        return [each for each in self.channels() if each.is_thread and above in (None, each.parent_id)]

    def archived_threads(self, parent: Place) -> list[Channel]:
        """What the person finds under a channel's archived threads."""
        above = self.channel(parent).id
        return [each for each in self._seen() if each.archived and each.parent_id == above]

    def dms(self) -> list[SeenMessage]:
        """All messages of the person's DMs with the bot, oldest first."""
        channel = self.core.world.dm(self.id, self.core.world.bot_id)
        return self.messages(channel, 1000) if channel else []

    def commands(self, place: Place) -> list[Json]:
        """The commands the person may use there."""
        return command_access.available(self.core, self.id, self.channel(place))

    # doing

    def say(self, place: Place, content: str) -> SeenMessage:
        """Writes a message of 1 to 2,000 characters; Refused where the person may not write, or it is too long."""
        channel = self.channel(place)
        if not self.core.world.can_send(channel, self.id):
            raise Refused("You may not write here.")
        if wait := self.core.world.slow_wait(channel, self.id):
            raise Refused(f"Slow mode is on; you may write again in {wait:.0f} s.")
        if not content.strip() or len(content) > MOST_CONTENT:
            raise Refused(f"A message has 1 to {MOST_CONTENT} characters.")
        return SeenMessage(self.core, actions.create_message(self.core, channel, self.id, {"content": clean(content)}))

    def open_dm(self, other: int | None = None) -> Channel:
        """The DM channel with somebody (the bot)."""
        return actions.open_dm(self.core, self.id, other or self.core.world.bot_id)

    def set_dms(self, *, opened: bool) -> None:
        """Opens or closes DMs from server members."""
        self.core.world.users[self.id].dms_open = opened
        self.core.keep()

    def permit(self, command: str, *, role: int | str = "", member: int | str = "", allowed: bool = True) -> None:
        """As a manager, opens or closes a command of the bot ("" for all); Refused without the right.

        For a role or a member of the server, as Server Settings, Integrations does."""
        world = self.core.world
        guild = world.guild()
        target = world.user(member).id if member else world.role(guild, role).id
        kind = command_access.USER if member else command_access.ROLE
        command_access.permit(self.core, self.id, guild, command, kind, target, allowed)

    async def slash(self, place: Place, command: str, /, **options: Any) -> Reply:
        """Uses a slash command, "fleet move", and waits until the bot has said its say.

        Options may end in "_" (`from_`) and use "_" for "-". Refused in words for bad options, NoAnswerError if the
        bot is silent."""
        channel = self.channel(place)
        name, *path = command.removeprefix("/").split()
        chosen = slash.choose(self.core, self.id, channel, name, path)
        files: dict[str, Upload] = {}
        values = self._values(chosen, options, files)
        data = slash.command_data(self.core, self.id, channel, chosen, values, files)
        return await self._wait(slash.send(self.core, self.id, channel, chosen, data))

    @staticmethod
    def _values(chosen: Chosen, options: Mapping[str, Any], files: dict[str, Upload]) -> dict[str, Any]:
        known = {each["name"] for each in chosen.options}
        values: dict[str, Any] = {}
        for key, value in options.items():
            names = (key, key.rstrip("_"), key.rstrip("_").replace("_", "-"))
            name = next((each for each in names if each in known), key)
            if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes):
                files[name] = Upload(safe_name(value[0]), value[1])
                values[name] = name
            else:
                values[name] = value
        return values

    async def menu(self, place: Place, command: str, target: int | SeenMessage | Message) -> Reply:
        """Uses a context menu on a user (id) or a message (itself, or its id); errors as `slash`."""
        channel = self.channel(place)
        kind = 2 if isinstance(target, int) and target in self.core.world.users else 3
        chosen = slash.choose(self.core, self.id, channel, command, [], kind)
        number = target if isinstance(target, int) else target.id
        data = slash.menu_data(self.core, channel, chosen, number)
        return await self._wait(slash.send(self.core, self.id, channel, chosen, data))

    async def autocomplete(
        self, place: Place, command: str, focused: str, typed: str | float = "", /, **options: Any
    ) -> list[AutocompleteChoice]:
        """The suggestions for the option `focused` when it holds `typed` and `options` are filled in.

        Refused if the option has no suggestions, NoAnswerError if none came in time."""
        channel = self.channel(place)
        name, *path = command.removeprefix("/").split()
        chosen = slash.choose(self.core, self.id, channel, name, path)
        values = {**self._values(chosen, options, {}), focused: typed}
        data = slash.autocomplete_data(self.core, self.id, channel, chosen, values, focused)
        return (await self._wait(self.core.interactions.send(AUTOCOMPLETE, self.id, channel, data))).choices

    async def click(self, message: SeenMessage | Message, key: str) -> Reply:
        """Presses a button, by custom id or label, whole or in part; LookupError if there is none, Refused if it is off, a
        link, or gone."""
        seen = message if isinstance(message, SeenMessage) else SeenMessage(self.core, message)
        return await self._wait(self._press(seen, seen.control(key), None))

    async def select(self, message: SeenMessage | Message, key: str, *values: Any) -> Reply:
        """Chooses in a select (by custom id or placeholder): option values or labels, or ids of users, roles, channels.

        With no value and a key that is itself an option of the only select, chooses that."""
        seen = message if isinstance(message, SeenMessage) else SeenMessage(self.core, message)
        if not values and len(seen.selects) == 1:
            return await self._wait(self._press(seen, seen.selects[0], [key]))
        return await self._wait(self._press(seen, seen.control(key), list(values)))

    def _press(self, seen: SeenMessage, control: Control, values: list[Any] | None) -> Interaction:
        if control.custom_id is None or seen.message is None:
            raise Refused("That is a link, or gone.")
        return clicks.press(self.core, self.id, seen.message, control.custom_id, values)

    async def submit(self, modal: Modal | Reply, fields: Mapping[str, Any]) -> Reply:
        """Sends a form; fields by custom id or label, files as `(name, bytes)`; Refused if one is required, too long or unknown.

        Values are texts, option values or labels, ids, or a list of files. A text or box that is not named keeps its value."""
        found = modal.modal if isinstance(modal, Reply) else modal
        if found is None:
            raise Refused("There is no form here.")
        files: dict[str, Upload] = {}
        values: dict[str, Any] = {}
        for key, value in fields.items():
            several = value if isinstance(value, list) else [value]
            if several and all(isinstance(each, tuple) and isinstance(each[1], bytes) for each in several):
                values[key] = [f"{key}-{index}" for index in range(len(several))]
                for index, (name, data) in enumerate(several):
                    files[f"{key}-{index}"] = Upload(safe_name(name), data)
            else:
                values[key] = value
        return await self._wait(clicks.submit(self.core, self.id, int(found.modal_id), values, files))

    async def _wait(self, sent: Interaction) -> Reply:
        outcome = await self.core.interactions.outcome(sent)
        if outcome.error is not None:
            raise NoAnswerError(f"{outcome.error} ({sent.origin.name or sent.data.get('custom_id')})")
        try:
            await asyncio.wait_for(sent.settled.wait(), self.timeout)
        except TimeoutError:
            if sent.acked != 6:  # a silent "seen" of a press may well be all there is
                raise NoAnswerError(f"still thinking after {self.timeout} s ({sent.origin.name})") from None
        message = sent.response or next(iter(sent.followups), None)
        return Reply(self.core, message, interaction=sent, outcome=outcome)
