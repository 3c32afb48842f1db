"""A campaign founded without a game master: races judged, seats led by the bot, the cluster made and begun by the book."""

import pytest

from sandbox.reply import SeenMessage
from tests.e2e.campaign.default_rulings_kit import month, public, race, ruled_by_default, under_way
from tests.e2e.campaign.test_founding import founded, preset
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.governed.ai_sides import governors_of
from umpire.games import games


async def test_two_races_are_approved_and_the_campaign_begins_by_itself(table: Table) -> None:
    await under_way(table)
    assert "The cluster of **No Master** is made" in public(table)
    assert "begins with turn 1" in public(table)
    await month(table)


async def test_two_races_of_one_name_do_not_stop_the_founding(table: Table) -> None:
    await ruled_by_default(table)
    await race(table, "gm", "Humans")
    await race(table, "dom", "Humans")
    await table.tick()
    told = table.dom.last(table.room("dom")).text()
    assert "comes back to you" in told
    assert "is called Humans already" in told
    form = await table.dom.slash(CHANNEL, "race design")
    form = await table.dom.select(form, "Go to another page", "names")
    form = await table.dom.submit(await table.dom.click(form, "Names"), {"name": "Others", "home": "Elsewhere"})
    await table.dom.slash(CHANNEL, "race submit")
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 1


async def test_an_entry_of_ones_own_is_handed_back_with_what_is_wrong(table: Table) -> None:
    await ruled_by_default(table)
    form = await table.dom.slash(CHANNEL, "race design")
    form = await table.dom.select(form, "Begin from", "Vermin")
    form = await table.dom.select(form, "Go to another page", "own")
    sent = await table.dom.select(form, "Add an entry", "abilities")
    await table.dom.submit(sent, {"name": "Ice song", "text": "They sing through ice."})
    await table.dom.slash(CHANNEL, "race submit")
    await table.tick()
    assert "no table has a price for Ice song" in table.dom.last(table.room("dom")).text()


async def test_a_seat_that_nobody_takes_is_led_by_the_bot_after_its_time_and_the_campaign_begins(table: Table) -> None:
    await ruled_by_default(table, seats=3)
    await race(table, "gm", "Humans")
    await race(table, "dom", "Vermin")
    await table.tick()
    await table.tick()
    assert (await table.game()).turn == 0
    assert public(table).count("Open still: **Violet**") == 1, public(table)
    table.clock.forward(hours=71)
    await table.tick()
    assert (await table.game()).turn == 0
    table.clock.forward(hours=2)
    for _ in range(3):
        await table.tick()
    assert (await table.game()).turn == 1
    (one,) = await governors_of(table.services, table.game_id)
    assert one.side == "violet"
    assert public(table).count("Open still: **Violet**") == 1
    assert "is led by the bot" in public(table)
    await month(table)
    await month(table)


async def test_one_press_in_the_wizard_has_the_bot_lead_open_seats_and_make_their_races(table: Table) -> None:
    page = await ruled_by_default(table, seats=4)
    page = await table.gm.select(page, "Go to another page", "over")
    page = await table.gm.click(page, "Bot for open seats")
    assert page.text().count("which makes its own race") == 2
    assert "Bot for open seats" not in [b.label for b in page.buttons]
    await race(table, "gm", "Humans")
    await race(table, "dom", "Vermin")
    for _ in range(3):
        await table.tick()
    game = await table.game()
    assert game.turn == 1
    assert len({flag.name for flag in game.sides}) == 4
    led = await governors_of(table.services, table.game_id)
    assert len({one.character for one in led}) == 2
    for side in (one.side for one in led):
        me = (await table.view(side)).me
        assert me is not None
        assert me.designs
    await month(table)


async def test_a_wizard_behind_the_wall_makes_the_cluster_and_shows_nothing_of_anybodys_race(table: Table) -> None:
    page = await ruled_by_default(table)
    assert "Default rulings decide, after 24 h" in (await table.gm.slash(CHANNEL, "campaign options", book=24)).text()
    await race(table, "gm", "Humans")
    await race(table, "dom", "Vermin")
    table.clock.forward(hours=25)
    await table.tick()
    page = await table.gm.select(page, "Go to another page", "over")
    pages = {value for menu in page.selects for _, value in menu.options}
    assert "homes" not in pages
    secret = ("Vermin", "Warp Drive", "Hive")
    assert page.text().count("race approved") == 2
    assert not [word for word in secret if word in page.text()]
    made = await table.gm.click(page, "Make the cluster")
    assert "Humans, Vermin have their homes" in made.text()  # as the channel reads it
    assert "The first turn opens by itself." in made.text()
    await table.settle()
    assert "In it live: Humans, Vermin" in public(table)
    for _ in range(2):
        await table.tick()
    assert (await table.game()).turn == 1
    theirs = (await table.view("gold")).me
    assert theirs is not None
    text = "\n".join([made.text(), *(m.text() for m in table.gm.messages(CHANNEL, 200))])
    assert theirs.home not in text


