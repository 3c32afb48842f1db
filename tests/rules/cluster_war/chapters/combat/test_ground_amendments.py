"""The game master moves what they like on worlds at war (CW-9.2-03, CW-9.3-31, 40, 42, 67, 68)."""

import pytest

from rules.cluster_war.chapters.combat.ground.skirmish import FightPlace
from rules.cluster_war.chapters.combat.world_amendments import (
    ChangeSurface,
    DeclareConquered,
    SetForce,
    SetOdds,
    SetPeople,
)
from rules.cluster_war.model.events.ground import CityRebelled, GroundFought, WorldConquered
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.errors import GameError
from rules.values import changed
from tests.rules.cluster_war.chapters.combat.ground.war import HOT, LANDING, WORLD, forces, front
from tests.rules.cluster_war.yard import Rigged, told, turn


def done(state: GameState, *amendments: Amendment) -> GameState:
    """The state after these."""
    for amendment in amendments:
        state = amend(state, amendment, "because").state
    return state


@pytest.mark.rule("CW-9.2-03", "CW-9.3-42", "CW-9.2-02")
def test_a_world_may_be_declared_conquered_whatever_stands_on_it() -> None:
    state = front(garrison={"INF": 2})
    ships = {key: changed(fleet, mission="blockade") for key, fleet in state.fleets.items()}
    idle = turn(changed(state, fleets=ships)).state
    assert idle.colonies[WORLD].side == "vermin", "a fleet overhead takes nothing by itself"
    after = amend(state, DeclareConquered(WORLD, "humans"), "it yields")
    assert after.state.colonies[WORLD].side == "humans"
    (taken,) = [e for e in after.events if isinstance(e, WorldConquered)]
    assert (taken.cause.rule, taken.cause.override) == ("CW-9.3-42", "it yields")
    with pytest.raises(GameError):
        amend(after.state, DeclareConquered(WORLD, "humans"), "again")


@pytest.mark.rule("CW-9.3-67", "CW-9.3-70")
def test_mistreatment_makes_a_people_rise() -> None:
    state = turn(front({"INF": 1}), LANDING).state
    assert told(turn(state), CityRebelled) == []
    worse = done(state, SetPeople(WORLD, "Hostile, Xenophobic"))
    assert [(e.needed, e.there) for e in told(turn(worse), CityRebelled)] == [(2, 1)]
    with pytest.raises(GameError):
        done(state, SetPeople(WORLD, "Grumpy"))


@pytest.mark.rule("CW-9.3-31", "CW-9.3-40", "CW-9.3-68")
def test_modifiers_reach_terrain_and_cities() -> None:
    state = front(garrison={"INF": 1})
    city = done(state, SetOdds(WORLD, "humans", 0, 0)).surfaces[WORLD].cities[0].hex
    state = done(state, SetOdds(WORLD, "humans", -3, 1), ChangeSurface(WORLD, city, reach="close"))
    fought = told(turn(state, HOT, dice=Rigged()), GroundFought)[0]
    assert {b.reach for b in fought.blows} == {"close"}
    free = next(at for at in state.surfaces[WORLD].terrain if at != city)
    grown = done(state, ChangeSurface(WORLD, free, terrain="swamp", city="Second", share=2, reach="usual"))
    assert [(c.name, c.share) for c in grown.surfaces[WORLD].cities] == [("Burrow", 1), ("Second", 2)]
    assert grown.surfaces[WORLD].terrain[free] == "swamp"
    assert FightPlace("swamp").close is None
    for wrong in (
        ChangeSurface(WORLD, "9999", terrain="swamp"),
        ChangeSurface(WORLD, free, terrain="lava"),
        ChangeSurface(WORLD, city, city="Burrow", share=0),
        ChangeSurface(WORLD, city),
        ChangeSurface(WORLD, city, terrain="ocean"),
        ChangeSurface(WORLD, free, terrain="islands", city="Atoll"),
        SetOdds(WORLD, "humans", 99, 0),
    ):
        with pytest.raises(GameError):
            done(state, wrong)


@pytest.mark.rule("CW-9.3-22")
def test_any_force_may_be_put_anywhere() -> None:
    state = done(front(), SetForce(WORLD, "A7", side="vermin", design="INF"))
    (force,) = forces(state, "vermin")
    free = next(at for at in state.surfaces[WORLD].terrain if at != force.at)
    moved = done(state, SetForce(WORLD, force.id, free, 4))
    assert [(f.at, f.teams) for f in forces(moved, "vermin")] == [(free, 4)]
    assert forces(done(moved, SetForce(WORLD, force.id, teams=0)), "vermin") == []
    for wrong in (
        SetForce(WORLD, "A99"),
        SetForce(WORLD, force.id, teams=11),
        SetForce(WORLD, "A8", side="humans", design="x"),
    ):
        with pytest.raises(GameError):
            done(state, wrong)
    assert changed(force, at=free) != force
