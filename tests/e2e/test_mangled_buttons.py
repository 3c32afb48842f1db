"""Buttons and lists whose custom ids were tampered with, or are another game's: a clear sentence, nothing changed."""

import pytest

from playtest.player import OUR_FAULT
from sandbox import clicks
from sandbox.payload_parts import walk
from tests.e2e.kit import CHANNEL, Table

RESTS = ("", "x", "9" * 40, "1:x", "zoom:9999:6:d", "zoom:1:6:d", "²", "west:\N{ARABIC-INDIC DIGIT THREE}:6:d")
ELSEWHERE = ("give", "ready", "restore", "sheet", "forecast", "gm-publish", "gm-advance", "gm-review")


async def press(table: Table, name: str, custom_id: str, *, pick: bool) -> str:
    """What is answered to a button or list with this custom id, on an answer of the bot's."""
    person = table.human(name)
    shown = await person.slash(CHANNEL, "orders write" if name == "ada" else "help", **_line(name))
    message = shown.message
    assert message is not None
    row = next(part for part in walk(message.components) if part["type"] == 1)
    button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, "id": 900}
    options = [{"label": "x", "value": "x"}]
    select = {"type": 3, "custom_id": custom_id, "id": 900, "options": options, "min_values": 1, "max_values": 1}
    row["components"] = [select if pick else button]
    sent = clicks.press(table.sandbox.core, person.id, message, custom_id, ["x"] if pick else None)
    return (await person._wait(sent)).text()


def _line(name: str) -> dict[str, str]:
    return {"line": 'ask "x"'} if name == "ada" else {}


@pytest.mark.parametrize("name", ["ada", "gm", "visitor"])
async def test_no_button_or_list_is_our_fault_whatever_it_carries(table: Table, name: str) -> None:
    game = await table.start()
    kinds = [(f"adm|{action}", False) for action in table.client.buttons]
    kinds += [(f"admp|{action}", True) for action in table.client.selects]
    bad = []
    for number, (kind, pick) in enumerate(kinds):
        for rest in (RESTS + RESTS)[number % len(RESTS) :][
            :3
        ]:  # each kind meets three of them, its neighbours the others
            custom_id = f"{kind}|{game.id}|{game.revision}|{rest}"
            answer = await press(table, name, custom_id, pick=pick)
            if OUR_FAULT in answer:
                bad.append(custom_id)
            # A tampered "ready", "leave" or the like may well work; what it may not do is change whose turn it is.
    assert not bad
    now = await table.game()
    assert (now.turn, now.status) == (game.turn, game.status)


async def test_a_button_of_another_game_does_nothing_here(table: Table) -> None:
    game = await table.start()
    for action in ELSEWHERE:
        for whose in ("zzzz", ""):
            name = "gm" if action.startswith("gm-") else "ada"
            answer = await press(table, name, f"adm|{action}|{whose}|{game.revision}|{game.turn}", pick=False)
            assert answer.startswith("⚠ This button belongs to"), (action, answer)
    assert "nothing ordered yet" in (await table.ask("ada", "orders show")).text()
    assert (await table.game()).turn_state == "open"


@pytest.mark.parametrize(("custom_id", "kind"), [("adm|ready|{}|1|", 2), ("admp|dial|{}|1|0.x", 3)])
async def test_what_has_gone_from_its_message_while_it_was_pressed_is_answered(
    table: Table, custom_id: str, kind: int
) -> None:
    game = await table.start()
    shown = await table.ask("ada", "orders write", line='ask "x"')
    assert shown.message is not None
    data: dict[str, object] = {"custom_id": custom_id.format(game.id), "component_type": kind, "id": 900}
    data |= {"values": ["x"]} if kind == 3 else {}
    channel = table.sandbox.world.channel(CHANNEL)
    sent = table.sandbox.core.interactions.send(3, table.ada.id, channel, data, message=shown.message)
    assert "That moment has passed" in (await table.ada._wait(sent)).text()
    assert "nothing ordered yet" in (await table.ask("ada", "orders show")).text()
