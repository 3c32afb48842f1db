"""Pictures of war through the bot: signs on the map, films of battles and of wars on the ground, fronts beside a report."""

from sandbox.reply import SeenMessage
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.kit import CHANNEL, Table


def pictures(seen: SeenMessage) -> dict[str, str]:
    """The pictures of a message with their descriptions."""
    found = {file.filename: file.description or "" for file in seen.attachments}
    return {name: alt for name, alt in found.items() if name.endswith((".png", ".gif"))}


async def at_war(table: Table, method: str) -> str:
    """Six Sabres of the Humans' attack a ship of the Dominators' in an empty hex, and the month is over."""
    await table.start()
    here = await empty_star(table)
    await amended(table, "decree battle", method=method, largest=60)
    await amended(table, "gm amend create", side="humans", design="DD", count=6, hex=here, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="BE", count=1, hex=here, fleet="Lamb")
    await table.ask("ada", "orders write", line='engage "Wolves" attack')
    given = await table.ask("ada", "orders write", line='engage "Wolves" attack')
    await table.ada.click(given, "Give")
    await table.advance()
    return here


async def test_who_came_back_from_a_battle_sees_it_on_the_map_and_as_a_film(table: Table) -> None:
    here = await at_war(table, "chair")
    shown = await table.ask("ada", "map show", around=here, radius=4)
    assert f"War: battle at {here}" in pictures(shown)["map.png"]
    assert [choice.value for choice in await table.ada.autocomplete(CHANNEL, "map battle", "at", "")] == [here]
    film = await table.ask("ada", "map battle", at=here)
    assert film.ephemeral
    ((name, alt),) = pictures(film).items()
    assert name == f"battle-{here}.gif"
    assert "replay of turn" in alt
    lines = (await table.ask("ada", "turn report")).text().splitlines()
    number = next(int(line.split("[")[1].split("]")[0]) for line in lines if "Fleet action" in line)
    told = await table.ask("ada", "turn why", line=number)
    pressed = await table.ada.click(told, "Film")
    assert pressed.attachments[0].read() == film.attachments[0].read()
    other = await table.ask("ada", "turn why", line=number + 1)
    assert "Film" not in [control.label for control in other.controls]
    again = await table.ask("ada", "map battle", at=here, turn=1)
    assert again.attachments[0].read() == film.attachments[0].read()
    master = await table.ask("gm", "map battle", at=here)
    assert "as seen by the referee" in next(iter(pictures(master).values()))
    for command in ({"at": here, "turn": 2}, {"at": "0101"}, {"at": here, "week": 9}):
        assert not pictures(await table.ask("ada", "map battle", **command))
    for stranger in ("visitor",):
        assert not pictures(await table.ask(stranger, "map battle", at=here))


async def test_a_battle_settled_by_numbers_has_no_film_and_says_why(table: Table) -> None:
    here = await at_war(table, "quick")
    assert "settled by numbers" in (await table.ask("ada", "map battle", at=here)).text()


async def test_a_front_comes_with_the_report_to_those_who_fight_there_and_is_drawn_on_request(table: Table) -> None:
    await table.start()
    dominion = next(c for c in (await table.view("dominators")).colonies.values() if c.name)
    alone = await table.ask("ada", "invade fronts")
    assert not pictures(alone)
    why = {"world": dominion.id, "reason": "A raid by night, and nobody is hurt"}
    for side in ("humans", "dominators"):
        await amended(table, "decree front force", side=side, force="patrol", design="INF", **why)
        await amended(table, "decree front odds", side=side, attack=-20, defense=20, **why)
    front = f"front-{dominion.id}.png"
    shown = await table.ask("ada", "invade fronts")
    assert front in pictures(shown)
    assert "Infantry" in pictures(shown)[front]
    assert "as known to Human Union" in pictures(shown)[front]
    light = await table.ask("ada", "invade fronts", world=dominion.id, theme="light")
    assert light.attachments[0].read() != shown.attachments[0].read()
    assert "Which world?" in (await table.ask("ada", "invade fronts", film=True)).text()
    assert "not one of your fronts" in (await table.ask("ada", "invade fronts", world="0101-1")).text()
    await table.advance()
    assert list(pictures(table.last_in_room("dom"))) == ["map.png", front]
    still_there = dominion.id in (await table.view("humans")).fronts
    assert list(pictures(table.last_in_room("ada"))) == ["map.png", *([front] if still_there else [])]
    for who in ("ada", "dom"):
        film = await table.ask(who, "invade fronts", world=dominion.id, film=True)
        assert f"war-{dominion.id}.gif" in pictures(film)
        assert film.ephemeral
    master = await table.gm.slash(CHANNEL, "decree front show", world=dominion.id, film=True)
    assert f"war-{dominion.id}.gif" in pictures(master)
