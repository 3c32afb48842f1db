"""Fire from orbit at forces is as good as the crews that fire. Founded campaigns and real months."""

import re

import pytest

from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.cluster_war.chapters.officers.amendments import GradeCrews
from rules.cluster_war.model.state.war import Grade
from rules.values import changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import begin
from tests.umpire.campaign.founding.test_small_faults_founded import ashore, outpost

CREWS = changed(SMALL, switches={"graded_crews": "yes"})


@pytest.mark.rule("CW-17.2-03", "CW-9.3-47", "CW-9.3-50")
@pytest.mark.parametrize(("grade", "chance"), [("green", 35), ("regular", 45), ("elite", 65)])
async def test_a_crew_hits_forces_on_the_ground_as_well_as_its_grade_lets_it(
    storage: Storage, grade: Grade, chance: int
) -> None:
    played = await begin(storage, CREWS, "Humans")
    world = await outpost(played, "gold")
    await played.amend(PlaceFleet("blue-F1", world.hex))
    await played.advance()
    await ashore(played, "gold", world.id, 4)
    ships = (await played.view()).fleets["blue-F1"].ships
    await played.amend(GradeCrews(ships, grade))
    await played.give(f'bombard "Home Fleet" at {world.id} forces')
    await played.advance()
    fired = next(line for line in (await played.report(2)).splitlines() if "week 1: You fire from orbit" in line)
    rolls = [int(roll) for roll in re.findall(r"Rolled (\d+)\.", await played.why(2, "week 1: You fire from orbit"))]
    assert len(rolls) == 19
    assert f"19 shots, {sum(roll <= chance for roll in rolls)} hits" in fired, "in a city, not dug in yet"
