"""All that one person receives, byte by byte, to hold two runs side by side; the sandbox's own ids and links are evened out."""

import asyncio
import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from playtest.player import Player
from sandbox.human import Place
from sandbox.reply import AutocompleteChoice, Reply, SeenMessage
from tests.e2e.kit import CHANNEL, Table
from tests.patience import WAIT_SECONDS
from umpire.services.pulse import pulse

NOON = 2_208_956_400.0
"""When every run takes place: one moment, at which bot and sandbox stand still."""
_SNOWFLAKE = re.compile(r"\d{17,20}")
_SIGNED_LINK = re.compile(r"http://127\.0\.0\.1:\d+/[^\s\"]*")


@dataclass
class Ears(Player):
    """A person, and what came to the person's ears so far; ids become numbers in the order in which they were met."""

    place: Place = CHANNEL
    heard: list[str] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)

    def listen(self) -> None:
        """Take in every place the person sees: channels, threads and direct messages, with all their messages."""
        for place in sorted(self.human.channels(), key=lambda channel: channel.id):
            self._note("place", [place.name, place.topic, place.type])
            for seen in self.human.messages(place, 10_000):
                self._note("message", _contents(seen))

    def took(self, did: str, reply: Reply) -> None:
        """Take in the whole answer."""
        modal = reply.modal
        form = None if modal is None else [modal.title, modal.components]
        self._note(did, [reply.kind, _contents(reply), [_contents(each) for each in reply.followups], form])

    def suggested(self, did: str, found: list[AutocompleteChoice]) -> None:
        """Take in suggestions."""
        self._note(did, [(each.name, each.value) for each in found])

    def _note(self, did: str, what: Any) -> None:
        told = json.dumps([did, what], ensure_ascii=False, sort_keys=True, default=str)
        told = _SIGNED_LINK.sub("(link)", told)
        self.heard.append(_SNOWFLAKE.sub(self._number, told))

    def _number(self, match: re.Match[str]) -> str:
        return self.ids.setdefault(match[0], f"#{len(self.ids)}")


def _contents(seen: SeenMessage) -> Any:
    """A message as it went over the wire, and the bytes of its files."""
    return [
        seen.payload,
        [[file.filename, file.description, hashlib.sha256(file.read()).hexdigest()] for file in seen.attachments],
    ]


async def stand_still(table: Table, at: float = NOON) -> None:
    """Stop the clock of bot and sandbox at the moment of all runs; the bot has seen it when this ends."""
    table.clock.freeze(datetime.fromtimestamp(at, UTC))
    async with asyncio.timeout(WAIT_SECONDS):
        while (await pulse(table.services)).stale(table.services.seconds()):
            table.bot.deliverer.wake()
            await table.tick()
            await asyncio.sleep(0.01)
