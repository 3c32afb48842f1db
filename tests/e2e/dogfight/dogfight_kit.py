"""Dogfights at a table: begun by /dogfight new, flown by the panel's buttons."""

import re
from dataclasses import dataclass
from typing import Any

from playtest.player import Player, refusal
from sandbox.model import Channel
from sandbox.reply import Control, Reply, SeenMessage
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games

MOST_PRESSES = 400
WON = re.compile("(You have|nobody has|has) won[.]")
"""How a fight's panel says that it is over."""


@dataclass
class Cockpit:
    """A pilot before his panel; `message` is the panel's id."""

    table: Table
    who: str
    place: Channel
    game_id: str
    message: int

    def panel(self) -> SeenMessage:
        """The fight's message as it is now."""
        return next(one for one in self.table.human(self.who).messages(self.place) if one.id == self.message)

    def player(self, who: str = "") -> Player:
        """The pilot, or somebody else, in the fight's place."""
        return Player(self.table.human(who or self.who), self.place)

    async def press(self, label: str, panel: SeenMessage | None = None, who: str = "") -> Reply:
        """A button, by the beginning of its label or by its custom id; nothing may go wrong on our side."""
        shown = panel or self.panel()
        found = [one for one in shown.buttons if one.label.startswith(label) or one.custom_id == label]
        assert found, (label, [one.label for one in shown.buttons])
        return await self.player(who).press(shown, str(found[0].custom_id))

    async def use(self, command: str, who: str = "", **options: Any) -> Reply:
        """A command in the fight's place."""
        return await self.player(who).use(command, **options)

    async def refused(self, command: str, who: str = "", **options: Any) -> str:
        """A command that must be answered with one clear sentence to its giver alone; that sentence."""
        return refusal(await self.use(command, who, **options))

    async def leave(self, who: str = "") -> str:
        """Leave the fight and mean it; the thread's last post."""
        asked = await self.use("dogfight leave", who)
        await self.player(who).press(asked, "Yes, leave")
        await self.table.settle()
        return self.table.human(who or self.who).last(self.place).text()

    def advice(self) -> Control | None:
        """The starred button, if something is asked."""
        return next((one for one in self.panel().buttons if one.label.startswith("★")), None)

    async def turn(self) -> int:
        """The turn it stands in."""
        return (await games.get_game(self.table.services, self.game_id)).turn

    async def over(self) -> bool:
        """Whether it is finished."""
        return (await games.get_game(self.table.services, self.game_id)).status == "finished"

    async def to_the_end(self) -> dict[int, int]:
        """Follow the advice to the end; how many presses each turn took."""
        presses: dict[int, int] = {}
        while not await self.over():
            advice = self.advice()
            assert advice is not None, self.panel().text()
            turn = await self.turn()
            presses[turn] = presses.get(turn, 0) + 1
            await self.press(str(advice.custom_id))
            assert sum(presses.values()) < MOST_PRESSES
        return presses


async def take_off(table: Table, who: str = "ada", place: str | Channel = CHANNEL, **options: Any) -> Cockpit:
    """A solo fight begun by `/dogfight new`, in a thread of its own or right there."""
    human = table.human(who)
    before = {thread.id for thread in human.threads(CHANNEL)}
    made = await Player(human, place).use("dogfight new", **options)
    assert not made.text().startswith("⚠"), made.text()
    new = [thread for thread in human.threads(CHANNEL) if thread.id not in before]
    here = new[0] if new else human.channel(place)
    guild = 0 if here.guild_id is None else table.sandbox.world.guild().id
    game = await games.game_in(table.services, guild, here.id)
    table.game_id = game.id
    await table.settle()
    return Cockpit(table, who, here, game.id, human.last(here).id)
