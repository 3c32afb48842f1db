"""Messages between governments: with a link they arrive at once, and never without a copy for the game master."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.dashboard_kit import dashboard_of, starred
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_weather import quiet_hex
from tests.e2e.kit import CHANNEL, Table


async def write(table: Table, name: str, side: str, text: str) -> str:
    """A message from somebody; what the writer is answered."""
    return (await table.human(name).slash(CHANNEL, "treaty message", side=side, text=text)).text()


@pytest.mark.rule("CW-18.0-24", "CW-18.0-25")
async def test_a_message_reaches_its_reader_and_the_game_master_and_nobody_else(table: Table) -> None:
    await table.start("four_empires")
    await table.gm.slash(CHANNEL, "decree embassy", one="humans", other="vermin")
    await table.settle()
    assert "the game master has a copy" in await write(table, "ada", "vermin", "Peace? @everyone **now**")
    await table.settle()
    told = table.last_in_room("vik")
    assert "writes to you" in told.text()
    assert "Peace?" in told.text()
    assert told.payload["mention_everyone"] is False
    assert "Peace?" in table.last_in_room("gm").text()
    for name in ("dom", "ola"):
        assert "Peace?" not in table.last_in_room(name).text()
    assert "Peace?" not in table.visitor.last(CHANNEL).text()
    assert "message.sent" in (await table.gm.slash(CHANNEL, "gm audit")).text()


@pytest.mark.rule("CW-13.0-06")
async def test_whom_one_can_deal_with_is_told_and_stands_first(table: Table) -> None:
    await table.start("four_empires")
    assert "In regular contact with nobody" in (await table.ask("ada", "treaty list")).text()
    await table.gm.slash(CHANNEL, "decree embassy", one="humans", other="vermin")
    await table.settle()
    assert "In regular contact with Vermin Swarm." in (await table.ask("ada", "treaty list")).text()
    for command in ("treaty message", "treaty offer"):
        offered = await table.ada.autocomplete(CHANNEL, command, "side", "")
        assert [choice.name for choice in offered] == [
            "Vermin Swarm",
            "Oolab Shoal (not in regular contact)",
            "The Dominion (not in regular contact)",
        ]


@pytest.mark.rule("CW-13.0-06", "CW-13.0-08")
async def test_an_offer_of_somebody_out_of_contact_says_that_ambassadors_come_first(table: Table) -> None:
    await table.start("four_empires", review=False)
    await amended(table, "decree embassy", one="humans", other="vermin")
    await give(table, "vik", Given("treaty offer", 'trade "Human Union" full', {"side": "humans", "level": "full"}))
    await table.advance()
    assert "offers you full trade: /treaty accept or /treaty end" in (await table.ask("ada", "treaty list")).text()
    await give(table, "ada", Given("treaty recall", 'endembassy "Vermin Swarm"', {"side": "vermin"}))
    await table.advance()
    assert "Vermin Swarm offers trade (not in regular contact yet)" in table.last_in_room("ada").text()
    beside, swarm = await quiet_hex(table), min((await table.view("vermin")).fleets)
    await amended(table, "gm amend move", fleet=swarm, to=beside)
    await table.advance()
    assert "Vermin Swarm offers trade (send ambassadors first)" in table.last_in_room("ada").text()
    listed = (await table.ask("ada", "treaty list")).text()
    assert "offers you full trade: /treaty ambassadors first, for you are not in regular contact" in listed
    treaties = await table.ada.click(dashboard_of(table, "ada"), "Treaties")
    assert "Send ambassadors to Vermin Swarm" in starred(treaties)[0]
    preview = await table.ada.click(treaties, starred(treaties)[0])
    assert "Order given" in (await table.ada.click(preview, GIVE_BUTTON)).text()


@pytest.mark.rule("CW-13.0-08")
async def test_what_stands_between_two_is_ended_or_accepted_with_those_with_whom_it_stands(table: Table) -> None:
    await table.start("four_empires")

    async def offered(who: str, command: str) -> list[str]:
        return [str(each.value) for each in await table.human(who).autocomplete(CHANNEL, command, "side", "")]

    words = ("treaty recall", "treaty end", "treaty accept", "treaty revoke")
    assert [await offered("ada", word) for word in words] == [[], [], [], []]
    for other in ("oolab", "vermin"):
        await amended(table, "decree embassy", one="humans", other=other)
    for line in ('trade "Oolab Shoal" limited', 'grant "Vermin Swarm" supply'):
        await table.order("ada", line)
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await table.settle()
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    assert [await offered("ada", word) for word in words] == [["oolab", "vermin"], ["oolab"], [], ["vermin"]]
    assert [await offered("ola", word) for word in words] == [["humans"], ["humans"], ["humans"], []]
    assert [await offered("dom", word) for word in words] == [[], [], [], []]


@pytest.mark.rule("CW-18.0-26")
async def test_without_a_link_no_message_goes_out(table: Table) -> None:
    await table.start()
    before = table.last_in_room("dom").id
    said = await write(table, "ada", "dominators", "Hello?")
    assert said.startswith("⚠")
    assert "not in regular contact" in said
    await table.settle()
    assert table.last_in_room("dom").id == before
    assert not any("Hello?" in m.text() for m in table.gm.messages(table.room("gm")))
    view = await table.view("humans")
    enemy = (await table.view("dominators")).me
    assert enemy is not None
    fleet = next(f for f in view.fleets.values() if f.transit is None)
    await table.gm.slash(CHANNEL, "gm amend move", fleet=fleet.id, to=enemy.home)
    await table.advance()
    assert "Sent to" in await write(table, "ada", "dominators", "We stand at your gates.")


@pytest.mark.rule("CW-18.0-26")
async def test_a_race_of_the_game_masters_is_written_to_at_its_worlds(table: Table) -> None:
    await table.start()
    home = await empty_star(table)
    await table.gm.slash(CHANNEL, "gm npr set", race="Hive", home=home, gross=50)
    assert "no empire" in await write(table, "ada", "Hive", "Who are you?")
    view = await table.view("humans")
    fleet = next(f for f in view.fleets.values() if f.transit is None)
    await table.gm.slash(CHANNEL, "gm amend move", fleet=fleet.id, to=home)
    await table.advance()
    assert "Sent to **Hive**" in await write(table, "ada", "Hive", "Who are you?")
    await table.settle()
    assert "to **Hive**" in table.last_in_room("gm").text()
    offered = await table.ada.autocomplete(CHANNEL, "treaty message", "side", "hi")
    assert [choice.value for choice in offered] == ["hive"]
    assert "hive" not in [c.value for c in await table.dom.autocomplete(CHANNEL, "treaty message", "side", "")]


async def test_words_that_cannot_be_sent_are_refused(table: Table) -> None:
    await table.start()
    assert "own empire" in await write(table, "ada", "humans", "Dear diary")
    assert "no empire" in await write(table, "ada", "martians", "Hello")
    assert (await table.visitor.slash(CHANNEL, "treaty message", side="humans", text="Hi")).text().startswith("⚠")
    assert "player" in (await table.gm.slash(CHANNEL, "treaty message", side="humans", text="Hi")).text()
