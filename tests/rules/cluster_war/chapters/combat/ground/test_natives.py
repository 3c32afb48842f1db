"""Worlds of races that the game master runs: landed on, fought for, taken, fired on and raided."""

import pytest

from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, known_colonies
from rules.cluster_war.chapters.combat.raid_traffic import traffic_of_race
from rules.cluster_war.chapters.combat.world_amendments import DeclareConquered, SetForce
from rules.cluster_war.chapters.npr.sight import native_world
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import GroundFought, TroopsLanded, WorldConquered
from rules.cluster_war.model.events.raids import RaidersFaced, TrafficCaught, TrafficLost, WorldBombarded
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import WORST_RELATION, Npr, NprColony, NprForce
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import Adjudication, GameError, changed
from tests.rules.cluster_war.build import draft_of, star
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, Fortune, sound
from tests.rules.cluster_war.chapters.combat.ground.test_support import over
from tests.rules.cluster_war.chapters.combat.ground.war import FLEET, WORLD, forces, front
from tests.rules.cluster_war.chapters.npr.hive import hive
from tests.rules.cluster_war.yard import Rigged, failures, fleet, plan, rich, told, turn

LANDING = InvadeWorld(FLEET, WORLD, "land", "attack")
GUARD = NprForce("1", "Guard", "0505", 4, 80, "home guard")


def strange(aboard: dict[str, int] | None = None, **more: object) -> GameState:
    """The trooper lies over the home world of a race that the game master runs, of 60 CPs."""
    state = front(aboard)
    about = {
        "home": "0505",
        "gross": 60,
        "colonies": (NprColony("0505", 2, "Comb"),),
        "forces": (),
        "attitude": "Hostile",
    }
    npr = hive(**{**about, **more})
    known = changed(
        state.knowledge["humans"], colonies={WORLD: ColonySighting(WORLD, "hive", "0505", 2, 0)}, met=("hive",)
    )
    colonies = {key: c for key, c in state.colonies.items() if key != WORLD}
    return changed(state, colonies=colonies, nprs={"hive": npr}, knowledge={**state.knowledge, "humans": known})


@pytest.mark.rule("CW-19.0-16", "CW-9.3-68")
def test_a_races_world_is_as_large_and_as_defended_as_its_profile_says_or_its_share_lets_expect() -> None:
    npr = hive(gross=400, colonies=(NprColony("1010", 1, "Comb"), NprColony("1010", 2, "", 30, 5)))
    nprs, plain = {"hive": npr}, Settings()
    first, count = native_world(nprs, "1010-1", plain)
    assert first is not None
    assert (first.size, count, first.side, first.name) == (200, 8, "hive", "Comb")
    second, count = native_world(nprs, "1010-2", plain)
    assert second is not None
    assert (second.size, count, second.name) == (30, 5, "The Hive world")
    assert native_world(nprs, "1010-3", plain) == (None, 0)


@pytest.mark.rule("CW-9.2-01", "CW-9.2-04", "CW-9.3-35", "CW-9.3-41")
def test_a_world_of_the_game_masters_is_landed_on_and_its_garrison_fights_dug_in() -> None:
    state = strange()
    assert (
        "lands 1 × Heavy Tank (from the landed ship), 2 × Infantry (from the landed ship)" in plan(state, LANDING).text
    )
    done = turn(state, changed(LANDING, at="city"), dice=MERCY)
    sound(state, done)
    (landed,) = told(done, TroopsLanded)
    assert (landed.seen_by, landed.hot) == (("humans",), True)
    fights = told(done, GroundFought)
    assert [e.week for e in fights] == [1, 2, 3, 4]
    assert {e.seen_by for e in fights} == {("humans",)}
    assert fights[0].units == {"hive": 2, "humans": 3}, "60 CPs are two battalions"
    npr = done.state.nprs["hive"]
    assert npr.relations == {"humans": WORST_RELATION}
    assert "lands on Comb" in npr.log[-1]
    theirs = view_for(done.state, "humans").fronts[WORLD]
    assert (theirs.owner, theirs.name, {e.name for e in theirs.enemies}) == ("hive", "Comb", {"Infantry"})
    assert WORLD not in view_for(done.state, "vermin").fronts
    assert len(gm_view(done.state).fronts[WORLD].forces) == 5
    assert not any(may_see(e, "vermin") for e in fights)


@pytest.mark.rule("CW-9.3-41", "CW-9.3-69", "CW-9.2-01")
def test_it_falls_to_whoever_beats_them_and_leaves_the_profile_with_its_production() -> None:
    state = strange(gross=100, colonies=(NprColony("0505", 2, "Comb", 60, 1), NprColony("0606", 1, "Cell")))
    done = turn(state, changed(LANDING, at="city"), dice=Fortune())
    sound(state, done)
    (taken,) = told(done, WorldConquered)
    assert (taken.side, taken.loser, taken.size, taken.seen_by) == ("humans", "hive", 60, ("humans",))
    colony = done.state.colonies[WORLD]
    assert (colony.side, colony.size, sum(colony.garrison.values())) == ("humans", 60, 2), "one fell, all at once"
    npr = done.state.nprs["hive"]
    assert (npr.gross, [c.id for c in npr.colonies]) == (40, ["0606-1"])
    surface = done.state.surfaces[WORLD]
    assert (surface.people, surface.former) == ("Hostile", "hive"), "a hostile people needs a garrison"
    assert WORLD not in done.state.knowledge["humans"].colonies
    assert colony_output(done.state, colony) == 60
    after = turn(done.state)
    sound(done.state, after)
    assert after.state.colonies[WORLD].side == "humans"


