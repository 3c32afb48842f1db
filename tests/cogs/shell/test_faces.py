"""Games beside each other in Discord: one that takes another's ids or commands is refused, and named."""

from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.common.face import Face
from cogs.shell import faces
from games import known
from games.record import RecordError
from rules.values import changed

FACES = faces.FACES


def group(name: str) -> app_commands.Group:
    return app_commands.Group(name=name, description="A game's commands")


def beside(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> None:
    """A fourth game, registered like the Pentagon War, has a face that has these."""
    other = Face(**{"commands": tuple, **fields})
    origin = next(origin for origin in known.ORIGINS if origin.game.name == "pentagon_war")
    fourth = known.RecordOrigin(changed(origin.game, name="sea_duel"), "games/sea_duel.py")
    monkeypatch.setattr(known, "ORIGINS", (*known.ORIGINS, fourth))
    monkeypatch.setattr(faces, "FACES", {**FACES, "sea_duel": other})


@pytest.mark.parametrize("tables", ["buttons", "selects", "forms", "topics"])
def test_an_id_of_another_game_or_of_all_games_is_refused(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = next(iter(getattr(faces.FACES["pentagon_war"], tables)))
    beside(monkeypatch, **{tables: {taken: None}})
    with pytest.raises(RecordError, match=r'The game "sea_duel" \(games/sea_duel\.py\) is refused') as refused:
        faces.merge_tables(tables)
    assert f"there is '{taken}' among the {tables} already" in str(refused.value)
    beside(monkeypatch, **{tables: {"own": None}})
    assert "own" in faces.merge_tables(tables)
    with pytest.raises(RecordError, match="there is 'own' among"):
        faces.merge_tables(tables, {"own": None})


@pytest.mark.parametrize("kind", ["commands", "master_commands"])
def test_a_command_of_another_game_is_refused(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, **{kind: lambda: (group("battle"),)})
    with pytest.raises(RecordError, match="there is a command /battle already"):
        faces.commands()
    beside(monkeypatch, **{kind: lambda: (group("duel"),)})
    assert [(command.name, masters) for command, masters in faces.commands()][-1] == ("duel", kind != "commands")


def full(subcommands: int, long_choices: int) -> app_commands.Group:
    """A group of so many commands, each with so many choices of 200 characters."""
    made = group("duel")
    for number in range(subcommands):

        async def order(_: discord.Interaction, where: str) -> None: ...

        choices = [app_commands.Choice(name=f"{at:0100}", value=f"{at:0100}") for at in range(long_choices)]
        app_commands.choices(where=choices)(order)
        made.add_command(app_commands.Command(name=f"order-{number}", description="An order", callback=order))
    return made


def test_a_group_with_too_many_commands_is_refused_by_its_games_name(monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, commands=lambda: (full(faces.MOST_COMMANDS, 1),))
    assert faces.commands()[-1][0].name == "duel"
    beside(monkeypatch, commands=lambda: (full(faces.MOST_COMMANDS + 1, 1),))
    with pytest.raises(
        RecordError, match=r'The game "sea_duel" .* is refused: its commands cannot be made: .*(25|maximum)'
    ):
        faces.commands()


def test_a_group_larger_than_discord_takes_is_refused_by_its_games_name(monkeypatch: pytest.MonkeyPatch) -> None:
    beside(monkeypatch, commands=lambda: (full(2, 19),))
    assert faces.commands()[-1][0].name == "duel"
    beside(monkeypatch, commands=lambda: (full(2, 20),))
    with pytest.raises(
        RecordError, match=r'The game "sea_duel" .* is refused: /duel has \d+ characters, and Discord takes 8000'
    ):
        faces.commands()
