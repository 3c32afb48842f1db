"""What is lost while something is under way there: research without a place, refits without ships, rebels whose own side comes,
and armies in a city that is not theirs. Founded campaigns and real months."""

import pytest

from rules.cluster_war.chapters.combat.world_amendments import SetForce, SetPeople
from rules.cluster_war.chapters.diplomacy.amendments import SetEmbassy, SetPeace
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.logistics.amendments import RemoveShips
from rules.cluster_war.model.state.holdings import Colony
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.views import side_views


async def outpost(played: Played, side: str) -> Colony:
    """A colony of a side's other than its home, where nobody stands guard."""
    seen = await side_views.view(played.open.services, played.open.gm)
    return min((c for c in seen.colonies.values() if c.side == side and not c.garrison), key=lambda c: c.id)


async def ashore(played: Played, side: str, world: str, count: int = 1) -> None:
    """The game master puts infantry of a side into a world's largest city."""
    for _ in range(count):
        await played.amend(SetForce(world, "a new one", side=side, design="INF"))
    front = (await side_views.view(played.open.services, played.open.gm)).fronts[world]
    at = max(front.cities, key=lambda city: city.share).hex
    for key in [key for key, force in front.forces.items() if force.side == side]:
        await played.amend(SetForce(world, key, at=at))


@pytest.mark.rule("CW-8.0-01", "CW-8.0-17")
async def test_research_in_a_world_that_is_lost_in_the_month_is_not_rolled_for(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    world = await outpost(played, "blue")
    await played.give(f'research "Deep Lab" at {world.hex} steps 2 with 200')
    await ashore(played, "gold", world.id)
    await played.advance()
    report = await played.report(1)
    assert f"Deep Lab (P1): no place to work is left at the colony at {world.hex}, so 200 CPs" in report
    assert "chance" not in report, "nobody rolls"


@pytest.mark.rule("CW-6.6-05")
async def test_a_refit_of_which_all_ships_are_lost_ends_and_is_not_told_as_done(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    await played.amend(AddDesign("blue", "Sabre II", "ship", 20, 120, "4"))
    await played.give('refit DD01 DD02 DD03 at "Home of the Humans" to "Sabre II" using 4')
    await played.advance()
    assert "hull spaces left to build" in await played.report(1)
    await played.amend(RemoveShips(("blue/DD01",)))
    await played.advance()
    assert [(b.refits, b.count) for b in (await played.view()).builds.values()] == [(("blue/DD02", "blue/DD03"), 2)]
    await played.amend(RemoveShips(("blue/DD02", "blue/DD03")))
    await played.advance()
    report = await played.report(3)
    assert "B1: the refit at Home of the Humans (1443-3) ends, because none of its ships is left." in report
    assert "refit done" not in report
    assert not (await played.view()).builds


@pytest.mark.rule("CW-9.3-71", "CW-9.3-72")
async def test_rebels_do_not_fight_the_army_of_their_own_people_that_comes_to_free_them(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    world = await outpost(played, "blue")
    await ashore(played, "gold", world.id)
    await played.advance()
    await played.amend(SetPeople(world.id, "Hostile, Xenophobic"))
    await played.advance()
    assert "have raised a militia" in await played.report(2, played.dora)
    await ashore(played, "blue", world.id, 8)
    await played.advance()
    report, why = await played.report(3), await played.why(3, "a fight in")
    assert "you with 8 units, Vermin with 1 unit and the rebels with 1 unit" in report
    assert why.count("- Infantry on Infantry") == 8, "all of the army's on the garrison"
    assert why.count("- Infantry on Rebel militia") == 1, "the garrison's"
    assert why.count("- Rebel militia on Infantry") == 1
    assert f"You have conquered {world.name}" in report


@pytest.mark.rule("CW-9.3-44", "CW-9.3-45")
@pytest.mark.parametrize("granted", [False, True])
async def test_an_army_in_a_city_of_those_it_has_peace_with_is_fed_only_by_their_leave(
    storage: Storage, granted: bool
) -> None:
    played = await begin(storage, SMALL, "Humans")
    world = await outpost(played, "gold")
    await played.amend(SetPeace("blue", "gold", at_peace=True))
    await ashore(played, "blue", world.id)
    if granted:
        await played.amend(SetEmbassy("blue", "gold", exchanged=True))
        await played.give("grant Humans supply", seat=played.dora)
    for _ in range(3):
        await played.advance()
    assert ("is out of supply: stress 20 %" in await played.report(3)) is not granted
