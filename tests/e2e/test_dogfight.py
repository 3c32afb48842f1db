"""Dogfights by commands and buttons: flown to their end on one message, in few presses, by day and night, alone and by two."""

from dataclasses import dataclass

import pytest

from sandbox.model import Channel
from sandbox.reply import Control, Reply, Seen
from tests.e2e.kit import CHANNEL, Table
from umpire import games

OUR_FAULT = "Something went wrong on our side"
MOST_PRESSES = 400


@dataclass
class Cockpit:
    """A pilot before his panel."""

    table: Table
    who: str
    place: Channel
    game_id: str

    def panel(self) -> Seen:
        """The fight's message: the last one with a picture."""
        return self.table.human(self.who).last(self.place)

    async def press(self, label: str) -> Reply:
        """A button of the panel, by the beginning of its label or by its custom id."""
        reply = await self.table.human(self.who).click(self.panel(), self.control(label))
        assert OUR_FAULT not in reply.text(), reply.text()
        return reply

    def control(self, label: str) -> str:
        """A button's custom id."""
        found = [one for one in self.panel().buttons if one.label.startswith(label) or one.custom_id == label]
        assert found, (label, [one.label for one in self.panel().buttons])
        return str(found[0].custom_id)

    def advice(self) -> Control | None:
        """The starred button, if something is asked."""
        return next((one for one in self.panel().buttons if one.label.startswith("★")), None)

    async def turn(self) -> int:
        """The turn it stands in."""
        return (await games.get_game(self.table.desk, self.game_id)).turn

    async def over(self) -> bool:
        """Whether it is finished."""
        return (await games.get_game(self.table.desk, self.game_id)).status == "finished"


async def take_off(table: Table, who: str = "ada", place: str | Channel = CHANNEL, **options: object) -> Cockpit:
    """A solo fight begun by `/dogfight new`."""
    human = table.human(who)
    before = {thread.id for thread in human.threads(CHANNEL)}
    made = await human.slash(place, "dogfight new", **options)
    assert OUR_FAULT not in made.text(), made.text()
    new = [thread for thread in human.threads(CHANNEL) if thread.id not in before]
    here = new[0] if new else human.channel(place)
    guild = 0 if here.guild_id is None else table.sandbox.world.guild().id
    game = await games.game_in(table.desk, guild, here.id)
    table.game_id = game.id
    return Cockpit(table, who, here, game.id)


async def test_a_newcomers_first_fight_is_flown_to_its_end_on_one_message(table: Table) -> None:
    pilot = await take_off(table)
    first = pilot.panel()
    assert "Your first fight" in first.text()
    presses: dict[int, int] = {}
    while not await pilot.over():
        advice = pilot.advice()
        assert advice is not None, pilot.panel().text()
        turn = await pilot.turn()
        presses[turn] = presses.get(turn, 0) + 1
        await pilot.press(str(advice.custom_id))
        assert pilot.panel().id == first.id
        assert sum(presses.values()) < MOST_PRESSES
    assert "has won" in pilot.panel().text()
    assert max(presses.values()) < 6
    assert len(table.human("ada").messages(pilot.place)) == 1
