"""A campaign that nobody is game master of, founded by its players: seats, races, and the months, by commands alone."""

from collections.abc import Mapping

from sandbox.reply import Reply
from tests.e2e.kit import CHANNEL, Table
from umpire.games import games

SIDES = {"gm": "blue", "dom": "gold"}


async def ruled_by_default(table: Table, *, seats: int = 2, rulings: str = "book", **plan: str) -> Reply:
    """A founded campaign on a small map in which no person rules, Blue taken by Grace, who founded it, and Gold by Dom; gives the
    wizard. `plan` are lists of the wizard's map page by the words of their hints."""
    made = await table.gm.slash(CHANNEL, "campaign found", name="No Master", seats=seats, rulings=rulings)
    assert "No Master" in made.text(), made
    game = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = game.id
    page = await table.gm.select(made, "Go to another page", "map")
    for hint, value in {"Sectors from left": "5", "Sectors from top": "5", "shape": "standard", **plan}.items():
        page = await table.gm.select(page, hint, value)
    for name, side in SIDES.items():
        joined = await table.human(name).slash(CHANNEL, "campaign join", side=side)
        assert "leads" in joined.text(), joined
    table.flags = {"gm": "Blue", "dom": "Gold"}
    table.open_commands()
    return page


async def race(table: Table, name: str, race: str) -> Reply:
    """A printed race, handed in."""
    form = await table.human(name).slash(CHANNEL, "race design")
    form = await table.human(name).select(form, "Begin from", race)
    return await table.human(name).click(form, "Submit")


async def under_way(table: Table, house: Mapping[str, str] | None = None, **rest: object) -> None:
    """Turn 1 of such a campaign is open: Humans and Vermin, approved and begun by the book. `house` are cells of the rules'
    tables as the campaign has them, "CW-TAB-SUPPLY/row/number"."""
    await ruled_by_default(table, **rest)  # type: ignore[arg-type] # its words
    for name, value in (house or {}).items():
        chart, _, cell = name.partition("/")
        done = await table.gm.slash(CHANNEL, "campaign house", table=chart, cell=cell, value=value)
        assert value in done.text(), done
    await race(table, "gm", "Humans")
    await race(table, "dom", "Vermin")
    await table.tick()
    await table.tick()
    game = await table.game()
    assert (game.status, game.turn) == ("running", 1), game


def all_in_room(table: Table, name: str) -> str:
    """All that stands in a person's room, its reports too."""
    found = []
    person = table.human(name)
    room = next(one for one in person.threads(CHANNEL) if one.name.startswith(table.flags[name]))
    for message in person.messages(room, 500):
        found.append(message.text())
        found += [a.read().decode() for a in message.attachments if a.filename.endswith(".md")]
    return "\n".join(found)


def public(table: Table) -> str:
    """All that stands in the channel."""
    return "\n".join(m.text() for m in table.visitor.messages(CHANNEL, 500))


async def month(table: Table, *names: str) -> None:
    """These people are ready; the month passes by itself."""
    before = (await table.game()).turn
    for name in names or tuple(SIDES):
        await table.human(name).slash(CHANNEL, "orders ready")
    for _ in range(3):
        await table.tick()
    after = await table.game()
    assert after.turn == before + 1, (after, all_in_room(table, "gm")[-2000:])