async def test_a_person_who_rules_presses_once_and_begins_with_governors(table: Table) -> None:
    await founded(table, seats=3)
    await preset(table, "ada", "Humans")
    await preset(table, "dom", "Vermin")
    for side in ("blue", "gold"):
        seen = await table.gm.select(await table.gm.slash(CHANNEL, "gm races"), "Look at a race", side)
        await table.gm.submit(await table.gm.click(seen, "Approve"), {})
    named = await table.gm.slash(CHANNEL, "gm seat bot_player", side="violet", character="trader", strength="hard")
    assert "led by the bot (trader, hard)" in named.text()
    listed = await table.gm.slash(CHANNEL, "gm races")
    assert "Merrow, 30 of 30 AP" in listed.text()
    assert "led by the bot (trader, hard), which makes its own race" in listed.text()
    looked = await table.gm.select(listed, "Look at a race", "violet")
    assert "Extra Colonies" in looked.text()
    made = await table.gm.click(await table.gm.slash(CHANNEL, "gm races"), "Make the cluster")
    assert "Humans, Vermin, Merrow have their homes" in made.text(), made
    begun = await table.gm.slash(CHANNEL, "campaign begin")
    assert "turn 1 is open" in begun.text()
    assert not [one.label for one in begun.buttons if not one.label.startswith("/")]
    await table.settle()
    await table.advance()
    me = (await table.view("violet")).me
    assert me is not None
    assert me.race.name == "Merrow"


async def test_who_joins_a_governed_seat_before_the_start_designs_its_race(table: Table) -> None:
    await founded(table, seats=3)
    await table.gm.slash(CHANNEL, "gm seat bot_player", side="violet", character="hermit")
    await table.human("vik").slash(CHANNEL, "campaign join", side="violet")
    assert await governors_of(table.services, table.game_id) == ()
    form = await table.human("vik").slash(CHANNEL, "race design")
    assert "Omnari" not in form.text()
    assert "0 of 30 AP" in form.text()


async def test_the_start_of_a_ready_campaign_offers_the_bot_for_seats_that_nobody_took(table: Table) -> None:
    await table.start(sides=["humans"], begin=False)
    begun: SeenMessage = await table.gm.slash(CHANNEL, "campaign begin")
    assert "turn 1 is open" in begun.text()
    assert "Nobody leads **The Dominion**" in begun.text()
    done = await table.gm.click(begun, "Bot for open seats")
    assert "**The Dominion** is led by the bot" in done.text()
    await table.settle()
    assert "is led by the bot" in table.visitor.last(CHANNEL).text()
    assert not [one.label for one in done.buttons if not one.label.startswith("/")]
    assert (await games.get_game(table.services, table.game_id)).turn == 1


@pytest.mark.rule("CW-5.0-14")
async def test_empires_that_the_bot_leads_from_the_start_produce_what_the_wizard_says(table: Table) -> None:
    page = await ruled_by_default(table, seats=3)
    page = await table.gm.select(page, "Go to another page", "three")
    page = await table.gm.select(page, "Empires that the bot leads from the start", "75")
    page = await table.gm.select(page, "Go to another page", "over")
    page = await table.gm.click(page, "Bot for open seats")
    rule = "Empires that the bot leads from the start: produce 75 % of what their worlds yield"
    assert rule in (await table.dom.slash(CHANNEL, "campaign rules")).text()
    await race(table, "gm", "Humans")
    await race(table, "dom", "Vermin")
    for _ in range(3):
        await table.tick()
    assert (await table.game()).turn == 1
    (one,) = await governors_of(table.services, table.game_id)
    income = (await table.view(one.side)).income
    yields = sum(place.cps for place in income.yields if place.pooled)
    assert income.production == yields * 75 // 100
    name = next(flag.name for flag in (await table.game()).sides if flag.id == one.side)
    assert f"{name} produces 75 % of what its worlds yield" in (await table.dom.slash(CHANNEL, "campaign rules")).text()
    await month(table)
    assert (await table.view(one.side)).income.handicap < 0
