"""What is suggested while typing, and how a command is refused: a player gets nothing of the game master's out of either."""

from pathlib import Path
from typing import Any, Final

from discord import AppCommandOptionType as Kind
from discord.app_commands import Command, Parameter

from tests.e2e.kit import CHANNEL, Table, running_table

MASTERS: Final = ("decree", "gm", "psimaster", "signals", "special", "spymaster", "weather")
"""Groups of commands that are the game master's alone."""


def masters_commands(table: Table) -> list[Command[Any, ..., Any]]:
    """The game master's commands, by name."""
    found = [each for each in table.client.tree.walk_commands() if isinstance(each, Command)]
    mine = [each for each in found if each.qualified_name.startswith(tuple(f"{group} " for group in MASTERS))]
    return sorted(mine, key=lambda each: each.qualified_name)


def suggesting(table: Table) -> list[tuple[str, str]]:
    """Every option of these commands for which something is suggested."""
    return [
        (each.qualified_name, p.display_name)
        for each in masters_commands(table)
        for p in each.parameters
        if p.autocomplete
    ]


def anything(option: Parameter) -> object:
    """A value that an option takes."""
    if option.choices:
        return option.choices[0].value
    if option.type is Kind.boolean:
        return True
    if option.type in {Kind.integer, Kind.number}:
        return option.min_value or 1
    return "1" * max(1, int(option.min_value or 0))


async def test_players_are_suggested_no_more_for_the_game_masters_commands_than_somebody_without_a_seat(
    tmp_path: Path,
) -> None:
    async with running_table(tmp_path) as table:
        await table.start("four_empires")
        table.open_commands()
        options = suggesting(table)
        assert {command.rpartition(" ")[0] for command, _ in options} >= {*MASTERS}
        told, offered = [], 0
        for command, option in options:
            shown = []
            for human in (table.visitor, table.ada, table.gm):
                found = await human.autocomplete(CHANNEL, command, option, "")
                shown.append([(each.name, each.value) for each in found])
            if shown[1] != shown[0]:
                told.append((command, option, shown[1]))
            offered += shown[2] != shown[0]
        assert told == []
        assert offered > 50, "the game master is suggested what is there"


async def test_each_of_the_game_masters_commands_is_refused_alike_whatever_is_asked_of_it(tmp_path: Path) -> None:
    async with running_table(tmp_path) as table:
        await table.start("four_empires")
        table.open_commands()
        told: dict[str, list[str]] = {}
        for command in masters_commands(table):
            needed = [option for option in command.parameters if option.required]
            if any(option.type in {Kind.attachment, Kind.user, Kind.channel, Kind.role} for option in needed):
                continue
            given = {option.name: anything(option) for option in needed}
            for human in (table.ada, table.visitor):
                reply = await human.slash(CHANNEL, command.qualified_name, **given)
                told.setdefault(reply.text(), []).append(command.qualified_name)
        assert len(told) <= 2, {text: names[:5] for text, names in told.items()}
        assert all(text.startswith("⚠") for text in told)
        assert sum(map(len, told.values())) > 200
