"""Colonies on worlds where nobody could live without help, over months of a founded campaign."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld, GrantKnowledge
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.cluster_war.model.state.common import FleetId, HexId
from rules.cluster_war.model.state.places import distance
from rules.values import IllegalOrderError
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import SMALL
from tests.umpire.campaign.founding.played_kit import Played, begin
from umpire.campaign.views import side_views

HOSTILE = "XXXX"


async def far_world(played: Played) -> tuple[HexId, int]:
    """The world farthest from all colonies, made hostile to everybody, in a system that Anna has surveyed."""
    seen = await side_views.view(played.open.services, played.open.gm)
    settled = {colony.hex for colony in seen.colonies.values()}
    worlds = [(h, body.orbit) for h, system in seen.systems.items() for body in system.bodies]
    hex_, orbit = max(worlds, key=lambda world: (min(distance(seen, world[0], c) for c in settled), world))
    hostile = ChangeWorld(hex_, orbit, step=HOSTILE, max_cp=300, resources=())
    await played.amend(hostile, GrantKnowledge("blue", hex_, "surveyed"))
    return hex_, orbit


async def convoy(played: Played) -> FleetId:
    """The fleet with the most room for CPs."""
    view = await played.view()
    assert view.me is not None
    designs = view.me.designs
    return max(view.fleets.values(), key=lambda f: sum(designs[view.ships[s].design].cargo_bays for s in f.ships)).id


@pytest.mark.rule("CW-7.0-07", "CW-5.0-10")
async def test_a_remote_colony_on_a_hostile_world_grows_by_what_freighters_bring_and_by_nothing_else(
    storage: Storage,
) -> None:
    played = await begin(storage, SMALL, "Humans")
    hex_, orbit = await far_world(played)
    fleet, world = await convoy(played), f"{hex_}-{orbit}"
    await played.give(f"load {fleet} 80")
    await played.advance()
    await played.amend(PlaceFleet(fleet, hex_))
    await played.give(f'found {fleet} {world} with 80 as "Far Dome"')
    await played.advance()
    assert (await played.view()).colonies[world].size == 16
    await played.amend(PlaceFleet(fleet, (await played.home()).partition("-")[0]))
    await played.give(f"load {fleet} 40")
    for _ in range(2):
        with pytest.raises(IllegalOrderError, match="only by colonists that ships bring") as refused:
            await played.give(f"expand {world} 10")
        assert refused.value.rule == "CW-7.0-07"
        await played.advance()
    alone = (await played.view()).colonies[world]
    assert (alone.size, alone.store) == (16, 32)
    await played.amend(PlaceFleet(fleet, hex_))
    await played.give(f"expand {world} 40")
    await played.advance()
    view = await played.view()
    assert (view.colonies[world].size, view.colonies[world].store) == (24, 32 + 16)
    assert sum(view.ships[ship].cargo for ship in view.fleets[fleet].ships) == 0
    assert f"Far Dome ({world}) grew from size 16 to 24 for 40 CPs." in await played.report(view.turn - 1)
    assert "+40: CPs of colonists from Freighters" in await played.why(view.turn - 1, "Far Dome")


@pytest.mark.rule("CW-7.0-07", "CW-5.0-21")
async def test_inside_the_grid_colonists_go_to_a_hostile_world_by_themselves(storage: Storage) -> None:
    played = await begin(storage, SMALL, "Humans")
    home = await played.home()
    near = next(c for key, c in (await played.view()).colonies.items() if key != home)
    hostile = ChangeWorld(near.hex, near.orbit, step=HOSTILE, max_cp=near.size + 40)
    await played.amend(hostile)
    await played.give(f"expand {near.id} 50")
    await played.advance()
    assert (await played.view()).colonies[near.id].size == near.size + 10
