"""Armies that leave a world again: who can, aboard what, and what bars it."""

import pytest

from rules.cluster_war.chapters.combat.ground.army_orders import LeaveWorld
from rules.cluster_war.model.events.ground import ForcesEmbarked
from rules.cluster_war.model.events.officers import OfficerLost
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Post
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.chapters.combat.ground.test_leaders_ashore import aboard, staffed
from tests.rules.cluster_war.chapters.combat.ground.test_played import MERCY, sound
from tests.rules.cluster_war.chapters.combat.ground.war import FLEET, LANDING, SHIP, WORLD, forces, front
from tests.rules.cluster_war.yard import failures, plan, told, turn

LEAVE = LeaveWorld(FLEET, WORLD)


def ashore(state: GameState | None = None) -> GameState:
    """Two battalions of infantry and a tank of the humans hold a hex beside a city of the vermin."""
    return turn(state or front(garrison={"INF": 1}), changed(LANDING, posture="hold"), dice=MERCY).state


@pytest.mark.rule("CW-9.2-05", "CW-6.5-22")
def test_whole_battalions_that_nobody_faces_go_aboard_as_the_month_begins() -> None:
    state = ashore()
    assert plan(state, LEAVE).text == "Fleet 1 takes 1 × Heavy Tank, 2 × Infantry off 0505-2."
    done = turn(state, LEAVE, dice=MERCY)
    sound(state, done)
    (gone,) = told(done, ForcesEmbarked)
    assert (dict(gone.units), gone.seen_by) == ({"Heavy Tank": 1, "Infantry": 2}, ("humans",))
    assert done.state.ships[SHIP].crates == {"HTK": 1, "INF": 2}
    assert forces(done.state, "humans") == []
    assert done.state.colonies[WORLD].garrison == {"INF": 1}, "its own are in their barracks again"
    one = turn(state, LeaveWorld(FLEET, WORLD, (forces(state, "humans")[0].id,)), dice=MERCY)
    assert len(forces(one.state, "humans")) == 2


@pytest.mark.rule("CW-9.2-05", "CW-9.3-65")
def test_who_fights_or_is_depleted_stays_and_an_enemy_in_orbit_bars_it() -> None:
    state = ashore()
    surface, mine = state.surfaces[WORLD], forces(state, "humans")
    worn = changed(mine[0], teams=7)
    tired = changed(state, surfaces={WORLD: changed(surface, forces={**surface.forces, worn.id: worn})})
    assert "1 of your units stay" in plan(tired, LEAVE).text
    with pytest.raises(GameError, match="has 7 of 10 teams"):
        plan(tired, LeaveWorld(FLEET, WORLD, (worn.id,)))
    faced = changed(forces(state, "vermin")[0], at=mine[0].at)
    beset = changed(state, surfaces={WORLD: changed(surface, forces={**surface.forces, faced.id: faced})})
    with pytest.raises(GameError, match="No forces on 0505-2 can go"):
        plan(beset, LEAVE)
    with pytest.raises(GameError, match="faces the enemy"):
        plan(beset, LeaveWorld(FLEET, WORLD, (mine[0].id,)))
    guarded = with_fleet(state, "vermin", "0505", "destroyer")
    done = turn(guarded, LEAVE, dice=MERCY)
    sound(guarded, done)
    assert failures(done)[0] == "Vermin still has armed ships or bases at 0505. Nobody comes aboard."
    assert len(forces(done.state, "humans")) == 3
    away = changed(state, fleets={**state.fleets, FLEET: changed(state.fleets[FLEET], hex="0606")})
    with pytest.raises(GameError, match="is not over"):
        plan(away, LEAVE)
    full = changed(state.ships[SHIP], crates={"INF": 6}, crate_room=0)
    with pytest.raises(GameError, match="can go aboard"):
        plan(changed(state, ships={**state.ships, SHIP: full}), LEAVE)


@pytest.mark.rule("CW-17.1-12", "CW-17.1-28")
def test_leaders_come_away_with_the_last_of_their_battalions() -> None:
    state = ashore(staffed(front({"INF": 2}, {"INF": 1}), aboard("soldier")))
    first, second = forces(state, "humans")
    half = turn(state, LeaveWorld(FLEET, WORLD, (first.id,)), dice=MERCY).state
    assert half.officers["humans/O1"].post == Post("team", f"{WORLD}|INF")
    done = turn(half, LeaveWorld(FLEET, WORLD, (second.id,)), dice=MERCY)
    sound(half, done)
    assert done.state.officers["humans/O1"].post == Post("team", SHIP)
    assert told(done, OfficerLost) == []


def test_the_order_is_written_and_read() -> None:
    names = names_of(view_for(ashore(), "humans"))
    for order, line in (
        (LEAVE, f'leave "Fleet 1" {WORLD}'),
        (LeaveWorld(FLEET, WORLD, ("humans/A1", "humans/A2")), f'leave "Fleet 1" {WORLD} with A1 A2'),
    ):
        assert format_order(order, names) == line
        assert parse_order(line, names) == order


def test_forces_that_are_named_stand_on_the_sheet_by_their_full_ids_and_all_stay_all() -> None:
    state = ashore()
    assert plan(state, LEAVE).order == LEAVE
    first, *_, last = forces(state, "humans")
    short = first.id.partition("/")[2]
    named = plan(state, LeaveWorld(FLEET, WORLD, (short.lower(), last.id)))
    assert named.order == LeaveWorld(FLEET, WORLD, (first.id, last.id))
    assert named.text.endswith("off 0505-2. 1 of your units stay.")
    assert [(n.text, n.rule) for n in named.notes] == [
        ("It fails where an armed enemy is in orbit as the month begins.", "CW-9.2-05")
    ]
