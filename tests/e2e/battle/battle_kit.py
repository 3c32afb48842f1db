"""Battles at a table: made, joined, begun, plotted and played by commands; the thread they are in."""

from dataclasses import dataclass
from typing import Any

from playtest.player import Player, refusal
from sandbox.model import Channel
from sandbox.reply import Reply, SeenMessage
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games


@dataclass
class Fight:
    """A battle at a table, in its thread."""

    table: Table
    thread: Channel
    game_id: str

    def player(self, who: str) -> Player:
        """Somebody who types in the battle's thread."""
        return Player(self.table.human(who), self.thread)

    async def use(self, who: str, command: str, **options: Any) -> Reply:
        """A command in the battle's thread; nothing may go wrong on our side."""
        return await self.player(who).use(command, **options)

    async def press(self, who: str, seen: SeenMessage, label: str) -> Reply:
        """A button."""
        return await self.player(who).press(seen, label)

    async def refused(self, who: str, command: str, **options: Any) -> str:
        """A command that must be answered with one clear sentence to its giver alone; that sentence."""
        return refusal(await self.use(who, command, **options))

    async def write(self, who: str, plan: str, craft: str = "") -> Reply:
        """The whole programme in the form of /plot text."""
        form = await self.use(who, "plot text", **({"craft": craft} if craft else {}))
        return await self.player(who).fill(form, plan=plan)

    async def done(self, who: str) -> None:
        """Say done and mean it; what is due happens."""
        asked = await self.use(who, "plot done")
        answer = await self.press(who, asked, "Yes, I am done")
        assert "answer is in" in answer.text(), answer.text()
        await self.table.tick()

    async def concede(self, who: str) -> None:
        """Give the battle up and mean it; what is due happens."""
        asked = await self.use(who, "battle concede")
        assert "Give the battle up?" in asked.text(), asked.text()
        assert "gives the battle up" in (await self.press(who, asked, "Yes, give it up")).text()
        await self.table.tick()

    async def leave(self, who: str, **options: Any) -> str:
        """Leave and mean it; what the thread is told."""
        asked = await self.use(who, "battle leave", **options)
        pressed = await self.press(who, asked, "Yes, hand it over" if options else "Yes, leave")
        await self.table.settle()
        return " ".join(told.text() for told in pressed.followups)

    async def begin(self, host: str) -> None:
        """Begin, also where a side has no captain."""
        opened = await self.use(host, "battle begin")
        if "Begin without a captain?" in opened.text():
            opened = await self.press(host, opened, "Begin anyway")
        assert "turn 1 is open" in opened.text(), opened.text()
        await self.table.tick()

    async def turn(self) -> int:
        """The turn the battle is at."""
        return (await games.get_game(self.table.services, self.game_id)).turn

    async def over(self) -> bool:
        """Whether it is finished."""
        return (await games.get_game(self.table.services, self.game_id)).status == "finished"


async def new_fight(table: Table, host: str = "ada", scenario: str = "duel", **options: Any) -> Fight:
    """A battle made by `/battle new`."""
    before = {thread.id for thread in table.human(host).threads(CHANNEL)}
    made = await table.human(host).slash(CHANNEL, "battle new", scenario=scenario, **options)
    assert made.text().startswith("✔"), made.text()
    (thread,) = [each for each in table.human(host).threads(CHANNEL) if each.id not in before]
    game = await games.game_in(table.services, table.sandbox.world.guild().id, thread.id)
    table.game_id = game.id
    await table.settle()
    return Fight(table, thread, game.id)


async def begun(table: Table, players: dict[str, str] | None = None, **options: Any) -> Fight:
    """A duel of Ada (Sol) against Vik (Alpha-Centauri), its first turn open."""
    fight = await new_fight(table, **{"hours": 0, **options})
    for who, side in (players or {"ada": "S", "vik": "A"}).items():
        joined = await fight.use(who, "battle join", side=side)
        assert "plays" in joined.text(), joined.text()
    await fight.begin("ada")
    return fight
