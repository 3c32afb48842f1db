"""Where first colonies are put: evenly, on free worlds near home, never nearer to others (CW-3.0)."""

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.places import Body, Cluster, Special, StarSystem
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.turn.setup.starting_places import StartingArea
from rules.values import GameError, changed

USUAL = Settings()


def lonely(*worlds: Body) -> Cluster:
    """A map with a home at 2525 and one system two hexes away."""
    home = StarSystem("2525", ("G",), (Body(1, "5555", 400),))
    return Cluster(50, 50, {"2525": home, "2527": StarSystem("2527", ("K",), worlds)})


def test_first_colonies_share_their_total_evenly_and_never_overfill_a_world() -> None:
    cluster = lonely(Body(1, "5555", 35), Body(2, "5556", 200), Body(3, "5557", 300))
    race = Race("Humans", "5555")
    chosen = StartingArea(cluster, USUAL, race, ("2525", 1)).colonies(235)
    assert chosen == (("2527", 1, 35), ("2527", 2, 100), ("2527", 3, 100))
    assert StartingArea(cluster, USUAL, race, ("2525", 1)).colonies(1) == (("2527", 3, 1),)
    assert StartingArea(cluster, USUAL, race, ("2525", 1)).colonies(0) == ()


def test_first_colonies_spare_resources_specials_and_what_is_nearer_to_others() -> None:
    race, plain = Race("Humans", "5555"), Body(1, "5555", 200)
    for cluster, foreign in (
        (lonely(changed(plain, resources=("Heavy Metals",))), ()),
        (lonely(changed(plain, max_cp=29)), ()),
        (lonely(plain), ("2529",)),
    ):
        with pytest.raises(GameError, match="too few worlds"):
            StartingArea(cluster, USUAL, race, ("2525", 1), foreign).colonies(50)
    with pytest.raises(GameError, match="too few worlds"):
        StartingArea(lonely(changed(plain, max_cp=29)), USUAL, race, ("2525", 1)).colonies(20)
    least = lonely(changed(plain, max_cp=30))
    assert StartingArea(least, USUAL, race, ("2525", 1)).colonies(20) == (("2527", 1, 20),)
    haunted = lonely(plain)
    hidden = changed(haunted.systems["2527"], special=Special("Monster"))
    haunted = changed(haunted, systems={**haunted.systems, "2527": hidden})
    with pytest.raises(GameError, match="too few worlds"):
        StartingArea(haunted, USUAL, race, ("2525", 1)).colonies(50)
    with pytest.raises(GameError, match="too few worlds"):
        StartingArea(lonely(plain), USUAL, race, ("2525", 1)).colonies(201)
