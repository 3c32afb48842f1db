"""Cloaks, ships that vanish, and news by courier in a founded campaign, through its commands and real turns (chapters 12, 13)."""

import pytest

from cogs.campaign.common.campaign_texts import TAKE_OVER, status_text
from rules.cluster_war.model.state.places import disk
from rules.values import changed
from tests.e2e.campaign.orders_kit import Given, amended, give, worksite
from tests.e2e.campaign.test_war_tools import report
from tests.e2e.kit import CHANNEL, Table

SHADE = {"kind": "ship", "hull": 20, "cost": 50, "drive": "4", "lrs": 1, "cloak": 1}


async def home_of(table: Table, side: str) -> str:
    """A side's home hex."""
    me = (await table.view(side)).me
    assert me is not None
    return me.home


async def beside(table: Table, hex_: str) -> str:
    """A hex without a star next to another."""
    view = await table.view()
    near = disk(view, hex_, 1)
    return min(here for here in near if here not in view.systems and here != hex_)


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


@pytest.mark.rule("CW-A-19", "CW-12.0-04", "CW-12.0-12")
async def test_an_early_warning_station_in_deep_space_sees_who_comes_and_finds_a_cloaked_ship_by_active_sensors(
    table: Table,
) -> None:
    await table.start()
    await worksite(table)
    await amended(table, "signals play", detection="full")
    post = await beside(table, await home_of(table, "dominators"))
    await amended(table, "gm amend design", side="humans", name="Ear", kind="base", hull=6, cost=30, lrs=1)
    await amended(table, "gm amend design", side="dominators", name="Shade", **SHADE)
    await give(table, "ada", Given("fleet load", 'load "Works" 30', {"fleet": "Works", "cps": 30}))
    await table.advance()
    await amended(table, "gm amend move", fleet="Works", to=post)
    await give(table, "ada", Given("base assemble", "assemble", {"fleet": "Works", "what": "ear", "orbit": 0}))
    await table.advance()
    await amended(table, "gm amend remove", fleet="Works")
    await amended(table, "gm amend create", side="dominators", design="shade", hex=post, fleet="Whisper")
    (key,) = (await table.view("humans")).bases
    ear = key.rpartition("/")[2]
    await table.advance()
    seen = {(s.hex, s.side) for s in (await table.view("humans")).foreign_fleets.values()}
    assert (await home_of(table, "dominators"), "dominators") in seen, "a hex off, whatever is there in the open"
    assert post not in {hex_ for hex_, _ in seen}, "Whisper lies beside it under its cloak"
    loud = {"base": ear, "run": "sensors"}
    await give(table, "ada", Given("base emissions", f'baseemissions "{ear}" sensors', loud))
    assert "runs active sensors" not in (await table.ask("ada", "base list")).text()
    await table.advance()
    assert f"({ear}) runs active sensors from now on" in report(table, "ada")
    assert (post, "dominators") in {(s.hex, s.side) for s in (await table.view("humans")).foreign_fleets.values()}
    assert "runs active sensors" in (await table.ask("ada", "base list")).text()
    assert "no base" in (await table.ask("ada", "base emissions", base="Terra", run="sensors")).text()


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


async def test_whether_a_turn_waits_for_battles_or_for_its_review_is_nobodys_to_know(table: Table) -> None:
    game = await table.start()
    told = {state: status_text(changed(game, turn_state=state), (), ()) for state in ("open", "battles", "draft")}
    assert told["battles"] == told["draft"]
    assert TAKE_OVER in told["battles"]
    assert TAKE_OVER not in told["open"]
