"""The game master's seat as a player's second one: behind a GM screen that lets no secret of others through."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command, Group, Parameter

from cogs.common.components import ButtonData
from playtest.player import GIVE_BUTTON
from sandbox import clicks
from sandbox.payload_parts import walk
from sandbox.reply import Reply
from tests.e2e.campaign.test_gm import questions
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.seat import Seat

SHUT: Final = "could tell what only others know"
MASTERS: Final = ("gm", "decree", "special", "weather", "signals", "spymaster", "psimaster")
BLIND: Final = frozenset(
    {
        "gm advance",
        "gm undo",
        "gm seat hold",
        "gm seat replace",
        "gm seat add_gm",
        "gm seat remove_gm",
        "gm seat bot_player",
    }
)
"""What a game master does without learning anything: the clock and the seats."""
SIDES: Final = frozenset({"side", "one", "other", "to", "by", "taker", "giver", "victim", "target"})


async def screened(table: Table, rulings: str = "book") -> None:
    """A campaign of two, led by Grace, who plays the Humans herself; nobody rules in person."""
    made = await table.gm.slash(CHANNEL, "campaign create", name="The Wall", scenario="duel_small", rulings=rulings)
    assert "The Wall" in made.text(), made
    found = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = found.id
    await table.gm.slash(CHANNEL, "campaign join", side="humans")
    await table.dom.slash(CHANNEL, "campaign join", side="dominators")
    begun = await table.gm.slash(CHANNEL, "campaign begin")
    assert "turn 1 is open" in begun.text(), begun
    table.flags = {flag: name.name for flag, name in zip(("gm", "dom"), (await table.game()).sides, strict=True)}
    await table.settle()
    table.open_commands()


async def secrets(table: Table) -> set[str]:
    """Words that only the Dominion knows: its fleets, its home and where that is."""
    view = await side_views.view(table.services, Seat(table.game_id, "dominators", table.dom.id))
    mine = await side_views.view(table.services, Seat(table.game_id, "humans", table.gm.id))
    assert view.me is not None
    names = {fleet.name for fleet in view.fleets.values() if fleet.side == "dominators"}
    names |= {colony.name for colony in view.colonies.values() if colony.side == "dominators"}
    known = {fleet.name for fleet in mine.fleets.values()} | {colony.name for colony in mine.colonies.values()}
    assert len(names - known) > 3
    return names - known


def leaves(table: Table, groups: tuple[str, ...]) -> Iterator[tuple[str, Command[Any, ..., Any]]]:
    """Every command below these groups, with its whole name."""
    for one in table.client.tree.walk_commands():
        name = one.qualified_name
        if not isinstance(one, Group) and name.partition(" ")[0] in groups:
            yield name, one


def filled(table: Table, command: Command[Any, ..., Any]) -> Mapping[str, object]:
    """A value for each option that the command needs."""
    return {_option_name(p): _value(table, p) for p in command.parameters if p.required}


def _option_name(parameter: Parameter) -> str:
    return parameter.display_name.replace("-", "_")


def _value(table: Table, parameter: Parameter) -> object:
    if parameter.choices:
        return parameter.choices[0].value
    match parameter.type:
        case AppCommandOptionType.integer | AppCommandOptionType.number:
            return int(parameter.min_value) if isinstance(parameter.min_value, int | float) else 1
        case AppCommandOptionType.boolean:
            return True
        case AppCommandOptionType.user:
            return table.vik.id
        case AppCommandOptionType.attachment:
            return ("x.txt", b"x")
        case _:
            return "dominators" if parameter.name in SIDES else "x" * int(parameter.min_value or 1)


def whole(reply: Reply) -> str:
    """All that an answer says, with what its files hold as text."""
    files = [a.read().decode(errors="ignore") for a in reply.attachments if not a.filename.endswith((".png", ".gif"))]
    return "\n".join([reply.text(), *files])


async def test_no_command_of_a_game_master_tells_one_who_plays_a_secret(table: Table) -> None:
    await screened(table)
    hidden, told, open_ = await secrets(table), [], []
    found = list(leaves(table, MASTERS))
    assert len(found) > 100
    for name, command in found:
        answer = whole(await table.gm.slash(CHANNEL, name, **filled(table, command)))
        told += [(name, word) for word in hidden if word in answer]
        if name not in BLIND and SHUT not in answer:
            open_.append((name, answer[:200]))
    assert not told
    assert not open_


async def test_nothing_else_does_for_a_game_master_without_a_side(table: Table) -> None:
    await screened(table)
    hidden = await secrets(table) | {fleet.name for fleet in (await table.view("humans")).fleets.values()}
    await table.leave("gm")
    groups = (
        "campaign",
        "fleet",
        "orders",
        "map",
        "turn",
        "empire",
        "plan",
        "colony",
        "treaty",
        "spy",
        "design",
        "find",
        "base",
    )
    ends = {"campaign finish", "campaign handover", "campaign leave", "campaign join", "campaign solo"}
    told = []
    for name, command in leaves(table, groups):
        if name in ends:
            continue
        answer = whole(await table.gm.slash(CHANNEL, name, **filled(table, command)))
        told += [(name, word) for word in hidden if word in answer]
    whole_game = await table.gm.slash(CHANNEL, "campaign export", complete=True)
    assert SHUT in whole_game.text()
    assert not told


async def test_no_button_list_or_form_does(table: Table) -> None:
    await screened(table)
    game, hidden, told, open_ = await table.game(), await secrets(table), [], []
    kinds = [("adm", action) for action in table.client.buttons] + [("admp", action) for action in table.client.selects]
    for mark, action in kinds:
        if action in {"campaign-end", "campaign-give", "solo-begin", "help"}:
            continue
        for rest in ("dominators", "homes" if mark == "admp" else f"{game.turn}.0"):
            custom = ButtonData(action, game.id, game.revision, rest).custom_id.replace("adm|", f"{mark}|", 1)
            shown = await table.gm.slash(CHANNEL, "help")
            assert shown.message is not None
            row = next(part for part in walk(shown.message.components) if part["type"] == 1)
            button = {"type": 2, "style": 2, "label": "x", "custom_id": custom, "id": 900}
            options = [{"label": "x", "value": "homes"}]
            pick = {"type": 3, "custom_id": custom, "id": 900, "options": options, "min_values": 1, "max_values": 1}
            row["components"] = [pick if mark == "admp" else button]
            values = ["homes"] if mark == "admp" else None
            sent = clicks.press(table.sandbox.core, table.gm.id, shown.message, custom, values)
            answer = whole(await table.gm._wait(sent))
            told += [(action, word) for word in hidden if word in answer]
            if action in {"gm-questions", "gm-review", "gm-battles", "gm-designs", "gm-book"} and SHUT not in answer:
                open_.append((action, answer[:200]))
    assert not told
    assert not open_


async def test_letters_to_game_masters_and_open_seats_reach_nobody_who_plays(table: Table) -> None:
    await screened(table)
    hidden = await secrets(table)
    await table.dom.slash(CHANNEL, "orders ask", text="May we hail the derelict?")
    await table.leave("dom")
    for _ in range(2):
        await _advance(table)
    own = [thread for thread in table.gm.threads() if thread.name.startswith(table.flags["gm"])]
    seen = [m for place in own for m in table.gm.messages(place)] + table.gm.messages(CHANNEL) + table.gm.dms()
    text = "\n".join(m.text() for m in seen)
    files = "\n".join(
        a.read().decode(errors="ignore") for m in seen for a in m.attachments if a.filename.endswith(("md", "txt"))
    )
    assert "your report and map" in text
    assert not [word for word in hidden if word in text + files]
    assert "hail the derelict" not in text + files
    assert not [thread for thread in table.gm.threads() if thread.name.startswith("Game master")]


@pytest.mark.parametrize("plays", [True, False])
async def test_a_digest_tells_a_game_master_who_may_play_of_their_own_side_alone(table: Table, plays: bool) -> None:
    await screened(table)
    if not plays:
        await table.leave("gm")
    await table.gm.slash(CHANNEL, "digest", how="daily")
    await _advance(table)
    table.clock.forward(days=1, seconds=10)
    await table.tick()
    text = "\n".join(message.text() for message in table.gm.dms())
    assert ("### Your digest: 1 game" in text) == plays
    assert f"({table.flags['gm']})" in text or not plays
    assert "(game master)" not in text


async def _advance(table: Table) -> None:
    asked = await table.gm.slash(CHANNEL, "gm advance")
    done = await table.gm.click(asked, f"Resolve turn {(await table.game()).turn}")
    assert "⚠" not in done.text(), done
    await table.settle()


async def test_clock_seats_and_the_end_are_still_theirs(table: Table) -> None:
    await screened(table)
    assert "is paused" in (await table.gm.slash(CHANNEL, "campaign pause")).text()
    assert "goes on" in (await table.gm.slash(CHANNEL, "campaign resume")).text()
    await _advance(table)
    assert (await table.game()).turn == 2
    held = await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    assert "is open" in held.text()
    opened = await table.gm.slash(CHANNEL, "campaign options", rulings="person")
    assert "no person can rule" in opened.text()
    ended = await table.gm.slash(CHANNEL, "campaign finish")
    await table.gm.click(ended, "Yes, end it")
    assert (await table.game()).status == "finished"


@pytest.mark.parametrize("rulings", ["book", "council"])
async def test_what_is_refused_says_who_decides_instead(table: Table, rulings: str) -> None:
    await screened(table, rulings)
    refused = (await table.gm.slash(CHANNEL, "gm questions")).text()
    assert ("default rulings decide" if rulings == "book" else "the council of its players decides") in refused
    assert "Clock, seats, options and the end are yours" in refused
    assert await questions(table) == ()


async def test_a_game_master_cannot_take_a_second_side_by_their_office(table: Table) -> None:
    await screened(table)
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    await table.leave("gm")
    refused = await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.gm.id)
    assert "You have had another seat" in refused.text()


async def test_who_passes_the_month_is_told_what_their_own_seat_would_lose_and_nobody_elses(table: Table) -> None:
    await screened(table)
    for who, side in (("gm", "humans"), ("dom", "dominators")):
        home = max((await table.view(side)).colonies.values(), key=lambda colony: colony.size)
        line = f'research "Advanced Armor" at "{home.name}" steps 3 with 100 technology "Advanced Armor"'
        preview = await table.human(who).slash(CHANNEL, "orders write", line=line)
        given = await table.human(who).click(preview, GIVE_BUTTON)
        await table.human(who).click(given, "I am ready")
    for _ in range(3):
        await table.tick()
    assert (await table.game()).turn == 2
    assert "gets no CPs this turn and would lose" in (await table.dom.slash(CHANNEL, "orders show")).text()
    asked = (await table.gm.slash(CHANNEL, "gm advance")).text()
    assert "⚠ You would lose 100 CPs of Advanced Armor" in asked
    assert asked.count("would lose") == 1
