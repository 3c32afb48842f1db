"""The rarer lines of a programme in a battle that a campaign's players fight: by taps, played, told in the month's report."""

import re

import pytest

from cogs.campaign.common.campaign_texts import scenario
from rules.values import changed
from tests.e2e.battle.battle_kit import Fight
from tests.e2e.battle.test_battle_acts import log
from tests.e2e.battle.test_battle_lines import ADD, WHEN, answer_to, more, sent
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_engage import report
from tests.e2e.campaign.test_fought import fight_of, look, resolved
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.kit import CHANNEL, PLAYERS, Table
from umpire.campaign.founding.play_campaign import create_game
from umpire.campaign.open_turn import SYSTEM
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule


async def begin(table: Table, **house: str) -> None:
    """Two empires, with these house rules of table BR-T08."""
    chosen = scenario("duel_small")
    rules = {**chosen.settings.overrides, **{f"BR-T08/{order}/allowed": said for order, said in house.items()}}
    chosen = changed(chosen, settings=changed(chosen.settings, overrides=rules))
    world = table.sandbox.world
    place = (world.guild().id, world.channel(CHANNEL).id)
    new = NewGame(SYSTEM, *place, "The Long Night", table.gm.id, GameSettings(Schedule(), Options(review=False)))
    game = await create_game(table.services, new, chosen)
    table.game_id = game.id
    table.flags = {PLAYERS[flag.id]: flag.name for flag in game.sides}
    for flag in game.sides:
        assert "leads" in (await table.ask(PLAYERS[flag.id], "campaign join", side=flag.id)).text()
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    await table.settle()


async def meeting(table: Table, here: str, attacker: str) -> Fight:
    """Two of the Humans' and one of the Dominators' ships in a place, of whom one side attacks; the tactical game that comes of
    it."""
    await amended(table, "decree battle", method="fought", largest=900)
    await amended(table, "gm amend create", side="humans", design="DD", count=1, hex=here, fleet="Wolves")
    await amended(table, "gm amend create", side="dominators", design="FS", count=1, hex=here, fleet="Lamb")
    fleet = {"ada": "Wolves", "dom": "Lamb"}[attacker]
    await give(table, attacker, Given("fleet engage", f'engage "{fleet}" attack', {"fleet": fleet, "stance": "attack"}))
    await resolved(table)
    return await fight_of(table, "ada")


async def idle(fight: Fight, who: str) -> None:
    """Somebody's craft coast and shoot at nothing."""
    await fight.write(who, "defend nothing\nscreens never")


@pytest.mark.rule("CW-9.0-15", "PW-A20", "PW-A66", "PW-B74")
async def test_over_a_world_one_enters_an_orbit_and_the_other_blows_itself_up_by_taps(table: Table) -> None:
    await begin(table)
    home = (await table.view()).sides["humans"].home
    fight = await meeting(table, home, "dom")
    panel = await more(fight, "ada", "B2")
    refused = await table.ada.select(panel, ADD, "✕ ram")
    assert "This battle is played without ramming." in answer_to(refused)
    circling = await table.ada.select(panel, ADD, "★ orbit world")
    assert "in impulse 1, segment 6." in circling.text()
    doomed = await table.dom.select(await more(fight, "dom"), ADD, "self-destruct when armor <= 0")
    doomed = await table.dom.select(doomed, WHEN, "When always")
    assert "in impulse 1, segment 5." in doomed.text()
    assert "self-destruct" not in (await fight.use("ada", "battle text")).text()
    await sent(fight, "ada", circling)
    await sent(fight, "dom", doomed)
    await look(table)
    told = await log(fight)
    assert re.search(r"Sabre destroyer \(B2\) enters orbit about", told), told
    assert "Fist destroyer (A1) blows itself up" in told
    assert "struck on side" not in told.partition("blows itself up")[2], (
        "in a hex as big as these nobody else is harmed"
    )
    assert await fight.over()
    assert (await table.game()).turn == 2
    assert f"Fleet action against The Dominion at {home}" in report(table, "ada")
    assert "you held the place" in report(table, "ada")
    assert "Lamb" not in {fleet.name for fleet in (await table.view()).fleets.values()}
    assert len([ship for ship in (await table.view("humans")).ships.values() if ship.side == "humans"]) >= 13


async def ram_of(fight: Fight) -> str:
    """The line with which Ada's craft would ram in this turn, "" if it comes to none."""
    offered = [value for _, value in (await more(fight, "ada")).control(ADD).options]
    return next((line for line in offered if re.fullmatch(r"ram \S+ from \d+ to 12", line)), "")


@pytest.mark.rule("CW-9.1-02", "PW-B74", "PW-B75")
async def test_by_house_rule_ships_ram_in_a_fought_battle_by_taps(table: Table) -> None:
    await begin(table, ramming="yes")
    fight = await meeting(table, await empty_star(table), "ada")
    while not (met := await ram_of(fight)):
        assert await fight.turn() <= 4
        for who in ("ada", "dom"):
            await idle(fight, who)
            await fight.done(who)
    rammer = await table.ada.select(await more(fight, "ada"), ADD, met)
    assert "in impulse 12, segment 5." in rammer.text()
    await idle(fight, "dom")
    await fight.done("dom")
    await sent(fight, "ada", rammer)
    await look(table)
    turn = 3
    told = (await fight.use("ada", "battle log", turn=turn)).text()
    assert re.search(r"by ram of Sabre destroyer \(B1\)|misses its ram|ram missed", told), told
    assert "comes out the same" in (await fight.use("ada", "battle verify", turn=turn)).text()
