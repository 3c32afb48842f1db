"""Fire from orbit on forces on the surface: by accuracy, week by week, and what of bombardment does not touch them."""

import pytest

from rules.cluster_war.chapters.combat.bombardment import Target
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.from_orbit import guns_of
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.ground import ForcesMustered, ForcesShelled, GroundUnitsLost
from rules.cluster_war.model.events.raids import ColonyBombarded
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import BattleRecord, Force, Wounds
from rules.values import GameError, changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune, sound
from tests.rules.cluster_war.chapters.combat.ground.war import LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.yard import failures, plan, told, turn

PLAIN = Settings()
LAYOUT = {"Beam emitter 3": 6, "Missile launcher": 2, "Point defense": 3, "Bridge": 1}
CRUISER = Design("cruiser", "Cruiser", "ship", 20, 150, prefix="CA", layout=LAYOUT)
GUNS = "humans-F2"


def over(state: GameState, *, ships: int = 1) -> GameState:
    """The state with cruisers of the humans over the world, of eight guns each."""
    sides = {key: changed(side, designs={**side.designs, "cruiser": CRUISER}) for key, side in state.sides.items()}
    return with_fleet(changed(state, sides=sides), "humans", "0505", *["cruiser"] * ships, name="Thunder")


def fire(target: Target = "forces") -> BombardWorld:
    return BombardWorld(GUNS, "0505", 2, target)


@pytest.mark.rule("CW-9.3-47", "CW-9.3-50")
def test_each_weapon_that_works_is_a_shot_a_week() -> None:
    assert guns_of(CRUISER, Wounds(), PLAIN) == 8
    assert guns_of(CRUISER, Wounds({"Beam emitter 3": 2}, {"Missile launcher": 2}), PLAIN) == 4
    assert guns_of(changed(CRUISER, layout={}), Wounds(), PLAIN) == int(
        guns_of(changed(CRUISER, layout={}), Wounds(), PLAIN) > 0
    )


@pytest.mark.rule("CW-9.3-47", "CW-9.3-48", "CW-9.3-49", "CW-9.3-50", "CW-9.3-51")
@pytest.mark.parametrize(("percent", "hits"), [(35, 8), (36, 0)])
def test_a_garrison_dug_in_in_its_city_is_hit_by_35_per_cent_and_loses_a_team_a_hit(percent: int, hits: int) -> None:
    state = over(front({}, {"INF": 4}))
    done = turn(state, fire(), dice=Fortune(percent=percent))
    sound(state, done)
    mine = [e for e in told(done, ForcesShelled) if e.seen_by == ("humans",)]
    assert [(e.week, e.shots, e.hits, e.teams) for e in mine] == [(week, 8, hits, hits) for week in (1, 2, 3, 4)]
    assert len(told(done, ForcesMustered)) == 1
    assert sum(f.teams for f in forces(done.state, "vermin")) == (40 - 32 if hits else 0)
    assert done.state.colonies[WORLD].garrison == ({} if hits else {"INF": 4}), "whole ones are in their barracks again"
    assert done.state.colonies[WORLD].size == 60


@pytest.mark.rule("CW-9.3-50", "CW-9.3-20")
def test_ten_hits_wipe_a_battalion_out_and_both_sides_account_for_it() -> None:
    state = over(front({}, {"INF": 1}), ships=2)
    done = turn(state, fire(), dice=Fortune(percent=1))
    sound(state, done)
    assert [(e.side, e.count, e.why) for e in told(done, GroundUnitsLost)] == [("vermin", 1, "destroyed")]
    assert [e.target for e in told(done, ForcesShelled) if e.seen_by == ("humans",)] == ["vermin", "", "", ""]
    assert done.state.colonies[WORLD].side == "vermin", "fire gives nobody a world (CW-9.2-02)"


@pytest.mark.rule("CW-9.3-49", "CW-9.3-17")
def test_what_is_of_starship_scale_takes_points_and_no_cover() -> None:
    state = over(front({}, {"MEGA": 1}))
    done = turn(state, fire(), dice=Fortune(percent=50))
    sound(state, done)
    assert [e.hits for e in told(done, ForcesShelled) if e.seen_by == ("humans",)] == [8, 8, 8, 8]
    assert [f.damage for f in forces(done.state, "vermin")] == [32]


