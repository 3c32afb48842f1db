"""Homes of empires that go from warp point to warp point lie where these lead far (docs/rulings, R-230)."""

import pytest

from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.worlds.jump_map import widest_web
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.values import changed
from tests.rules.cluster_war.play.governors.world import scenario, seed_bytes

SEED = seed_bytes(16)


def four(*sides: str) -> Scenario:
    """A small campaign of these of the house's six empires."""
    return scenario("six_empires", sides)


def test_the_widest_web_is_the_largest_part_that_hangs_together() -> None:
    lines = (Link("0101", "0102"), Link("0305", "0306"), Link("0306", "0407"), Link("0901", "0902", "jump"))
    assert widest_web(lines) == {"0305", "0306", "0407"}
    assert widest_web(()) == frozenset()


@pytest.mark.rule("CW-19.0-14")
def test_who_travels_by_warp_points_begins_where_they_lead_far() -> None:
    found = four("humans", "vermin", "weavers")
    for n in range(8):
        state = new_game(found, seed_bytes(n))
        web = widest_web(state.cluster.links)
        assert {side.home for side in state.sides.values()} <= web, f"seed {n}"


@pytest.mark.rule("CW-19.0-14")
def test_a_home_that_is_named_is_taken_as_it_is() -> None:
    found, plain = four("humans", "weavers"), four("humans", "vermin")
    for n in range(40):
        begun = new_game(plain, seed_bytes(n))
        home = begun.sides["vermin"].home
        if home not in widest_web(begun.cluster.links):
            break
    homes = {"humans": begun.sides["humans"].home, "weavers": home}
    named = changed(found, sides=tuple(changed(s, home=homes[s.id]) for s in found.sides))
    made = new_game(named, seed_bytes(n))
    assert made.sides["weavers"].home == home
    assert home not in widest_web(made.cluster.links)
