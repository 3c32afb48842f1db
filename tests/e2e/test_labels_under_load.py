"""A suggestion's label is taken however long it takes to look up, and Discord has its first answer within a second."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.common import typed_options
from cogs.common.interactions import POSTED
from tests.absent import absent_groups
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.test_typed_options import commands, filled
from tests.patience import until

SLOW_SECONDS = 1.5


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggestions of a machine under load."""
    offered = typed_options._offered

    async def slowly(*given: Any) -> list[discord.app_commands.Choice[str]]:
        await asyncio.sleep(SLOW_SECONDS)
        return await offered(*given)

    monkeypatch.setattr(typed_options, "_offered", slowly)


async def label(table: Table, who: str, command: str, option: str, **others: object) -> str:
    """The label of the first suggestion, which nobody remembers."""
    found = await table.human(who).autocomplete(CHANNEL, command, option, "", **others)
    named = next(each for each in found if typed_options.LABEL_SIGNS.search(each.name))
    table.services.cache.clear()
    return str(named.name)


async def answered(table: Table, step: Callable[[], Awaitable[Any]]) -> Any:
    """What comes of a step, whose first answer must be there within a second."""
    table.sandbox.core.interactions.answer_timeout = 1.2  # a little for the machine itself
    return await step()


@pytest.mark.usefixtures("slow")
async def test_a_label_is_taken_by_a_command_that_answers_its_giver(table: Table) -> None:
    await table.start()
    shown = await label(table, "ada", "fleet move", "fleet")
    given = await answered(table, lambda: table.ask("ada", "fleet move", fleet=shown, to="2034"))
    assert "Before you give this order" in given.text(), shown
    assert given.ephemeral


@pytest.mark.usefixtures("slow")
async def test_a_form_that_cannot_be_opened_any_more_is_opened_by_a_button(table: Table) -> None:
    await table.start()
    shown = await label(table, "gm", "gm narrate", "to")
    given = await answered(table, lambda: table.ask("gm", "gm narrate", to=shown))
    assert "the form is ready" in given.text()
    form = await table.gm.click(given, "Open the form")
    sent = await table.gm.submit(form, {"text": "A comet hangs over every capital."})
    assert "⚠" not in sent.text(), sent.text()


async def test_every_command_answers_when_a_label_is_looked_up_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every answer of every command is put off, as if each look-up took a moment; what is for all is for all."""
    monkeypatch.setattr(typed_options, "LABEL_SECONDS", 0)
    async with running_table(tmp_path) as table:
        await table.start("four_empires")
        for_all = set[str]()
        for who in ("ada", "gm"):
            human = table.human(who)
            for each in commands(table, human, CHANNEL):
                name = each.qualified_name
                if "leave" in name or "finish" in name or "handover" in name:
                    continue
                given = await filled(human, CHANNEL, each)
                for option in each.parameters:
                    if given is None or not option.autocomplete:
                        continue
                    others = {key: value for key, value in given.items() if key != option.display_name}
                    found = await human.autocomplete(CHANNEL, name, option.display_name, "", **others)
                    named = [one for one in found if typed_options.LABEL_SIGNS.search(one.name)]
                    if not named or len(named[0].name) > (option.max_value or 6000):
                        continue
                    table.services.cache.clear()
                    told = await human.slash(CHANNEL, name, **others, **{option.display_name: named[0].name})
                    said = told.text() + "".join(one.text() for one in told.followups)
                    assert said, name
                    assert "Something went wrong" not in said, (name, said)
                    assert "tell your operator" not in said, (name, said)
                    if POSTED in told.text():
                        await until(lambda: any(not one.ephemeral for one in told.followups))  # noqa: B023 # awaited here
                        for_all.add(name)
                    break
        assert for_all or absent_groups(), (
            "no command answered for all; those that do may be of a game without a record"
        )
