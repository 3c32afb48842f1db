"""Cloaks, ships that vanish, and news by courier in a founded campaign, through its commands and real turns (chapters 12, 13)."""

import pytest

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_war_tools import report
from tests.e2e.kit import CHANNEL, Table

SHADE = {"kind": "ship", "hull": 20, "cost": 50, "drive": "4", "lrs": 1, "cloak": 1}


async def home_of(table: Table, side: str) -> str:
    """A side's home hex."""
    me = (await table.view(side)).me
    assert me is not None
    return me.home


@pytest.mark.rule("CW-12.0-08", "CW-12.0-11", "CW-12.0-12")
async def test_a_cloaked_fleet_over_ones_own_world_is_heard_of_only_when_it_gives_itself_away(table: Table) -> None:
    await table.start()
    assert "cloaks hide all who have them" in await amended(table, "signals play", detection="full")
    home = await home_of(table, "humans")
    await amended(table, "gm amend design", side="dominators", name="Shade", **SHADE)
    await amended(table, "gm amend create", side="dominators", design="shade", hex=home, fleet="Whisper")
    await table.advance()
    assert "sighted" not in report(table, "ada")
    assert (await table.view("humans")).foreign_fleets == {}
    assert "Dominion" not in (await table.ask("ada", "map text")).text()
    loud = {"fleet": "Whisper", "run": "sensors"}
    await give(table, "dom", Given("fleet emissions", 'emissions "Whisper" sensors', loud))
    await table.advance()
    assert "A fleet of The Dominion sighted" in report(table, "ada")
    assert "Whisper" not in report(table, "ada")
    assert "runs active sensors from now on" in report(table, "dom")
    await give(table, "dom", Given("fleet emissions", 'emissions "Whisper" silent', {**loud, "run": "silent"}))
    await amended(table, "signals cloaks", levels=-1, hex=home)
    await table.advance()
    view = await table.view("humans")
    assert [(s.hex, s.ships) for s in view.foreign_fleets.values()] == [(home, 1)]


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04")
async def test_a_scout_that_is_lost_far_off_has_vanished_and_stays_on_the_map_with_a_question_mark(
    table: Table,
) -> None:
    await table.start()
    await amended(table, "signals play", detection="full")
    await amended(table, "decree battle", method="quick")
    there = await home_of(table, "dominators")
    await amended(table, "gm amend design", side="dominators", name="Jaws", kind="ship", hull=200, cost=900, drive="4")
    await amended(table, "gm amend create", side="humans", design="SC", hex=there, fleet="Pathfinder")
    await amended(table, "gm amend create", side="dominators", design="jaws", count=3, hex=there, fleet="Maw")
    await give(table, "dom", Given("fleet engage", 'engage "Maw" attack', {"fleet": "Maw", "stance": "attack"}))
    await table.advance()
    told = report(table, "ada")
    assert "Nothing more is heard of Pathfinder" in told
    assert "Battle" not in told
    shown = await table.ask("ada", "map whole")
    assert "Last heard of: Pathfinder" in shown.attachments[0].description
    assert "Last heard of: 1" in shown.attachments[1].read().decode()
    view = await table.view("humans")
    assert [(v.name, v.hex) for v in view.vanished] == [("Pathfinder", there)]
    assert view.foreign_designs == {}


@pytest.mark.rule("CW-13.0-01", "CW-13.0-02", "CW-13.0-05", "CW-13.0-09")
async def test_news_from_afar_comes_by_courier_and_the_map_shows_what_sensors_reach(table: Table) -> None:
    await table.start()
    assert "come by courier" in await amended(table, "signals play", news="by-courier")
    seen = (await table.view("humans")).seen
    star = next(h for h, system in (await table.view()).systems.items() if system.bodies and h not in seen)
    await amended(table, "gm amend create", side="humans", design="SC", hex=star, fleet="Pathfinder")
    await table.advance()
    assert f"{star} scouted" not in report(table, "ada")
    assert star not in (await table.view("humans")).systems
    assert (await table.view()).signals.mail
    assert "reaches" in await amended(table, "signals delay", side="humans", weeks=2)
    technology = {"technology": "Star Relay", "effect": "couriers", "amount": 3}
    assert "couriers are 3 weeks faster" in await amended(table, "signals effect", **technology)
    shown = await table.ask("ada", "map mine", sensors=True)
    assert "long range sensors reach" in shown.attachments[0].description
    again = await table.ada.click(shown, "No sensors")
    assert "long range sensors" not in again.attachments[0].description


@pytest.mark.rule("CW-13.0-07", "CW-13.0-08", "CW-13.0-06")
async def test_ambassadors_are_exchanged_by_order_and_open_long_letters_full_trade_and_technology(table: Table) -> None:
    await table.start("four_empires")
    for side, who in (("humans", "ada"), ("vermin", "vik")):
        other = "vermin" if side == "humans" else "humans"
        refused = await table.ask(who, "treaty ambassadors", side=other)
        assert "not in regular contact" in refused.text()
    home = await home_of(table, "humans")
    await amended(table, "gm amend create", side="vermin", design="SK", hex=home, fleet="Envoys")
    await table.advance()
    to = {"side": "vermin"}
    await give(table, "ada", Given("treaty ambassadors", 'ambassadors "Vermin Swarm"', to))
    await table.advance()
    assert "sent ambassadors to Vermin Swarm" in report(table, "ada")
    assert "wait for theirs" in (await table.ask("ada", "treaty list")).text()
    assert "sent you ambassadors" in (await table.ask("vik", "treaty list")).text()
    back = {"side": "humans"}
    await give(table, "vik", Given("treaty ambassadors", 'ambassadors "Human Union"', back))
    await table.advance()
    assert "have exchanged ambassadors" in report(table, "ada")
    assert (await table.view("humans")).embassies == ("vermin",)
    wrote = await table.ada.slash(CHANNEL, "treaty message", side="vermin", text="Welcome. " * 100)
    assert "the game master has a copy" in wrote.text()
    await table.settle()
    assert "Welcome." in table.last_in_room("vik").text(), "it arrives at once"
    await give(table, "vik", Given("treaty recall", 'endembassy "Human Union"', back))
    await table.advance()
    assert (await table.view("vermin")).embassies == ()