@pytest.mark.rule("CW-9.2-05", "CW-9.2-01")
def test_its_ships_hold_the_orbit_and_peace_is_peace() -> None:
    guarded = strange(forces=(GUARD,))
    assert failures(turn(guarded, LANDING)) == [
        "Armed ships of The Hive are at 0505. Fleet 1 cannot land; its forces stay aboard."
    ]
    scouted = strange(forces=(changed(GUARD, role="scout"),))
    assert told(turn(scouted, LANDING, dice=MERCY), TroopsLanded)
    calm = changed(strange(), peace=("hive|humans",))
    assert "at peace" in failures(turn(calm, LANDING))[0]
    with pytest.raises(GameError, match="at peace"):
        plan(calm, LANDING)


@pytest.mark.rule("CW-9.3-42")
def test_the_game_master_moves_forces_there_and_may_say_that_it_is_taken() -> None:
    fought = turn(strange(), LANDING, dice=MERCY).state
    foe = forces(fought, "hive")[0]
    moved = amend(fought, SetForce(WORLD, foe.id, teams=3), "a plague").state
    assert min(f.teams for f in forces(moved, "hive")) == 3
    given = amend(fought, DeclareConquered(WORLD, "humans"), "they open the gates").state
    assert given.colonies[WORLD].side == "humans"
    assert given.nprs["hive"].colonies == ()


@pytest.mark.rule("CW-9.4-01", "CW-9.4-02", "CW-9.4-03")
def test_fire_from_orbit_kills_its_people_and_what_follows_is_asked() -> None:
    state = over(strange({}))
    shot = turn(state, BombardWorld("humans-F2", "0505", 2, "people"), dice=MERCY)
    sound(state, shot)
    (fired,) = told(shot, WorldBombarded)
    npr = shot.state.nprs["hive"]
    assert (npr.gross, npr.colonies[0].size) == (60 - fired.damage, 60 - fired.damage)
    assert any(q.kind == "bombardment" and "of The Hive (people" in q.text for q in shot.state.questions)
    dead = turn(
        over(strange({}, gross=fired.damage), ships=1), BombardWorld("humans-F2", "0505", 2, "people"), dice=MERCY
    )
    assert dead.state.nprs["hive"].colonies == ()
    ground = turn(state, BombardWorld("humans-F2", "0505", 2, "forces"), dice=Fortune(percent=1))
    sound(state, ground)
    assert forces(ground.state, "hive") == []
    assert ground.state.nprs["hive"].colonies[0].id == WORLD


def raided(**more: object) -> tuple[GameState, Npr]:
    """A race with a home at 0505 and a colony of 80 CPs at 0508; raiders of the humans beside it."""
    npr = hive(
        **{
            "home": "0505",
            "gross": 200,
            "colonies": (NprColony("0505", 2, "Comb"), NprColony("0508", 2, "Cell", 80)),
            "forces": (),
            **more,
        }
    )
    state = front({})
    systems = {**state.cluster.systems, "0508": rich("0508"), "0707": star("0707")}
    state = changed(state, cluster=changed(state.cluster, systems=systems), nprs={"hive": npr})
    state = changed(state, colonies={key: c for key, c in state.colonies.items() if key != WORLD})
    return fleet(state, "0509", "destroyer"), npr


def _second_month(state: GameState) -> Adjudication[GameState, Event]:
    """A raid on 0508 that arrives in the second month, with dice that catch whatever passes."""
    first = turn(state, RaidRoute("humans-F2", ("0508",)), dice=Rigged("raid"))
    done = turn(first.state, dice=Rigged("raid"))
    sound(first.state, done)
    return done


@pytest.mark.rule("CW-9.5-02", "CW-9.5-04", "CW-9.5-13")
def test_its_freighters_go_between_its_worlds_and_are_caught_as_others_are() -> None:
    state, npr = raided()
    traffic = traffic_of_race(draft_of(state), npr)
    assert set(traffic.systems) == {"0505", "0508"}
    assert {"0506", "0507"} <= set(traffic.routes)
    assert traffic.cps == {"0508-2": 80}
    done = _second_month(state)
    caught = told(done, TrafficCaught)[0]
    assert (caught.victim, caught.cps, caught.seen_by) == ("hive", 20, ("humans",))
    assert told(done, TrafficLost) == [], "it has no player and no treasury"
    assert any("caught 20 CPs of 0508-2" in line for line in done.state.nprs["hive"].log)
    assert "hive" in done.state.knowledge["humans"].met


@pytest.mark.rule("CW-9.5-13")
def test_what_is_caught_of_its_traffic_in_one_hex_is_not_caught_again_in_the_next() -> None:
    state, _ = raided()
    second = fleet(state, "0506", "destroyer")
    both = turn(second, RaidRoute("humans-F2", ("0508",)), RaidRoute("humans-F3", ("0507",)), dice=Rigged("raid"))
    done = turn(both.state, dice=Rigged("raid"))
    caught = told(done, TrafficCaught)
    assert len({e.hex for e in caught}) == 2
    assert [e.cps for e in caught][:2] == [20, 15], "a quarter of 80, then of 60"


@pytest.mark.rule("CW-9.5-05", "CW-9.5-20")
def test_its_patrols_keep_raiders_off_and_a_raider_reckons_with_what_they_have_seen() -> None:
    state, _ = raided(forces=(NprForce("1", "Patrol", "0508", 2, 30, "patrol"),))
    done = _second_month(state)
    assert told(done, TrafficCaught) == []
    assert told(done, RaidersFaced)[0].foe == "hive"
    calm = changed(state, peace=("hive|humans",))
    assert told(_second_month(calm), RaidersFaced) == []
    assert "hive" not in known_colonies(view_for(state, "humans")), "nobody knows of a colony before it is seen"
    assert "hive" in known_colonies(view_for(done.state, "humans"))
