"""Ships that flee from a battle are as fast as their drives; in an inhibitor's field nobody skips. Founded campaigns."""

from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.encounters.amendments import PlaceSpecial
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.state.war import Stance
from rules.values import changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.founding.plan import FoundingPlan
from umpire.campaign.views import side_views

PLAYED: Final[FoundingPlan] = changed(SMALL, switches={"encounters": "played"})
FIELD: Final = ("FTL Drive Inhibitor Field",)


async def lonely(played: Played) -> HexId:
    """A system where nobody lives and nothing waits."""
    seen = await side_views.view(played.open.services, played.open.gm)
    settled = {c.hex for c in seen.colonies.values()} | {f.hex for f in seen.fleets.values()}
    return max(h for h in seen.systems if h not in settled)


async def meeting(played: Played, here: HexId, ftl: str, stance: Stance) -> FleetId:
    """A fleet of Anna's of one design with a drive, and a stronger one of Dora's that attacks it, in one hex."""
    await played.amend(AddDesign("blue", "Runner", "ship", 20, 100, "2", ftl=ftl))
    await played.amend(CreateShips("blue", "runner", 2, here), SetBattles("quick"))
    fleet = max((await played.view()).fleets, key=lambda key: int(key.partition("-F")[2]))
    me = (await played.view(played.dora)).me
    assert me is not None
    strongest = max((d for d in me.designs.values() if d.kind == "ship"), key=lambda d: d.cost)
    await played.amend(CreateShips("gold", strongest.id, 6, here))
    await played.order(SetEngagement("", "attack", 0, pursue=True), seat=played.dora)
    await played.order(SetEngagement(fleet, stance, 0))
    return fleet


@pytest.mark.rule("CW-9.0-13", "CW-4.0-03")
async def test_ships_that_flee_take_the_weeks_of_their_drive_and_so_does_who_pursues(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    here = await lonely(played)
    fleet = await meeting(played, here, "second-stage", "evade")
    await played.advance()
    fled = (await played.view()).fleets.get(fleet)
    report = await played.report(1)
    assert fled is not None, report
    assert "fled from" in report
    assert fled.transit is not None
    assert fled.transit.origin == here
    assert fled.transit.arrives - fled.transit.departs == 10, "a hex at 2 G"


@pytest.mark.rule("CW-B-23", "CW-4.0-17", "CW-9.7-05")
@pytest.mark.parametrize("inhibited", [False, True])
async def test_a_skip_drive_eludes_a_battle_but_not_in_an_inhibitors_field(storage: Storage, inhibited: bool) -> None:
    played = await begin(storage, PLAYED, "Humans")
    here = await lonely(played)
    if inhibited:
        await played.amend(PlaceSpecial(here, "Weapon/Trap", FIELD))
    fleet = await meeting(played, here, "skip", "evade")
    await played.advance()
    report = await played.report(1)
    fought = "Fleet action" in report
    assert fought is inhibited, report
    if not inhibited:
        assert (await played.view()).fleets[fleet].hex == here, "it got away from the battle, and stays"
