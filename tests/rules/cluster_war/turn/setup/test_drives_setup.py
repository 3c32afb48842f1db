"""Campaigns that begin with other drives: the jump map, magnetic materials, and what a scenario may say of travel."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.cluster_war.chapters.movement.navigation import MONOPOLES
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario, read_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError
from rules.values import changed as replace

FOLDER = Path(__file__).parents[5] / "scenarios"
SEED = bytes(range(32))
NOBODY: Mapping[str, str] = {}


def duel(drives: Mapping[str, str] = NOBODY, settings: Settings | None = None) -> Scenario:
    """The small duel, every ship design of the named sides with another drive."""
    plain = load_scenario(FOLDER / "duel_small.toml")
    sides = tuple(
        replace(s, designs={k: replace(d, ftl=drives.get(s.id, d.ftl)) for k, d in s.designs.items()})
        for s in plain.sides
    )
    changed = plain.settings if settings is None else replace(plain.settings, monopoles=settings.monopoles)
    return replace(plain, sides=sides, settings=changed)


@pytest.mark.rule("CW-B-56", "CW-4.0-19")
def test_a_campaign_with_string_drives_begins_with_a_jump_map_of_which_its_owner_knows_what_it_surveyed() -> None:
    first, second = (side.id for side in duel().sides[:2])
    state = new_game(duel({first: "string"}), SEED)
    assert len(state.cluster.links) > 100
    assert new_game(duel({first: "string"}), SEED).cluster.links == state.cluster.links
    known = view_for(state, first).links
    surveyed = set(view_for(state, first).systems)
    assert known
    assert all({link.a, link.b} & surveyed for link in known if link.kind == "jump")
    assert [link for link in view_for(state, second).links if link.kind == "jump"] == []
    plain = new_game(duel(), SEED)
    assert plain.cluster.links == state.cluster.links, "the same dice, whoever may need the map"
    assert [link for side in plain.sides for link in view_for(plain, side).links if link.kind == "jump"] == []
    assert [link for link in gm_view(plain).links if link.kind == "jump"] == []


@pytest.mark.rule("CW-4.0-10")
def test_a_side_that_begins_with_jump_drives_owns_the_materials_from_the_start() -> None:
    first = duel().sides[0].id
    state = new_game(duel({first: "jump"}, Settings(monopoles=True)), SEED)
    rich = [
        c
        for c in state.colonies.values()
        for b in state.cluster.systems[c.hex].bodies
        if b.orbit == c.orbit and MONOPOLES in b.resources and c.side == first
    ]
    assert len(rich) == 1
    assert (rich[0].hex, rich[0].orbit) != (state.sides[first].home, state.sides[first].home_orbit)
    seen = view_for(state, first).systems[rich[0].hex]
    assert any(MONOPOLES in (b.resources or ()) for b in seen.bodies), "the owner knows it"


def smallest(**settings: object) -> dict[str, object]:
    """The least a scenario says, with a ship."""
    design = {"id": "DD", "name": "Destroyer", "hull": 20, "cost": 100, "drive": 4, "ftl": "warp", "ftl_levels": 1}
    return {
        "id": "least",
        "name": "Least",
        "blurb": "Little.",
        "settings": settings,
        "side": [
            {
                "id": "humans",
                "name": "Humans",
                "colour": "#3366cc",
                "species": {"name": "Humans", "home_step": "5555"},
                "home_name": "Terra",
                "design": [design | {"ftl_doubled": "yes"}],
            }
        ],
    }


@pytest.mark.rule("CW-C-07", "CW-4.0-12")
def test_a_scenario_names_drives_and_settings_of_travel() -> None:
    read = read_scenario(
        smallest(
            travel_constant="charts",
            jump_map="always",
            natural_wormholes="communication",
            monopoles="yes",
            push_chance=40,
            string_weeks=2,
        )
    )
    found = read.settings
    assert (found.travel_constant, found.jump_map, found.natural_wormholes) == ("charts", "always", "communication")
    assert (found.monopoles, found.push_chance, found.string_weeks) == (True, 40, 2)
    design = read.sides[0].designs["DD"]
    assert (design.ftl, design.ftl_levels, design.ftl_doubled) == ("warp", 1, True)
    assert read_scenario(smallest()).settings == Settings()


@pytest.mark.parametrize(("field", "value"), [("ftl", "magic"), ("ftl", "jump"), ("ftl_levels", 99)])
def test_a_scenario_with_a_drive_that_cannot_be_is_refused(field: str, value: object) -> None:
    wrong = smallest()
    wrong["side"][0]["design"][0][field] = value  # type: ignore[index] # the structure just built
    with pytest.raises(GameError):
        read_scenario(wrong)
