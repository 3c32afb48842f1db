"""A monster that is fought through the real client: from the chair, by its players, by the game master's word; and who knows."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.campaign.test_engage import report
from tests.e2e.campaign.test_fought import fight_of, look, resolved, threads
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_war_pictures import pictures
from tests.e2e.kit import CHANNEL, Table
from umpire.capsules import capsule_commands


async def faced(table: Table, method: str, *, review: bool = True, schedule: str = "none") -> str:
    """Sabres of the Humans' stand before a dragon at a star, the month after next will see the fight; where."""
    await table.start(review=review, schedule=schedule)
    here = await empty_star(table)
    await amended(table, "special play")
    await amended(table, "decree battle", method=method, largest=60)
    await amended(table, "special place", hex=here, kind="Monster", what="Star Dragon", number=1)
    await amended(table, "gm amend create", side="humans", design="DD", count=12, hex=here, fleet="Wolves")
    await table.advance()
    given = await table.ask("ada", "encounter answer", encounter="E1", choice="fight")
    assert "✔ Order given" in (await table.ada.click(given, GIVE_BUTTON)).text()
    return here


@pytest.mark.rule("CW-B-14", "CW-9.0-11")
async def test_who_came_back_from_a_dragon_has_it_on_the_map_and_as_a_film_and_nobody_else_has(table: Table) -> None:
    here = await faced(table, "chair")
    await table.advance()
    told = report(table, "ada")
    assert f"Fleet action against the Star Dragon at {here}" in told
    assert "fought by the captains' standing orders" in told
    shown = await table.ask("ada", "map show", around=here, radius=4)
    assert f"War: battle at {here}" in pictures(shown)["map.png"]
    film = await table.ask("ada", "map battle", at=here)
    ((name, alt),) = pictures(film).items()
    assert name == f"battle-{here}.gif"
    assert "as seen by Human Union" in alt
    assert "War: " not in pictures(await table.ask("dom", "map show", around=here, radius=4))["map.png"]
    assert not pictures(await table.ask("dom", "map battle", at=here))
    assert "Dragon" not in report(table, "dom")
    assert (await table.view("humans")).signs[f"battle/{here}"].count == 1
    capsule = (await table.gm.slash(CHANNEL, "campaign export")).attachments[0].read()
    found = await capsule_commands.verify(table.services, capsule)
    assert (found.differences, found.others) == ((), ())


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
async def test_its_players_fight_the_dragon_in_a_thread_and_stances_play_it(table: Table) -> None:
    await faced(table, "fought", review=False, schedule="every 48h")
    await resolved(table)
    assert [len(threads(table, who)) for who in ("ada", "dom", "gm", "visitor")] == [1, 0, 1, 0]
    fight = await fight_of(table, "ada")
    opened = "\n".join(seen.text() for seen in table.gm.messages(fight.thread, 50))
    assert "Star Dragon: played by its stances" in opened
    told = table.last_in_room("ada").text()
    assert "a craft that runs into it is lost" in told, "the captain is told of the star"
    shown = (await fight.use("ada", "battle show")).attachments[0]
    assert "Class M giant at" in (shown.description or "")
    panel = (await table.gm.slash(CHANNEL, "gm battle")).text()
    assert "Star Dragon" in panel
    assert "~" not in panel.replace("~dragon", "")
    asked = await fight.use("ada", "battle concede")
    await fight.press("ada", asked, "Yes, give it up")
    await look(table)
    assert await fight.over()
    assert "the Star Dragon held the place" in report(table, "ada")
    assert any("Wolves" in line and " fled from " in line for line in report(table, "ada").splitlines())


@pytest.mark.rule("CW-9.0-02", "CW-9.0-03")
async def test_the_game_master_says_what_came_of_the_dragon_and_taken_back_it_comes_up_again(table: Table) -> None:
    here = await faced(table, "narrated", schedule="every 48h")
    asked = await table.gm.slash(CHANNEL, "gm advance")
    assert "waits for them: /gm battle" in (await table.gm.click(asked, "Resolve turn")).text()
    await table.tick()
    panel = await table.gm.slash(CHANNEL, "gm battle")
    assert "Star Dragon" in panel.text()
    form = await table.gm.click(panel, "Narrate")
    refused = await table.gm.submit(
        form, {"fates": "captured by Star Dragon: the rest of humans\nsurvived: the rest", "winner": "nobody"}
    )
    assert "Star Dragon takes no prizes" in refused.text()
    form = await table.gm.click(refused, "Open it again with my text")
    word = {"fates": "destroyed: the rest of Star Dragon\nsurvived: the rest", "winner": "humans", "story": "It sang."}
    assert "has gone on to its end" in (await table.gm.submit(form, word)).text()
    await table.gm.slash(CHANNEL, "gm publish")
    await table.tick()
    assert "It sang." in report(table, "ada")
    assert here in report(table, "ada")
    assert "Star Dragon" not in (await table.gm.slash(CHANNEL, "special list")).text(), "it is dead"
    asked = await table.gm.slash(CHANNEL, "gm undo", reason="Once more")
    await table.gm.click(asked, "Yes, undo")
    assert "Star Dragon" in (await table.gm.slash(CHANNEL, "special list")).text(), "it lives again"
    asked = await table.gm.slash(CHANNEL, "gm advance")
    assert "waits for them: /gm battle" in (await table.gm.click(asked, "Resolve turn")).text()
    panel = await table.gm.slash(CHANNEL, "gm battle")
    again = await table.gm.click(panel, "As before")
    assert "has gone on to its end" in (await table.gm.click(again, "Yes, settle it")).text()
    await table.gm.slash(CHANNEL, "gm publish")
    await table.tick()
    assert report(table, "ada").count("It sang.") == 1
    capsule = (await table.gm.slash(CHANNEL, "campaign export")).attachments[0].read()
    found = await capsule_commands.verify(table.services, capsule)
    assert (found.differences, found.others) == ((), ())
