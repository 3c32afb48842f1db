"""The commands that every tactical game has, tried on each game that is registered."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from games.known import GAMES
from playtest.player import Player, refusal
from sandbox.model import Channel
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import begun
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import Table, running_table
from umpire.games import games

TACTICAL: Final = {name: game for name, game in GAMES.items() if game.kind}
GROUP: Final[Mapping[str, str]] = {"pentagon_war": "battle", "air_force": "dogfight"}


@dataclass
class Evening:
    """A game for Ada, who made it, and Vik, in its thread."""

    table: Table
    group: str
    game_id: str
    thread: Channel

    async def use(self, who: str, command: str, **options: Any) -> Reply:
        """One of the game's commands."""
        return await Player(self.table.human(who), self.thread).use(f"{self.group} {command}", **options)

    async def refused(self, who: str, command: str, **options: Any) -> str:
        """The same, which must be answered by one clear sentence to its giver alone."""
        return refusal(await self.use(who, command, **options))

    async def press(self, who: str, shown: Reply, label: str) -> Reply:
        """A button."""
        return await Player(self.table.human(who), self.thread).press(shown, label)

    async def status(self) -> str:
        """Of the game's row."""
        return (await games.get_game(self.table.services, self.game_id)).status


async def played(table: Table, name: str) -> Evening:
    """A game of two that has begun."""
    if name == "pentagon_war":
        fight = await begun(table, hours=24)
        return Evening(table, "battle", fight.game_id, fight.thread)
    duel = await take_off(table, versus=table.vik.id)
    joined = await duel.use("dogfight join", "vik")
    assert "begins" in joined.text(), joined.text()
    await table.settle()
    return Evening(table, "dogfight", duel.game_id, duel.place)


@pytest.fixture(params=sorted(GROUP))
async def evening(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Evening]:
    """Each game in turn."""
    async with running_table(tmp_path) as table:
        yield await played(table, request.param)


def test_every_tactical_game_of_this_repository_is_tried() -> None:
    ours = {name for name in TACTICAL if name in GAMES and GAMES[name].face.startswith("cogs.")}
    assert ours == set(GROUP), "tests/e2e/tactical/test_common_commands.py: GROUP lacks a game"


async def test_a_pause_stops_the_game_until_it_goes_on(evening: Evening) -> None:
    assert "not paused" in await evening.refused("ada", "pause", go_on=True)
    assert "Only who made this" in await evening.refused("vik", "pause")
    assert "is paused" in (await evening.use("ada", "pause", reason="Supper")).text()
    assert await evening.status() == "paused"
    assert "paused already" in await evening.refused("ada", "pause")
    assert "goes on" in (await evening.use("ada", "pause", go_on=True)).text()
    assert await evening.status() == "running"


async def test_a_deadline_is_put_off_where_there_is_one(evening: Evening) -> None:
    assert "Only who made this" in await evening.refused("vik", "extend", hours=5, reason="Travel")
    if evening.group == "battle":
        assert "deadline is now" in (await evening.use("ada", "extend", hours=5, reason="Travel")).text()
        assert "in all" in await evening.refused("ada", "extend", hours=672, reason="A long holiday")
    else:
        assert "has no deadline" in await evening.refused("ada", "extend", hours=5, reason="Travel")


async def test_an_undo_that_nobody_asked_for_is_neither_agreed_to_nor_struck_out(evening: Evening) -> None:
    for options in ({}, {"strike": True}):
        said = await evening.refused("ada", "undo", **options)
        assert "Nothing of" in said or "Nobody has asked" in said
    assert "not both" in await evening.refused("ada", "undo", reason="Oops", strike=True)


async def test_a_capsule_of_a_game_under_way_holds_no_seed(evening: Evening) -> None:
    given = await evening.use("vik", "export")
    assert "what you may know of it now" in given.text()
    assert not re.search(rb'"seed":"[0-9a-f]{64}"', given.attachments[0].read())
    assert "Only its players" in await evening.refused("dom", "export")


async def test_a_side_is_given_to_somebody_else_by_its_own_player_alone(evening: Evening) -> None:
    table = evening.table
    assert "has its player" in await evening.refused("dom", "take_over")
    assert "no side" in await evening.refused("dom", "take_over", side="purple")
    assert "Only who made" in await evening.refused(
        "dom", "take_over", side=await other_side(evening), player=table.dom.id
    )
    assert "another player's side" in await evening.refused(
        "ada", "take_over", side=await other_side(evening), player=table.dom.id
    )
    assert table.dom.mention in (await evening.use("vik", "take_over", player=table.dom.id)).text()
    assert "no side" in await evening.refused("vik", "leave") or evening.group == "battle"


async def other_side(evening: Evening) -> str:
    """Vik's side."""
    game = await games.get_game(evening.table.services, evening.game_id)
    return game.sides[1].id


async def test_leaving_a_dogfight_asks_first_and_counts_whoever_is_asked(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        evening = await played(table, "air_force")
        for who in ("vik", "ada"):
            asked = await evening.use(who, "leave")
            assert "Leave the dogfight?" in asked.text()
            assert "You stay" in (await evening.press(who, asked, "Not yet")).text()
            assert await evening.status() == "running"
        assert "no side" in await evening.refused("dom", "leave")
        for who in ("vik", "ada"):
            if await evening.status() == "running":
                await evening.press(who, await evening.use(who, "leave"), "Yes, leave")
                await table.settle()
                assert "gives up" in " ".join(m.text() for m in table.dom.messages(evening.thread))
        assert await evening.status() == "finished"
        assert "over" in await evening.refused("ada", "leave")


async def test_a_lone_pilot_takes_a_turn_back(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        pilot = await take_off(table)
        for _ in range(3):
            advice = pilot.advice()
            assert advice is not None
            await pilot.press(str(advice.custom_id))
        assert "with a `reason`" in await pilot.refused("dogfight undo")
        before = await pilot.turn()
        done = await pilot.use("dogfight undo", reason="My cat")
        assert "is taken back" in done.text(), done.text()
        assert await pilot.turn() <= before
        assert not re.search("[0-9a-f]{64}", done.text())
        assert "seeds are told when the fight is over" in await pilot.refused("dogfight verify", turn=1)
        shown = await pilot.use("dogfight show")
        assert any(one.label.startswith("★") for one in shown.buttons)


async def test_an_undo_is_asked_for_struck_out_asked_again_and_agreed_to(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        evening = await played(table, "air_force")
        await decide_some(evening)
        asked = await evening.use("ada", "undo", reason="A slip")
        assert "these agree with /dogfight undo" in asked.text()
        assert "struck out" in (await evening.use("vik", "undo", strike=True)).text()
        assert "Nobody has asked" in await evening.refused("vik", "undo")
        await evening.use("ada", "undo", reason="Please")
        assert "is taken back" in (await evening.use("vik", "undo")).text()


async def decide_some(evening: Evening) -> None:
    """Each pilot decides what they are asked, twice."""
    for _ in range(2):
        for who in ("ada", "vik"):
            shown = await evening.use(who, "show")
            star = next((one for one in shown.buttons if one.label.startswith("★")), None)
            if star is not None:
                await evening.press(who, shown, str(star.custom_id))
