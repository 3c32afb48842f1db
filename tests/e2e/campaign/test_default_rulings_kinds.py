"""Each kind of question that a month puts, at the table: it waits, then has its default ruling, and the month goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.e2e.campaign import test_spying
from tests.e2e.campaign.default_rulings_kit import all_in_room
from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_psionics import gifted
from tests.e2e.kit import CHANNEL, Table
from tests.umpire.battle_step import battles_every_month
from umpire.campaign.gm import rulings

HOURS = 24


async def patient(table: Table) -> None:
    """The book waits a day for the game master."""
    assert "default rulings answer" in (await table.gm.slash(CHANNEL, "campaign options", book=HOURS)).text()


async def answered(table: Table, *kinds: str) -> None:
    """The turn is resolved, and comes to questions of these kinds; a day later they have the book's word, and the turn is out."""
    await patient(table)
    turn = (await table.game()).turn
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await table.tick()
    waiting = await rulings.questions(table.services, table.gm_seat())
    assert set(kinds) <= {question.kind for question in waiting}, waiting
    table.clock.forward(hours=HOURS - 1)
    await table.tick()
    assert await rulings.questions(table.services, table.gm_seat()) == waiting
    assert (await table.game()).turn == turn
    table.clock.forward(hours=2)
    await table.tick()
    await table.tick()
    assert await rulings.questions(table.services, table.gm_seat()) == ()
    assert (await table.game()).turn == turn + 1
    before = len(all_in_room(table, "ada"))
    await table.tick()
    assert len(all_in_room(table, "ada")) == before, "once"


def word(rule: str) -> str:
    return f"Default ruling, {rule}: "


async def test_words_of_players_are_answered_and_told_to_who_wrote_them_alone(table: Table) -> None:
    await gifted(table)
    await amended(table, "psimaster grant", side="humans", ability="Delusion")
    for order in (
        Given("orders ask", 'ask "May we hail them?"', {"text": "May we hail them?"}),
        Given("orders contingency", 'if "If they come, we go"', {"text": "If they come, we go"}),
        Given("psi combine", "combine", {"abilities": "Screaming, Combat Precognition"}),
        Given("psi attempt", "try Delusion", {"ability": "Delusion", "text": "A fleet of ghosts"}),
        Given("research propose", "propose", {"name": "Void Lance", "goal": "a beam that nothing stops"}),
    ):
        await give(table, "ada", order)
    await answered(table, "free-text", "contingency", "psionics")
    told = all_in_room(table, "ada")
    assert not [line for line in told.splitlines() if "Default ruling" in line and "game master decided" in line]
    for rule, words in (
        ("CW-4.1-10", "no rule covers it"),
        ("CW-4.1-11", "nobody is there to keep it in mind"),
        ("CW-15.0-15", "no: a unit keeps to the abilities that it has"),
        ("CW-9.7-07", "no book knows it"),
    ):
        assert word(rule) + words in told, [line for line in told.splitlines() if "Default ruling" in line]
    assert "Default ruling" not in all_in_room(table, "dom")


async def test_a_failed_stress_check_comes_to_the_mildest_effect(table: Table) -> None:
    await table.start()
    here = await empty_star(table)
    await amended(table, "gm amend create", side="humans", design="DD", count=6, hex=here, fleet="Wolves")
    fleet = (await table.gm.autocomplete(CHANNEL, "decree stress", "fleet", "wolves"))[0].value
    await amended(table, "decree book", kind="stress", on=False)
    await amended(table, "decree stress", stress=99, fleet=fleet, reason="A hard winter")
    await answered(table, "stress")


async def test_hostile_fleets_keep_their_distance(table: Table) -> None:
    await table.start()
    here = await empty_star(table)
    for side, design in (("humans", "DD"), ("dominators", "BE")):
        await amended(table, "gm amend create", side=side, design=design, count=2, hex=here, fleet=f"Pack of {side}")
    await answered(table, "encounter")
    assert sum(f.hex == here for f in (await table.view()).fleets.values()) == 2


