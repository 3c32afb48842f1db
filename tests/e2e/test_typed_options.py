"""What people type into options: the label of a suggestion is taken like its value, in every option of every command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord.app_commands import Command, Parameter

from cogs.common.interactions import say
from cogs.common.typed_options import LABEL_SIGNS
from cogs.shell.client import AdmiraltyClient
from harness.bench.statements import recorded
from sandbox.human import Human, Place
from tests.e2e.battle.battle_kit import begun, new_fight
from tests.e2e.kit import CHANNEL, Table, running_table

WITHOUT_LISTS: Final = {Kind.attachment, Kind.user, Kind.channel, Kind.role}


class Ears:
    """Hears what a command would be given, and answers in its place."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: dict[str, Any] = {}
        tree = table.client.tree
        checked = tree.interaction_check

        async def heard(interaction: discord.Interaction[AdmiraltyClient]) -> bool:
            passed = await checked(interaction)
            if interaction.type.name == "autocomplete":
                return passed
            self.given = dict(leaves(interaction.data))
            await say(interaction, "heard")
            return False

        monkeypatch.setattr(tree, "interaction_check", heard)


def leaves(data: Any) -> Iterator[tuple[str, Any]]:
    """The options that hold a value."""
    for option in data.get("options", ()):
        if "value" in option:
            yield option["name"], option["value"]
        else:
            yield from leaves(option)


def commands(table: Table, human: Human, place: Place) -> list[Command[Any, ..., Any]]:
    """Every command that somebody may use there and for which something is suggested."""
    there = {each["name"] for each in human.commands(place)}
    found = [each for each in table.client.tree.walk_commands() if isinstance(each, Command)]
    mine = [each for each in found if each.qualified_name.partition(" ")[0] in there]
    return [each for each in mine if any(option.autocomplete for option in each.parameters)]


def anything(option: Parameter) -> object:
    """A value that an option takes."""
    if option.choices:
        return option.choices[0].value
    if option.type is Kind.boolean:
        return True
    if option.type in {Kind.integer, Kind.number}:
        return option.min_value or 1
    return "1" * max(1, int(option.min_value or 0))


def longest(option: Parameter) -> int:
    """How many characters an option takes."""
    return int(option.max_value or 6000)


async def filled(human: Human, place: Place, command: Command[Any, ..., Any]) -> dict[str, object] | None:
    """Values for the options that lists may depend on; None for a command that needs what cannot be typed."""
    given: dict[str, object] = {}
    for option in command.parameters:
        if option.type in WITHOUT_LISTS:
            if option.required:
                return None
            continue
        if option.autocomplete:
            found = await human.autocomplete(place, command.qualified_name, option.display_name, "", **given)
            if found and len(str(found[0].value)) <= longest(option):
                given[option.display_name] = found[0].value
                continue
        if option.required:
            given[option.display_name] = anything(option)
    return given


async def refused_labels(
    table: Table, ears: Ears, human: Human, place: Place, *, forgotten: bool = False
) -> tuple[set[tuple[str, str]], list[tuple[str, str, str, object]]]:
    """The options whose labels were tried, and each label that did not arrive as its value; `forgotten`: the first one of each
    option, with nothing remembered of what was suggested."""
    tried, wrong = set[tuple[str, str]](), list[tuple[str, str, str, object]]()
    for command in commands(table, human, place):
        name, given = command.qualified_name, await filled(human, place, command)
        for option in command.parameters:
            if given is None or not option.autocomplete:
                continue
            shown = option.display_name
            others = {key: value for key, value in given.items() if key != shown}
            offered = await human.autocomplete(place, name, shown, "", **others)
            labels = [each.name for each in offered]
            for each in offered[:1] if forgotten else offered:
                if not int(option.min_value or 0) <= len(str(each.value)) <= longest(option):
                    wrong.append((name, shown, each.name, f"cannot be sent: {each.value}"))
                if each.name == each.value or labels.count(each.name) > 1 or len(each.name) > longest(option):
                    continue
                tried.add((name, shown))
                if forgotten:
                    table.services.cache.clear()
                await human.slash(place, name, **others, **{shown: each.name})
                if ears.given[shown] != each.value:
                    wrong.append((name, shown, each.name, ears.given[shown]))
    return tried, wrong


TAKEN: Final = {"Infantry", "Nobody", "second stage drive", "Shipyard bays", "Sol"}
"""Labels that commands take by themselves, besides the names of a campaign's sides and rules' ids with their titles."""


@pytest.mark.parametrize("who", ["ada", "gm"])
async def test_a_suggestions_label_is_taken_like_its_value_in_every_option_of_a_campaign(
    who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_table(tmp_path) as table:
        await table.start("four_empires")
        for line in ('move "Lantern One" to 2034', 'research "Jump Drive" 50'):
            await table.ask("ada", "orders write", line=line)
        ears = Ears(table, monkeypatch)
        tried, wrong = await refused_labels(table, ears, table.human(who), CHANNEL)
        print(len(tried))
    assert wrong == []
    assert len(tried) > 100


@pytest.mark.parametrize("opened", [False, True])
async def test_a_suggestions_label_is_taken_like_its_value_in_every_option_of_a_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: bool
) -> None:
    async with running_table(tmp_path) as table:
        fight = await begun(table) if opened else await new_fight(table)
        ears = Ears(table, monkeypatch)
        tried, wrong = await refused_labels(table, ears, table.ada, fight.thread)
        print(len(tried))
    assert wrong == []
    assert len(tried) > 10


async def test_after_a_restart_labels_are_looked_up_by_their_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Labels without signs of their own, such as an empire's name, are what commands take by themselves."""
    async with running_table(tmp_path) as table:
        game = await table.start("four_empires")
        ears = Ears(table, monkeypatch)
        found = [await refused_labels(table, ears, who, CHANNEL, forgotten=True) for who in (table.ada, table.gm)]
    sides = {flag.name for flag in game.sides}
    for tried, wrong in found:
        assert len(tried) > 100
        assert [each for each in wrong if LABEL_SIGNS.search(each[2])] == []
        assert {label for _, option, label, _ in wrong if option != "rule"} <= sides | TAKEN


async def test_a_plain_name_or_number_is_taken_without_a_look_at_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_table(tmp_path) as table:
        await table.start()
        Ears(table, monkeypatch)
        with recorded(table.services.storage) as heard:
            await table.ask("ada", "fleet move", fleet="Lantern One", to="2034")
    assert heard.said == []
