"""Craft and ships that players drew without an FTL drive, in fleets that meet others in arms, in founded campaigns."""

from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles, Way
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.industry.amendments import AddTemplate
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import IllegalOrderError
from storage.db import Storage
from tests.umpire.campaign.fought_table import open_all
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.views import side_views

EMPTY: Final[HexId] = "0101"
GUNBOAT = UnitText("GX", "Wasp", "gunboat", 8, "Bridge\nDrive 4G\nRail gun")
MONITOR = UnitText("MX", "Wall", "ship", 17, "Bridge\n2 Crew quarters\nSystem drive 2G\n3 Rail gun")
HULK = UnitText("HX", "Hulk", "ship", 17, "Bridge\n2 Crew quarters\n3 Rail gun")
DRAWN: Final = {text.name: text for text in (GUNBOAT, MONITOR, HULK)}


async def drawn(played: Played, *texts: UnitText) -> None:
    """Anna's drawings, approved; the game master has given her a hull in which nothing is fixed."""
    await played.amend(AddTemplate("blue", "Bare hull", "ship", 17))
    for text in texts:
        await played.adopt(text)


async def placed(played: Played, text: UnitText) -> FleetId:
    """A fleet of Anna's, two of a drawn design and nothing else, where nobody lives: ships as the game master makes them, craft
    built at home, taken along and left to themselves."""
    before = {*(await played.view()).fleets}
    if text.kind == "ship":
        await played.amend(CreateShips("blue", text.id, 2, EMPTY))
    else:
        home = await played.home()
        await played.give(f"build 2 {text.id} at {home}")
        await played.advance()
        await played.give(f'embark "Home Fleet" 2 {text.id} from {home}')
        await played.advance()
        await played.give(f'split "Home Fleet" {text.id}01 {text.id}02 as "Wasps"')
        await played.advance()
    (fleet,) = {*(await played.view()).fleets} - before
    await played.amend(PlaceFleet(fleet, EMPTY))
    return fleet


async def enemies(played: Played) -> None:
    """All of Dora's fleets come there and attack whomever they meet."""
    seen = await side_views.view(played.open.services, played.open.gm)
    for key, fleet in seen.fleets.items():
        if fleet.side == "gold" and fleet.transit is None:
            await played.amend(PlaceFleet(key, EMPTY))
    await played.order(SetEngagement("", "attack", 0), seat=played.dora)


@pytest.mark.rule("CW-4.2-04", "CW-9.0-02", "CW-4.0-17")
@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("way", ["quick", "chair", "narrated", "fought", "ask"])
async def test_a_month_in_which_drawn_craft_without_an_ftl_drive_are_attacked_is_resolved(
    storage: Storage, name: str, way: Way
) -> None:
    played = await begin(storage, SMALL, "Humans")
    await drawn(played, DRAWN[name])
    fleet = await placed(played, DRAWN[name])
    turn = (await played.view()).turn
    await played.amend(SetBattles(way))
    await enemies(played)
    await played.give(f"engage {fleet} evade")
    await played.advance()
    met = await battle_outcomes.battles_of(played.open.services, played.open.gm)
    if way in {"narrated", "fought"}:
        assert met.waits, "people settle it"
        assert any(unit.design.id == DRAWN[name].id for unit in met.battles[0].fight.units)
        assert len(await open_all(played.open.services)) == (way == "fought")
    else:
        assert (await played.view()).turn == turn + 1


@pytest.mark.rule("CW-4.2-04", "CW-4.0-03")
async def test_craft_without_an_ftl_drive_are_told_that_they_stay_or_need_a_hangar(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    await drawn(played, *DRAWN.values())
    boats, monitors = await placed(played, GUNBOAT), await placed(played, MONITOR)
    with pytest.raises(IllegalOrderError, match="has no FTL drive and no hangar room") as boat:
        await played.give(f"move {boats} to 0103")
    assert boat.value.rule == "CW-4.2-04"
    with pytest.raises(IllegalOrderError, match="has a ship without a drive and cannot leave") as ship:
        await played.give(f"move {monitors} to 0103")
    assert ship.value.rule == "CW-4.0-03"
