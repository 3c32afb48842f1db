"""The dossier: made of its side's view alone, for its player alone; what style the bot takes over in; what deputies may order."""

import pytest

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.diplomacy.treaty_orders import GrantRights
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.turn.registry import KINDS
from rules.values import NotYoursError
from tests.umpire.world import World
from umpire.campaign import standing_orders
from umpire.campaign.absent_player import CHARACTER_SIGNS, dossier, style_of
from umpire.campaign.gm.rulings import amend
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.sheet_checks import NOT_CAREFUL_COMMANDS, UPKEEP_COMMANDS, may_order
from umpire.campaign.turn.turns import advance
from umpire.campaign.views import side_views

COMMANDS = {kind.command for kind in KINDS}


async def test_a_dossier_holds_what_its_side_knows_and_nothing_that_another_does(world: World) -> None:
    before = await dossier(world.services, world.dora)
    assert "## To decide now" in before.text
    assert "## Status" in before.text
    view = await side_views.view(world.services, world.dora)
    assert f"{view.income.available} CPs to spend" in before.text
    assert [file.name for file in before.files] == ["map.png", "dossier.html"]
    await orders.enter(world.services, world.anna, [FreeText("Strike at the Dominion.")])
    whole = await side_views.view(world.services, world.gm)
    design = next(d for d, one in whole.sides["humans"].designs.items() if one.kind == "ship")
    hidden = CreateShips("humans", design, 3, whole.sides["humans"].home, "Secret Arm")
    for change in (SetTreasury("humans", 7777), hidden):
        await amend(world.services, world.gm, change, "A secret.")
    after = await dossier(world.services, world.dora)
    assert (after.text, after.files) == (before.text, before.files)
    theirs = await dossier(world.services, world.anna)
    assert "Strike at the Dominion." in theirs.text
    assert "7777" in theirs.text
    with pytest.raises(NotYoursError):
        await dossier(world.services, world.gm)


async def test_it_holds_the_standing_orders_and_the_film_of_the_last_turns_of_its_side_alone(world: World) -> None:
    await standing_orders.add(world.services, world.dora, "every turn: engage empire defend, withdraw at 40")
    await standing_orders.add(world.services, world.dora, "keep 100 CPs in reserve")
    await standing_orders.add(world.services, world.anna, "keep 700 CPs in reserve")
    for turn in (1, 2):
        await advance(world.services, world.gm.game_id, world.gm, "By hand.", turn)
    theirs = await dossier(world.services, world.dora)
    plans = theirs.text.partition("## What it planned")[2].partition("## Turn")[0]
    assert "Ordered until further notice: every turn: engage empire defend, withdraw at 40" in plans
    assert "given 2 times before" in plans
    assert "keep 100 CPs in reserve" in plans
    assert "700 CPs" not in theirs.text
    assert [file.name for file in theirs.files] == ["map.png", "dossier.html", "campaign.gif"]
    film = theirs.files[-1]
    assert "turns 1 to 3, as The Dominion saw it" in film.alt
    other = (await dossier(world.services, world.anna)).files[-1]
    assert other.data != film.data, "each side has a film of its own"
    assert "Human Union" not in film.alt, "the Dominators have not met them"


async def test_a_name_is_no_markup_on_the_page(world: World) -> None:
    await orders.enter(world.services, world.anna, [FreeText("<script>alert(1)</script> & *bold*")])
    page = next(file for file in (await dossier(world.services, world.anna)).files if file.name == "dossier.html")
    assert b"<script" not in page.data
    assert b"alert(1)" in page.data


def test_what_a_style_and_powers_speak_of_are_commands() -> None:
    assert {command for weights in CHARACTER_SIGNS.values() for command in weights} <= COMMANDS
    assert NOT_CAREFUL_COMMANDS | UPKEEP_COMMANDS <= COMMANDS


RAID = RaidRoute("F1", ())
TALK = GrantRights("oolab", "supply")
GROW = ExpandColony("0101-1", 5)


@pytest.mark.parametrize(
    ("given", "style"),
    [
        ([[RAID, RAID], [GROW]], "raider"),
        ([[TALK, TALK], [TALK]], "trader"),
        ([[GROW, GROW], [GROW]], "builder"),
        ([[], []], "hermit"),
        ([], "builder"),
    ],
)
def test_the_bot_takes_over_in_the_style_of_what_was_ordered(given: list[list[Order]], style: str) -> None:
    assert style_of(given) == style


def test_powers_reach_as_far_as_they_say() -> None:
    fund = FundProject("P1", 10)
    assert [may_order("careful", order) for order in (RAID, TALK, GROW, fund)] == [False, False, True, True]
    assert [may_order("upkeep", order) for order in (RAID, TALK, GROW, fund)] == [False, False, False, True]
    assert all(may_order("all", order) for order in (RAID, TALK, GROW, fund))