@pytest.mark.rule("CW-9.3-11", "CW-9.2-05")
def test_minefields_are_not_seen_and_an_enemy_in_orbit_stands_in_the_way() -> None:
    mined = over(front({}, {"MINES": 2}))
    done = turn(mined, fire(), dice=Fortune(percent=1))
    assert {e.target for e in told(done, ForcesShelled)} == {""}
    guarded = with_fleet(over(front({}, {"INF": 1})), "vermin", "0505", "destroyer")
    barred = turn(guarded, fire())
    assert failures(barred) == ["Vermin still has armed ships or bases at 0505. 0505-2 was not fired on."]
    won = BattleRecord("1/0505/1", 1, 1, "0505", "fleet action", "quick", ("humans", "vermin"), "humans")
    assert told(turn(changed(guarded, battles=(won,)), fire()), ForcesShelled)
    assert "at peace" in failures(turn(changed(over(front({}, {"INF": 1})), peace=("humans|vermin",)), fire()))[0]


@pytest.mark.rule("CW-9.3-47")
def test_it_supports_a_landing_in_the_same_month_and_relieves_a_world_of_ones_own() -> None:
    state = over(front({"INF": 2}, {"INF": 2}))
    done = turn(state, LANDING, fire(), dice=Fortune(attack=1, defense=10, percent=35))
    sound(state, done)
    taken = done.state.colonies[WORLD]
    assert (taken.side, taken.garrison) == ("humans", {"INF": 2}), "their own are not struck, and take the world"
    held = turn(over(front({"INF": 1}, {"INF": 1}), ships=2), LANDING, dice=MERCY).state
    mine = changed(held.colonies[WORLD], side="humans")
    surface = held.surfaces[WORLD]
    foe = Force("vermin/A9", "vermin", "INF", surface.cities[0].hex)
    home = changed(
        held, colonies={**held.colonies, WORLD: mine}, surfaces={WORLD: changed(surface, forces={foe.id: foe})}
    )
    assert "35 % at those dug in" in plan(home, fire()).text
    relieved = turn(home, fire(), dice=Fortune(percent=1))
    sound(home, relieved)
    assert forces(relieved.state, "vermin") == []
    with pytest.raises(GameError, match="no enemy forces"):
        plan(relieved.state, fire())


@pytest.mark.rule("CW-9.4-01", "CW-9.4-03")
def test_other_targets_leave_forces_alone_until_the_colony_is_destroyed_and_all_on_it_with_it() -> None:
    state = turn(over(front({"INF": 2}, {"INF": 3})), LANDING, dice=MERCY).state
    assert "Your own forces in the field there die" in " ".join(n.text for n in plan(state, fire("people")).notes)
    hurt = turn(state, fire("production"), dice=MERCY)
    sound(state, hurt)
    assert len(forces(hurt.state, "vermin")) == 3
    colony = changed(state.colonies[WORLD], size=4)
    gone = turn(changed(state, colonies={**state.colonies, WORLD: colony}), fire("people"), dice=MERCY)
    sound(changed(state, colonies={**state.colonies, WORLD: colony}), gone)
    assert told(gone, ColonyBombarded)[0].destroyed
    assert WORLD not in gone.state.surfaces
    assert {(e.side, e.count, e.why) for e in told(gone, GroundUnitsLost)} == {
        ("humans", 2, "burned"),
        ("vermin", 3, "burned"),
    }


def test_those_under_fire_read_no_order_and_no_fleet_and_third_parties_nothing() -> None:
    done = turn(over(front({}, {"INF": 2})), fire(), dice=Fortune(percent=1))
    theirs = [e for e in told(done, ForcesShelled) if may_see(e, "vermin")]
    assert theirs
    assert all((e.fleet, e.cause.order, e.cause.modifiers) == ("", "", ()) for e in theirs)
    assert not any(may_see(e, "oolab") for e in told(done, ForcesShelled))
    assert SHIP in done.state.ships
