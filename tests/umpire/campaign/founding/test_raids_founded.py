"""Raiders and escorts in founded campaigns: no more is caught than there is, and an escort comes only by its drive."""

import re
from typing import Final

import pytest

from rules.cluster_war.chapters.industry.amendments import AddDesign, AddTemplate
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.places import distance, neighbours
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.founding.plan import FoundingPlan
from umpire.campaign.views import side_views

IN_SYSTEMS: Final = "CW-9.5-T01/star system where CPs are moved/with_LRS"
SURE: Final[FoundingPlan] = changed(SMALL, overrides={IN_SYSTEMS: "100"})
MONITOR = UnitText("MX", "Wall", "ship", 17, "Bridge\n2 Crew quarters\nSystem drive 2G\n3 Rail gun")


async def prey(played: Played) -> tuple[Colony, HexId]:
    """Dora's colony that is nearest to her home, where nobody stands guard, and her home's hex."""
    seen = await side_views.view(played.open.services, played.open.gm)
    home = (await played.home(played.dora)).partition("-")[0]
    mine = [c for c in seen.colonies.values() if c.side == "gold" and c.hex != home]
    return min(mine, key=lambda c: (distance(seen, c.hex, home), c.id)), home


async def fleets_of(played: Played) -> dict[FleetId, HexId]:
    """Where all fleets are."""
    seen = await side_views.view(played.open.services, played.open.gm)
    return {key: fleet.hex for key, fleet in seen.fleets.items()}


async def raiders(played: Played, target: Colony, count: int) -> None:
    """Anna's raiders with LRS, each a fleet of one ship, that leave from beside a colony and enter its hex together."""
    view = await played.view()
    for _ in range(count):
        before = {*await fleets_of(played)}
        await played.amend(CreateShips("blue", "DD", 1, neighbours(view, target.hex)[0]))
        (fleet,) = {*await fleets_of(played)} - before
        await played.give(f"raid {fleet} via {target.hex}")


@pytest.mark.rule("CW-9.5-13", "CW-9.5-14")
async def test_six_raids_in_one_week_take_no_more_than_the_colonys_traffic(storage: Storage) -> None:
    played = await begin(storage, SURE, "Humans")
    target, _ = await prey(played)
    await raiders(played, target, 6)
    await played.advance()
    await played.advance()
    caught = [int(cps) for cps in re.findall(r"caught freighters of Vermin .* with (\d+) CPs", await played.report(2))]
    assert caught == [18, 14, 10, 8, 6, 4]
    assert "Raids cost 60 CPs" in await played.report(2, played.dora)
    assert target.size == 75, "all catches together are no more than the traffic"


async def escort(played: Played, drive: str, home: HexId) -> FleetId:
    """Dora's ship on escort at the hub of her grid: one with a jump drive, or a drawn monitor that has none."""
    if drive == "jump":
        await played.amend(AddDesign("gold", "Convoy guard", "ship", 20, 100, "4", lrs=1, ftl="jump", ftl_levels=7))
    else:
        await played.amend(AddTemplate("gold", "Bare hull", "ship", 17))
        await played.adopt(MONITOR, seat=played.dora)
    before = {*await fleets_of(played)}
    me = (await played.view(played.dora)).me
    assert me is not None
    guard = next(d.id for d in me.designs.values() if d.name in {"Convoy guard", "Wall"})
    await played.amend(CreateShips("gold", guard, 1, home))
    (fleet,) = {*await fleets_of(played)} - before
    await played.give(f"mission {fleet} escort", seat=played.dora)
    return fleet


@pytest.mark.rule("CW-9.5-12", "CW-4.0-03")
@pytest.mark.parametrize(("drive", "comes"), [("none", False), ("jump", True)])
async def test_an_escort_at_the_hub_is_with_the_prey_if_its_drive_brings_it_there(
    storage: Storage, drive: str, comes: bool
) -> None:
    played = await begin(storage, SURE, "Humans")
    target, home = await prey(played)
    guard = await escort(played, drive, home)
    await raiders(played, target, 1)
    await played.advance()
    await played.advance()
    assert ("caught freighters of Vermin" in await played.report(2)) is not comes
    assert (await fleets_of(played))[guard] == (target.hex if comes else home)