async def test_a_race_of_the_game_masters_that_is_sighted_keeps_its_distance(table: Table) -> None:
    await table.start()
    view = await table.view("humans")
    assert view.me is not None
    await table.gm.slash(CHANNEL, "gm npr set", race="Hive", home=await empty_star(table), gross=400)
    await table.gm.slash(CHANNEL, "gm npr force", race="Hive", hex=view.me.home, ships=3, hull=45, role="raiders")
    await answered(table, "encounter")


async def test_a_first_visit_to_something_dangerous_stirs_nothing_where_it_is_told(table: Table) -> None:
    await table.start()
    here = await empty_star(table)
    await amended(table, "gm amend create", side="humans", design="DD", count=1, hex=here, fleet="Wolves")
    await amended(table, "special place", hex=here, kind="Monster", what="Space Whale", number=9)
    await answered(table, "first-entry")


async def test_a_step_of_an_operation_is_decided_by_the_dice(table: Table) -> None:
    await test_spying.rich(table)
    await test_spying.nightfall(table)
    await answered(table, "operation")
    assert "Nightfall" in all_in_room(table, "ada")


async def test_a_goal_of_ones_own_is_done_as_planned(table: Table) -> None:
    await test_spying.rich(table)
    options = {"target": await test_spying.vermin(table), "kind": "other", "goal": "turn their poet", "cps": 400}
    await give(table, "ada", Given("spy start", "other with 400", {**options, "name": "Ode"}))
    await answered(table, "operation")


@contextmanager
def _battles() -> Iterator[None]:
    with battles_every_month():
        yield


@pytest.mark.in_place
async def test_a_battle_that_waits_for_the_game_master_is_fought_by_the_engine(table: Table) -> None:
    with _battles():
        await table.start()
        await patient(table)
        asked = await table.gm.slash(CHANNEL, "gm advance")
        assert "waits for them: /gm battle" in (await table.gm.click(asked, "Resolve turn 1")).text()
        table.clock.forward(hours=HOURS - 1)
        await table.tick()
        assert (await table.game()).turn_state == "battles"
        for _ in range(3):
            table.clock.forward(hours=HOURS + 2)
            await table.tick()
            await table.tick()
        assert (await table.game()).turn == 2


SCOUT = "Bridge\nCrew quarters\nDrive 5G\n2 LRS"


async def drawn(table: Table, name: str, lines: str, hull: int) -> None:
    form = await table.ada.slash(CHANNEL, "design unit")
    about: dict[str, Any] = {"id": name[:2].upper(), "name": name, "kind": f"ship {hull}", "lines": lines}
    panel = await table.ada.submit(form, about)
    await table.ada.click(panel, "Send to the game master")


async def test_a_design_is_approved_as_drawn_and_one_with_parts_of_ones_own_comes_back(table: Table) -> None:
    await table.start()
    await patient(table)
    me = (await table.view("humans")).me
    assert me is not None
    hull = next(design.hull for design in me.designs.values() if design.kind == "ship")
    await drawn(table, "Wisp", SCOUT, hull)
    await drawn(table, "Lens", f"{SCOUT}\ncustom: Gravity lens, 1 spaces, 5 CPs, bends light", hull)
    table.clock.forward(hours=HOURS - 1)
    await table.tick()
    assert "Wisp" not in (await table.ask("ada", "empire designs")).text()
    table.clock.forward(hours=2)
    await table.tick()
    roster = (await table.ask("ada", "empire designs")).text()
    assert "Wisp" in roster
    assert "(LE)" not in roster
    told = next(line for line in all_in_room(table, "ada").splitlines() if "Gravity lens" in line)
    assert "The default ruling says: no table has a price for Gravity lens" in told, told
    assert "handed back to you" in (await table.ask("ada", "design list")).text()
    assert "Wisp" not in all_in_room(table, "dom")
