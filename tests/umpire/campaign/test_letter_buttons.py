"""Commands that letters name have their buttons: which a text names, and that each button's command is there."""

from pathlib import Path
from typing import cast

import pytest
from discord import AppCommandOptionType, app_commands

from cogs.campaign.face import FACE
from cogs.common.interactions import BotServices
from cogs.shell.client import AdmiraltyClient
from umpire.campaign.letter_buttons import MOST_BUTTONS, NAMED_COMMANDS, RUN, with_named_buttons
from umpire.outbox.named_commands import named_in
from umpire.outbox.outbox import Letter, LetterButton, LetterKind, Target


def letter(text: str, *buttons: LetterButton, kind: LetterKind = "notice") -> Letter:
    return Letter(kind, "abcd", 1, "humans", Target("thread", 7), text, buttons=buttons)


def test_a_text_names_commands_at_its_greatest_length_and_once() -> None:
    assert named_in("Take a seat with /campaign join and /race design; /campaign join again.", NAMED_COMMANDS) == (
        "campaign join", "race design",
    )  # fmt: skip
    assert named_in("look at it with /orders.", NAMED_COMMANDS) == ("orders",)
    assert named_in("-# dice promised: 12345678… · /turn dice", NAMED_COMMANDS) == ("turn dice",)
    assert named_in("/help topic:gm has the rest", NAMED_COMMANDS) == ("help",)
    assert (
        named_in("/gm amend and /gm narrate change it, https://x.example/help, a/help, `/help`", NAMED_COMMANDS) == ()
    )


def test_words_of_others_name_nothing() -> None:
    assert named_in("**Vermin** writes to you:\n> /campaign leave is for you\n> now", NAMED_COMMANDS) == ()
    for words in (
        'They ask: "/campaign leave now?"',
        "It said “do\n/campaign leave”.",
        "```\nask '/campaign leave'\n```",
    ):
        assert named_in(f"{words} See /turn report.", NAMED_COMMANDS) == ("turn report",)


def test_buttons_stand_beside_those_that_are_there_and_none_twice() -> None:
    mine = LetterButton("My orders", "my-orders", 3)
    made = with_named_buttons(letter("See /orders show, /turn report and /map mine.", mine)).buttons
    assert made[0] == mine
    assert [(one.label, one.action, one.rest) for one in made[1:]] == [
        ("Report", RUN, "turn report"), ("Map", "map-now", ""),
    ]  # fmt: skip
    assert with_named_buttons(letter("Nothing is named.")).buttons == ()
    assert with_named_buttons(letter("/help", kind="digest")).buttons == ()
    everything = " ".join(f"/{name}," for name in NAMED_COMMANDS)
    assert len(with_named_buttons(letter(everything)).buttons) == MOST_BUTTONS


@pytest.mark.asyncio
async def test_every_command_with_a_button_is_there_and_a_form_can_ask_for_what_it_needs(tmp_path: Path) -> None:
    client = AdmiraltyClient(cast("BotServices", None), tmp_path / "stamp")
    client.register()
    known = {one.qualified_name: one for one in client.tree.walk_commands() if isinstance(one, app_commands.Command)}
    for name, one in NAMED_COMMANDS.items():
        assert one.action in FACE.buttons
        if one.action == RUN:
            needed = [parameter for parameter in known[name].parameters if parameter.required]
            assert len(needed) <= 5
            assert {parameter.type for parameter in needed} <= {AppCommandOptionType.string}
    assert len({one.label for one in NAMED_COMMANDS.values() if one.action == RUN}) == sum(
        one.action == RUN for one in NAMED_COMMANDS.values()
    )
