"""Labels of suggestions that were typed: which value each stands for, alone and in a list."""

from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord.app_commands import Choice

from cogs.common.errors import answer_error
from cogs.common.interactions import Interaction, channel_of, channels_of
from cogs.common.typed_options import plain_value, value_of_label, values_of_labels
from rules.values import GameError

OFFERED = [
    Choice(name="First Caravan (at 0936, 2 ships)", value="humans-F2"),
    Choice(name="Lantern One (at 0936, 1 ship)", value="humans-F3"),
    Choice(name="Twin", value="a"),
    Choice(name="Twin", value="b"),
]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("First Caravan (at 0936, 2 ships)", "humans-F2"),
        ("  first caravan (at 0936, 2 ships) ", "humans-F2"),
        ("First Caravan", None),
        ("Twin", None),
    ],
)
def test_a_label_stands_for_its_value_if_it_is_the_only_one(typed: str, value: str | None) -> None:
    assert value_of_label(typed, OFFERED) == value


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("First Caravan (at 0936, 2 ships), Lantern One (at 0936, 1 ship)", "humans-F2, humans-F3"),
        ("humans-F3, First Caravan (at 0936, 2 ships)", "humans-F3, humans-F2"),
        ("First Caravan (at 0936, 2 ships), Nobody", None),
    ],
)
def test_a_list_of_labels_and_values_is_one_of_values(typed: str, values: str | None) -> None:
    assert values_of_labels(typed, OFFERED) == values


def test_prose_keeps_its_signs_and_all_else_is_made_plain() -> None:
    words = "We agree — on “one” condition.\r\nNone"
    assert plain_value("reason", words) == "We agree — on “one” condition.\nNone"
    assert plain_value("line", words) == 'We agree - on "one" condition.\nNone'


def test_an_interaction_without_its_channel_is_where_its_id_says() -> None:
    """Discord's description allows it; the bot knows the channel by its id."""
    thread = object.__new__(discord.Thread)
    thread.id, thread.parent_id = 7, 6
    client = SimpleNamespace(get_channel={7: thread}.get)
    given = cast("Interaction", SimpleNamespace(channel=None, channel_id=7, client=client))
    assert channel_of(given) is thread
    assert channels_of(given) == (7, 6)


async def test_an_answer_of_discords_that_cannot_be_read_ends_no_task(caplog: pytest.LogCaptureFixture) -> None:
    async def unreadable(*_: object, **__: object) -> None:
        raise KeyError("permissions")

    response = SimpleNamespace(type=None, is_done=lambda: False, send_message=unreadable)
    await answer_error(cast("Interaction", SimpleNamespace(response=response)), GameError("No such fleet."))
    assert "could not be read" in caplog.text
