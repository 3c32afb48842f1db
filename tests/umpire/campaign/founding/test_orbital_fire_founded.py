"""Fire from orbit at forces is as good as the crews that fire. Founded campaigns and real months."""

import re

import pytest

from rules.cluster_war.chapters.combat.ground.from_orbit import guns_of
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews
from rules.cluster_war.model.state.common import Settings, short_id
from rules.cluster_war.model.state.war import Grade, Wounds
from rules.values import changed
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from tests.umpire.campaign.founding.test_small_faults_founded import ashore, outpost

CREWS = changed(SMALL, switches={"graded_crews": "yes"})
LED = changed(SMALL, switches={"graded_crews": "yes", "flag_officers": "yes"})


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


@pytest.mark.rule("CW-17.1-20", "CW-17.1-21", "CW-17.2-03", "CW-3.1-10", "CW-9.3-47")
@pytest.mark.parametrize(
    ("race", "grade", "chance"),
    [
        pytest.param("Humans", "regular", 45, id="a captain's attack"),
        pytest.param("Humans", "veteran", 55, id="a captain and a crew that is better than most"),
        pytest.param("Vermin", "regular", 55, id="a captain, and a race with combat reflexes"),
    ],
)
async def test_a_captain_and_the_race_of_a_crew_better_its_fire_at_forces(
    storage: Storage, race: str, grade: Grade, chance: int
) -> None:
    played = await begin(storage, LED, race, "Oolab")
    home, world = await played.home(), await outpost(played, "gold")
    await played.amend(CreateShips("blue", (await warships(played))[0], 6, home[:4], "Lone"))
    await played.give(f'recruit "Talon" at {home}')
    await played.advance()
    view = await played.view()
    (officer,) = view.officers.values()
    ((fleet, ships),) = ((f.id, f.ships) for f in view.fleets.values() if f.name == "Lone")
    await played.amend(ChangeOfficer(officer.id, attack=40 - officer.attack, defense=9), GradeCrews(ships, grade))
    await played.give(f'post "Talon" to captain of {short_id(ships[0])}')
    await played.advance()
    await played.amend(PlaceFleet(fleet, world.hex))
    await played.advance()
    await ashore(played, "gold", world.id, 4)
    await played.give(f"bombard Lone at {world.id} forces")
    await played.advance()
    words = "week 1: You fire from orbit"
    fired = next(line for line in (await played.report(4)).splitlines() if words in line)
    rolls = [int(roll) for roll in re.findall(r"Rolled (\d+)\.", await played.why(4, words))]
    guns, targets = len(rolls) // 6, 4
    shots = [shot for n in range(targets) for shot in range(n, len(rolls), targets)]
    hits = sum(roll <= chance + 40 * (shot < guns) for roll, shot in zip(rolls, shots, strict=True))
    assert guns >= 3, "weapons of each of six ships, of which the first has the captain"
    assert f"{6 * guns} shots, {hits} hits" in fired


async def warships(played: Played) -> list[str]:
    """Anna's ship designs, the one with most weapons first."""
    me = (await played.view()).me
    assert me is not None
    ships = [d for d in me.designs.values() if d.kind == "ship"]
    return [d.id for d in sorted(ships, key=lambda d: -guns_of(d, Wounds(), Settings()))]
